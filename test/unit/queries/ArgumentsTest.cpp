//===- ArgumentsTest.cpp - Arguments of blocks that are asked for ---------===//

#include "support/TraceWriter.h"

#include "queries/ArgumentCount.h"
#include "queries/Queries.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops and blocks.
constexpr uint64_t Func = 0x10, A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0;
constexpr uint64_t Entry = 0x1000, Other = 0x2000;

/// #1 is a function with two blocks. Argument 0 of the first takes over from
/// #2. #4 is used where argument 1 was, and #5 is made from argument 2.
struct OneFunction : TraceWriter {
  OneFunction() {
    create(Func, "func.func"); // #1
    symbol(Func, "f");
    event(EventKind::BlockParent, Entry, Func, /*name=*/1);
    event(EventKind::BlockParent, Other, Func);
    create(A, "arith.addi", 0, Entry); // #2
    create(B, "test.user", 0, Entry);  // #3
    create(C, "test.c", 0, Other);     // #4
    beginPass("canonicalize", Func);   // 1
    replace(A, argumentRef(Entry, 0));
    erase(A);
    operandChanged(B, 0, argumentRef(Entry, 1), C);
    end();
    begin("apply-conversion", "", Func); // 2
    uses({argumentRef(Entry, 2)});
    create(D, "builtin.unrealized_conversion_cast"); // #5
    uses({D});
    create(0xe0, "test.e"); // #6
    replace(D, 0xe0);
    erase(D);
    end();
  }
};

/// The lines of a tree: "argument 0 of #1: = #2 @1", "  #5 expanded@2".
List linesOf(llvm::Expected<LineageTree> tree) {
  if (!tree)
    return {"error: " + llvm::toString(tree.takeError())};
  List lines;
  for (const LineageNode &node : tree->nodes) {
    std::string line(2 * node.depth, ' ');
    if (node.op.argument)
      line += fmt::format("argument {} of ", node.op.argument->number);
    line += fmt::format("#{}", node.op.id);
    if (node.evidence)
      line += fmt::format(" {}@{}", toString(*node.evidence).str(),
                          node.action.number);
    for (const Beside &beside : node.beside)
      line += fmt::format(" = #{}@{}", beside.op.id, beside.action.number);
    lines.push_back(line);
  }
  return lines;
}

List becameOf(TraceWriter &trace, llvm::StringRef spec,
              const QueryOptions &options = {}) {
  return linesOf(became(*WrittenTrace(trace), spec, options));
}
List originOf(TraceWriter &trace, llvm::StringRef spec,
              const QueryOptions &options = {}) {
  return linesOf(origin(*WrittenTrace(trace), spec, options));
}

TEST(Arguments, CameFromWhatTheyTookOver) {
  OneFunction trace;
  EXPECT_EQ(originOf(trace, "#1:arg0"), List({"argument 0 of #1 = #2@1"}));
  EXPECT_EQ(originOf(trace, "@f:arg0"), List({"argument 0 of #1 = #2@1"}));
  EXPECT_EQ(originOf(trace, "#1:arg1"), List({"argument 1 of #1"}));
}

TEST(Arguments, BecameWhatIsUsedWhereTheyWere) {
  OneFunction trace;
  EXPECT_EQ(becameOf(trace, "#1:arg1"), List({"argument 1 of #1 = #4@1"}));
  EXPECT_EQ(becameOf(trace, "#1:arg0"), List({"argument 0 of #1"}));
}

TEST(Arguments, BecameWhatWasMadeFromThem) {
  OneFunction trace;
  QueryOptions options;
  options.fold = Fold::Nothing;
  EXPECT_EQ(becameOf(trace, "#1:arg2", options),
            List({"argument 2 of #1", "  #5 expanded@2", "    #6 replaced@2"}));
}

TEST(Arguments, ThroughGoesOnFromWhatStandsForThem) {
  OneFunction trace;
  QueryOptions options;
  options.through = true;
  EXPECT_EQ(becameOf(trace, "#1:arg1", options),
            List({"argument 1 of #1", "  #4 replaced@1"}));
  EXPECT_EQ(originOf(trace, "#1:arg0", options),
            List({"argument 0 of #1", "  #2 replaced@1"}));
}

TEST(Arguments, AMomentHidesWhatComesLater) {
  OneFunction trace;
  QueryOptions options;
  options.at = Moment::start();
  EXPECT_EQ(becameOf(trace, "#1:arg1", options), List({"argument 1 of #1"}));
  EXPECT_EQ(becameOf(trace, "#1:arg2", options), List({"argument 2 of #1"}));
}

