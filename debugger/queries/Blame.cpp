//===- Blame.cpp - Every action that touched what ops became --------------===//

#include "queries/Blame.h"

#include "graph/KnownNames.h"
#include "queries/Alterations.h"
#include "queries/PassGroups.h"
#include "queries/Touched.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

namespace mlir::trackdbg {

llvm::StringRef toString(Deed deed) {
  switch (deed) {
  case Deed::Made:
    return "made";
  case Deed::Changed:
    return "changed";
  case Deed::Moved:
    return "moved";
  case Deed::Replaced:
    return "replaced";
  case Deed::Merged:
    return "merged";
  case Deed::Erased:
    return "erased";
  }
  return "unknown";
}

namespace {
/// Of more actions than this that are alike, so many less one have a row.
constexpr uint32_t kMaxAlike = 4;

class BlameQuery {
public:
  BlameQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), options(options),
        at(lineage, options.at.value_or(Moment::end())),
        touched(lineage, options) {}

  BlameAnswer run(const NamedOps &named) {
    touched.run(named.ops);
    answer.asked = named.ops.size();
    answer.reached = touched.all().size() - named.ops.size();
    answer.others = countOthers(lineage, named.others, at, [&](OpId op) {
      return touched.all().contains(op);
    });
    for (const auto &[op, member] : touched.all())
      collect(op, member);
    llvm::sort(events);
    countAlike();
    if (options.fold == Fold::Passes)
      groupByPass();
    forEachAction([&](llvm::ArrayRef<Event> ofOne) { addRow(ofOne); });
    answer.passRuns = passRuns.size();
    return std::move(answer);
  }

private:
  struct Event {
    ActionId group = 0; ///< The action that the row is of.
    ActionId action = 0;
    Deed deed = Deed::Made;
    bool approximate = false;
    uint32_t name = 0;
    OpId op = 0;

    auto key() const { return std::tuple(group, deed, approximate, name); }
    bool operator<(const Event &other) const { return key() < other.key(); }
  };
  /// What makes actions alike: the kind, the run of a pass, and what they did.
  using Likeness = std::vector<uint32_t>;
  struct Alike {
    uint32_t count = 0, listed = 0;
    std::optional<size_t> row; ///< The one that stands for the rest.
  };

  void collect(OpId id, const Touched::Member &member);
  void add(ActionId action, Deed deed, const OpInfo &op,
           const Touched::Member &member) {
    if (isAskedFor(action) && (action == 0 || at.isPast(action)))
      events.push_back(
          {action, action, deed, member.approximate, op.nameId, op.id});
  }
  bool isAskedFor(ActionId action);
  template <typename Visit> void forEachAction(Visit visit) const;
  Likeness likenessOf(llvm::ArrayRef<Event> ofOne) const;
  void countAlike();
  void groupByPass();
  void addRow(llvm::ArrayRef<Event> ofOne);
  void addWhat(DeedCount &deed, const Event &event) const;
  void addDeeds(BlameRow &row, llvm::ArrayRef<Event> ofOne) const;

