//===- ActionSelection.cpp - Which actions a filter lets through ----------===//

#include "queries/ActionSelection.h"

#include "graph/KnownNames.h"
#include "graph/StepWalk.h"
#include "queries/OpSpec.h"
#include "queries/PlaceSpec.h"
#include "trackdbg/Names.h"
#include "trackdbg/UserRegex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace mlir::trackdbg {

namespace {
using Kind = ActionFilter::Kind;
using Selection = llvm::Expected<llvm::BitVector>;

struct NamedKind {
  Kind kind;
  const char *word;
  NameKind names;
};
constexpr NamedKind namedKinds[] = {
    {Kind::Pass, "pass", NameKind::Pass},
    {Kind::Pattern, "pattern", NameKind::Pattern},
    {Kind::Op, "op", NameKind::Op},
    {Kind::Tag, "tag", NameKind::Tag}};

/// The text of a term, compared with names.
class NameTest {
public:
  enum class Strictness { Exact, Suffix };

  static llvm::Expected<NameTest> make(llvm::StringRef text) {
    NameTest test;
    test.text = text;
    if (text.size() < 3 || !text.starts_with("/") || !text.ends_with("/"))
      return test;
    llvm::Expected<UserRegex> regex = UserRegex::make(
        text.drop_front().drop_back(), fmt::format("'{}'", text.str()));
    if (!regex)
      return regex.takeError();
    test.regex = std::move(*regex);
    return test;
  }

  void setStrictness(Strictness value) { strictness = value; }
  bool matches(llvm::StringRef name) const {
    if (regex)
      return regex->match(name);
    if (name == text)
      return true;
    if (strictness == Strictness::Exact || text.empty())
      return false;
    if (matchesName(name, text))
      return true;
    if (!name.ends_with(text))
      return false;
    // A suffix starts at a word: after a separator, or at a capital letter.
    char before = name[name.size() - text.size() - 1];
    bool isLetter = std::isalnum(static_cast<unsigned char>(before));
    return !isLetter ||
           (std::isupper(static_cast<unsigned char>(text.front())) &&
            !std::isupper(static_cast<unsigned char>(before)));
  }

private:
  llvm::StringRef text;
  std::optional<UserRegex> regex;
  Strictness strictness = Strictness::Exact;
};

class Selector {
public:
  explicit Selector(const Lineage &lineage) : lineage(lineage) {}

  Selection select(const ActionFilter::Term &term);

private:
  Selection byName(Kind kind, NameTest &test, bool &known);
  Selection byNameOrError(const NamedKind &kind, llvm::StringRef text);
  std::string whatElseIsNamed(Kind wanted, llvm::StringRef text);
  Selection byAnyName(llvm::StringRef text);
  Selection byPlace(llvm::StringRef text);
  Selection byDescendants(llvm::StringRef text);
  /// The actions of which `test(action)` is true.
  template <typename Test> llvm::BitVector all(Test test) {
    llvm::BitVector result(lineage.actionCount() + 1);
    for (ActionId id = 1; id <= lineage.actionCount(); ++id)
      if (test(lineage.action(id)))
        result.set(id);
    return result;
  }

  const Lineage &lineage;
};

bool isKnown(const Lineage &lineage, NameKind kind, const NameTest &test) {
  return llvm::any_of(names(lineage, kind), [&](const std::string &name) {
    return test.matches(name);
  });
}

/// Sets how exact `test` has to be for some name to match; false if none does.
bool settle(const Lineage &lineage, NameKind kind, NameTest &test) {
  test.setStrictness(NameTest::Strictness::Exact);
  if (isKnown(lineage, kind, test))
    return true;
  test.setStrictness(NameTest::Strictness::Suffix);
  return isKnown(lineage, kind, test);
}

Selection Selector::select(const ActionFilter::Term &term) {
  switch (term.kind) {
  case Kind::Any:
    return parsePlace(term.text) ? byPlace(term.text) : byAnyName(term.text);
  case Kind::Place:
    return byPlace(term.text);
  case Kind::Descendants:
    return byDescendants(term.text);
  default:
    for (const NamedKind &kind : namedKinds)
      if (kind.kind == term.kind)
        return byNameOrError(kind, term.text);
    llvm_unreachable("every other kind has a row in the table");
  }
}

Selection Selector::byName(Kind kind, NameTest &test, bool &known) {
  for (const NamedKind &row : namedKinds)
    if (row.kind == kind)
      known = settle(lineage, row.names, test);
  llvm::BitVector result(lineage.actionCount() + 1);
  if (!known)
    return result;
  const Definitions &definitions = lineage.definitions();
  if (kind == Kind::Op) {
    std::vector<bool> wanted(definitions.stringLimit() + 1);
    for (uint32_t id = 1; id < definitions.stringLimit(); ++id)
      wanted[id] = test.matches(definitions.string(id));
    return all([&](const ActionInfo &action) {
      return action.rootOp != 0 && wanted[lineage.opNameId(action.rootOp)];
    });
  }
  std::vector<bool> wanted(definitions.actionKindLimit() + 1);
  for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id) {
    ActionKindInfo info = definitions.actionKind(id);
    if (kind == Kind::Tag)
      wanted[id] = test.matches(info.tag);
    else if (kind == Kind::Pattern)
      wanted[id] = info.isPattern() && test.matches(info.name);
    else
      wanted[id] = info.isPass() &&
                   (test.matches(info.argument) || test.matches(info.name));
  }
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    if ((action.kind < wanted.size() && wanted[action.kind]) ||
        (kind == Kind::Pass && result.test(action.parent)))
      result.set(id);
  }
  return result;
}

