//===- CodeQueries.cpp - From ops to machine code -------------------------===//

#include "finalcode/CodeQueries.h"

#include "finalcode/CodeDescriber.h"
#include "finalcode/LineQueries.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

#include <map>

namespace mlir::trackdbg {

using namespace trace;

/// Adds up what the passes did to all of them together.
static void addSteps(const TranslatedModule &module, const WantedOps &wanted,
                     std::vector<CodePassStep> &result) {
  // How many instructions each function has of each origin.
  std::map<uint32_t, std::map<CodeOrigin, uint32_t>> counts;
  auto total = [&](uint32_t function) {
    uint32_t sum = 0;
    for (auto [origin, count] : counts[function])
      sum += count;
    return sum;
  };
  const auto &steps = module.code.steps;
  for (size_t first = 0; first < steps.size();) {
    uint32_t pass = steps[first].pass;
    std::map<uint32_t, uint32_t> before;
    size_t last = first;
    for (; last < steps.size() && steps[last].pass == pass; ++last) {
      const CodeStep &step = steps[last];
      if (!wanted.containsAny(module, step.origin))
        continue;
      before.try_emplace(step.function, total(step.function));
      counts[step.function][step.origin] = step.after;
    }
    for (auto [function, count] : before)
      if (uint32_t after = total(function); after != count)
        result.push_back({module.passName(pass), module.string(function),
                          module.actions[pass], count, after});
    first = last;
  }
}

llvm::Expected<FinalAnswer> finalCode(const Lineage &lineage,
                                      const CodeQuestion &question) {
  llvm::Expected<FinalCodes::Modules> modules = finalCodesOf(lineage).modules();
  if (!modules)
    return modules.takeError();
  llvm::Expected<AskedOps> asked = askedOps(lineage, question);
  if (!asked)
    return asked.takeError();
  FinalAnswer answer;
  answer.asked = std::move(asked->named);
  answer.sourceTrace = question.inputFrom;
  WantedOps wanted(lineage, asked->ops, question.options);
  for (const auto &module : *modules) {
    CodeDescriber describer(lineage, *module);
    for (const TranslatedInstruction &each : module->code.translated)
      if (wanted.contains(*module, each.op))
        answer.translated.push_back({describeOp(lineage, module->ops[each.op]),
                                     module->string(each.function),
                                     module->string(each.text)});
    for (const CodeFunction &function : module->code.functions) {
      MachineFunction part = describer.describe(function);
      for (const CodeInstruction &each : module->instructionsOf(function))
        if (wanted.containsAny(*module, each.origin))
          part.instructions.push_back(describer.describe(each));
      if (!part.instructions.empty())
        answer.functions.push_back(std::move(part));
    }
    addSteps(*module, wanted, answer.steps);
  }
  return answer;
}

llvm::Expected<std::vector<MachineFunction>>
machineCode(const Lineage &lineage, const CodeQuestion &question) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules)
    return modules.takeError();
  std::vector<MachineFunction> found;
  AskedOps asked;
  auto wholeFunction = [&](const TranslatedModule &module,
                           const CodeFunction &function,
                           llvm::function_ref<bool(CodeOrigin)> isAsked) {
    CodeDescriber describer(lineage, module);
    MachineFunction whole = describer.describe(function);
    whole.ownLines = ownLinesOf(lineage, module, function.name, asked.ops);
    for (const CodeInstruction &each : module.instructionsOf(function)) {
      whole.instructions.push_back(describer.describe(each));
      whole.instructions.back().isAsked = isAsked(each.origin);
    }
    return whole;
  };
  llvm::StringRef name = question.spec;
  name.consume_front("@");
  for (const auto &module : *modules)
    for (const CodeFunction &function : module->code.functions)
      if (function.name == name)
        found.push_back(
            wholeFunction(*module, function, [](CodeOrigin) { return false; }));
  if (!found.empty())
    return found;
  if (llvm::Error error = askedOps(lineage, question).moveInto(asked))
    return error;
  WantedOps wanted(lineage, asked.ops, question.options);
  for (const auto &module : *modules)
    for (const CodeFunction &function : module->code.functions) {
      MachineFunction whole =
          wholeFunction(*module, function, [&](CodeOrigin origin) {
            return wanted.containsAny(*module, origin);
          });
      if (llvm::any_of(whole.instructions, [](const MachineInstruction &each) {
            return each.isAsked;
          }))
        found.push_back(std::move(whole));
    }
  if (found.empty())
    return llvm::createStringError(
        fmt::format("no machine code is made from '{}'", question.spec));
  return found;
}

} // namespace mlir::trackdbg
