//===- TrackRows.cpp ------------------------------------------------------===//

#include "queries/TrackRows.h"

#include "graph/Nesting.h"
#include "graph/Outermost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <fmt/format.h>
#include <tuple>

namespace mlir::trackdbg {

llvm::StringRef toString(TrackKey key) {
  switch (key) {
  case TrackKey::Function:
    return "function";
  case TrackKey::Line:
    return "line";
  case TrackKey::Result:
    return "result";
  }
  return "function";
}

llvm::Expected<TrackKey> parseTrackKey(llvm::StringRef text) {
  auto key = llvm::StringSwitch<std::optional<TrackKey>>(text)
                 .Case("function", TrackKey::Function)
                 .Case("line", TrackKey::Line)
                 .Case("result", TrackKey::Result)
                 .Default(std::nullopt);
  if (key)
    return *key;
  return llvm::createStringError(
      fmt::format("invalid value \"{}\" for --by: expected function, line or "
                  "result",
                  text.str()));
}

TrackRows::TrackRows(const Lineage &lineage, TrackKey by)
    : lineage(lineage), inputOps(lineage), by(by),
      start(by == TrackKey::Function ? &lineage.nestingAt(Moment::start())
                                     : nullptr) {}

void TrackRows::add(const TrackedOp &tracked) {
  bool did = tracked.way != TrackedAs::Not;
  TrackRow &row = rows[keyOf(tracked, did)];
  if (row.total == 0) {
    row.name = nameOf(tracked);
    if (by == TrackKey::Result && !did)
      row.ended = tracked.other.ended;
  }
  ++row.total;
  row.did += did;
}

std::vector<TrackRow> TrackRows::take() {
  std::vector<TrackRow> result;
  for (auto &[key, row] : rows)
    result.push_back(std::move(row));
  if (by == TrackKey::Result)
    llvm::sort(result, [](const TrackRow &a, const TrackRow &b) {
      return std::tuple(b.did, b.total, a.name, a.ended) <
             std::tuple(a.did, a.total, b.name, b.ended);
    });
  return result;
}

TrackRows::Key TrackRows::keyOf(const TrackedOp &tracked, bool did) {
  switch (by) {
  case TrackKey::Function:
    return {functionOf(tracked.op.id), 0};
  case TrackKey::Line: {
    SourcePlace place = placeOf(tracked.op.id);
    return {place.fileId, place.line};
  }
  case TrackKey::Result:
    return {lineage.opNameId(tracked.other.id),
            did ? 0 : 1 + uint64_t(tracked.other.ended)};
  }
  return {};
}

std::string TrackRows::nameOf(const TrackedOp &tracked) {
  if (by == TrackKey::Result)
    return tracked.other.name;
  if (by == TrackKey::Line) {
    SourcePlace place = placeOf(tracked.op.id);
    place.column = 0;
    return place ? lineage.definitions().placeText(place) : "";
  }
  OpId function = functionOf(tracked.op.id);
  llvm::StringRef symbol = lineage.symbol(function);
  if (function == 0 || !symbol.empty())
    return function == 0 ? "" : "@" + symbol.str();
  return fmt::format("#{} {}", function, lineage.opName(function).str());
}

/// The function of the input around an op, or around what it was made from.
OpId TrackRows::functionOf(OpId op) {
  constexpr unsigned kMaxNesting = 256;
  OpId around = inputOps.find(op);
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    if (aroundKindOf(lineage.opName(around)) == AroundKind::Function)
      return around;
    // What is of a later input was not there then.
    OpId before = start->parentOf(around);
    around = before != 0 ? before : lineage.op(around).parent;
  }
  return 0;
}

} // namespace mlir::trackdbg
