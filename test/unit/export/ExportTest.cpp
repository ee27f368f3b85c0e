//===- ExportTest.cpp - The graph and the actions, written out ------------===//

#include "support/TraceWriter.h"

#include "export/ActionLog.h"
#include "export/Dump.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x10, A = 0xa0, B = 0xb0;

struct Folding : TraceWriter {
  Folding() {
    commandLine({"mlir-opt", "in \"x\".mlir"});
    create(Module, "builtin.module");                 // #1
    create(A, "arith.addi", place("in.mlir", 2));     // #2
    beginPass("canonicalize", Module);                // 1
    leaf("Other", A);                                 // 2
    beginPattern("Fold\xff<\"A\">", A);               // 3
    create(B, "arith.constant", place("in.mlir", 2)); // #3
    replace(A, B);
    erase(A);
    end();
    end(ActionResult::Unknown);
    beginPass("cse", Module); // 4
  }
};

std::string dumped(const Lineage &lineage, DumpFormat format) {
  std::string text;
  llvm::raw_string_ostream out(text);
  dump(lineage, format, out);
  return text;
}

std::string exported(const Lineage &lineage, const ExportOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  std::string error = messageOf(exportActions(lineage, options, out));
  return error.empty() ? text : "error: " + error;
}

llvm::json::Value parsed(llvm::StringRef text) {
  auto value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  ADD_FAILURE() << llvm::toString(value.takeError()) << "\n" << text.str();
  return nullptr;
}

TEST(Dump, JsonHasWhatItsDocumentationSays) {
  Folding trace;
  WrittenTrace lineage(trace);
  llvm::json::Value value = parsed(dumped(*lineage, DumpFormat::Json));
  const llvm::json::Object &root = *value.getAsObject();
  EXPECT_EQ(root.getInteger("version"), 2);
  EXPECT_EQ(root.getInteger("trace"), int64_t(lineage->trace().id()));
  EXPECT_EQ((*root.getArray("command"))[1].getAsString(), "in \"x\".mlir");
  EXPECT_EQ(root.getArray("locations")->size(), 2u);
  EXPECT_EQ(root.getArray("actions")->size(), 4u);
  const llvm::json::Object &fold =
      *(*root.getArray("actions"))[2].getAsObject();
  EXPECT_EQ(fold.getInteger("parent"), 1);
  EXPECT_EQ(fold.getInteger("op"), 2);
  EXPECT_EQ(fold.getString("result"), "success");
  EXPECT_EQ(fold.getBoolean("changed"), true);
  EXPECT_EQ(fold.getInteger("made"), 1);
  const llvm::json::Object &open =
      *(*root.getArray("actions"))[3].getAsObject();
  EXPECT_FALSE(open.getInteger("duration"));
  const llvm::json::Object &add = *(*root.getArray("ops"))[1].getAsObject();
  EXPECT_EQ(add.getString("name"), "arith.addi");
  EXPECT_EQ(add.getString("state"), "replaced");
  EXPECT_EQ(add.getInteger("ended"), 3);
  ASSERT_EQ(root.getArray("edges")->size(), 1u);
  const llvm::json::Object &edge = *(*root.getArray("edges"))[0].getAsObject();
  EXPECT_EQ(edge.getInteger("from"), 2);
  EXPECT_EQ(edge.getInteger("to"), 3);
  EXPECT_EQ(edge.getString("evidence"), "replaced");
  EXPECT_EQ(edge.getString("strength"), "exact");
}

TEST(Dump, DotHasTheConnectedOps) {
  Folding trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(dumped(*lineage, DumpFormat::Dot),
            "digraph lineage {\n"
            "  rankdir=LR;\n"
            "  node [shape=box];\n"
            "  // solid: made from; dashed: stands for; dotted: only a "
            "location\n"
            "  op2 -> op3 [label=\"replaced by a3 Fold\xff<\\\"A\\\"> in "
            "canonicalize\", style=solid, color=black];\n"
            "  op2 [label=\"#2 arith.addi\\nin.mlir:2:1\\nreplaced by a3\", "
            "style=dashed];\n"
            "  op3 [label=\"#3 arith.constant\\nin.mlir:2:1\"];\n"
            "}\n");
}

/// An argument takes over from an op, and an op from another argument.
struct Arguments : TraceWriter {
  Arguments() {
    constexpr uint64_t Block = 0x1000;
    create(Module, "func.func"); // #1
    event(EventKind::BlockParent, Block, Module, /*name=*/1);
    create(A, "arith.addi");           // #2
    create(B, "test.b");               // #3
    create(0xc0, "test.c");            // #4
    beginPass("canonicalize", Module); // 1
    replace(A, argumentRef(Block, 3));
    erase(A);
    operandChanged(B, 0, argumentRef(Block, 1), 0xc0);
    end();
  }
};

