//===- SqliteFile.h - Rows on their way to an SQLite database -------------===//
//
// The first error ends the writing: what follows
// it does nothing, and finish() tells it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_SQLITEFILE_H
#define TRACKDBG_DEBUGGER_EXPORT_SQLITEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace mlir::trackdbg {

/// One database, written in one transaction.
class SqliteFile {
public:
  /// The file at `path` exists and is empty.
  explicit SqliteFile(llvm::StringRef path);
  ~SqliteFile();
  SqliteFile(const SqliteFile &) = delete;

  void execute(const char *statements);
  /// Ends the transaction and closes the file. An error names the file.
  llvm::Error finish();

private:
  friend class SqliteInsert;
  bool isGood() const { return problem.empty(); }
  /// Keeps the first thing that went wrong.
  void check(int result);

  std::string path;
  std::string problem;
  sqlite3 *database = nullptr;
};

/// A statement with a `?` for each value of a row.
class SqliteInsert {
public:
  SqliteInsert(SqliteFile &file, const char *statement);
  ~SqliteInsert();
  SqliteInsert(const SqliteInsert &) = delete;

  template <typename... Values> void row(const Values &...values) {
    if (!statement || !file.isGood())
      return;
    int index = 0;
    (bind(++index, values), ...);
    step();
  }

private:
  void bind(int index, int64_t value);
  void bind(int index, llvm::StringRef value);
  template <typename Value> void bind(int index, std::optional<Value> value) {
    // A row starts with every value NULL.
    if (value)
      bind(index, *value);
  }
  void step();

  SqliteFile &file;
  sqlite3_stmt *statement = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_SQLITEFILE_H
