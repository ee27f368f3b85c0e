//===- PlanCache.cpp ------------------------------------------------------===//
//
// A file begins with a line of JSON, and the plan follows it. The line has a
// checksum of all.
//
//===----------------------------------------------------------------------===//

#include "injection/PlanCache.h"

#include "trace/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <fmt/format.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

FileIdentity::FileIdentity(const struct stat &status)
    : of(status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
         status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
         status.st_ctim.tv_nsec) {}

std::string FileIdentity::text() const {
  return std::apply(
      [](auto... parts) {
        std::string text;
        ((text += fmt::format("{:x}-", uint64_t(parts))), ...);
        return text;
      },
      of);
}

std::string PlanCache::keyOf(const ProgramFile &file,
                             const FileIdentity &identity) {
  return file.buildId().empty() ? "file-" + identity.text()
                                : toHex(file.buildId(), /*LowerCase=*/true);
}

std::string PlanCache::pathOf(StringRef key) const {
  return fmt::format("{}/{}.plan", folder, key.str());
}

static std::string checksum(const KnownFile &known) {
  std::string all =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", known.kind, known.stamp,
                  known.held.version, known.held.hasChecks,
                  known.held.hasLibcxx, known.held.isSplit, known.unseen);
  all += toStringRef(known.plan);
  return utohexstr(xxh3_64bits(all));
}

std::optional<KnownFile> PlanCache::find(StringRef key) const {
  if (folder.empty())
    return std::nullopt;
  auto buffer = MemoryBuffer::getFile(pathOf(key), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  auto [line, plan] = (*buffer)->getBuffer().split('\n');
  Expected<json::Value> value = json::parse(line);
  const json::Object *fields = value ? value->getAsObject() : nullptr;
  if (!fields) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  auto text = [&](StringRef name) {
    return fields->getString(name).value_or("").str();
  };
  KnownFile known{text("kind"),
                  text("stamp"),
                  {text("version"), fields->getBoolean("checks") == true,
                   fields->getBoolean("libcxx") == true,
                   fields->getBoolean("split") == true},
                  std::vector<uint8_t>(plan.bytes_begin(), plan.bytes_end()),
                  text("unseen")};
  if (text("checksum") != checksum(known))
    return std::nullopt;
  return known;
}

void PlanCache::keep(StringRef key, const KnownFile &known) const {
  if (folder.empty() || sys::fs::create_directories(folder))
    return;
  json::Object fields{{"kind", known.kind},
                      {"stamp", known.stamp},
                      {"version", known.held.version},
                      {"checks", known.held.hasChecks},
                      {"libcxx", known.held.hasLibcxx},
                      {"split", known.held.isSplit},
                      {"unseen", known.unseen},
                      {"checksum", checksum(known)}};
  // A reader sees the whole file or none.
  std::string path = pathOf(key);
  std::string unfinished = fmt::format("{}.{}", path, getpid());
  Error error = writeFile(unfinished, [&](raw_ostream &out) {
    out << json::Value(std::move(fields)) << '\n' << toStringRef(known.plan);
    return Error::success();
  });
  if (error || sys::fs::rename(unfinished, path))
    (void)sys::fs::remove(unfinished);
  consumeError(std::move(error));
  dropOldest();
}

void PlanCache::dropOldest() const {
  constexpr size_t kMost = 64;
  std::vector<std::pair<sys::TimePoint<>, std::string>> files;
  std::error_code error;
  for (sys::fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (sys::path::extension(at->path()) == ".plan")
      if (auto status = at->status())
        files.emplace_back(status->getLastModificationTime(), at->path());
  if (files.size() <= kMost)
    return;
  llvm::sort(files);
  for (const auto &[time, path] : ArrayRef(files).drop_back(kMost))
    (void)sys::fs::remove(path);
}

} // namespace mlir::trackdbg
