//===- SqliteDump.cpp - The graph as an SQLite database -------------------===//
//
// LINEAGE_SQLITE.md describes what is written here.
//
//===----------------------------------------------------------------------===//

#include "export/SqliteDump.h"

#include "export/Exported.h"
#include "export/JsonText.h"
#include "export/SqliteFile.h"
#include "graph/Moment.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

namespace {
/// Raised with every change that an older query would misread.
constexpr int64_t kVersion = 2;

// Every row says of which trace it is, so that databases can be put together
// as they are. No key begins with the trace: SQLite would take that for one
// that leaves few rows, and read all rows of a trace to find one.
constexpr const char kTables[] = R"(
CREATE TABLE traces (id INTEGER PRIMARY KEY, format TEXT NOT NULL,
  version INTEGER NOT NULL, command TEXT NOT NULL, directory TEXT NOT NULL,
  started_ns INTEGER, selection TEXT, problem TEXT);
CREATE TABLE locations (trace INTEGER NOT NULL REFERENCES traces,
  id INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (id, trace)) WITHOUT ROWID;
CREATE TABLE parts (trace INTEGER NOT NULL, location INTEGER NOT NULL,
  number INTEGER NOT NULL, part INTEGER NOT NULL,
  PRIMARY KEY (location, trace, number),
  FOREIGN KEY (location, trace) REFERENCES locations,
  FOREIGN KEY (part, trace) REFERENCES locations) WITHOUT ROWID;
CREATE TABLE places (trace INTEGER NOT NULL, location INTEGER NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL, column INTEGER NOT NULL,
  end_line INTEGER, end_column INTEGER,
  FOREIGN KEY (location, trace) REFERENCES locations);
CREATE TABLE stages (trace INTEGER NOT NULL REFERENCES traces,
  number INTEGER NOT NULL, action INTEGER, reached INTEGER NOT NULL,
  PRIMARY KEY (number, trace),
  FOREIGN KEY (action, trace) REFERENCES actions) WITHOUT ROWID;
CREATE TABLE actions (trace INTEGER NOT NULL REFERENCES traces,
  id INTEGER NOT NULL, tag TEXT NOT NULL,
  name TEXT NOT NULL, argument TEXT NOT NULL, text TEXT, parent INTEGER,
  pass INTEGER, stage INTEGER NOT NULL, op INTEGER, thread INTEGER NOT NULL,
  begin_ns INTEGER NOT NULL, duration_ns INTEGER, result TEXT NOT NULL,
  changed INTEGER NOT NULL, made INTEGER NOT NULL, other INTEGER NOT NULL,
  PRIMARY KEY (id, trace),
  FOREIGN KEY (parent, trace) REFERENCES actions,
  FOREIGN KEY (pass, trace) REFERENCES actions,
  FOREIGN KEY (stage, trace) REFERENCES stages,
  FOREIGN KEY (op, trace) REFERENCES ops) WITHOUT ROWID;
CREATE TABLE ops (trace INTEGER NOT NULL REFERENCES traces,
  id INTEGER NOT NULL, name TEXT NOT NULL, symbol TEXT, location INTEGER,
  parent INTEGER, born INTEGER, ended INTEGER, state TEXT NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (id, trace),
  FOREIGN KEY (location, trace) REFERENCES locations,
  FOREIGN KEY (parent, trace) REFERENCES ops,
  FOREIGN KEY (born, trace) REFERENCES actions,
  FOREIGN KEY (ended, trace) REFERENCES actions) WITHOUT ROWID;
CREATE TABLE edges (trace INTEGER NOT NULL, from_op INTEGER NOT NULL,
  to_op INTEGER NOT NULL, action INTEGER, evidence TEXT NOT NULL,
  strength TEXT NOT NULL, rule TEXT NOT NULL, role TEXT NOT NULL,
  argument INTEGER, more INTEGER NOT NULL, op_set INTEGER,
  FOREIGN KEY (from_op, trace) REFERENCES ops,
  FOREIGN KEY (to_op, trace) REFERENCES ops,
  FOREIGN KEY (action, trace) REFERENCES actions);
CREATE TABLE takeovers (trace INTEGER NOT NULL, from_op INTEGER NOT NULL,
  from_argument INTEGER, from_block INTEGER, from_entry INTEGER,
  to_op INTEGER NOT NULL, to_argument INTEGER, to_block INTEGER,
  to_entry INTEGER, action INTEGER,
  FOREIGN KEY (from_op, trace) REFERENCES ops,
  FOREIGN KEY (to_op, trace) REFERENCES ops,
  FOREIGN KEY (action, trace) REFERENCES actions);
CREATE TABLE op_sets (trace INTEGER NOT NULL, id INTEGER NOT NULL,
  op INTEGER NOT NULL, PRIMARY KEY (id, trace, op),
  FOREIGN KEY (op, trace) REFERENCES ops) WITHOUT ROWID;
)";

