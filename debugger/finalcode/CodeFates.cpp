//===- CodeFates.cpp ------------------------------------------------------===//

#include "finalcode/CodeFates.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

llvm::StringRef toString(CodeFate fate) {
  switch (fate) {
  case CodeFate::OwnCode:
    return "code of its own";
  case CodeFate::SharedCode:
    return "code with others";
  case CodeFate::NotTranslated:
    return "no instruction made";
  case CodeFate::Replaced:
    return "replaced";
  case CodeFate::Folded:
    return "folded";
  case CodeFate::Erased:
    return "erased";
  case CodeFate::Gone:
    return "gone";
  }
  return "gone";
}

CodeFates::CodeFates(const Lineage &lineage, const TranslatedModule &module)
    : lineage(lineage), module(module), ops(module.ops.size()) {
  for (const TranslatedInstruction &each : module.code.translated)
    ++ops[each.op].translated;
  countCode();
  followSteps();
  for (auto [index, replacement] : llvm::enumerate(module.code.replacements))
    for (CodeOrigin op : opsOf(replacement.origin))
      ops[op].replacements.push_back(index);
}

const std::vector<CodeOrigin> &CodeFates::opsOf(CodeOrigin origin) {
  auto [known, isNew] = members.try_emplace(origin);
  if (isNew)
    known->second = module.opsOf(origin);
  return known->second;
}

void CodeFates::countCode() {
  for (const CodeInstruction &each : module.code.instructions) {
    const std::vector<CodeOrigin> &from = opsOf(each.origin);
    for (CodeOrigin op : from)
      ++(from.size() == 1 ? ops[op].own : ops[op].shared);
  }
}

void CodeFates::followSteps() {
  for (const CodeStep &step : module.code.steps)
    for (CodeOrigin number : opsOf(step.origin)) {
      Op &op = ops[number];
      op.present += int64_t(step.after) - int64_t(step.before);
      op.endedIn = op.present > 0 ? 0 : step.pass;
    }
}

/// The best of what is known of the end of an op's last instruction: what took
/// its place is more than that it was erased.
CodeFateRow CodeFates::fateOf(CodeOrigin number) const {
  const Op &op = ops[number];
  CodeFateRow row;
  row.op = describeOp(lineage, module.ops[number]);
  row.instructions = op.own + op.shared;
  row.fate = op.own               ? CodeFate::OwnCode
             : op.shared          ? CodeFate::SharedCode
             : op.translated == 0 ? CodeFate::NotTranslated
                                  : CodeFate::Gone;
  if (row.fate != CodeFate::Gone || op.endedIn == 0)
    return row;
  row.pass = module.passNames[op.endedIn];
  row.action = module.actions[op.endedIn];
  for (uint32_t index : op.replacements) {
    const CodeReplacement &each = module.code.replacements[index];
    if (each.pass != op.endedIn)
      continue;
    switch (each.with) {
    case ReplacedBy::Instruction:
      row.fate = CodeFate::Replaced;
      for (CodeOrigin by : module.opsOf(each.by))
        if (by != number)
          row.by.push_back(describeOp(lineage, module.ops[by]));
      break;
    case ReplacedBy::Constant:
    case ReplacedBy::Argument:
      if (row.fate != CodeFate::Replaced)
        row.fate = CodeFate::Folded;
      break;
    case ReplacedBy::Nothing:
      if (row.fate == CodeFate::Gone)
        row.fate = CodeFate::Erased;
      break;
    }
  }
  return row;
}

} // namespace mlir::trackdbg
