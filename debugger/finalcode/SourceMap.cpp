//===- SourceMap.cpp ------------------------------------------------------===//

#include "finalcode/SourceMap.h"

#include "finalcode/CodeTraces.h"
#include "finalcode/SourceOps.h"
#include "stages/Snapshots.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

#include <fmt/format.h>
#include <optional>

namespace mlir::trackdbg {

using namespace trace;

namespace {

/// The input as text, and the line of each op in it.
class InputText {
public:
  explicit InputText(const Lineage &lineage) {
    auto found = snapshotsOf(lineage).textsOf(stagesOf(lineage).front());
    if (!found) {
      llvm::consumeError(found.takeError());
      return;
    }
    for (const auto &each : *found) {
      texts.push_back({each, lineCount});
      text += each->text();
      if (!text.empty() && text.back() != '\n')
        text += '\n';
      lineCount += each->lineCount();
    }
  }

  /// 0 for an op that is not in it.
  uint32_t lineOf(OpId op) const {
    for (const auto &[each, before] : texts)
      if (const Tie *tie = each->find(op))
        return before + tie->line;
    return 0;
  }

  std::string text; ///< Empty where the trace has none.

private:
  struct Text {
    std::shared_ptr<const StageText> text;
    uint32_t before = 0; ///< Lines.
  };
  std::vector<Text> texts;
  uint32_t lineCount = 0;
};

class SourceMapper {
public:
  SourceMapper(const CodeTrace &trace, llvm::StringRef snapshotPath)
      : trace(trace),
        input(trace.input ? trace.input->writer() : *trace.lineage) {
    map.snapshot = input.text;
    if (!map.snapshot.empty())
      numberOf(snapshotPath);
  }

  void add(const TracedFunction &traced) {
    MappedFunction function;
    function.name = traced.function->name;
    function.address = traced.address;
    function.size = traced.size;
    for (const CodeInstruction &each :
         traced.module->instructionsOf(*traced.function))
      if (std::optional<MappedRow> row = lineOf(*traced.module, each.origin)) {
        row->address = traced.address + each.offset - traced.function->offset;
        addRow(*row, function);
      }
    if (function.rows.empty())
      return;
    function.rows.front().address = function.address;
    map.functions.push_back(std::move(function));
  }

  SourceMap map;

private:
  static void addRow(const MappedRow &row, MappedFunction &function) {
    auto &rows = function.rows;
    if (rows.empty() || rows.back().file != row.file ||
        rows.back().line != row.line)
      rows.push_back(row);
  }

  SourceOps &sourceOf(const TranslatedModule &module) {
    auto &source = sources[&module];
    if (!source)
      source = std::make_unique<SourceOps>(*trace.lineage, module, trace.input);
    return *source;
  }

  /// Of several lines, the first.
  std::optional<MappedRow> lineOf(const TranslatedModule &module,
                                  CodeOrigin origin) {
    auto &known = rows[&module];
    auto [row, isNew] = known.try_emplace(origin);
    if (isNew)
      row->second = findLine(module, origin);
    return row->second;
  }

  std::optional<MappedRow> findLine(const TranslatedModule &module,
                                    CodeOrigin origin) {
    SourceOps &source = sourceOf(module);
    if (map.snapshot.empty()) {
      const std::vector<LineOfSource> &lines = source.linesOf(origin);
      if (lines.empty())
        return std::nullopt;
      return MappedRow{0, numberOf(lines.front().file), lines.front().line};
    }
    for (const std::vector<OpId> &ops :
         {source.innermostOf(origin), source.of(origin)})
      for (OpId op : ops)
        if (uint32_t line = input.lineOf(op))
          return MappedRow{0, 0, line};
    return std::nullopt;
  }

  uint32_t numberOf(llvm::StringRef path) {
    auto [known, isNew] = numbers.try_emplace(path, map.files.size());
    if (isNew)
      map.files.push_back(path.str());
    return known->second;
  }

  const CodeTrace &trace;
  InputText input;
  llvm::StringMap<uint32_t> numbers;
  std::map<const TranslatedModule *, std::unique_ptr<SourceOps>> sources;
  /// What lineOf() has found.
  std::map<const TranslatedModule *,
           llvm::DenseMap<CodeOrigin, std::optional<MappedRow>>>
      rows;
};

} // namespace

llvm::Expected<SourceMap> sourceMapOf(const Lineage &lineage,
                                      const SourceMapQuestion &question,
                                      llvm::StringRef snapshotPath) {
  auto traces = CodeTraces::open(lineage, /*folder=*/"", question.inputFrom);
  if (!traces)
    return traces.takeError();
  const CodeTrace &trace = traces->all().front();
  SourceMapper mapper(trace, snapshotPath);
  auto addAll = [&](const TracedProgram &traced) {
    for (const TracedFunction &function : traced.all())
      mapper.add(function);
  };
  if (question.program.empty()) {
    addAll(
        TracedProgram::inMemory(lineage.trace().header().processId, *traces));
    if (mapper.map.functions.empty())
      return llvm::createStringError(
          "the code of this compile is in no memory that is known; add --exe "
          "PROGRAM, an executable or a library that was linked from it");
    return std::move(mapper.map);
  }
  auto program = LinkedProgram::open(question.program);
  if (!program)
    return program.takeError();
  TracedProgram traced(*program, *traces);
  addAll(traced);
  if (mapper.map.functions.empty())
    return llvm::createStringError(fmt::format(
        "'{}' {}", question.program,
        traced.others().empty()
            ? "has no function that the recorded compile has generated"
        : traced.others().front().isOtherThanCopy
            ? "has code of which no op is known: the compiler itself generated "
              "other code than the copy that followed its ops"
            : "is not what the recorded compile has generated: it was built "
              "again, or from something else"));
  return std::move(mapper.map);
}

static llvm::Error checkPath(llvm::StringRef path, llvm::StringRef program) {
  if (path == "-")
    return llvm::createStringError(
        "a source map is a file for gdb; type a name for it");
  if (!program.empty() && llvm::sys::fs::equivalent(path, program))
    return llvm::createStringError(
        fmt::format("'{}' is the program itself; type another name for its "
                    "copy",
                    path.str()));
  return llvm::Error::success();
}

llvm::Expected<SourceMap> writeSourceMap(const Lineage &lineage,
                                         const SourceMapQuestion &question,
                                         llvm::StringRef path) {
  const std::string &program = question.program;
  if (llvm::Error error = checkPath(path, program))
    return error;
  llvm::SmallString<256> snapshotPath(path);
  snapshotPath += ".mlir";
  // A debugger may be started in another folder.
  llvm::sys::fs::make_absolute(snapshotPath);
  llvm::Expected<SourceMap> map = sourceMapOf(lineage, question, snapshotPath);
  if (!map)
    return map;
  if (!map->snapshot.empty())
    if (llvm::Error error =
            writeFile(snapshotPath, [&](llvm::raw_ostream &out) {
              out << map->snapshot;
              return llvm::Error::success();
            }))
      return error;
  if (llvm::Error error = writeFile(path, [&](llvm::raw_ostream &out) {
        return program.empty() ? writeSymbolFile(*map, out)
                               : writeProgram(*map, program, out);
      }))
    return error;
  if (!program.empty())
    if (auto permissions = llvm::sys::fs::getPermissions(program))
      llvm::sys::fs::setPermissions(path, *permissions);
  return map;
}

} // namespace mlir::trackdbg
