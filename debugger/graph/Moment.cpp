//===- Moment.cpp - Points in a compile, and the stages between passes ----===//

#include "graph/Moment.h"

#include "graph/KnownNames.h"
#include "trace/ActionNumber.h"
#include "trackdbg/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
bool isOpenAt(const ActionInfo &action, uint64_t position) {
  return !action.ended || position < action.endPosition;
}
} // namespace

std::vector<Stage> stagesOf(const Lineage &lineage) {
  std::vector<Stage> stages(1);
  ActionInfo last;
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    if (lineage.passOf(id) != id)
      continue;
    ActionInfo pass = lineage.action(id);
    if (lineage.passOf(pass.parent) != 0)
      continue;
    // What an adaptor's threads run has no action around it in its thread.
    if (last.id != 0 && pass.thread != last.thread &&
        isOpenAt(last, pass.position))
      continue;
    stages.push_back({uint32_t(stages.size()), id, pass.ended});
    last = pass;
  }
  return stages;
}

bool isAdaptor(llvm::StringRef passName) {
  return passName.ends_with("OpToOpPassAdaptor");
}

const Stage &stageAround(llvm::ArrayRef<Stage> stages, ActionId action) {
  auto later = llvm::partition_point(
      stages, [&](const Stage &stage) { return stage.pass <= action; });
  return later == stages.begin() ? stages.front() : *std::prev(later);
}

//===----------------------------------------------------------------------===//
// Moments from text
//===----------------------------------------------------------------------===//

namespace {
bool isCalled(const ActionKindInfo &pass, llvm::StringRef name) {
  if (!pass.isPass() || name.empty())
    return false;
  return pass.argument == name || pass.name == name ||
         pass.name.substr(pass.name.rfind(':') + 1) == name ||
         withoutUsualNamespaces(pass.name) == name;
}

std::string nameOfPass(const Lineage &lineage, ActionId pass) {
  ActionKindInfo kind = lineage.actionKind(pass);
  return isAdaptor(kind.name) ? "nested pipeline"
                              : withoutUsualNamespaces(kind.passWord());
}

/// The passes that the pass of a stage ran, each once; itself where it ran
/// none: an adaptor's own name says nothing.
std::string nameOfStage(const Lineage &lineage, llvm::ArrayRef<Stage> stages,
                        const Stage &stage) {
  constexpr size_t kMaxNames = 3;
  bool isAdaptor = trackdbg::isAdaptor(lineage.actionKind(stage.pass).name);
  ActionId end = stage.number + 1 < stages.size()
                     ? stages[stage.number + 1].pass
                     : lineage.actionCount() + 1;
  std::vector<std::string> names;
  for (ActionId id = stage.pass + 1; isAdaptor && id < end; ++id) {
    if (lineage.passOf(id) != id)
      continue;
    std::string name = nameOfPass(lineage, id);
    if (llvm::is_contained(names, name))
      continue;
    names.push_back(names.size() < kMaxNames ? name : "...");
    if (names.size() > kMaxNames)
      break;
  }
  return names.empty() ? nameOfPass(lineage, stage.pass)
                       : llvm::join(names, ", ");
}

llvm::Expected<Moment> momentOfAction(const Lineage &lineage,
                                      llvm::StringRef text) {
  std::optional<ActionId> id = parseMarkedActionNumber(text);
  if (llvm::StringRef op = text; op.consume_front("#") && parseActionNumber(op))
    return llvm::createStringError(fmt::format(
        "'{}' is an op; an action is written as 'a{}'", text.str(), op.str()));
  if (!id)
    return llvm::createStringError(fmt::format(
        "'{}' is not an action's number; write it as 'a12'", text.str()));
  if (lineage.action(*id).id != 0)
    return Moment{*id};
  return llvm::createStringError(
      lineage.actionCount() == 0
          ? fmt::format("no action {}: no action has run yet", text.str())
          : fmt::format("no action {}: the actions so far are a1 to {}",
                        text.str(), actionNumber(lineage.actionCount())));
}

llvm::Expected<Moment> momentOfStage(const Lineage &lineage,
                                     llvm::StringRef text,
                                     llvm::StringRef digits) {
  std::vector<Stage> stages = stagesOf(lineage);
  uint64_t number;
  if (digits.getAsInteger(10, number) || number >= stages.size())
    return llvm::createStringError(
        stages.size() == 1
            ? fmt::format("no stage '{}': no pass has run yet, so there is "
                          "only stage 0, the start",
                          text.str())
            : fmt::format("no stage '{}': the stages so far are 0 (the start) "
                          "to {} (after {})",
                          text.str(), stages.size() - 1,
                          nameOfStage(lineage, stages, stages.back())));
  const Stage &stage = stages[number];
  if (!stage.reached)
    return llvm::createStringError(
        fmt::format("stage '{}' is not there yet: its pass, {}, has not ended; "
                    "'end' means what is there now",
                    text.str(), nameOfStage(lineage, stages, stage)));
  return stage.moment();
}

/// Finds the moment that the name of a pass means.
class PassMoment {
public:
  PassMoment(const Lineage &lineage, llvm::StringRef text)
      : lineage(lineage), text(text), name(text.ltrim('-')),
        stages(stagesOf(lineage)) {}

