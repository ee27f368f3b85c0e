//===- LineQueries.cpp ----------------------------------------------------===//

#include "finalcode/LineQueries.h"

#include "finalcode/CodeDescriber.h"
#include "finalcode/CodeFates.h"
#include "finalcode/SourceOps.h"
#include "queries/LostLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

namespace mlir::trackdbg {

using namespace trace;

//===----------------------------------------------------------------------===//
// Lines without code
//===----------------------------------------------------------------------===//

namespace {

/// What is known of lines from the modules that were translated.
class TranslatedLines {
public:
  TranslatedLines(const Lineage &lineage, const FinalCodes::Modules &modules)
      : lineage(lineage) {
    for (const auto &module : modules)
      add(*module);
  }

  bool hasCode(const LineOfSource &line) const { return withCode.count(line); }
  /// None where nothing that was made from it was translated.
  const CodeFateRow *lastOf(const LineOfSource &line) const {
    auto found = last.find(line);
    return found == last.end() ? nullptr : &found->second;
  }

private:
  void add(const TranslatedModule &module) {
    SourceOps source(lineage, module);
    CodeFates fates(lineage, module);
    for (CodeOrigin op = 1; op < module.ops.size() && !isCancelled(); ++op) {
      if (module.ops[op] == 0)
        continue;
      CodeFateRow row = fates.fateOf(op);
      for (const LineOfSource &line : source.linesOf(op)) {
        if (row.instructions != 0)
          withCode.insert(line);
        else
          noteEnd(line, row);
      }
    }
  }

  /// A later end is more of an answer, and any is more than none.
  void noteEnd(const LineOfSource &line, const CodeFateRow &row) {
    auto [known, isNew] = last.try_emplace(line, row);
    if (!isNew && row.action >= known->second.action &&
        row.fate != CodeFate::NotTranslated)
      known->second = row;
  }

  const Lineage &lineage;
  std::set<LineOfSource> withCode;
  std::map<LineOfSource, CodeFateRow> last;
};

} // namespace

llvm::Expected<LinesWithoutCode> linesWithoutCode(const Lineage &lineage,
                                                  llvm::StringRef file) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules)
    return modules.takeError();
  llvm::Expected<LostAnswer> all = lostLines(lineage, file, SIZE_MAX);
  if (!all)
    return all.takeError();
  TranslatedLines translated(lineage, *modules);
  LinesWithoutCode answer;
  answer.check = checkOf(*modules);
  answer.lines = all->lines;
  auto add = [&](const SourceLineFate &fate) {
    LineWithoutCode row;
    row.line = {fate.file, fate.line};
    if (translated.hasCode(row.line)) {
      ++answer.withCode;
      return;
    }
    if (const CodeFateRow *last = translated.lastOf(row.line)) {
      row.last = *last;
    } else if (fate.isLost()) {
      row.op = fate.last;
      row.by = fate.by;
    }
    answer.lost.push_back(std::move(row));
  };
  llvm::for_each(all->lost, add);
  llvm::for_each(all->surviving, add);
  llvm::stable_sort(answer.lost, [](const auto &lhs, const auto &rhs) {
    return lhs.line < rhs.line;
  });
  return answer;
}

//===----------------------------------------------------------------------===//
// Debug information
//===----------------------------------------------------------------------===//

/// Debug information may have the folder in front.
static bool isSame(const LineOfSource &debug, const LineOfSource &ours) {
  return debug.line == ours.line &&
         (llvm::StringRef(debug.file).ends_with(ours.file) ||
          llvm::StringRef(ours.file).ends_with(debug.file));
}

static LineOfSource lineIn(const GeneratedCode &code, const CodeLine &row) {
  return row.line == 0 ? LineOfSource()
                       : LineOfSource{code.files[row.file], row.line};
}

namespace {

class DebugLineCounter {
public:
  DebugLineCounter(const Lineage &lineage, const TranslatedModule &module,
                   DebugLines &answer)
      : lineage(lineage), module(module), source(lineage, module),
        answer(answer) {}

