//===- JsonDump.cpp - The graph as JSON -----------------------------------===//
//
// LINEAGE_JSON.md describes what is written here.
//
//===----------------------------------------------------------------------===//

#include "export/JsonDump.h"

#include "export/Exported.h"
#include "export/JsonText.h"

namespace mlir::trackdbg {

namespace {
/// Raised with every change that an older reader would misread.
constexpr unsigned kVersion = 2;

/// Tells what is there only because another one names it.
llvm::StringRef otherMark(bool isOther) {
  return isOther ? ",\"other\":true" : "";
}

class JsonDump {
public:
  JsonDump(const Lineage &lineage, const Subgraph *part, llvm::raw_ostream &out)
      : lineage(lineage), definitions(lineage.definitions()), part(part),
        exported(lineage, part), sets(lineage), text(out) {}

  void run() {
    writeHead();
    writeLocations();
    writeActions();
    writeOps();
    writeEdges();
    writeTakeovers();
    writeSets();
    text.put("\n]}\n");
  }

private:
  void writeHead();
  void writeLocations();
  void writeActions();
  void writeOps();
  void writeEdges();
  void writeTakeovers();
  void writeSets();

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
  void putEnd(const TakeoverEnd &end) {
    text.put("{\"op\":", end.op);
    if (end.argument)
      text.put(",\"argument\":", end.argument->number,
               ",\"block\":", end.argument->block,
               ",\"ofEntryBlock\":", end.argument->isOfEntry);
    text.put("}");
  }
  /// A list within a line.
  void putNumbers(llvm::ArrayRef<uint32_t> numbers) {
    text.put("[");
    llvm::StringRef separator;
    for (uint32_t number : numbers) {
      text.put(separator, number);
      separator = ",";
    }
    text.put("]");
  }

  const Lineage &lineage;
  const Definitions &definitions;
  const Subgraph *part;
  Exported exported;
  OpSets sets;
  TextBuffer text;
  QuotedStrings strings;
  bool first = true;
};

void JsonDump::writeHead() {
  text.put("{\"format\":\"mlir-track-dbg lineage\",\"version\":", kVersion,
           ",\n\"trace\":", lineage.trace().id(), ",\n\"command\":[");
  llvm::StringRef separator;
  for (const std::string &argument : definitions.commandLine()) {
    text.put(separator, quoteJson(argument));
    separator = ",";
  }
  text.put("],\n\"directory\":", quoteJson(definitions.workingDirectory()),
           ",\n");
  if (!lineage.trace().problem().empty())
    text.put("\"problem\":", quoteJson(lineage.trace().problem()), ",\n");
  if (part)
    text.put("\"selection\":", quoteQuestion(part->question), ",\n");
}

void JsonDump::writeLocations() {
  llvm::BitVector used = exported.locations();
  beginList("locations");
  for (unsigned id : used.set_bits()) {
    separate();
    text.put("{\"id\":", id,
             ",\"text\":", quoteJson(definitions.locationText(id)));
    if (SourcePlace place = definitions.place(id))
      text.put(",\"file\":", quoted(place.fileId), ",\"line\":", place.line,
               ",\"column\":", place.column);
    if (Definitions::Range range = definitions.range(id); range.isLong())
      text.put(",\"endLine\":", range.endLine,
               ",\"endColumn\":", range.endColumn);
    if (auto parts = definitions.parts(id); !parts.empty()) {
      text.put(",\"parts\":");
      putNumbers(parts);
    }
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
  exported.forEachAction([&](const ActionInfo &action) {
    separate();
    text.put("{\"id\":", action.id, ",", kindText(action.kind));
    if (action.text != 0)
      text.put(",\"text\":", quoteJson(definitions.string(action.text)));
    text.put(",\"parent\":", action.parent, ",\"op\":", action.rootOp,
             ",\"thread\":", action.thread,
             ",\"begin\":", trace.nanoseconds(action.begin));
    if (action.ended)
      text.put(",\"duration\":",
               trace.durationNanoseconds(lineage.elapsed(action)));
    text.put(",\"result\":\"", resultText(action.result),
             "\",\"changed\":", action.changed, ",\"made\":", action.opsMade,
             otherMark(exported.isOtherAction(action.id)), "}");
  });
  endList();
}

void JsonDump::writeOps() {
  beginList("ops");
  exported.forEachOp([&](const OpInfo &op) {
    separate();
    text.put("{\"id\":", op.id, ",\"name\":", quoted(op.nameId),
             ",\"location\":", exported.locationOf(op),
             ",\"parent\":", op.parent, ",\"born\":", op.birthAction,
             ",\"state\":\"", toString(op.ended), "\"");
    if (!op.isAlive())
      text.put(",\"ended\":", op.endAction);
    if (llvm::StringRef symbol = lineage.symbol(op.id); !symbol.empty())
      text.put(",\"symbol\":", quoteJson(symbol));
    text.put(otherMark(exported.isOtherOp(op.id)), "}");
  });
  endList();
}

void JsonDump::writeEdges() {
  beginList("edges");
  exported.forEachEdge(kExportedLocationEdges, [&](const Edge &edge,
                                                   bool more) {
    separate();
    text.put("{\"from\":", edge.from, ",\"to\":", edge.to,
             ",\"action\":", edge.action, ",\"evidence\":\"",
             toString(edge.evidence), "\",\"strength\":\"",
             toString(strengthOf(edge.rule)), "\",\"rule\":\"",
             toString(edge.rule), "\",\"role\":\"", toString(edge.role), "\"");
    if (edge.argument)
      text.put(",\"argument\":", edge.argument->number);
    if (more)
      text.put(",\"more\":true");
    if (uint32_t set = more ? sets.setOf(edge.to) : 0)
      text.put(",\"set\":", set);
    text.put("}");
  });
  endList();
}

void JsonDump::writeTakeovers() {
  beginList("takeovers");
  exported.forEachTakeover(
      [&](const TakeoverEnd &from, const TakeoverEnd &to, ActionId action) {
        separate();
        text.put("{\"from\":");
        putEnd(from);
        text.put(",\"to\":");
        putEnd(to);
        text.put(",\"action\":", action, "}");
      });
  endList();
}

void JsonDump::writeSets() {
  beginList("sets");
  sets.forEach([&](uint32_t number, llvm::ArrayRef<OpId> ops, bool more) {
    separate();
    text.put("{\"id\":", number, ",\"ops\":");
    putNumbers(ops);
    text.put(more ? ",\"more\":true}" : "}");
  });
}
} // namespace

void dumpJson(const Lineage &lineage, const Subgraph *part,
              llvm::raw_ostream &out) {
  JsonDump(lineage, part, out).run();
}

} // namespace mlir::trackdbg
