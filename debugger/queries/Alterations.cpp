//===- Alterations.cpp - What of an op was changed in place ---------------===//

#include "queries/Alterations.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

using trace::ChangeKind;

static llvm::StringRef wordFor(ChangeKind kind) {
  switch (kind) {
  case ChangeKind::Attribute:
    return "attribute";
  case ChangeKind::Properties:
    return "properties";
  case ChangeKind::Location:
  case ChangeKind::BirthLocation:
    return "location";
  case ChangeKind::ResultType:
    return "type of result";
  case ChangeKind::ArgumentType:
    return "type of argument";
  case ChangeKind::Successor:
    return "successor";
  case ChangeKind::OperandCount:
    return "number of operands";
  case ChangeKind::ResultCount:
    return "number of results";
  case ChangeKind::ArgumentCount:
    return "number of arguments";
  }
  return "something";
}

/// Whether an op may have several of it.
static bool isNumbered(ChangeKind kind) {
  return kind == ChangeKind::ResultType || kind == ChangeKind::ArgumentType ||
         kind == ChangeKind::Successor;
}

static Alteration alterationFor(const Definitions &definitions,
                                const trace::Change &change) {
  Alteration result;
  result.what = wordFor(change.kind).str();
  result.name = definitions.string(change.name).str();
  if (isNumbered(change.kind))
    result.index = change.index;
  auto textOf = [&](uint32_t value) -> std::string {
    if (change.hasTexts())
      return definitions.string(value).str();
    if (change.kind == ChangeKind::Location)
      return definitions.locationText(value);
    return change.kind == ChangeKind::Successor ? "" : std::to_string(value);
  };
  result.from = textOf(change.from);
  result.to = textOf(change.to);
  return result;
}

static OpRef describeEnd(const Lineage &lineage, OpId op,
                         const std::optional<ArgumentRef> &argument) {
  return argument ? describeArgument(lineage, *argument)
                  : describeOp(lineage, op);
}

void forEachAlteration(const Lineage &lineage, OpId op, ActionId action,
                       llvm::function_ref<void(const Alteration &)> visit) {
  lineage.forEachChange(op, action, [&](const OpChange &change) {
    if (change.what)
      return visit(alterationFor(lineage.definitions(), *change.what));
    Alteration result;
    result.what = "operand";
    result.index = change.operand;
    result.fromOp = describeEnd(lineage, change.from, change.fromArgument);
    result.toOp = describeEnd(lineage, change.to, change.toArgument);
    visit(result);
  });
}

std::string titleOf(const Alteration &alteration) {
  std::string title = alteration.what;
  if (!alteration.name.empty())
    title += " " + alteration.name;
  if (alteration.index)
    title += fmt::format(" {}", *alteration.index);
  return title;
}

} // namespace mlir::trackdbg