  llvm::Expected<Moment> find() {
    collectKinds();
    if (kinds.empty())
      return nothingFound();
    if (kinds.size() > 1)
      return ambiguousName();
    collectRuns();
    if (lastTopLevel != 0)
      return Moment{lastTopLevel};
    if (nested.empty())
      return nothingFound();
    if (ActionId adaptor = soleStage())
      return Moment{adaptor};
    if (nested.size() == 1)
      return Moment{nested.front()};
    return nestedInMany();
  }

private:
  void collectKinds();
  void collectRuns();
  ActionId soleStage() const;
  llvm::Error nothingFound() const;
  llvm::Error ambiguousName() const;
  llvm::Error nestedInMany() const;

  const Lineage &lineage;
  llvm::StringRef text, name;
  std::vector<Stage> stages;
  std::vector<uint32_t> kinds; ///< Canonical action kinds that are called so.
  ActionId lastTopLevel = 0;
  std::vector<ActionId> nested;
  /// Passes of another kind that ran inside a stage's pass.
  std::vector<ActionId> others;
};

void PassMoment::collectKinds() {
  const Definitions &definitions = lineage.definitions();
  for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id)
    if (definitions.canonicalActionKind(id) == id &&
        isCalled(definitions.actionKind(id), name))
      kinds.push_back(id);
}

void PassMoment::collectRuns() {
  const Definitions &definitions = lineage.definitions();
  size_t next = 1;
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    if (lineage.passOf(id) != id)
      continue;
    bool isTopLevel = next < stages.size() && stages[next].pass == id;
    next += isTopLevel;
    bool isWanted = definitions.canonicalActionKind(lineage.action(id).kind) ==
                    kinds.front();
    if (isWanted && isTopLevel)
      lastTopLevel = id;
    else if (isWanted)
      nested.push_back(id);
    else if (!isTopLevel)
      others.push_back(id);
  }
}

/// The pass of the one stage in which it ran, and nothing else did.
ActionId PassMoment::soleStage() const {
  ActionId around = stageAround(stages, nested.front()).pass;
  auto isAround = [&](ActionId id) {
    return stageAround(stages, id).pass == around;
  };
  return llvm::all_of(nested, isAround) && llvm::none_of(others, isAround)
             ? around
             : 0;
}

llvm::Error PassMoment::nothingFound() const {
  std::string hint = didYouMean(nearNames(lineage, name, NameKind::Pass));
  return llvm::createStringError(
      fmt::format("no stage or pass is called '{}'{} (a moment is 'start', "
                  "'end', a stage's number, a pass, or 'a12' for the end of "
                  "action a12)",
                  text.str(), hint));
}

