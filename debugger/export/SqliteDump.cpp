//===- SqliteDump.cpp - The whole graph as an SQLite database -------------===//
//
// LINEAGE_SQLITE.md describes what is written here.
//
//===----------------------------------------------------------------------===//

#include "export/SqliteDump.h"

#include "export/Dump.h"
#include "export/JsonText.h"
#include "export/SqliteFile.h"
#include "graph/GraphEdges.h"
#include "graph/Moment.h"
#include "trace/Cancellation.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

namespace {
constexpr const char kTables[] = R"(
CREATE TABLE trace (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE locations (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE places (location INTEGER NOT NULL REFERENCES locations,
  file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  end_line INTEGER, end_column INTEGER);
CREATE TABLE stages (number INTEGER PRIMARY KEY,
  action INTEGER REFERENCES actions, reached INTEGER NOT NULL);
CREATE TABLE actions (id INTEGER PRIMARY KEY, tag TEXT NOT NULL,
  name TEXT NOT NULL, argument TEXT NOT NULL, text TEXT,
  parent INTEGER REFERENCES actions, pass INTEGER REFERENCES actions,
  stage INTEGER NOT NULL REFERENCES stages, op INTEGER REFERENCES ops,
  thread INTEGER NOT NULL, begin_ns INTEGER NOT NULL, duration_ns INTEGER,
  result TEXT NOT NULL, changed INTEGER NOT NULL, made INTEGER NOT NULL);
CREATE TABLE ops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, symbol TEXT,
  location INTEGER REFERENCES locations, parent INTEGER REFERENCES ops,
  born INTEGER REFERENCES actions, ended INTEGER REFERENCES actions,
  state TEXT NOT NULL);
CREATE TABLE edges (from_op INTEGER NOT NULL REFERENCES ops,
  to_op INTEGER NOT NULL REFERENCES ops,
  action INTEGER REFERENCES actions, evidence TEXT NOT NULL,
  strength TEXT NOT NULL, rule TEXT NOT NULL, role TEXT NOT NULL);
)";

// Made last: to sort once is faster than to insert in order.
constexpr const char kIndexes[] = R"(
CREATE INDEX places_of_location ON places (location);
CREATE INDEX places_of_line ON places (file, line);
CREATE INDEX actions_by_name ON actions (name);
CREATE INDEX actions_in_action ON actions (parent);
CREATE INDEX actions_in_pass ON actions (pass);
CREATE INDEX ops_by_name ON ops (name);
CREATE INDEX ops_at_location ON ops (location);
CREATE INDEX ops_born_in ON ops (born);
CREATE INDEX ops_ended_in ON ops (ended);
CREATE INDEX ops_in_op ON ops (parent);
CREATE INDEX edges_from ON edges (from_op);
CREATE INDEX edges_to ON edges (to_op);
CREATE INDEX edges_in ON edges (action);
)";

class SqliteDump {
public:
  SqliteDump(const Lineage &lineage, SqliteFile &file)
      : lineage(lineage), definitions(lineage.definitions()), file(file) {}

  llvm::Error run() {
    file.execute(kTables);
    writeTrace();
    writeLocations();
    writeStages();
    writeActions();
    writeOps();
    writeEdges();
    file.execute(kIndexes);
    return file.finish();
  }

private:
  void writeTrace();
  void writeLocations();
  void writeStages();
  void writeActions();
  void writeOps();
  void writeEdges();

  const Lineage &lineage;
  const Definitions &definitions;
  SqliteFile &file;
  std::vector<Stage> stages;
};

/// 0 is none, which the database calls NULL.
std::optional<int64_t> known(uint32_t id) {
  return id == 0 ? std::nullopt : std::optional<int64_t>(id);
}

void SqliteDump::writeTrace() {
  SqliteInsert insert(file, "INSERT INTO trace VALUES (?,?)");
  insert.row("format", "mlir-track-dbg lineage");
  insert.row("version", "1");
  insert.row("command", llvm::join(definitions.commandLine(), " "));
  insert.row("directory", definitions.workingDirectory());
  if (!lineage.trace().problem().empty())
    insert.row("problem", lineage.trace().problem());
}

