//===- JsonDump.cpp - The whole graph as JSON -----------------------------===//
//
// LINEAGE_JSON.md describes what is written here.
//
//===----------------------------------------------------------------------===//

#include "export/JsonDump.h"

#include "export/Dump.h"
#include "export/JsonText.h"
#include "graph/GraphEdges.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::trackdbg {

namespace {
class JsonDump {
public:
  JsonDump(const Lineage &lineage, llvm::raw_ostream &out)
      : lineage(lineage), definitions(lineage.definitions()), text(out) {}

  void run() {
    writeHead();
    writeLocations();
    writeActions();
    writeOps();
    writeEdges();
    text.put("\n]}\n");
  }

private:
  void writeHead();
  void writeLocations();
  void writeActions();
  void writeOps();
  void writeEdges();

  const std::string &quoted(uint32_t string) {
    return strings.get(string,
                       [&](uint32_t id) { return definitions.string(id); });
  }
  /// Before each element of a list.
  void separate() {
    text.put(first ? "\n" : ",\n");
    first = false;
  }
  void beginList(llvm::StringRef name) {
    text.put("\"", name, "\":[");
    first = true;
  }
  void endList() { text.put("\n],\n"); }

  const Lineage &lineage;
  const Definitions &definitions;
  TextBuffer text;
  QuotedStrings strings;
  bool first = true;
};

void JsonDump::writeHead() {
  text.put("{\"format\":\"mlir-track-dbg lineage\",\"version\":1,\n"
           "\"command\":[");
  llvm::StringRef separator;
  for (const std::string &argument : definitions.commandLine()) {
    text.put(separator, quoteJson(argument));
    separator = ",";
  }
  text.put("],\n\"directory\":", quoteJson(definitions.workingDirectory()),
           ",\n");
  if (!lineage.trace().problem().empty())
    text.put("\"problem\":", quoteJson(lineage.trace().problem()), ",\n");
}

void JsonDump::writeLocations() {
  llvm::BitVector used(definitions.locationLimit());
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (uint32_t location = lineage.op(id).location; location < used.size())
      used.set(location);
  beginList("locations");
  for (unsigned id : used.set_bits()) {
    if (id == 0)
      continue;
    separate();
    text.put("{\"id\":", id,
             ",\"text\":", quoteJson(definitions.locationText(id)));
    if (SourcePlace place = definitions.place(id))
      text.put(",\"file\":", quoted(place.fileId), ",\"line\":", place.line,
               ",\"column\":", place.column);
    if (Definitions::Range range = definitions.range(id); range.isLong())
      text.put(",\"endLine\":", range.endLine,
               ",\"endColumn\":", range.endColumn);
    text.put("}");
  }
  endList();
}

void JsonDump::writeActions() {
  // Of each kind the same words come again and again.
  std::vector<std::string> kinds(definitions.actionKindLimit() + 1);
  auto kindText = [&](uint32_t kind) -> const std::string & {
    std::string &known = kinds[kind < kinds.size() ? kind : 0];
    if (known.empty()) {
      ActionKindInfo info = definitions.actionKind(kind);
      known = "\"tag\":" + quoteJson(info.tag) +
              ",\"name\":" + quoteJson(info.name) +
              ",\"argument\":" + quoteJson(info.argument);
    }
    return known;
  };
  beginList("actions");
  const TraceFile &trace = lineage.trace();
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    ActionInfo action = lineage.action(id);
    separate();
    text.put("{\"id\":", id, ",", kindText(action.kind));
    if (action.text != 0)
      text.put(",\"text\":", quoteJson(definitions.string(action.text)));
    text.put(",\"parent\":", action.parent, ",\"op\":", action.rootOp,
             ",\"thread\":", action.thread,
             ",\"begin\":", trace.nanoseconds(action.begin));
    if (action.ended)
      text.put(",\"duration\":", trace.durationNanoseconds(action.duration));
    text.put(",\"result\":\"", resultText(action.result),
             "\",\"changed\":", action.changed, ",\"made\":", action.opsMade,
             "}");
  }
  endList();
}

void JsonDump::writeOps() {
  beginList("ops");
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    OpInfo op = lineage.op(id);
    separate();
    text.put("{\"id\":", id, ",\"name\":", quoted(op.nameId),
             ",\"location\":", op.location, ",\"parent\":", op.parent,
             ",\"born\":", op.birthAction, ",\"state\":\"", toString(op.ended),
             "\"");
    if (!op.isAlive())
      text.put(",\"ended\":", op.endAction);
    if (llvm::StringRef symbol = lineage.symbol(id); !symbol.empty())
      text.put(",\"symbol\":", quoteJson(symbol));
    text.put("}");
  }
  endList();
}

void JsonDump::writeEdges() {
  beginList("edges");
  forEachEdge(lineage, kExportedLocationEdges,
              [&](const Edge &edge, bool more) {
                separate();
                text.put("{\"from\":", edge.from, ",\"to\":", edge.to,
                         ",\"action\":", edge.action, ",\"evidence\":\"",
                         toString(edge.evidence), "\",\"strength\":\"",
                         toString(strengthOf(edge.rule)), "\",\"rule\":\"",
                         toString(edge.rule), "\",\"role\":\"",
                         toString(edge.role), "\"");
                text.put(more ? ",\"more\":true}" : "}");
              });
}
} // namespace

void dumpJson(const Lineage &lineage, llvm::raw_ostream &out) {
  JsonDump(lineage, out).run();
}

} // namespace mlir::trackdbg