TEST(Dump, TakeoversOfArgumentsHaveTwoEnds) {
  Arguments trace;
  WrittenTrace lineage(trace);
  std::string text = dumped(*lineage, DumpFormat::Json);
  EXPECT_NE(
      text.find("\"takeovers\":[\n"
                "{\"from\":{\"op\":2},\"to\":{\"op\":1,\"argument\":3,"
                "\"block\":1,\"ofEntryBlock\":true},\"action\":1},\n"
                "{\"from\":{\"op\":1,\"argument\":1,\"block\":1,"
                "\"ofEntryBlock\":true},\"to\":{\"op\":4},\"action\":1}\n]"),
      std::string::npos)
      << text;
  parsed(text);
}

TEST(Dump, DotDrawsArgumentsThatTakeOver) {
  Arguments trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(dumped(*lineage, DumpFormat::Dot),
            "digraph lineage {\n"
            "  rankdir=LR;\n"
            "  node [shape=box];\n"
            "  // solid: made from; dashed: stands for; dotted: only a "
            "location\n"
            "  op2 -> argument1_3 [label=\"stands for it\\nreplaced by a1 "
            "canonicalize\", style=dashed, color=black];\n"
            "  argument1_1 -> op4 [label=\"stands for it\\nreplaced by a1 "
            "canonicalize\", style=dashed, color=black];\n"
            "  op2 [label=\"#2 arith.addi\\nreplaced by a1\", "
            "style=dashed];\n"
            "  op4 [label=\"#4 test.c\"];\n"
            "  argument1_1 [label=\"argument 1 of\\n#1 func.func\", "
            "shape=ellipse];\n"
            "  argument1_3 [label=\"argument 3 of\\n#1 func.func\", "
            "shape=ellipse];\n"
            "}\n");
}

TEST(Dump, APartHasTheTakeoversOfItsOps) {
  Arguments trace;
  WrittenTrace lineage(trace);
  SubgraphQuestion question;
  question.became.push_back("#2");
  auto part = findSubgraph(*lineage, question);
  ASSERT_TRUE(bool(part));
  std::string text;
  llvm::raw_string_ostream out(text);
  dump(*lineage, DumpFormat::Json, out, &*part);
  llvm::json::Value value = parsed(text);
  const llvm::json::Object &root = *value.getAsObject();
  EXPECT_EQ(root.getArray("takeovers")->size(), 1u);
  // The function is there because it holds the argument.
  const llvm::json::Array &ops = *root.getArray("ops");
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[0].getAsObject()->getBoolean("other"), true);
  EXPECT_EQ(root.getArray("actions")->size(), 1u);
}

/// Each op stands at a line of its own; #51 and the rest are made at all 50.
struct FusedFromFifty : TraceWriter {
  explicit FusedFromFifty(unsigned made) {
    std::vector<uint32_t> lines;
    for (uint32_t line = 1; line <= 50; ++line) {
      lines.push_back(place("in.mlir", line));
      create(0x1000 + line, "t.old", lines.back());
    }
    beginPass("fuse");
    uint32_t all = fused(lines);
    for (unsigned i = 0; i < made; ++i)
      create(0x2000 + i, "t.new", all);
    end();
  }
};

TEST(Dump, JsonKeepsEachPlaceOfALargeLocation) {
  constexpr size_t kMade = 1000;
  FusedFromFifty trace(kMade);
  WrittenTrace lineage(trace);
  llvm::json::Value value = parsed(dumped(*lineage, DumpFormat::Json));
  const llvm::json::Object &root = *value.getAsObject();
  const llvm::json::Array &locations = *root.getArray("locations");
  ASSERT_EQ(locations.size(), 51u);
  const llvm::json::Object &fused = *locations.back().getAsObject();
  ASSERT_TRUE(fused.getArray("parts"));
  EXPECT_EQ(fused.getArray("parts")->size(), 50u);
  EXPECT_FALSE(locations.front().getAsObject()->getArray("parts"));
  // Eight edges to each, of which the last names the set that all share.
  const llvm::json::Array &edges = *root.getArray("edges");
  ASSERT_EQ(edges.size(), 8 * kMade);
  for (size_t i = 0; i < edges.size(); ++i) {
    const llvm::json::Object &edge = *edges[i].getAsObject();
    bool isLast = i % 8 == 7;
    EXPECT_EQ(edge.getInteger("to"), int64_t(51 + i / 8));
    EXPECT_EQ(edge.getBoolean("more").value_or(false), isLast);
    EXPECT_EQ(edge.getInteger("set").value_or(0), isLast ? 1 : 0);
  }
  ASSERT_EQ(root.getArray("sets")->size(), 1u);
  const llvm::json::Object &set = *root.getArray("sets")->front().getAsObject();
  EXPECT_EQ(set.getInteger("id"), 1);
  EXPECT_FALSE(set.getBoolean("more"));
  const llvm::json::Array &ops = *set.getArray("ops");
  ASSERT_EQ(ops.size(), 50u);
  for (size_t i = 0; i < ops.size(); ++i)
    EXPECT_EQ(ops[i].getAsInteger(), int64_t(i + 1));
}

