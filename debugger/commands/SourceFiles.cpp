//===- SourceFiles.cpp ----------------------------------------------------===//

#include "commands/SourceFiles.h"

#include "commands/Errors.h"

#include "trace/PlainText.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

struct SourceFiles::File {
  std::unique_ptr<MemoryBuffer> buffer;
  std::vector<StringRef> lines;
  sys::TimePoint<> modified;
};

SourceFiles::SourceFiles() = default;
SourceFiles::~SourceFiles() = default;

void SourceFiles::setDirectory(StringRef newDirectory) {
  directory = newDirectory.str();
}

// Splits like an editor counts: a last newline starts no line.
static std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    line.consume_back("\r");
    lines.push_back(line);
    text = rest;
  }
  return lines;
}

void SourceFiles::addFolder(StringRef folder) {
  SmallString<256> path;
  sys::fs::expand_tilde(folder, path);
  if (!directory.empty())
    sys::path::make_absolute(directory, path);
  folders.insert(folders.begin(), path.str().str());
}

void SourceFiles::forgetFolders() { folders.clear(); }

void SourceFiles::substitute(StringRef from, StringRef to) {
  forgetSubstitute(from);
  rules.push_back({from.str(), to.str()});
}

bool SourceFiles::forgetSubstitute(StringRef from) {
  size_t before = rules.size();
  erase_if(rules, [&](const Substitute &rule) {
    return from.empty() || rule.from == from;
  });
  return from.empty() || rules.size() != before;
}

std::string SourceFiles::substituted(StringRef name) const {
  for (const Substitute &rule : rules) {
    StringRef rest = name;
    // Whole parts of a path only: "/abc" does not lie in "/a".
    if (rest.consume_front(rule.from) &&
        (rest.empty() || sys::path::is_separator(rest.front()) ||
         sys::path::is_separator(rule.from.back())))
      return rule.to + rest.str();
  }
  return name.str();
}

SmallString<256> SourceFiles::find(StringRef recorded) const {
  std::string name = substituted(recorded);
  SmallString<256> path(name);
  if (!directory.empty())
    sys::path::make_absolute(directory, path);
  if (sys::fs::exists(path))
    return path;
  for (StringRef folder : folders)
    for (StringRef part : {StringRef(name), sys::path::filename(name)}) {
      SmallString<256> moved(folder);
      sys::path::append(moved, sys::path::relative_path(part));
      if (sys::fs::exists(moved))
        return moved;
    }
  return path;
}

Expected<ArrayRef<StringRef>> SourceFiles::lines(StringRef name) {
  SmallString<256> path = find(name);
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(path, status))
    return fail("{}: {}", OneLine(name), error.message());
  // A pipe or a device would make us wait.
  if (!sys::fs::is_regular_file(status))
    return fail("{}: not a regular file", OneLine(name));
  std::unique_ptr<File> &file = files[path];
  if (!file || file->modified != status.getLastModificationTime()) {
    // A copy: a file that is cut while it is mapped would end the debugger.
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
        path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
        /*IsVolatile=*/true);
    if (!buffer)
      return fail("{}: {}", OneLine(name), buffer.getError().message());
    file = std::make_unique<File>();
    file->buffer = std::move(*buffer);
    file->lines = splitLines(file->buffer->getBuffer());
    file->modified = status.getLastModificationTime();
  }
  return ArrayRef<StringRef>(file->lines);
}

} // namespace mlir::trackdbg
