//===- Dump.cpp - The graph as text, and the choice of a format -----------===//

#include "export/Dump.h"

#include "export/DotDump.h"
#include "export/Exported.h"
#include "export/JsonDump.h"
#include "export/JsonText.h"
#include "export/SqliteDump.h"
#include "queries/Statistics.h"
#include "trace/OutputFile.h"
#include "trace/PlainText.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <array>
#include <chrono>

namespace mlir::trackdbg {

namespace {
struct Counts {
  uint64_t all = 0;
  std::array<uint64_t, 5> ended = {}; ///< By Ended.
  llvm::DenseMap<uint32_t, uint64_t> aliveByName;
};

Counts countOps(const Exported &exported) {
  Counts counts;
  exported.forEachOp([&](const OpInfo &op) {
    if (exported.isOtherOp(op.id))
      return;
    ++counts.all;
    ++counts.ended[size_t(op.ended)];
    if (op.isAlive())
      ++counts.aliveByName[op.nameId];
  });
  return counts;
}

void dumpOpSummary(const Lineage &lineage, const Exported &exported,
                   TextBuffer &text) {
  Counts counts = countOps(exported);
  text.put("ops: ", counts.all);
  for (Ended ended : {Ended::Alive, Ended::Replaced, Ended::Merged,
                      Ended::Erased, Ended::Unseen})
    if (uint64_t count = counts.ended[size_t(ended)])
      text.put(", ", count, " ", toString(ended));
  text.put("\n");

  std::array<uint64_t, size_t(Evidence::Location) + 1> byEvidence = {};
  uint64_t edges = 0;
  bool areMore = false;
  exported.forEachEdge(kExportedLocationEdges,
                       [&](const Edge &edge, bool more) {
                         ++byEvidence[size_t(edge.evidence)];
                         ++edges;
                         areMore |= more;
                       });
  text.put("edges: ", edges);
  for (size_t i = 0; i < byEvidence.size(); ++i)
    if (byEvidence[i] != 0)
      text.put(", ", byEvidence[i], " ", toString(Evidence(i)));
  if (areMore)
    text.put(" (of each op up to ", kExportedLocationEdges, ")");
  uint64_t takeovers = 0;
  exported.forEachTakeover(
      [&](const TakeoverEnd &, const TakeoverEnd &, ActionId) { ++takeovers; });
  if (takeovers != 0)
    text.put("\ntakeovers by or from arguments: ", takeovers);

  std::vector<std::pair<uint64_t, llvm::StringRef>> alive;
  for (auto [name, count] : counts.aliveByName)
    alive.emplace_back(count, lineage.definitions().string(name));
  llvm::sort(alive, [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  text.put("\n\nalive at the end\n");
  for (auto [count, name] : alive)
    text.put("  ", fmt::format("{:>9}", count), "  ", OneLine(name), "\n");
}

/// "became conv.mlir:12, origin #7, depth 3, exact".
std::string describeQuestion(const SubgraphQuestion &question) {
  std::vector<std::string> words;
  for (llvm::StringRef spec : question.became)
    words.push_back("became " + OneLine(spec).str());
  for (llvm::StringRef spec : question.origin)
    words.push_back("origin " + OneLine(spec).str());
  if (question.depth)
    words.push_back(fmt::format("depth {}", *question.depth));
  if (question.exactOnly)
    words.push_back("exact");
  if (question.through)
    words.push_back("through");
  return llvm::join(words, ", ");
}

void dumpText(const Lineage &lineage, const Subgraph *part,
              llvm::raw_ostream &out) {
  Exported exported(lineage, part);
  TextBuffer text(out);
  text.put("command:");
  for (const std::string &argument : lineage.definitions().commandLine())
    text.put(" ", OneLine(argument));
  text.put("\n");
  if (!lineage.trace().problem().empty())
    text.put("problem: ", OneLine(lineage.trace().problem()), "\n");
  if (part)
    text.put("selection: ", describeQuestion(part->question), "\n");
  text.put("actions: ", part ? part->actions.count() : lineage.actionCount(),
           "\n");
  dumpOpSummary(lineage, exported, text);

  text.put("\npasses and patterns\n      tried   applied    failed   ops made"
           "  total ms  name\n");
  for (const ActionStatistics &entry :
       actionStatistics(lineage, part ? &part->actions : nullptr)) {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    text.put(fmt::format(
        "  {:>9} {:>9} {:>9}  {:>9} {:>9.3f}  {}\n", entry.tried, entry.applied,
        entry.failed, entry.opsMade, Milliseconds(entry.total).count(),
        OneLine(entry.name.empty() ? entry.tag : entry.name).str()));
  }
}
} // namespace

DumpFormat dumpFormatFor(llvm::StringRef path) {
  llvm::StringRef extension = llvm::sys::path::extension(path);
  if (extension == ".json")
    return DumpFormat::Json;
  if (extension == ".sqlite" || extension == ".db")
    return DumpFormat::Sqlite;
  return extension == ".dot" || extension == ".gv" ? DumpFormat::Dot
                                                   : DumpFormat::Text;
}

std::optional<DumpFormat> parseDumpFormat(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<DumpFormat>>(name)
      .Case("json", DumpFormat::Json)
      .Case("dot", DumpFormat::Dot)
      .Case("sqlite", DumpFormat::Sqlite)
      .Case("text", DumpFormat::Text)
      .Default(std::nullopt);
}

uint64_t countWrittenEdges(const Lineage &lineage, DumpFormat format,
                           const Subgraph *part) {
  uint64_t count = 0;
  Exported(lineage, part)
      .forEachEdge(format == DumpFormat::Dot ? kDrawnLocationEdges
                                             : kExportedLocationEdges,
                   [&](const Edge &, bool) { ++count; });
  return count;
}

void dump(const Lineage &lineage, DumpFormat format, llvm::raw_ostream &out,
          const Subgraph *part) {
  switch (format) {
  case DumpFormat::Json:
    return dumpJson(lineage, part, out);
  case DumpFormat::Dot:
    return dumpDot(lineage, part, out);
  case DumpFormat::Text:
    return dumpText(lineage, part, out);
  case DumpFormat::Sqlite:
    break;
  }
  llvm_unreachable("a database needs a file");
}

llvm::Error dumpToFile(const Lineage &lineage, DumpFormat format,
                       llvm::StringRef path, const Subgraph *part) {
  if (format == DumpFormat::Sqlite)
    return dumpSqlite(lineage, part, path);
  return writeFile(path, [&](llvm::raw_ostream &out) {
    dump(lineage, format, out, part);
    return llvm::Error::success();
  });
}

} // namespace mlir::trackdbg