TEST(Dump, PlacesWithManyOpsHaveNoSetOfTheirOwn) {
  TraceWriter trace;
  uint32_t line = trace.place("in.mlir", 1);
  for (uint32_t i = 0; i < 20; ++i)
    trace.create(0x1000 + i, "t.old", line);
  trace.beginPass("p");
  trace.create(0x2000, "t.new", line);
  trace.create(0x2001, "t.new", trace.fused({line, trace.place("in.mlir", 2)}));
  trace.end();
  WrittenTrace lineage(trace);
  llvm::json::Value value = parsed(dumped(*lineage, DumpFormat::Json));
  const llvm::json::Object &root = *value.getAsObject();
  const llvm::json::Array &edges = *root.getArray("edges");
  ASSERT_EQ(edges.size(), 16u);
  EXPECT_EQ(edges[7].getAsObject()->getBoolean("more"), true);
  EXPECT_FALSE(edges[7].getAsObject()->getInteger("set"));
  EXPECT_EQ(edges[15].getAsObject()->getInteger("set"), 1);
  const llvm::json::Object &set = *root.getArray("sets")->front().getAsObject();
  EXPECT_EQ(set.getArray("ops")->size(), 8u);
  EXPECT_EQ(set.getBoolean("more"), true);
}

TEST(Dump, APartIsTheSameInEachFormat) {
  Folding trace;
  WrittenTrace lineage(trace);
  SubgraphQuestion question;
  question.became.push_back("arith.addi");
  auto part = findSubgraph(*lineage, question);
  ASSERT_TRUE(bool(part));
  auto dumpedPart = [&](DumpFormat format) {
    std::string text;
    llvm::raw_string_ostream out(text);
    dump(*lineage, format, out, &*part);
    return text;
  };
  llvm::json::Value value = parsed(dumpedPart(DumpFormat::Json));
  const llvm::json::Object &root = *value.getAsObject();
  EXPECT_EQ((*root.getObject("selection")->getArray("became"))[0].getAsString(),
            "arith.addi");
  const llvm::json::Array &ops = *root.getArray("ops");
  ASSERT_EQ(ops.size(), 3u);
  EXPECT_EQ(ops[0].getAsObject()->getBoolean("other"), true);
  EXPECT_FALSE(ops[1].getAsObject()->getBoolean("other"));
  EXPECT_EQ(root.getArray("edges")->size(), 1u);
  // The pass around the pattern, and not the pass after it.
  const llvm::json::Array &actions = *root.getArray("actions");
  ASSERT_EQ(actions.size(), 2u);
  EXPECT_EQ(actions[0].getAsObject()->getBoolean("other"), true);
  EXPECT_EQ(actions[1].getAsObject()->getInteger("id"), 3);
  std::string dot = dumpedPart(DumpFormat::Dot);
  EXPECT_NE(dot.find("op2 -> op3"), std::string::npos) << dot;
  EXPECT_EQ(dot.find("op1 "), std::string::npos) << dot;
  std::string text = dumpedPart(DumpFormat::Text);
  EXPECT_NE(text.find("selection: became arith.addi\nactions: 1\nops: 2, 1 "
                      "alive, 1 replaced\nedges: 1, 1 replaced\n"),
            std::string::npos)
      << text;
  ExportOptions options;
  options.part = &*part;
  EXPECT_EQ(llvm::StringRef(exported(*lineage, options)).count("begin "), 1u);
}

TEST(Dump, TextSumsUp) {
  Folding trace;
  WrittenTrace lineage(trace);
  std::string text = dumped(*lineage, DumpFormat::Text);
  EXPECT_NE(text.find("ops: 3, 2 alive, 1 replaced\nedges: 1, 1 replaced\n"),
            std::string::npos)
      << text;
}

