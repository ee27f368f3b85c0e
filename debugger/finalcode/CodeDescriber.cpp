//===- CodeDescriber.cpp --------------------------------------------------===//

#include "finalcode/CodeDescriber.h"

namespace mlir::trackdbg {

using namespace trace;

llvm::StringRef toString(CodeEvidence evidence) {
  switch (evidence) {
  case CodeEvidence::None:
    return "none";
  case CodeEvidence::LLVMLocation:
    return "LLVM location";
  case CodeEvidence::MergedSet:
    return "merged set";
  }
  return "none";
}

llvm::StringRef toString(CodeReason reason) {
  switch (reason) {
  case CodeReason::Unknown:
    return "unknown";
  case CodeReason::Spill:
    return "spill";
  case CodeReason::Reload:
    return "reload";
  case CodeReason::Copy:
    return "copy";
  case CodeReason::Constant:
    return "constant";
  case CodeReason::Frame:
    return "frame";
  case CodeReason::Jump:
    return "jump";
  case CodeReason::Padding:
    return "padding";
  }
  return "unknown";
}

llvm::StringRef toString(CodeCheck check) {
  switch (check) {
  case CodeCheck::Same:
    return "same";
  case CodeCheck::Different:
    return "different";
  case CodeCheck::Unknown:
    return "not checked";
  }
  return "not checked";
}

MachineInstruction
CodeDescriber::describe(const CodeInstruction &instruction) const {
  MachineInstruction result;
  result.offset = instruction.offset;
  result.size = instruction.size;
  result.text = module.string(instruction.text);
  addOrigin(result, instruction.origin);
  return result;
}

MachineFunction CodeDescriber::describe(const CodeFunction &function) const {
  MachineFunction result;
  result.name = function.name;
  result.section = module.code.sections[function.section].name;
  result.offset = function.offset;
  result.size = function.size;
  if (uint64_t section = module.addressOf(function.section))
    result.address = section + function.offset;
  result.check = module.check;
  return result;
}

CodePassStep CodeDescriber::describe(const CodeStep &step) const {
  return {module.passName(step.pass), module.string(step.function),
          module.actions[step.pass], step.before, step.after};
}

void CodeDescriber::addOrigin(MachineInstruction &result,
                              CodeOrigin origin) const {
  for (CodeOrigin op : module.opsOf(origin))
    result.ops.push_back(describeOp(lineage, module.ops[op]));
  if (!result.ops.empty()) {
    result.evidence = origin >= kFirstSet ? CodeEvidence::MergedSet
                                          : CodeEvidence::LLVMLocation;
    return;
  }
  OtherOrigin other = module.otherOf(origin);
  result.reason = other.reason;
  if (other.pass == 0)
    return;
  result.pass = module.passName(other.pass);
  result.passAction = module.actions[other.pass];
}

llvm::Expected<std::vector<OpId>> askedOps(const Lineage &lineage,
                                           llvm::StringRef spec,
                                           const QueryOptions &options) {
  llvm::Expected<NamedOps> named =
      nameOps(lineage, spec, options.resolver,
              options.wholePlace ? AtPlace::All : AtPlace::Input);
  if (!named)
    return named.takeError();
  return std::move(named->ops);
}

} // namespace mlir::trackdbg
