//===- Dump.cpp - The whole graph as DOT and as text ----------------------===//

#include "export/Dump.h"

#include "export/JsonDump.h"
#include "export/JsonText.h"
#include "export/SqliteDump.h"
#include "graph/GraphEdges.h"
#include "queries/Statistics.h"
#include "trace/Cancellation.h"
#include "trace/OutputFile.h"
#include "trace/PlainText.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <array>
#include <chrono>

namespace mlir::trackdbg {

namespace {
//===----------------------------------------------------------------------===//
// DOT
//===----------------------------------------------------------------------===//

/// Inside the quotes of DOT. A line would end in them, and NUL the file.
std::string escapeDot(llvm::StringRef text) {
  std::string result;
  for (char c : OneLine(text).str()) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

llvm::StringRef dotStyle(Rule rule) {
  switch (strengthOf(rule)) {
  case Strength::Exact:
    return "solid";
  case Strength::Structural:
    return "dashed";
  case Strength::Weak:
  case Strength::Approximate:
    return "dotted";
  }
  return "dotted";
}

/// The ops that have edges; a picture of the others says nothing.
void dumpDot(const Lineage &lineage, llvm::raw_ostream &out) {
  constexpr size_t kLocationEdges = 4;
  const Definitions &definitions = lineage.definitions();
  TextBuffer text(out);
  text.put("digraph lineage {\n  rankdir=LR;\n  node [shape=box];\n");
  llvm::BitVector connected(lineage.opCount() + 1);
  forEachEdge(lineage, kLocationEdges, [&](const Edge &edge, bool) {
    connected.set(edge.from);
    connected.set(edge.to);
    text.put("  op", edge.from, " -> op", edge.to, " [label=\"",
             toString(edge.evidence), " in ", edge.action,
             "\", style=", dotStyle(edge.rule), "];\n");
  });
  for (unsigned id : connected.set_bits()) {
    OpInfo op = lineage.op(id);
    text.put("  op", id, " [label=\"#", id, " ",
             escapeDot(definitions.string(op.nameId)));
    std::string place = definitions.placeText(op.location);
    if (!place.empty())
      text.put("\\n", escapeDot(place));
    if (!op.isAlive())
      text.put("\\n", toString(op.ended), " in ", op.endAction,
               "\", style=dashed];\n");
    else
      text.put("\"];\n");
  }
  text.put("}\n");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

struct Counts {
  std::array<uint64_t, 5> ended = {}; ///< By Ended.
  llvm::DenseMap<uint32_t, uint64_t> aliveByName;
};

Counts countOps(const Lineage &lineage) {
  Counts counts;
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    OpInfo op = lineage.op(id);
    ++counts.ended[size_t(op.ended)];
    if (op.isAlive())
      ++counts.aliveByName[op.nameId];
  }
  return counts;
}

void dumpOpSummary(const Lineage &lineage, TextBuffer &text) {
  Counts counts = countOps(lineage);
  text.put("ops: ", lineage.opCount());
  for (Ended ended : {Ended::Alive, Ended::Replaced, Ended::Merged,
                      Ended::Erased, Ended::Unseen})
    if (uint64_t count = counts.ended[size_t(ended)])
      text.put(", ", count, " ", toString(ended));
  text.put("\n");

  std::array<uint64_t, size_t(Evidence::Location) + 1> byEvidence = {};
  uint64_t edges = 0;
  bool areMore = false;
  forEachEdge(lineage, kExportedLocationEdges,
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

void dumpText(const Lineage &lineage, llvm::raw_ostream &out) {
  TextBuffer text(out);
  text.put("command:");
  for (const std::string &argument : lineage.definitions().commandLine())
    text.put(" ", OneLine(argument));
  text.put("\n");
  if (!lineage.trace().problem().empty())
    text.put("problem: ", OneLine(lineage.trace().problem()), "\n");
  text.put("actions: ", lineage.actionCount(), "\n");
  dumpOpSummary(lineage, text);

  text.put("\npasses and patterns\n      tried   applied    failed   ops made"
           "  total ms  name\n");
  for (const ActionStatistics &entry : actionStatistics(lineage)) {
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

void dump(const Lineage &lineage, DumpFormat format, llvm::raw_ostream &out) {
  switch (format) {
  case DumpFormat::Json:
    return dumpJson(lineage, out);
  case DumpFormat::Dot:
    return dumpDot(lineage, out);
  case DumpFormat::Text:
    return dumpText(lineage, out);
  case DumpFormat::Sqlite:
    break;
  }
  llvm_unreachable("a database needs a file");
}

llvm::Error dumpToFile(const Lineage &lineage, DumpFormat format,
                       llvm::StringRef path) {
  if (format == DumpFormat::Sqlite)
    return dumpSqlite(lineage, path);
  return writeFile(path, [&](llvm::raw_ostream &out) {
    dump(lineage, format, out);
    return llvm::Error::success();
  });
}

} // namespace mlir::trackdbg