TEST(Dump, FormatFollowsTheExtensionAndErrorsNameTheFile) {
  EXPECT_EQ(dumpFormatFor("a/b.json"), DumpFormat::Json);
  EXPECT_EQ(dumpFormatFor("b.gv"), DumpFormat::Dot);
  EXPECT_EQ(dumpFormatFor("b.sqlite"), DumpFormat::Sqlite);
  EXPECT_EQ(dumpFormatFor("b"), DumpFormat::Text);
  Folding trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(
      messageOf(dumpToFile(*lineage, DumpFormat::Json, "/no/such/x.json")),
      "cannot create '/no/such/x.json': No such file or directory");
  EXPECT_EQ(messageOf(dumpToFile(*lineage, DumpFormat::Text, "/dev/full")),
            "cannot write '/dev/full': No space left on device");
}

TEST(ActionLog, TextTellsBeginsAndEnds) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "arith.addi", trace.place("in.mlir", 2));
  trace.beginPass("canonicalize", Module);
  trace.leaf("Other", A);
  trace.beginPattern("Fold", A);
  trace.create(B, "arith.constant");
  trace.end();
  trace.end(ActionResult::Unknown);
  trace.beginPass("cse", Module);
  WrittenTrace lineage(trace);
  EXPECT_EQ(
      exported(*lineage, {}),
      "begin a1 pass-execution 'Pass-canonicalize' as canonicalize on "
      "builtin.module #1\n"
      "  begin a2 apply-pattern 'Other' in canonicalize on arith.addi #2 at "
      "in.mlir:2:1\n"
      "  end a2 failure unchanged 5ns\n"
      "  begin a3 apply-pattern 'Fold' in canonicalize on arith.addi #2 at "
      "in.mlir:2:1\n"
      "  end a3 success changed 100ns made arith.constant #3\n"
      "end a1 unknown changed 250ns\n"
      "begin a4 pass-execution 'Pass-cse' as cse on builtin.module #1 (did not "
      "end)\n");
}

TEST(ActionLog, JsonLinesAreJson) {
  Folding trace;
  WrittenTrace lineage(trace);
  ExportOptions options;
  options.format = LogFormat::JsonLines;
  std::string text = exported(*lineage, options);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  ASSERT_EQ(lines.size(), 7u);
  for (llvm::StringRef line : lines)
    parsed(line);
  llvm::json::Value begin = parsed(lines[3]), end = parsed(lines[4]);
  EXPECT_EQ(begin.getAsObject()->getString("event"), "begin");
  EXPECT_EQ(begin.getAsObject()->getInteger("action"), 3);
  EXPECT_EQ(begin.getAsObject()->getString("pass"), "canonicalize");
  EXPECT_EQ(begin.getAsObject()->getString("location"), "in.mlir:2:1");
  EXPECT_EQ(end.getAsObject()->getString("result"), "success");
  EXPECT_EQ(end.getAsObject()->getArray("made")->size(), 1u);
}

TEST(ActionLog, FiltersKeepWhatMatchesThemAll) {
  Folding trace;
  WrittenTrace lineage(trace);
  auto count = [&](std::initializer_list<llvm::StringRef> filters) {
    ExportOptions options;
    for (llvm::StringRef filter : filters)
      EXPECT_EQ(messageOf(options.filter.add(filter)), "");
    std::string text = exported(*lineage, options);
    if (llvm::StringRef(text).starts_with("error"))
      return text;
    return std::to_string(llvm::StringRef(text).count("begin "));
  };
  EXPECT_EQ(count({}), "4");
  EXPECT_EQ(count({"in.mlir:2"}), "2");
  EXPECT_EQ(count({"pass=canonicalize"}), "3");
  EXPECT_EQ(count({"Pass-cse"}), "1");
  EXPECT_EQ(count({"pattern=/Ot.*r/"}), "1");
  EXPECT_EQ(count({"op=arith.addi"}), "2");
  EXPECT_EQ(count({"addi"}), "2");
  EXPECT_EQ(count({"tag=pass-execution"}), "2");
  EXPECT_EQ(count({"pass=canonicalize", "tag=apply-pattern", "Other"}), "1");
  EXPECT_EQ(count({"descendants=in.mlir:2"}), "2");
  EXPECT_EQ(count({"pass=canonicalise"}),
            "error: no pass in this trace is named 'canonicalise'; did you "
            "mean 'canonicalize'?");
  EXPECT_EQ(count({"in.mlir:7"}), "error: no op comes from 'in.mlir:7'; the "
                                  "nearest line with ops is 2");
  ActionFilter filter;
  EXPECT_NE(messageOf(filter.add("pass=")), "");
}