llvm::Error PassMoment::ambiguousName() const {
  std::vector<std::string> names;
  for (uint32_t kind : kinds)
    names.push_back(withoutUsualNamespaces(
        lineage.definitions().actionKind(kind).passWord()));
  return llvm::createStringError(fmt::format("'{}' is ambiguous; it may be {}",
                                             text.str(),
                                             llvm::join(names, " or ")));
}

llvm::Error PassMoment::nestedInMany() const {
  const Stage &stage = stageAround(stages, nested.back());
  return llvm::createStringError(fmt::format(
      "{} ran {} times inside other passes, so there is no stage after it; "
      "write '{}' for the stage after {}, or '{}' for the end of its last run",
      name.str(), nested.size(), stage.number,
      nameOfStage(lineage, stages, stage), actionNumber(nested.back())));
}
} // namespace

llvm::Expected<Moment> parseMoment(const Lineage &lineage,
                                   llvm::StringRef text) {
  text = text.trim();
  if (text == "start")
    return Moment::start();
  if (text == "end")
    return Moment::end();
  if (text.starts_with("#") || parseMarkedActionNumber(text))
    return momentOfAction(lineage, text);
  llvm::StringRef digits = text;
  // '@s3' is a symbol.
  bool isMarked = digits.consume_front("@");
  if (!digits.consume_front("stage") && !isMarked)
    digits.consume_front("s");
  if (!digits.empty() && llvm::all_of(digits, llvm::isDigit))
    return momentOfStage(lineage, text, digits);
  return PassMoment(lineage, text).find();
}

std::string describeMoment(const Lineage &lineage, Moment moment) {
  if (moment.isStart())
    return "the start";
  if (moment.isEnd())
    return "the end";
  std::vector<Stage> stages = stagesOf(lineage);
  const Stage &stage = stageAround(stages, moment.after);
  if (stage.pass == moment.after)
    return fmt::format("stage {} (after {})", stage.number,
                       nameOfStage(lineage, stages, stage));
  return fmt::format("the end of {}", actionNumber(moment.after));
}

//===----------------------------------------------------------------------===//
// What is there at a moment
//===----------------------------------------------------------------------===//

OpsAt::OpsAt(const Lineage &lineage, Moment moment)
    : lineage(lineage), moment(moment) {
  if (moment.isEnd())
    return;
  last = lineage.action(moment.isStart() ? 1 : moment.after);
  firstLater = last.id == 0 ? lineage.opCount() + 1 : last.firstOp;
  if (!moment.isStart() && !last.ended)
    this->moment = Moment::end();
}

bool OpsAt::isPast(ActionId id) const {
  if (moment.isEnd())
    return true;
  if (moment.isStart() || id == 0)
    return false;
  if (id <= last.id) {
    if (id == last.id)
      return true;
    // Of those that began before it, the ones around it go on.
    ActionInfo action = lineage.action(id);
    return !isOpenAt(action, last.endPosition);
  }
  // Of those that began after it, the ones inside it ended with it.
  ActionInfo action = lineage.action(id);
  return action.ended && action.endPosition < last.endPosition;
}

bool OpsAt::wasBorn(const OpInfo &op) const {
  if (op.id == 0)
    return false;
  return moment.isEnd() || op.id < firstLater || isPast(op.birthAction);
}

bool OpsAt::hasEnded(const OpInfo &op) const {
  if (op.isAlive())
    return false;
  if (op.birthAction == 0 && op.endAction == 0)
    return true;
  return isPast(op.endAction);
}

bool OpsAt::contains(const OpInfo &op) const {
  return wasBorn(op) && !hasEnded(op);
}

bool existsAt(const Lineage &lineage, OpId op, Moment moment) {
  return OpsAt(lineage, moment).contains(op);
}

} // namespace mlir::trackdbg
