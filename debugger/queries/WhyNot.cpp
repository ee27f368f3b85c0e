//===- WhyNot.cpp - Why patterns did not apply to an op -------------------===//

#include "queries/WhyNot.h"

#include "queries/ActionSelection.h"
#include "queries/PassVisits.h"
#include "trace/Cancellation.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

#include <fmt/format.h>

namespace mlir::trackdbg {

using trace::ActionResult;

namespace {
/// Deeper nesting of patterns is a broken trace.
constexpr unsigned kMaxNesting = 64;
constexpr size_t kMaxMade = 4;

class WhyNotQuery {
public:
  WhyNotQuery(const Lineage &lineage, const WhyNotQuestion &question)
      : lineage(lineage), question(question), asked(lineage.opCount() + 1) {}

  WhyNotAnswer run(llvm::ArrayRef<OpId> ops, const llvm::BitVector &selected);

private:
  /// The kind of the pass, that of the pattern, and the reason.
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
  struct Row {
    ActionId first = 0, last = 0;
    uint64_t count = 0;
    llvm::DenseSet<OpId> ops;
  };
  struct Rows {
    std::map<Key, size_t> index;
    std::vector<Row> rows;
    void add(const Key &key, ActionId action, OpId op);
  };

  static bool canFail(const ActionKindInfo &kind) {
    return kind.isPattern() || kind.tag == "transform-op";
  }
  void count(const ActionInfo &action);
  ActionId belowPass(ActionId action) const;
  bool wasRolledBack(const ActionInfo &action) const;
  std::string reasonText(ActionId id) const {
    return lineage.definitions().string(lineage.reasonOf(id)).str();
  }
  void listRows();
  IllegalOpAnswer tellIllegal(const IllegalOp &illegal) const;
  std::optional<unsigned> depthBelow(OpId op, ActionId pass,
                                     const ActionInfo &attempt) const;
  LegalizationAttempt describe(const ActionInfo &attempt, unsigned depth) const;