TEST(ActionLog, FormatsByName) {
  EXPECT_EQ(*parseLogFormat("chrome"), LogFormat::ChromeTrace);
  EXPECT_EQ(
      messageOf(parseLogFormat("xml").takeError()),
      "no format 'xml'; the formats are log, jsonl, chrome, collapsed and "
      "patches");
}

/// Slices of one thread must lie in each other or apart.
void expectNesting(const llvm::json::Array &events) {
  std::map<int64_t, std::vector<std::pair<int64_t, int64_t>>> open;
  auto nanoseconds = [](const llvm::json::Object &event, const char *key) {
    return int64_t(*event.getNumber(key) * 1000 + 0.5);
  };
  for (const llvm::json::Value &value : events) {
    const llvm::json::Object &event = *value.getAsObject();
    if (event.getString("ph") != "X")
      continue;
    auto &stack = open[*event.getInteger("tid")];
    int64_t begin = nanoseconds(event, "ts");
    int64_t end = begin + nanoseconds(event, "dur");
    while (!stack.empty() && stack.back().second <= begin &&
           stack.back().first != begin)
      stack.pop_back();
    if (!stack.empty()) {
      EXPECT_GE(begin, stack.back().first);
    }
    if (!stack.empty() && begin < stack.back().second) {
      EXPECT_LE(end, stack.back().second);
    }
    stack.emplace_back(begin, end);
  }
}

TEST(ChromeTrace, HasASliceForEachAction) {
  Folding trace;
  WrittenTrace lineage(trace);
  ExportOptions options;
  options.format = LogFormat::ChromeTrace;
  llvm::json::Value value = parsed(exported(*lineage, options));
  const llvm::json::Array &events =
      *value.getAsObject()->getArray("traceEvents");
  expectNesting(events);
  EXPECT_EQ(events[0].getAsObject()->getObject("args")->getString("name"),
            "mlir-opt");
  std::vector<const llvm::json::Object *> slices;
  for (const llvm::json::Value &event : events)
    if (event.getAsObject()->getString("ph") == "X")
      slices.push_back(event.getAsObject());
  ASSERT_EQ(slices.size(), 4u);
  EXPECT_EQ(slices[1]->getString("name"), "Other");
  EXPECT_EQ(slices[1]->getInteger("pid"), 42);
  EXPECT_EQ(slices[1]->getNumber("dur"), 0.005);
  const llvm::json::Object &arguments = *slices[2]->getObject("args");
  EXPECT_EQ(arguments.getString("op"), "arith.addi");
  EXPECT_EQ(arguments.getString("location"), "in.mlir:2:1");
  EXPECT_EQ(arguments.getInteger("number"), 3);
  EXPECT_EQ(arguments.getString("result"), "success");
  EXPECT_EQ(arguments.getInteger("made"), 1);
}

TEST(ChromeTrace, ShortActionsFoldIntoACounter) {
  Folding trace;
  WrittenTrace lineage(trace);
  ExportOptions options;
  options.format = LogFormat::ChromeTrace;
  options.foldBelow = std::chrono::nanoseconds(50);
  llvm::json::Value value = parsed(exported(*lineage, options));
  int slices = 0, counted = 0;
  for (const llvm::json::Value &event :
       *value.getAsObject()->getArray("traceEvents")) {
    slices += event.getAsObject()->getString("ph") == "X";
    if (event.getAsObject()->getString("ph") == "C")
      counted += *event.getAsObject()->getObject("args")->getInteger("begun");
  }
  EXPECT_EQ(slices, 2);
  EXPECT_EQ(counted, 2);
}

TEST(ChromeTrace, BrokenTimesStillNest) {
  TraceWriter trace;
  uint32_t pass = trace.actionKind("pass-execution", "P", "p");
  uint32_t pattern = trace.actionKind("apply-pattern", "Q");
  auto begin = [&](uint32_t kind, uint64_t time) {
    trace.event(EventKind::ActionBegin, 0, time, kind);
  };
  auto end = [&](uint32_t kind, uint64_t time) {
    trace.event(EventKind::ActionEnd, 0, time, kind);
  };
  begin(pass, 10000);
  begin(pattern, 5000);
  end(pattern, 90000);
  begin(pattern, 20000);
  end(pattern, 21000);
  end(pass, 30000);
  begin(pattern, 1000);
  WrittenTrace lineage(trace);
  ExportOptions options;
  options.format = LogFormat::ChromeTrace;
  llvm::json::Value value = parsed(exported(*lineage, options));
  expectNesting(*value.getAsObject()->getArray("traceEvents"));
}
} // namespace