/// "; it is a pass", or nothing.
std::string Selector::whatElseIsNamed(Kind wanted, llvm::StringRef text) {
  for (const NamedKind &kind : namedKinds) {
    auto test = NameTest::make(text);
    if (!test)
      llvm::consumeError(test.takeError());
    else if (kind.kind != wanted && settle(lineage, kind.names, *test))
      return fmt::format("; it is {} {}", kind.kind == Kind::Op ? "an" : "a",
                         kind.word);
  }
  return "";
}

Selection Selector::byNameOrError(const NamedKind &kind, llvm::StringRef text) {
  auto test = NameTest::make(text);
  if (!test)
    return test.takeError();
  bool known = false;
  Selection result = byName(kind.kind, *test, known);
  if (known)
    return result;
  std::string hint = whatElseIsNamed(kind.kind, text);
  if (hint.empty())
    hint = didYouMean(nearNames(lineage, text, kind.names));
  return llvm::createStringError(fmt::format(
      "no {} in this trace is named '{}'{}", kind.word, text.str(), hint));
}

Selection Selector::byAnyName(llvm::StringRef text) {
  auto test = NameTest::make(text);
  if (!test)
    return test.takeError();
  llvm::BitVector result(lineage.actionCount() + 1);
  bool anyKnown = false;
  std::vector<std::string> near;
  for (const NamedKind &kind : namedKinds) {
    bool known = false;
    Selection found = byName(kind.kind, *test, known);
    if (!found)
      return found;
    result |= *found;
    anyKnown |= known;
    for (std::string &name : nearNames(lineage, text, kind.names, 1))
      near.push_back(std::move(name));
  }
  if (anyKnown)
    return result;
  return llvm::createStringError(
      fmt::format("no pass, pattern, op or tag in this trace is named '{}'{}",
                  text.str(), didYouMean(near)));
}

Selection Selector::byPlace(llvm::StringRef text) {
  auto places = resolvePlace(lineage, text);
  if (!places)
    return places.takeError();
  llvm::BitVector wanted(lineage.opCount() + 1);
  for (const SourcePlace &place : *places)
    for (OpId id : lineage.places().opsAt(place))
      wanted.set(id);
  return all([&](const ActionInfo &action) {
    return action.rootOp != 0 && wanted.test(action.rootOp);
  });
}

Selection Selector::byDescendants(llvm::StringRef text) {
  auto roots = resolveOps(lineage, text);
  if (!roots)
    return roots.takeError();
  llvm::BitVector family(lineage.opCount() + 1);
  Steps steps(lineage, Direction::Forward, {});
  StepWalk walk(steps);
  for (OpId root : *roots)
    walk.run(root, [&](OpId op, bool) { family.set(op); });
  llvm::BitVector result = all([&](const ActionInfo &action) {
    return action.rootOp != 0 && family.test(action.rootOp);
  });
  for (unsigned id : family.set_bits()) {
    OpInfo op = lineage.op(id);
    result.set(op.birthAction);
    result.set(op.endAction);
    lineage.forEachNote(id, [&](const Note &note) { result.set(note.action); });
  }
  result.reset(0);
  return result;
}
} // namespace

llvm::Error ActionFilter::add(llvm::StringRef text) {
  auto [word, rest] = text.split('=');
  auto kind = llvm::StringSwitch<std::optional<Kind>>(word)
                  .Case("place", Kind::Place)
                  .Case("pass", Kind::Pass)
                  .Case("pattern", Kind::Pattern)
                  .Case("op", Kind::Op)
                  .Case("tag", Kind::Tag)
                  .Case("descendants", Kind::Descendants)
                  .Default(std::nullopt);
  bool hasKind = kind && word.size() != text.size();
  llvm::StringRef value = (hasKind ? rest : text).trim();
  if (value.empty())
    return llvm::createStringError(
        fmt::format("the filter '{}' is empty; write 'KIND=TEXT', where the "
                    "kind is place, pass, pattern, op, tag or descendants",
                    text.str()));
  terms.push_back({hasKind ? *kind : Kind::Any, value.str()});
  return llvm::Error::success();
}

Selection selectActions(const Lineage &lineage, const ActionFilter &filter) {
  llvm::BitVector result(lineage.actionCount() + 1, true);
  Selector selector(lineage);
  for (const ActionFilter::Term &term : filter.terms) {
    Selection found = selector.select(term);
    if (!found)
      return found.takeError();
    result &= *found;
  }
  return result;
}

} // namespace mlir::trackdbg