  const Lineage &lineage;
  const QueryOptions &options;
  OpsAt at;
  Touched touched;
  std::vector<Event> events;
  std::map<Likeness, Alike> groups;
  llvm::DenseSet<ActionId> passRuns;
  llvm::DenseMap<ActionId, bool> runsOfPass; ///< Where one was asked for.
  /// The first row is for what happened outside of actions.
  bool hasOutside = false;
  BlameAnswer answer;
};

void BlameQuery::collect(OpId id, const Touched::Member &member) {
  OpInfo op = lineage.op(id);
  if (member.countsBirth && at.wasBorn(op))
    add(op.birthAction, Deed::Made, op, member);
  lineage.forEachNote(id, [&](const Note &note) {
    if (touched.isLater(note.action, member.since))
      add(note.action,
          note.kind == NoteKind::Moved ? Deed::Moved : Deed::Changed, op,
          member);
  });
  if (!at.hasEnded(op))
    return;
  switch (op.ended) {
  case Ended::Replaced:
    return add(op.endAction, Deed::Replaced, op, member);
  case Ended::Merged:
    return add(op.endAction, Deed::Merged, op, member);
  case Ended::Erased:
    return add(op.endAction, Deed::Erased, op, member);
  case Ended::Unseen:
    ++answer.unseen;
    return;
  case Ended::Alive:
    return;
  }
}

bool BlameQuery::isAskedFor(ActionId action) {
  if (options.pass.empty())
    return true;
  ActionId run = lineage.passOf(action);
  auto [known, isNew] = runsOfPass.try_emplace(run);
  if (isNew && run != 0) {
    ActionRef pass = describeAction(lineage, run);
    known->second = pass.pass == options.pass || pass.name == options.pass;
  }
  return known->second;
}

template <typename Visit> void BlameQuery::forEachAction(Visit visit) const {
  for (llvm::ArrayRef<Event> rest = events; !rest.empty();) {
    auto ofOne = rest.take_while(
        [&](const Event &event) { return event.group == rest.front().group; });
    visit(ofOne);
    rest = rest.drop_front(ofOne.size());
  }
}

BlameQuery::Likeness BlameQuery::likenessOf(llvm::ArrayRef<Event> ofOne) const {
  ActionId action = ofOne.front().action;
  Likeness likeness = {
      lineage.definitions().canonicalActionKind(lineage.action(action).kind),
      lineage.passOf(action)};
  const Event *before = nullptr;
  for (const Event &event : ofOne) {
    if (before && before->key() == event.key())
      continue;
    likeness.insert(likeness.end(), {uint32_t(event.deed),
                                     uint32_t(event.approximate), event.name});
    before = &event;
  }
  return likeness;
}

void BlameQuery::countAlike() {
  forEachAction([&](llvm::ArrayRef<Event> ofOne) {
    answer.actions += ofOne.front().action != 0;
    if (ActionId pass = lineage.passOf(ofOne.front().action))
      passRuns.insert(pass);
    if (options.fold == Fold::Repetitions)
      ++groups[likenessOf(ofOne)].count;
  });
}

/// Each pass by its first action that touched the ops.
void BlameQuery::groupByPass() {
  PassGroups groups(lineage);
  llvm::DenseMap<uint32_t, ActionId> first;
  for (Event &event : events)
    if (auto group = groups.groupOf(event.action))
      event.group = first.try_emplace(*group, event.action).first->second;
  llvm::sort(events);
}

void BlameQuery::addRow(llvm::ArrayRef<Event> ofOne) {
  Alike *rest = nullptr;
  if (options.fold == Fold::Repetitions) {
    Alike &alike = groups.find(likenessOf(ofOne))->second;
    if (alike.count > kMaxAlike && ++alike.listed >= kMaxAlike)
      rest = &alike;
  }
  if (rest && rest->row) {
    BlameRow &row = answer.rows[*rest->row];
    ++row.alike;
    row.last = ofOne.front().action;
    addDeeds(row, ofOne);
    return;
  }
  bool isOutside = ofOne.front().action == 0;
  hasOutside |= isOutside;
  if (!isOutside && answer.rows.size() - hasOutside >= options.maxNodes) {
    ++answer.folded;
    return;
  }
  BlameRow row;
  row.action = describeAction(lineage, ofOne.front().group);
  addDeeds(row, ofOne);
  if (options.fold == Fold::Passes) {
    row.pass = row.action.pass;
    llvm::DenseSet<ActionId> actions;
    for (const Event &event : ofOne)
      actions.insert(event.action);
    row.actions = actions.size();
  }
  if (rest) {
    rest->row = answer.rows.size();
    row.alike = 1;
    row.last = row.action.number;
  }
  answer.rows.push_back(std::move(row));
}

void BlameQuery::addWhat(DeedCount &deed, const Event &event) const {
  constexpr size_t kMostListed = 4;
  if (deed.what.size() == kMostListed)
    return;
  forEachAlteration(lineage, event.op, event.action,
                    [&](const Alteration &change) {
                      std::string title = titleOf(change);
                      if (deed.what.size() < kMostListed &&
                          !llvm::is_contained(deed.what, title))
                        deed.what.push_back(std::move(title));
                    });
}

/// Actions that are alike give the same deeds in the same order.
void BlameQuery::addDeeds(BlameRow &row, llvm::ArrayRef<Event> ofOne) const {
  size_t index = 0;
  for (; !ofOne.empty(); ++index) {
    auto same = ofOne.take_while(
        [&](const Event &event) { return event.key() == ofOne.front().key(); });
    const Event &event = same.front();
    if (index == row.deeds.size())
      row.deeds.push_back({event.deed,
                           lineage.definitions().string(event.name).str(),
                           0,
                           event.approximate,
                           {},
                           event.op});
    row.deeds[index].count += same.size();
    for (const Event &each : same)
      row.deeds[index].first = std::min(row.deeds[index].first, each.op);
    if (event.deed == Deed::Changed)
      for (const Event &each : same)
        addWhat(row.deeds[index], each);
    ofOne = ofOne.drop_front(same.size());
  }
}
} // namespace

llvm::Expected<BlameAnswer> blame(const Lineage &lineage, llvm::StringRef spec,
                                  const QueryOptions &options) {
  auto found = nameOpsAt(lineage, spec, options, AtPlace::Input,
                         options.at.value_or(Moment::end()));
  if (!found)
    return found.takeError();
  QueryOptions asked = options;
  if (!asked.pass.empty())
    if (llvm::Error error = passNamed(lineage, asked.pass).moveInto(asked.pass))
      return error;
  BlameAnswer answer = BlameQuery(lineage, asked).run(*found);
  answer.onlyPass = asked.pass;
  answer.uncomparedFrom = lineage.uncomparedFrom();
  if (options.at)
    answer.moment = describeMoment(lineage, *options.at);
  return answer;
}

} // namespace mlir::trackdbg