TEST(Arguments, AreThoseOfTheBlockAtAStop) {
  OneFunction trace;
  WrittenTrace lineage(trace);
  QueryOptions options;
  uint64_t block = 0;
  options.resolver = [&](llvm::StringRef) -> llvm::Expected<LiveValue> {
    return LiveValue{block, 1};
  };
  block = Entry;
  EXPECT_EQ(linesOf(became(*lineage, "%arg1", options)),
            List({"argument 1 of #1 = #4@1"}));
  block = Other;
  EXPECT_EQ(linesOf(became(*lineage, "%1", options)),
            List({"argument 1 of #1"}));
  block = 0x3000;
  EXPECT_EQ(linesOf(became(*lineage, "%1", options)),
            List({"error: the birth of '%1' is not in the trace; it may be "
                  "older than the recording"}));
}

TEST(Arguments, AreNoOps) {
  OneFunction trace;
  WrittenTrace lineage(trace);
  auto failure = [&](llvm::StringRef spec) {
    return messageOf(resolveOps(*lineage, spec).takeError());
  };
  EXPECT_EQ(failure("#1:arg0"),
            "'#1:arg0' is argument 0 of #1 func.func, and not an op; 'became' "
            "and 'origin' take arguments, and '#1' names the op that holds it");
  EXPECT_EQ(messageOf(history(*lineage, "@f:arg1").takeError()),
            "'@f:arg1' is argument 1 of #1 func.func, and not an op; 'became' "
            "and 'origin' take arguments, and '#1' names the op that holds it");
}

TEST(Arguments, OfAWrongNameAreRefused) {
  OneFunction trace;
  EXPECT_EQ(becameOf(trace, "#1:argX"),
            List({"error: '#1:argX' does not name an argument; write it as "
                  "'#1:arg0'"}));
  EXPECT_EQ(becameOf(trace, "#1:arg"),
            List({"error: '#1:arg' does not name an argument; write it as "
                  "'#1:arg0'"}));
  EXPECT_EQ(becameOf(trace, "#2:arg0"),
            List({"error: '#2' has no arguments: #2 arith.addi holds no "
                  "block"}));
  EXPECT_EQ(becameOf(trace, "#9:arg0"),
            List({"error: no op #9: the ops so far are #1 to #6"}));
  EXPECT_EQ(becameOf(trace, "#1:arg0:arg0"),
            List({"error: '#1:arg0' is argument 0 of #1 func.func, and not an "
                  "op; 'became' and 'origin' take arguments, and '#1' names "
                  "the op that holds it"}));
  // Too large a number to be one.
  EXPECT_EQ(becameOf(trace, "#1:arg99999999999"),
            List({"error: '#1:arg99999999999' does not name an argument; write "
                  "it as '#1:arg0'"}));
}

TEST(Arguments, AnOpOfSeveralHasAnEdgeFromEach) {
  TraceWriter trace;
  trace.create(Func, "func.func"); // #1
  trace.event(EventKind::BlockParent, Entry, Func, /*name=*/1);
  trace.begin("apply-conversion", "", Func);
  trace.uses({argumentRef(Entry, 0), argumentRef(Entry, 1)});
  trace.create(A, "builtin.unrealized_conversion_cast"); // #2
  trace.create(B, "test.b");                             // #3
  trace.replace(A, B);
  trace.end();
  QueryOptions one;
  one.depth = 1;
  for (llvm::StringRef argument : {"0", "1"})
    EXPECT_EQ(
        becameOf(trace, ("#1:arg" + argument).str(), one),
        List({"argument " + argument.str() + " of #1", "  #2 expanded@1"}));
  EXPECT_EQ(originOf(trace, "#2", one),
            List({"#2", "  argument 0 of #1 expanded@1",
                  "  argument 1 of #1 expanded@1"}));
}
TEST(Arguments, AreCountedWhereAFunctionIsPrinted) {
  EXPECT_EQ(countArguments("func.func @f() {"), 0u);
  EXPECT_EQ(countArguments("func.func private @f(%arg0: i32) -> i32 {"), 1u);
  EXPECT_EQ(countArguments("llvm.func @\"a(b\"(%a: !llvm.struct<(i32, ptr)>, "
                           "%b: i32 {x.y = \"),(\"}) {"),
            2u);
  EXPECT_EQ(countArguments("func.func @f(%f: (i32, i32) -> i32, %m: memref<4xf3"
                           "2, affine_map<(d0) -> (d0)>>, %n: index) {"),
            3u);
  for (llvm::StringRef line :
       {"", "func.func @", "func.func @f", "func.func @f(", "func.func @f()",
        "func.func private @f(i32, i32)", "func.func @f(%a: i32",
        "func.func @f(%a: \"", "func.func @\"f", "\"func.func\"() <{sym_name",
        "call @f(%0) {", "gpu.func @f(%a: i32) workgroup(%b: i32) {"})
    EXPECT_EQ(countArguments(line), std::nullopt) << line.str();
}

} // namespace