void SqliteDump::writeLocations() {
  llvm::BitVector used(definitions.locationLimit());
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (uint32_t location = lineage.op(id).location; location < used.size())
      used.set(location);
  if (!used.empty())
    used.reset(0);
  {
    SqliteInsert insert(file, "INSERT INTO locations VALUES (?,?)");
    for (unsigned id : used.set_bits())
      insert.row(int64_t(id), definitions.locationText(id));
  }
  SqliteInsert insert(file, "INSERT INTO places VALUES (?,?,?,?,?,?)");
  for (unsigned id : used.set_bits()) {
    unsigned count = 0;
    definitions.forEachRange(id, [&](const Definitions::Range &range) {
      if (++count > LocationIndex::kMaxPlacesPerLocation)
        return;
      std::optional<int64_t> endLine, endColumn;
      if (range.isLong()) {
        endLine = range.endLine;
        endColumn = range.endColumn;
      }
      insert.row(int64_t(id), definitions.string(range.begin.fileId),
                 int64_t(range.begin.line), int64_t(range.begin.column),
                 endLine, endColumn);
    });
  }
}

void SqliteDump::writeStages() {
  stages = stagesOf(lineage);
  SqliteInsert insert(file, "INSERT INTO stages VALUES (?,?,?)");
  for (const Stage &stage : stages)
    insert.row(int64_t(stage.number), known(stage.pass),
               int64_t(stage.reached));
}

void SqliteDump::writeActions() {
  const TraceFile &trace = lineage.trace();
  SqliteInsert insert(
      file, "INSERT INTO actions VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    ActionInfo action = lineage.action(id);
    ActionKindInfo kind = definitions.actionKind(action.kind);
    std::optional<int64_t> duration;
    if (action.ended)
      duration = trace.durationNanoseconds(action.duration);
    std::optional<llvm::StringRef> text;
    if (action.text != 0)
      text = definitions.string(action.text);
    insert.row(int64_t(id), kind.tag, kind.name, kind.argument, text,
               known(action.parent), known(lineage.passOf(id)),
               int64_t(stageAround(stages, id).number), known(action.rootOp),
               int64_t(action.thread), int64_t(trace.nanoseconds(action.begin)),
               duration, resultText(action.result), int64_t(action.changed),
               int64_t(action.opsMade));
  }
}

void SqliteDump::writeOps() {
  SqliteInsert insert(file, "INSERT INTO ops VALUES (?,?,?,?,?,?,?,?)");
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    OpInfo op = lineage.op(id);
    llvm::StringRef symbol = lineage.symbol(id);
    insert.row(int64_t(id), definitions.string(op.nameId),
               symbol.empty() ? std::nullopt : std::optional(symbol),
               op.location < definitions.locationLimit() ? known(op.location)
                                                         : std::nullopt,
               known(op.parent), known(op.birthAction), known(op.endAction),
               toString(op.ended));
  }
}

void SqliteDump::writeEdges() {
  SqliteInsert insert(file, "INSERT INTO edges VALUES (?,?,?,?,?,?,?)");
  forEachEdge(lineage, kExportedLocationEdges, [&](const Edge &edge, bool) {
    insert.row(int64_t(edge.from), int64_t(edge.to), known(edge.action),
               toString(edge.evidence), toString(strengthOf(edge.rule)),
               toString(edge.rule), toString(edge.role));
  });
}
} // namespace

llvm::Error dumpSqlite(const Lineage &lineage, llvm::StringRef path) {
  if (path == "-")
    return llvm::createStringError(
        "an SQLite database cannot be written to standard output; name a file "
        "with -o");
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      status.type() == llvm::sys::fs::file_type::fifo_file)
    return llvm::createStringError(
        fmt::format("an SQLite database cannot be written to '{}', which is a "
                    "pipe; name another file",
                    path.str()));
  // What is there is replaced, whatever it is.
  if (llvm::Error error = writeFile(
          path, [](llvm::raw_ostream &) { return llvm::Error::success(); }))
    return error;
  llvm::Error result = [&] {
    SqliteFile file(path);
    return SqliteDump(lineage, file).run();
  }();
  return result ? std::move(result) : removeIfCancelled(path);
}

} // namespace mlir::trackdbg
