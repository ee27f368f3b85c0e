//===- CodeDescriber.cpp --------------------------------------------------===//

#include "finalcode/CodeDescriber.h"

#include "finalcode/SourceOps.h"
#include "queries/Handover.h"

#include "llvm/ADT/DenseSet.h"

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

/// Of a linalg op, also what computes in it.
static std::vector<OpId> withBodies(const Lineage &lineage,
                                    std::vector<OpId> ops) {
  llvm::DenseSet<OpId> holders;
  for (OpId op : ops)
    if (hasBodyOfItsOwn(lineage, op))
      holders.insert(op);
  if (holders.empty())
    return ops;
  llvm::DenseSet<OpId> known(ops.begin(), ops.end());
  for (OpId op = 1; op <= lineage.opCount(); ++op)
    if (holders.contains(lineage.op(op).parent) && known.insert(op).second)
      ops.push_back(op);
  return ops;
}

static llvm::Expected<AskedOps> namedOps(const Lineage &lineage,
                                         llvm::StringRef spec,
                                         const LiveResolver &resolver,
                                         bool wholePlace) {
  llvm::Expected<NamedOps> named = nameOps(
      lineage, spec, resolver, wholePlace ? AtPlace::All : AtPlace::Input);
  if (!named)
    return named.takeError();
  AskedOps asked;
  for (OpId op : named->ops)
    asked.named.push_back(describeOp(lineage, op));
  asked.ops = withBodies(lineage, std::move(named->ops));
  return asked;
}

llvm::Expected<AskedOps> askedOps(const Lineage &lineage,
                                  const CodeQuestion &question) {
  const QueryOptions &options = question.options;
  if (question.inputFrom.empty())
    return namedOps(lineage, question.spec, options.resolver,
                    options.wholePlace);
  llvm::Expected<Handover> input = Handover::open(lineage, question.inputFrom);
  if (!input)
    return input.takeError();
  llvm::Expected<AskedOps> asked = namedOps(input->writer(), question.spec,
                                            LiveResolver(), options.wholePlace);
  if (!asked)
    return asked.takeError();
  WantedOps wanted(input->writer(), asked->ops, options);
  asked->ops =
      input->readFrom([&](OpId written) { return wanted.contains(written); });
  return asked;
}

} // namespace mlir::trackdbg
