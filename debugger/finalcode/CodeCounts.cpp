//===- CodeCounts.cpp - Which ops have code, and which code has ops -------===//

#include "finalcode/CodeDescriber.h"
#include "finalcode/CodeFates.h"
#include "finalcode/CodeQueries.h"
#include "finalcode/SourceOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace mlir::trackdbg {

using namespace trace;

static void add(CodeTableRow &row, const TranslatedModule &module,
                const CodeInstruction &instruction,
                llvm::ArrayRef<CodeOrigin> ops) {
  ++row.instructions;
  if (!ops.empty()) {
    ++(ops.size() == 1 ? row.fromOne : row.fromSeveral);
    return;
  }
  OtherOrigin other = module.otherOf(instruction.origin);
  ++row.byReason[size_t(other.reason)];
  row.fromPass += other.reason == CodeReason::Unknown && other.pass != 0;
}

static std::vector<OpRef> sourcesOf(const Lineage &lineage, SourceOps &source,
                                    const std::set<CodeOrigin> &ops) {
  std::set<OpId> found;
  for (CodeOrigin op : ops) {
    const std::vector<OpId> &from = source.of(op);
    found.insert(from.begin(), from.end());
  }
  std::vector<OpRef> sources;
  for (OpId op : found)
    sources.push_back(describeOp(lineage, op));
  return sources;
}

llvm::Expected<CodeTable> codeTable(const Lineage &lineage, bool withSources) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules)
    return modules.takeError();
  CodeTable table;
  table.total.check = checkOf(*modules);
  const Definitions &definitions = lineage.definitions();
  for (const auto &module : *modules) {
    SourceOps source(lineage, *module);
    for (const CodeFunction &function : module->code.functions) {
      CodeTableRow &row = table.rows.emplace_back();
      row.function = function.name;
      row.check = module->check;
      std::set<CodeOrigin> opsOfRow;
      std::set<std::pair<std::string, uint32_t>> lines;
      for (const CodeInstruction &each : module->instructionsOf(function)) {
        std::vector<CodeOrigin> ops = module->opsOf(each.origin);
        add(row, *module, each, ops);
        add(table.total, *module, each, ops);
        opsOfRow.insert(ops.begin(), ops.end());
      }
      for (CodeOrigin op : opsOfRow) {
        uint32_t location = lineage.locationOf(module->ops[op]);
        SourcePlace place = definitions.place(location);
        if (place.line != 0)
          lines.insert({definitions.string(place.fileId).str(), place.line});
      }
      row.ops = opsOfRow.size();
      table.total.ops += row.ops;
      row.lines.assign(lines.begin(), lines.end());
      if (withSources)
        row.sources = sourcesOf(lineage, source, opsOfRow);
    }
  }
  return table;
}

llvm::Expected<WhyNoCodeAnswer> whyNoCode(const Lineage &lineage,
                                          const CodeQuestion &question) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules)
    return modules.takeError();
  llvm::Expected<AskedOps> asked = askedOps(lineage, question);
  if (!asked)
    return asked.takeError();
  WhyNoCodeAnswer answer;
  answer.check = checkOf(*modules);
  answer.asked = std::move(asked->named);
  answer.sourceTrace = question.inputFrom;
  WantedOps wanted(lineage, asked->ops, question.options);
  for (const auto &module : *modules) {
    CodeFates fates(lineage, *module);
    for (CodeOrigin op = 1; op < module->ops.size(); ++op)
      if (wanted.contains(*module, op))
        answer.rows.push_back(fates.fateOf(op));
  }
  std::stable_partition(
      answer.rows.begin(), answer.rows.end(),
      [](const CodeFateRow &row) { return row.instructions == 0; });
  return answer;
}

llvm::Expected<CodeFateTable> codeFates(const Lineage &lineage) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules)
    return modules.takeError();
  CodeFateTable table;
  table.check = checkOf(*modules);
  std::map<std::string, CodeFateCounts> byName;
  for (const auto &module : *modules) {
    CodeFates fates(lineage, *module);
    for (CodeOrigin op = 1; op < module->ops.size(); ++op) {
      CodeFateRow row = fates.fateOf(op);
      for (CodeFateCounts *counts : {&byName[row.op.name], &table.total}) {
        ++counts->ops;
        ++counts->byFate[size_t(row.fate)];
      }
    }
  }
  for (auto &[name, counts] : byName) {
    counts.name = name;
    table.rows.push_back(std::move(counts));
  }
  llvm::stable_sort(table.rows, [](const auto &lhs, const auto &rhs) {
    return lhs.ops > rhs.ops;
  });
  return table;
}

} // namespace mlir::trackdbg
