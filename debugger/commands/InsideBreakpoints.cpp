//===- InsideBreakpoints.cpp - Which op a stop inside an action is about --===//

#include "commands/InsideBreakpoints.h"

#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/Places.h"

using namespace llvm;

namespace mlir::trackdbg {

Error settleOpInside(Console &console, BreakpointSpec &spec) {
  if (!BreakpointSpec::isInside(spec.kind))
    return Error::success();
  StringRef name = spec.name;
  bool namesOne = spec.action != 0 || name.starts_with("%") ||
                  name.starts_with("@") || name.contains(':');
  if (!namesOne)
    return Error::success();
  bool isRunning = console.debugger->state() == State::Stopped;
  if (!isRunning && spec.action != 0)
    return Error::success(); // It will be made.
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  if (spec.action == 0) {
    Expected<std::vector<OpId>> ops =
        resolveOps(*lineage, name, liveResolver(console));
    if (!ops)
      return asSentence(ops.takeError());
    if (ops->size() > 1)
      return fail("\"{0}\" names {1} ops; #{2} is the first of them.", name,
                  ops->size(), ops->front());
    spec.action = ops->front();
  }
  if (spec.action > lineage->opCount())
    return Error::success();
  OpInfo op = lineage->op(spec.action);
  if (spec.kind == BreakpointSpec::Kind::AtCreate)
    return fail("#{0} was made already; 'goto created #{0}' goes back to that.",
                op.id);
  std::optional<uint64_t> address = lineage->liveAddress(op.id);
  if (!address)
    return fail("#{0} is gone already; 'info line #{0}' shows what ended it.",
                op.id);
  spec.ops = {{*address, 0}};
  return Error::success();
}

} // namespace mlir::trackdbg
