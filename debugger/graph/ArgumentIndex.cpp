//===- ArgumentIndex.cpp --------------------------------------------------===//

#include "graph/ArgumentIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace mlir::trackdbg {

ArgumentIndex::ArgumentIndex(const Lineage &lineage) : lineage(lineage) {
  lineage.forEachArgumentStep(
      [&](OpId op, const ArgumentStep &step, bool tookOver) {
        entries.push_back({step, op, tookOver});
      });
  auto key = [](const Entry &entry) {
    const ArgumentRef &argument = entry.step.argument;
    return std::tuple(entry.holder(), entry.op, entry.tookOver, argument.block,
                      argument.number);
  };
  llvm::sort(entries, [&](const Entry &one, const Entry &other) {
    return key(one) < key(other);
  });
}

llvm::ArrayRef<ArgumentIndex::Entry>
ArgumentIndex::entriesOf(OpId holder) const {
  auto begin = llvm::partition_point(
      entries, [&](const Entry &each) { return each.holder() < holder; });
  return llvm::ArrayRef(entries)
      .drop_front(begin - entries.begin())
      .take_while([&](const Entry &each) { return each.holder() == holder; });
}

llvm::SmallVector<Edge, 8> ArgumentIndex::steps(const ArgumentRef &asked,
                                                Direction direction) const {
  llvm::SmallVector<Edge, 8> found;
  bool isForward = direction == Direction::Forward;
  if (isForward)
    lineage.forEachChild(asked.holder, [&](const Edge &edge) {
      if (edge.argument && edge.argument->isMeantBy(asked))
        found.push_back(edge);
    });
  for (const Entry &entry : entriesOf(asked.holder)) {
    const ArgumentStep &step = entry.step;
    if (entry.tookOver == isForward || !step.argument.isMeantBy(asked))
      continue;
    Edge edge;
    edge.from = isForward ? asked.holder : entry.op;
    edge.to = isForward ? entry.op : asked.holder;
    edge.action = step.action;
    edge.role = EdgeRole::StandsFor;
    edge.rule = Rule::Replaced;
    if (isForward)
      edge.argument = step.argument;
    found.push_back(edge);
  }
  return found;
}

bool ArgumentIndex::knows(OpId holder) const {
  bool isKnown = !entriesOf(holder).empty();
  if (!isKnown)
    lineage.forEachChild(holder, [&](const Edge &edge) {
      isKnown |= edge.argument.has_value();
    });
  return isKnown;
}

} // namespace mlir::trackdbg
