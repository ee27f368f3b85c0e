//===- AnswerSteps.cpp - From op to op, as an answer goes -----------------===//

#include "queries/AnswerSteps.h"

#include "queries/Casts.h"

namespace mlir::trackdbg {

namespace {
/// Ops of one source place that are listed as neighbours of one op.
constexpr size_t kMaxAtPlace = 64;
/// A broken trace may hold circles.
constexpr size_t kMaxTrivial = 4096;

Moment cutOf(Direction direction, const QueryOptions &options) {
  return options.at.value_or(direction == Direction::Forward ? Moment::end()
                                                             : Moment::start());
}

std::optional<Span> spanOf(Direction direction, const QueryOptions &options) {
  if (!options.at)
    return std::nullopt;
  return Span{*options.at, direction == Direction::Backward};
}
} // namespace

AnswerSteps::AnswerSteps(const Lineage &lineage, Direction direction,
                         const QueryOptions &options)
    : lineage(lineage), direction(direction), options(options),
      cut(lineage, cutOf(direction, options)),
      shown(lineage, direction == Direction::Forward ? cutOf(direction, options)
                                                     : Moment::end()),
      steps(lineage, direction, options, spanOf(direction, options)) {
  if (!options.exactOnly)
    nearest.emplace(lineage.places());
}

template <typename Visit>
void AnswerSteps::forEachVisible(OpId op, Direction towards,
                                 Visit visit) const {
  forEachRecorded(lineage, op, towards, [&](const Edge &edge) {
    if (steps.contains(edge))
      visit(edge);
  });
}

bool AnswerSteps::list(OpId op, llvm::SmallVectorImpl<Edge> &found) {
  auto add = [&](const Edge &edge) { found.push_back(edge); };
  forEachVisible(op, direction, add);
  if (!nearest)
    return false;
  auto addVisible = [&](const Edge &edge) {
    if (steps.contains(edge))
      found.push_back(edge);
  };
  size_t limit = options.fold == Fold::Nothing ? options.maxNodes : kMaxAtPlace;
  return direction == Direction::Forward
             ? nearest->forNearestChildren(op, limit, addVisible)
             : nearest->forNearestParents(op, limit, addVisible);
}

llvm::SmallVector<Edge, 4> AnswerSteps::beside(OpId op) const {
  llvm::SmallVector<Edge, 4> found;
  forEachRecorded(lineage, op, direction, [&](const Edge &edge) {
    if (edge.role == EdgeRole::StandsFor && !options.through &&
        steps.isInTime(edge))
      found.push_back(edge);
  });
  return found;
}

void AnswerSteps::list(const ArgumentRef &argument,
                       const ArgumentIndex &arguments,
                       llvm::SmallVectorImpl<Edge> &found) const {
  for (const Edge &edge : arguments.steps(argument, direction))
    if (steps.contains(edge))
      found.push_back(edge);
}

llvm::SmallVector<Edge, 4>
AnswerSteps::beside(const ArgumentRef &argument,
                    const ArgumentIndex &arguments) const {
  llvm::SmallVector<Edge, 4> found;
  for (const Edge &edge : arguments.steps(argument, direction))
    if (edge.role == EdgeRole::StandsFor && !options.through &&
        steps.isInTime(edge))
      found.push_back(edge);
  return found;
}

llvm::SmallVector<ArgumentStep, 4> AnswerSteps::argumentsBeside(OpId op) const {
  bool isForward = direction == Direction::Forward;
  llvm::SmallVector<ArgumentStep, 4> found;
  for (const ArgumentStep &step :
       isForward ? lineage.argumentsFor(op) : lineage.argumentsBefore(op))
    if (!options.at ||
        isForward == (step.action == 0 || cut.isPast(step.action)))
      found.push_back(step);
  return found;
}

//===----------------------------------------------------------------------===//
// Steps that tell nothing new
//===----------------------------------------------------------------------===//

std::optional<Edge> AnswerSteps::onlyStep(OpId op, Direction towards) const {
  std::optional<Edge> only;
  bool several = false;
  forEachVisible(op, towards, [&](const Edge &edge) {
    OpId other = towards == Direction::Forward ? edge.to : edge.from;
    OpId known = !only                           ? other
                 : towards == Direction::Forward ? only->to
                                                 : only->from;
    several |= known != other;
    if (!only || edge.evidence == Evidence::Replaced)
      only = edge;
  });
  return several ? std::nullopt : only;
}

bool AnswerSteps::wasModified(OpId op) const {
  bool modified = false;
  lineage.forEachNote(op, [&](const Note &note) {
    modified |= note.kind == NoteKind::Modified;
  });
  return modified;
}

bool AnswerSteps::isTwin(const Edge &edge) const {
  if (edge.evidence != Evidence::Replaced && edge.evidence != Evidence::Cloned)
    return false;
  OpInfo older = lineage.op(edge.from), younger = lineage.op(edge.to);
  if (older.nameId != younger.nameId || older.location != younger.location ||
      !shown.hasEnded(older) || wasModified(edge.from))
    return false;
  return onlyStep(edge.from, Direction::Forward) &&
         onlyStep(edge.to, Direction::Backward);
}

bool AnswerSteps::isSpentCast(OpId op) const {
  if (!isCast(lineage, op) || !shown.hasEnded(lineage.op(op)))
    return false;
  bool hasStep = false;
  forEachVisible(op, direction, [&](const Edge &) { hasStep = true; });
  return !hasStep;
}

OpId AnswerSteps::trivialNext(OpId op) const {
  std::optional<Edge> step = onlyStep(op, direction);
  if (!step)
    return 0;
  bool isTrivial = isCast(lineage, op) ? shown.hasEnded(lineage.op(op)) &&
                                             takesOver(step->evidence)
                                       : isTwin(*step);
  return isTrivial ? neighbour(*step) : 0;
}

OpId AnswerSteps::skipTrivial(OpId op, std::vector<OpId> &through) const {
  if (options.fold == Fold::Nothing)
    return op;
  OpId first = op;
  while (OpId next = trivialNext(op)) {
    if (next == first || through.size() >= kMaxTrivial)
      break;
    through.push_back(op);
    op = next;
  }
  return op;
}

} // namespace mlir::trackdbg