// Made last: to sort once is faster than to insert in order.
constexpr const char kIndexes[] = R"(
CREATE INDEX parts_by_part ON parts (part, trace);
CREATE INDEX places_of_location ON places (location, trace);
CREATE INDEX places_of_line ON places (file, line);
CREATE INDEX actions_by_name ON actions (name);
CREATE INDEX actions_by_argument ON actions (argument);
CREATE INDEX actions_in_action ON actions (parent, trace);
CREATE INDEX actions_in_pass ON actions (pass, trace);
CREATE INDEX actions_in_stage ON actions (stage, trace);
CREATE INDEX actions_on_op ON actions (op, trace);
CREATE INDEX ops_by_name ON ops (name);
CREATE INDEX ops_by_symbol ON ops (symbol) WHERE symbol IS NOT NULL;
CREATE INDEX ops_at_location ON ops (location, trace);
CREATE INDEX ops_born_in ON ops (born, trace);
CREATE INDEX ops_ended_in ON ops (ended, trace);
CREATE INDEX ops_in_op ON ops (parent, trace);
CREATE INDEX edges_from ON edges (from_op, trace);
CREATE INDEX edges_to ON edges (to_op, trace);
CREATE INDEX edges_in ON edges (action, trace);
CREATE INDEX takeovers_from ON takeovers (from_op, trace);
CREATE INDEX takeovers_to ON takeovers (to_op, trace);
CREATE INDEX takeovers_in ON takeovers (action, trace);
CREATE INDEX op_sets_with ON op_sets (op, trace);
)";

class SqliteDump {
public:
  SqliteDump(const Lineage &lineage, const Subgraph *part, SqliteFile &file)
      : lineage(lineage), part(part), exported(lineage, part),
        definitions(lineage.definitions()), file(file),
        trace(int64_t(lineage.trace().id())) {}

  llvm::Error run() {
    file.execute(kTables);
    writeTrace();
    writeLocations();
    writeStages();
    writeActions();
    writeOps();
    writeEdges();
    writeTakeovers();
    writeIndexes();
    return file.finish();
  }

private:
  void writeTrace();
  void writeLocations();
  void writeStages();
  void writeActions();
  void writeOps();
  void writeEdges();
  void writeTakeovers();
  void writeIndexes();

  const Lineage &lineage;
  const Subgraph *part;
  Exported exported;
  const Definitions &definitions;
  SqliteFile &file;
  const int64_t trace; ///< The number of it, in every row.
  std::vector<Stage> stages;
};

std::optional<int64_t> argumentOf(const Edge &edge) {
  return edge.argument ? std::optional<int64_t>(edge.argument->number)
                       : std::nullopt;
}

/// What a row says of the argument at an end.
struct ArgumentColumns {
  std::optional<int64_t> number, block, isOfEntry;

  explicit ArgumentColumns(const TakeoverEnd &end) {
    if (!end.argument)
      return;
    number = end.argument->number;
    block = end.argument->block;
    isOfEntry = end.argument->isOfEntry;
  }
};

/// 0 is none, which the database calls NULL.
std::optional<int64_t> known(uint32_t id) {
  return id == 0 ? std::nullopt : std::optional<int64_t>(id);
}

void SqliteDump::writeTrace() {
  SqliteInsert insert(file, "INSERT INTO traces VALUES (?,?,?,?,?,?,?,?)");
  llvm::StringRef problem = lineage.trace().problem();
  std::optional<int64_t> started;
  if (uint64_t time = lineage.trace().header().startedAt)
    started = int64_t(time);
  std::optional<std::string> selection;
  if (part)
    selection = quoteQuestion(part->question);
  insert.row(trace, "mlir-track-dbg lineage", kVersion,
             llvm::join(definitions.commandLine(), " "),
             definitions.workingDirectory(), started, selection,
             problem.empty() ? std::nullopt : std::optional(problem));
}