  void add(const CodeInstruction &instruction) {
    ++answer.instructions;
    const CodeLine *row = module.lineOf(instruction);
    LineOfSource line = row ? lineIn(module.generated, *row) : LineOfSource();
    DebugLines::Row &counted = rowOf(line);
    bool isNew = counted.instructions++ == 0;
    if (isNew)
      describe(counted, instruction.origin);
  }

private:
  DebugLines::Row &rowOf(const LineOfSource &line) {
    auto known = llvm::find_if(answer.rows, [&](const DebugLines::Row &row) {
      return row.line == line;
    });
    if (known != answer.rows.end())
      return *known;
    answer.rows.emplace_back().line = line;
    return answer.rows.back();
  }

  void describe(DebugLines::Row &row, CodeOrigin origin) {
    row.isOurs = row.line.line != 0 &&
                 llvm::any_of(source.linesOf(origin), [&](const auto &line) {
                   return isSame(row.line, line);
                 });
    if (row.isOurs)
      return;
    for (CodeOrigin op : module.opsOf(origin))
      if (ActionId action = relocatedIn(module.ops[op], row.line)) {
        row.action = lineage.passOf(action);
        row.pass = lineage.actionKind(row.action).passWord().str();
        return;
      }
  }

  /// The action that made the op with a location that is not its source's, if
  /// that is where debug information has the line from.
  ActionId relocatedIn(OpId op, const LineOfSource &line) {
    std::optional<LineOfSource> own = lineOf(lineage, op);
    bool isFromOp = line.line == 0 ? !own : own && isSame(line, *own);
    return isFromOp ? lineage.op(op).birthAction : 0;
  }

  const Lineage &lineage;
  const TranslatedModule &module;
  SourceOps source;
  DebugLines &answer;
};

} // namespace

std::optional<DebugLines> debugLinesOf(const Lineage &lineage,
                                       llvm::ArrayRef<OpId> ops) {
  llvm::Expected<FinalCodes::Modules> modules =
      finalCodesOf(lineage).withInstructions();
  if (!modules) {
    llvm::consumeError(modules.takeError());
    return std::nullopt;
  }
  WantedOps wanted(lineage, ops, QueryOptions());
  DebugLines answer;
  bool isKnown = false;
  for (const auto &module : *modules) {
    if (module->generated.lines.empty())
      continue;
    isKnown = true;
    DebugLineCounter counter(lineage, *module, answer);
    for (const CodeInstruction &each : module->code.instructions)
      if (wanted.containsAny(*module, each.origin))
        counter.add(each);
  }
  if (!isKnown)
    return std::nullopt;
  llvm::stable_sort(answer.rows, [](const auto &lhs, const auto &rhs) {
    return lhs.instructions > rhs.instructions;
  });
  return answer;
}

std::vector<CodeOfOneLine> ownLinesOf(const Lineage &lineage,
                                      const TranslatedModule &module,
                                      llvm::StringRef name,
                                      llvm::ArrayRef<OpId> asked) {
  const CodeFunction *function = module.otherNamed(name);
  if (!function)
    return {};
  std::set<LineOfSource> wanted;
  for (OpId op : asked)
    if (std::optional<LineOfSource> line = lineOf(lineage, op))
      wanted.insert(std::move(*line));
  std::vector<CodeOfOneLine> result;
  auto add = [&](uint64_t offset, LineOfSource line) {
    if (!result.empty() && result.back().line == line)
      return;
    bool isAsked = llvm::any_of(wanted, [&](const LineOfSource &each) {
      return line.line != 0 && isSame(line, each);
    });
    result.push_back({offset, 0, std::move(line), isAsked});
  };
  uint64_t end = function->offset + function->size;
  const CodeLine *first =
      rowAt(module.other, function->section, function->offset);
  add(function->offset, first ? lineIn(module.other, *first) : LineOfSource());
  for (const CodeLine &row : module.other.lines)
    if (row.section == function->section && row.offset > function->offset &&
        row.offset < end)
      add(row.offset, lineIn(module.other, row));
  for (auto [index, each] : llvm::enumerate(result))
    each.size = (index + 1 < result.size() ? result[index + 1].offset : end) -
                each.offset;
  return result;
}

} // namespace mlir::trackdbg