  const Lineage &lineage;
  const WhyNotQuestion &question;
  llvm::BitVector asked;
  llvm::DenseSet<OpId> tried;
  llvm::DenseSet<ActionId> triedIn; ///< Passes.
  llvm::DenseSet<std::pair<OpId, ActionId>> illegalIn;
  llvm::DenseSet<ActionId> gaveUp; ///< Conversions; in MLIR 19 their passes.
  Rows failures, applied, rolledBack;
  WhyNotAnswer answer;
};

void WhyNotQuery::Rows::add(const Key &key, ActionId action, OpId op) {
  auto [known, isNew] = index.try_emplace(key, rows.size());
  if (isNew)
    rows.push_back({action, 0, 0, {}});
  Row &row = rows[known->second];
  row.last = action;
  ++row.count;
  row.ops.insert(op);
}

WhyNotAnswer WhyNotQuery::run(llvm::ArrayRef<OpId> ops,
                              const llvm::BitVector &selected) {
  for (OpId op : ops)
    asked.set(op);
  for (const IllegalOp &illegal : lineage.illegalOps()) {
    gaveUp.insert(belowPass(illegal.action));
    if (asked.test(illegal.op))
      illegalIn.insert({illegal.op, lineage.passOf(illegal.action)});
  }
  for (unsigned id : selected.set_bits()) {
    if (isCancelled())
      break;
    if (id != 0 && asked.test(lineage.rootOf(id)))
      count(lineage.action(id));
  }
  answer.pattern = question.pattern;
  answer.asked = ops.size();
  answer.tried = tried.size();
  answer.op = describeOp(lineage, ops.front());
  answer.hasReasons = lineage.trace().header().keepsReasons != 0;
  listRows();
  for (const IllegalOp &illegal : lineage.illegalOps())
    if (asked.test(illegal.op) && answer.illegal.size() < question.maxListed)
      answer.illegal.push_back(tellIllegal(illegal));
  // What other passes did says nothing of one pattern.
  if (answer.illegal.empty() &&
      (answer.attempts == 0 || question.pattern.empty()))
    answer.visits = passesOver(
        lineage, {ops, triedIn, ops.size() > 1 || answer.attempts != 0});
  return std::move(answer);
}

/// The outermost action around this one in its pass; that pass itself, if there
/// is none.
ActionId WhyNotQuery::belowPass(ActionId action) const {
  ActionId pass = lineage.passOf(action);
  for (unsigned i = 0; i < kMaxNesting && action != pass; ++i) {
    ActionId parent = lineage.action(action).parent;
    if (parent == pass)
      break;
    action = parent;
  }
  return action;
}

bool WhyNotQuery::wasRolledBack(const ActionInfo &action) const {
  ActionId pass = lineage.passOf(action.id);
  if (gaveUp.contains(pass) || gaveUp.contains(belowPass(action.id)))
    return true;
  ActionInfo around = lineage.action(action.parent);
  for (unsigned i = 0; i < kMaxNesting && around.id > pass; ++i) {
    if (lineage.definitions().actionKind(around.kind).isPattern() &&
        around.result == ActionResult::Failure)
      return true;
    around = lineage.action(around.parent);
  }
  return false;
}

void WhyNotQuery::count(const ActionInfo &action) {
  const Definitions &definitions = lineage.definitions();
  if (!action.ended || !canFail(definitions.actionKind(action.kind)))
    return;
  bool hasFailed = action.result == ActionResult::Failure;
  if (!hasFailed && action.result != ActionResult::Success)
    return;
  // They are told with the op that they did not make legal.
  if (illegalIn.contains({action.rootOp, lineage.passOf(action.id)}))
    return;
  tried.insert(action.rootOp);
  triedIn.insert(lineage.passOf(action.id));
  ++answer.attempts;
  answer.failed += hasFailed;
  uint32_t pass = lineage.action(lineage.passOf(action.id)).kind;
  Key key{definitions.canonicalActionKind(pass),
          definitions.canonicalActionKind(action.kind),
          hasFailed ? lineage.reasonOf(action.id) : 0};
  bool isGone = !hasFailed && wasRolledBack(action);
  answer.rolledBack += isGone;
  Rows &rows = hasFailed ? failures : isGone ? rolledBack : applied;
  rows.add(key, action.id, action.rootOp);
}

/// Those that say why come first: the others may be many, and explain nothing.
void WhyNotQuery::listRows() {
  llvm::stable_sort(failures.rows, [&](const Row &left, const Row &right) {
    return lineage.reasonOf(left.first) != 0 &&
           lineage.reasonOf(right.first) == 0;
  });
  size_t listed = std::min(failures.rows.size(), question.maxListed);
  answer.folded = failures.rows.size() - listed;
  for (const Row &row : llvm::ArrayRef(failures.rows).take_front(listed))
    answer.failures.push_back({describeAction(lineage, row.first), row.last,
                               reasonText(row.first), row.count, row.ops.size(),
                               describeOp(lineage, lineage.rootOf(row.first))});
  for (const Rows *rows : {&applied, &rolledBack})
    for (const Row &row : rows->rows)
      answer.applied.push_back({describeAction(lineage, row.first), row.last,
                                row.count, rows == &rolledBack});
}

//===----------------------------------------------------------------------===//
// Dialect conversion
//===----------------------------------------------------------------------===//

/// How many patterns are around an attempt that belongs to those made in `pass`
/// to make `op` legal; none for one that does not, or that came to something.
std::optional<unsigned>
WhyNotQuery::depthBelow(OpId op, ActionId pass,
                        const ActionInfo &attempt) const {
  if (attempt.result != ActionResult::Failure)
    return std::nullopt;
  unsigned depth = 0;
  OpId outermostRoot = attempt.rootOp;
  ActionInfo around = attempt;
  for (unsigned i = 0; i < kMaxNesting; ++i) {
    around = lineage.action(around.parent);
    if (around.id == 0 || around.id == pass)
      break;
    if (!lineage.definitions().actionKind(around.kind).isPattern())
      continue;
    if (around.result != ActionResult::Failure)
      return std::nullopt;
    outermostRoot = around.rootOp;
    ++depth;
  }
  return outermostRoot == op ? std::optional(depth) : std::nullopt;
}

LegalizationAttempt WhyNotQuery::describe(const ActionInfo &attempt,
                                          unsigned depth) const {
  LegalizationAttempt result;
  result.action = describeAction(lineage, attempt.id);
  result.op = describeOp(lineage, attempt.rootOp);
  result.depth = depth;
  result.reason = reasonText(attempt.id);
  if (!result.reason.empty())
    return result;
  for (OpId op = attempt.firstOp, found = 0;
       op <= lineage.opCount() && found < attempt.opsMade &&
       result.made.size() < kMaxMade;
       ++op)
    if (lineage.op(op).birthAction == attempt.id) {
      ++found;
      result.made.push_back(lineage.opName(op).str());
    }
  return result;
}

IllegalOpAnswer WhyNotQuery::tellIllegal(const IllegalOp &illegal) const {
  IllegalOpAnswer result;
  result.op = describeOp(lineage, illegal.op);
  result.diagnostic = lineage.definitions().string(illegal.diagnostic).str();
  ActionId pass = lineage.passOf(illegal.action);
  result.pass = describeAction(lineage, pass);
  for (ActionId id = pass + 1; id <= lineage.actionCount(); ++id) {
    if (lineage.passOf(id) != pass)
      continue;
    ActionInfo attempt = lineage.action(id);
    if (!lineage.definitions().actionKind(attempt.kind).isPattern())
      continue;
    std::optional<unsigned> depth = depthBelow(illegal.op, pass, attempt);
    if (!depth)
      continue;
    if (result.attempts.size() < question.maxListed)
      result.attempts.push_back(describe(attempt, *depth));
    else
      ++result.folded;
  }
  return result;
}

/// Without a name: all actions.
llvm::Expected<llvm::BitVector>
select(const Lineage &lineage, ActionFilter::Kind kind, llvm::StringRef name) {
  ActionFilter filter;
  if (!name.empty())
    filter.terms.push_back({kind, name.str()});
  return selectActions(lineage, filter);
}

bool isName(const Lineage &lineage, ActionFilter::Kind kind,
            llvm::StringRef name) {
  auto selected = select(lineage, kind, name);
  if (selected)
    return true;
  llvm::consumeError(selected.takeError());
  return false;
}

bool hasPatternSets(const Definitions &definitions) {
  for (uint32_t kind = 1; kind < definitions.actionKindLimit(); ++kind)
    if (!definitions.patternsOf(kind).empty())
      return true;
  return false;
}

std::vector<PatternOwner> ownersOf(const Lineage &lineage,
                                   llvm::StringRef pattern) {
  std::vector<PatternOwner> owners;
  if (pattern.empty() || pattern.starts_with("/"))
    return owners;
  const Definitions &definitions = lineage.definitions();
  for (uint32_t kind = 1; kind < definitions.actionKindLimit(); ++kind) {
    if (definitions.canonicalActionKind(kind) != kind)
      continue;
    for (const PassPattern &each : definitions.patternsOf(kind))
      if (matchesName(each.name, pattern))
        owners.push_back(
            {definitions.actionKind(kind).passWord().str(), each.root});
  }
  return owners;
}

/// The error for a name of no op or pattern; where it is that of a pass, it
/// says so.
llvm::Error explain(const Lineage &lineage, llvm::StringRef name,
                    llvm::Error error) {
  if (name.empty() || !isName(lineage, ActionFilter::Kind::Pass, name))
    return error;
  llvm::consumeError(std::move(error));
  return llvm::createStringError(
      fmt::format("'{}' is a pass; name an op alone, as in 'why-not "
                  "FILE:LINE', to see what the passes did with it",
                  name.str()));
}
} // namespace

llvm::Expected<WhyNotAnswer> whyNot(const Lineage &lineage,
                                    const WhyNotQuestion &question) {
  auto found = resolveOps(lineage, question.spec, question.resolver);
  if (!found)
    return explain(lineage, question.spec, found.takeError());
  auto selected =
      select(lineage, ActionFilter::Kind::Pattern, question.pattern);
  std::vector<PatternOwner> owners = ownersOf(lineage, question.pattern);
  if (!selected) {
    if (owners.empty())
      return explain(lineage, question.pattern, selected.takeError());
    llvm::consumeError(selected.takeError());
    selected = llvm::BitVector(lineage.actionCount() + 1);
  }
  WhyNotAnswer answer = WhyNotQuery(lineage, question).run(*found, *selected);
  if (answer.attempts == 0 && !question.pattern.empty()) {
    answer.owners = std::move(owners);
    answer.knowsSets = hasPatternSets(lineage.definitions());
  }
  return answer;
}

bool namesPattern(const Lineage &lineage, llvm::StringRef name) {
  return isName(lineage, ActionFilter::Kind::Pattern, name) ||
         !ownersOf(lineage, name).empty();
}

} // namespace mlir::trackdbg