void SqliteDump::writeLocations() {
  llvm::BitVector used = exported.locations();
  {
    SqliteInsert insert(file, "INSERT INTO locations VALUES (?,?,?)");
    for (unsigned id : used.set_bits())
      insert.row(trace, int64_t(id), definitions.locationText(id));
  }
  {
    SqliteInsert insert(file, "INSERT INTO parts VALUES (?,?,?,?)");
    for (unsigned id : used.set_bits())
      for (auto [number, inner] : llvm::enumerate(definitions.parts(id)))
        insert.row(trace, int64_t(id), int64_t(number), int64_t(inner));
  }
  SqliteInsert insert(file, "INSERT INTO places VALUES (?,?,?,?,?,?,?)");
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
      insert.row(trace, int64_t(id), definitions.string(range.begin.fileId),
                 int64_t(range.begin.line), int64_t(range.begin.column),
                 endLine, endColumn);
    });
  }
}

void SqliteDump::writeStages() {
  stages = stagesOf(lineage);
  SqliteInsert insert(file, "INSERT INTO stages VALUES (?,?,?,?)");
  for (const Stage &stage : stages)
    if (stage.pass == 0 || exported.hasAction(stage.pass))
      insert.row(trace, int64_t(stage.number), known(stage.pass),
                 int64_t(stage.reached));
}

void SqliteDump::writeActions() {
  const TraceFile &times = lineage.trace();
  SqliteInsert insert(
      file, "INSERT INTO actions VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  exported.forEachAction([&](const ActionInfo &action) {
    ActionKindInfo kind = definitions.actionKind(action.kind);
    std::optional<int64_t> duration;
    if (action.ended)
      duration = times.durationNanoseconds(lineage.elapsed(action));
    std::optional<llvm::StringRef> text;
    if (action.text != 0)
      text = definitions.string(action.text);
    insert.row(
        trace, int64_t(action.id), kind.tag, kind.name, kind.argument, text,
        known(action.parent), known(lineage.passOf(action.id)),
        int64_t(stageAround(stages, action.id).number), known(action.rootOp),
        int64_t(action.thread), int64_t(times.nanoseconds(action.begin)),
        duration, resultText(action.result), int64_t(action.changed),
        int64_t(action.opsMade), int64_t(exported.isOtherAction(action.id)));
  });
}

void SqliteDump::writeOps() {
  SqliteInsert insert(file, "INSERT INTO ops VALUES (?,?,?,?,?,?,?,?,?,?)");
  exported.forEachOp([&](const OpInfo &op) {
    llvm::StringRef symbol = lineage.symbol(op.id);
    insert.row(trace, int64_t(op.id), definitions.string(op.nameId),
               symbol.empty() ? std::nullopt : std::optional(symbol),
               known(exported.locationOf(op)), known(op.parent),
               known(op.birthAction), known(op.endAction), toString(op.ended),
               int64_t(exported.isOtherOp(op.id)));
  });
}

void SqliteDump::writeEdges() {
  OpSets sets(lineage);
  {
    SqliteInsert insert(file,
                        "INSERT INTO edges VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    exported.forEachEdge(
        kExportedLocationEdges, [&](const Edge &edge, bool more) {
          insert.row(trace, int64_t(edge.from), int64_t(edge.to),
                     known(edge.action), toString(edge.evidence),
                     toString(strengthOf(edge.rule)), toString(edge.rule),
                     toString(edge.role), argumentOf(edge), int64_t(more),
                     known(more ? sets.setOf(edge.to) : 0));
        });
  }
  SqliteInsert insert(file, "INSERT INTO op_sets VALUES (?,?,?)");
  sets.forEach([&](uint32_t number, llvm::ArrayRef<OpId> ops, bool) {
    for (OpId op : ops)
      insert.row(trace, int64_t(number), int64_t(op));
  });
}

void SqliteDump::writeTakeovers() {
  SqliteInsert insert(file,
                      "INSERT INTO takeovers VALUES (?,?,?,?,?,?,?,?,?,?)");
  exported.forEachTakeover(
      [&](const TakeoverEnd &from, const TakeoverEnd &to, ActionId action) {
        ArgumentColumns first(from), second(to);
        insert.row(trace, int64_t(from.op), first.number, first.block,
                   first.isOfEntry, int64_t(to.op), second.number, second.block,
                   second.isOfEntry, known(action));
      });
}

void SqliteDump::writeIndexes() {
  llvm::SmallVector<llvm::StringRef> statements;
  llvm::StringRef(kIndexes).trim().split(statements, '\n');
  WorkProgress progress("writing the indexes", statements.size());
  for (llvm::StringRef statement : statements) {
    if (isCancelled())
      return;
    file.execute(statement.str().c_str());
    progress.step();
  }
}
} // namespace

llvm::Error dumpSqlite(const Lineage &lineage, const Subgraph *part,
                       llvm::StringRef path) {
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
    return SqliteDump(lineage, part, file).run();
  }();
  return result ? std::move(result) : removeIfCancelled(path);
}

} // namespace mlir::trackdbg
