//===- DumpFiles.cpp - Where dumps of the IR lie --------------------------===//

#include "cli/DumpFiles.h"

#include "commands/Errors.h"
#include "trace/InputFile.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Numbers by their value: "2_cse" before "10_canonicalize", and the folder of
/// a function's passes where its number is.
static bool isInOrder(StringRef lhs, StringRef rhs) {
  while (!lhs.empty() && !rhs.empty()) {
    if (isDigit(lhs.front()) && isDigit(rhs.front())) {
      uint64_t left = 0, right = 0;
      lhs.consumeInteger(10, left);
      rhs.consumeInteger(10, right);
      if (left != right)
        return left < right;
      continue;
    }
    if (lhs.front() != rhs.front())
      return lhs.front() < rhs.front();
    lhs = lhs.drop_front();
    rhs = rhs.drop_front();
  }
  return lhs.size() < rhs.size();
}

static Error collectFolder(StringRef folder, std::vector<std::string> &paths) {
  std::vector<std::string> found;
  std::error_code error;
  for (sys::fs::recursive_directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error))
    if (StringRef(entry->path()).ends_with(".mlir"))
      found.push_back(entry->path());
  if (error)
    return fail("cannot read the folder '{0}': {1}", folder, error.message());
  if (found.empty())
    return fail("no .mlir file in the folder '{0}'; --mlir-print-ir-tree-dir "
                "writes such a folder",
                folder);
  llvm::sort(found, isInOrder);
  append_range(paths, found);
  return Error::success();
}

static constexpr StringLiteral dumpHeader = "// -----// IR Dump ";

/// "After Canonicalizer (canonicalize)" of a header line, as part of a file's
/// name.
static std::string nameOf(StringRef header) {
  StringRef title = header.split("//----- //").first.trim();
  title.consume_front("After ");
  if (auto [before, after] = title.split('('); !after.empty())
    title = after.split(')').first;
  std::string name;
  for (char c : title)
    name += isAlnum(c) || c == '-' ? c : '_';
  return name;
}

/// The dumps of a log; what stands before the first header is none of them.
static Error collectLog(StringRef log, const PrivateFolder &folder,
                        std::vector<std::string> &paths) {
  StringRef rest = log.split(dumpHeader).second;
  for (size_t number = 1; !rest.empty(); ++number) {
    auto [dump, next] = rest.split(dumpHeader);
    auto [header, text] = dump.split('\n');
    std::string path =
        folder.pathOf(formatv("{0}_{1}.mlir", number, nameOf(header)).str());
    if (Error error = writeFile(path, [&](raw_ostream &os) {
          os << text;
          return Error::success();
        }))
      return error;
    paths.push_back(std::move(path));
    rest = next;
  }
  return Error::success();
}

Error collectDumps(ArrayRef<std::string> named, const PrivateFolder &folder,
                   std::vector<std::string> &paths) {
  for (const std::string &path : named) {
    if (sys::fs::is_directory(path)) {
      if (Error error = collectFolder(path, paths))
        return error;
      continue;
    }
    // The reader of the file reports that it cannot be read.
    ErrorOr<std::string> text = readFile(path);
    if (text.getError() == std::errc::operation_canceled)
      return fail("interrupted while reading '{0}'", path);
    if (!text || !StringRef(*text).contains(dumpHeader)) {
      paths.push_back(path);
      continue;
    }
    if (Error error = collectLog(*text, folder, paths))
      return error;
  }
  return Error::success();
}

} // namespace mlir::trackdbg
