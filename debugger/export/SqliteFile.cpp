//===- SqliteFile.cpp - Rows on their way to an SQLite database -----------===//

#include "export/SqliteFile.h"

#include "llvm/Support/JSON.h"

#include <fmt/format.h>

#include <cerrno>
#include <sqlite3.h>

namespace mlir::trackdbg {

SqliteFile::SqliteFile(llvm::StringRef path) : path(path.str()) {
  check(sqlite3_open_v2(this->path.c_str(), &database, SQLITE_OPEN_READWRITE,
                        nullptr));
  // The file is ours alone, and a half-written one is of no use.
  execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
          "PRAGMA locking_mode=EXCLUSIVE; BEGIN");
}

SqliteFile::~SqliteFile() { sqlite3_close(database); }

void SqliteFile::check(int result) {
  int lastError = errno;
  if (!isGood() || result == SQLITE_OK || result == SQLITE_DONE ||
      result == SQLITE_ROW)
    return;
  // The reason of the system says more, where there is one.
  int reason = database ? sqlite3_system_errno(database) : 0;
  // That a disk is full is to SQLite an error of its own, and what failed in a
  // commit it forgets.
  if ((result & 255) == SQLITE_FULL)
    reason = ENOSPC;
  else if (reason == 0)
    reason = lastError;
  bool isSystems = reason != 0 && ((result & 255) == SQLITE_IOERR ||
                                   (result & 255) == SQLITE_CANTOPEN ||
                                   (result & 255) == SQLITE_FULL);
  problem = isSystems  ? std::generic_category().message(reason)
            : database ? sqlite3_errmsg(database)
                       : sqlite3_errstr(result);
}

void SqliteFile::execute(const char *statements) {
  errno = 0;
  if (isGood())
    check(sqlite3_exec(database, statements, nullptr, nullptr, nullptr));
}

llvm::Error SqliteFile::finish() {
  execute("COMMIT");
  int result = sqlite3_close(database);
  database = nullptr;
  check(result);
  if (isGood())
    return llvm::Error::success();
  return llvm::createStringError(
      fmt::format("cannot write '{}': {}", path, problem));
}

SqliteInsert::SqliteInsert(SqliteFile &file, const char *text) : file(file) {
  if (file.isGood())
    file.check(
        sqlite3_prepare_v2(file.database, text, -1, &statement, nullptr));
}

SqliteInsert::~SqliteInsert() { sqlite3_finalize(statement); }

void SqliteInsert::bind(int index, int64_t value) {
  file.check(sqlite3_bind_int64(statement, index, value));
}

void SqliteInsert::bind(int index, llvm::StringRef value) {
  // The name of a file may be any bytes, and the database holds UTF-8.
  std::string repaired;
  if (!llvm::json::isUTF8(value))
    value = repaired = llvm::json::fixUTF8(value);
  // No data would be NULL, which an empty text is not.
  file.check(sqlite3_bind_text64(statement, index,
                                 value.empty() ? "" : value.data(),
                                 value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void SqliteInsert::step() {
  file.check(sqlite3_step(statement));
  file.check(sqlite3_reset(statement));
  file.check(sqlite3_clear_bindings(statement));
}

} // namespace mlir::trackdbg
