//===- Objects.cpp --------------------------------------------------------===//

#include "python/Objects.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

const ViewHandle &Trace::view() {
  std::shared_ptr<Lineage> lineage = orThrow(source->lineage());
  if (!current || current->sharedLineage() != lineage)
    current = std::make_shared<TraceView>(std::move(lineage), source);
  return current;
}

void Trace::refresh() {
  if (!current)
    return;
  // Where there is none any more, who asks is told.
  if (auto lineage = source->lineage(); !lineage)
    takeMessage(lineage.takeError());
}

StageHandle OpIndex::stage() const {
  const ViewHandle &view = trace->view();
  return orThrow(number ? view->stage(*number) : view->newest());
}

Op OpIndex::bind(const StageHandle &stage, uint32_t entry) const {
  return Op{trace->view(), stage, stage->ops.op(entry)};
}

std::vector<Op> OpIndex::all() const {
  StageHandle stage = this->stage();
  std::vector<Op> ops;
  ops.reserve(stage->ops.size());
  for (uint32_t entry = 0; entry < stage->ops.size(); ++entry)
    ops.push_back(bind(stage, entry));
  return ops;
}

Op bindOp(const ViewHandle &view, OpId id) {
  StageHandle stage = orThrow(view->newest());
  if (stage->ops.find(id) == StageOps::kNone)
    stage = orThrow(view->stage(0));
  if (stage->ops.find(id) == StageOps::kNone)
    stage = nullptr;
  return Op{view, stage, id};
}

std::optional<Action> actionOf(const ViewHandle &view, ActionId id) {
  if (id == 0)
    return std::nullopt;
  return Action{view, id};
}

SourceRange rangeOf(const Op &op) {
  return SourceRange::ofLocation(op.lineage().definitions(),
                                 op.lineage().op(op.id).location);
}

std::string textOf(const Op &op) {
  if (!op.stage)
    throw ScriptError("Op #" + std::to_string(op.id) +
                      " is in no stage that is kept as text; --snapshots=passes"
                      " keeps those between the passes.");
  return orThrow(op.view->textOf(*op.stage, op.id));
}

std::string valueNameOf(const Op &op) {
  return op.stage ? orThrow(op.view->valueNameOf(*op.stage, op.id)) : "";
}

std::vector<Op> atStage(const ViewHandle &view, const StageHandle &stage,
                        ArrayRef<OpId> ids) {
  std::vector<uint32_t> entries;
  for (OpId id : ids)
    if (uint32_t entry = stage->ops.find(id); entry != StageOps::kNone)
      entries.push_back(entry);
  llvm::sort(entries);
  std::vector<Op> ops;
  for (uint32_t entry : entries)
    ops.push_back(Op{view, stage, stage->ops.op(entry)});
  return ops;
}

StageHandle stageOf(TraceView &view, const py::object &moment,
                    StringRef otherwise) {
  std::string text = otherwise.str();
  if (py::isinstance<StageObject>(moment))
    text = std::to_string(moment.cast<StageObject &>().stage.number);
  else if (py::isinstance<Action>(moment))
    text = "#" + std::to_string(moment.cast<Action &>().id);
  else if (!moment.is_none())
    text = py::str(moment);
  return orThrow(view.at(text));
}

void checkInterrupt() {
  if (PyErr_CheckSignals() != 0)
    throw py::error_already_set();
}

} // namespace mlir::trackdbg
