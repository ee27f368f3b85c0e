//===- JsonText.h - JSON written straight to a buffer ---------------------===//
//
// llvm::json::OStream takes a dozen calls for each value; exports write tens
// of millions of them. Here a line is formatted at once, and only strings need
// care.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_JSONTEXT_H
#define TRACKDBG_DEBUGGER_LINEAGE_JSONTEXT_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// `text` as a JSON string with its quotes; text that is not UTF-8 is repaired.
std::string quoteJson(llvm::StringRef text);

/// "success", "failure", "skipped" or "unknown".
llvm::StringRef resultText(trace::ActionResult result);

/// quoteJson for the strings of a table, each quoted once.
class QuotedStrings {
public:
  template <typename Lookup>
  const std::string &get(uint32_t id, Lookup lookup) {
    if (id >= quoted.size())
      quoted.resize(id + 1);
    if (quoted[id].empty())
      quoted[id] = quoteJson(lookup(id));
    return quoted[id];
  }

private:
  std::vector<std::string> quoted;
};

/// Text on its way to a stream, in pieces that are worth a write.
class TextBuffer {
public:
  explicit TextBuffer(llvm::raw_ostream &out) : out(out) {}
  ~TextBuffer() { flush(); }

  template <typename... Values>
  void format(fmt::format_string<Values...> text, Values &&...values) {
    fmt::format_to(fmt::appender(buffer), text,
                   std::forward<Values>(values)...);
    if (buffer.size() >= kFlushSize)
      flush();
  }
  void append(llvm::StringRef text) {
    buffer.append(text.begin(), text.end());
    if (buffer.size() >= kFlushSize)
      flush();
  }
  void flush() {
    out.write(buffer.data(), buffer.size());
    buffer.clear();
  }

private:
  static constexpr size_t kFlushSize = 1 << 16;
  llvm::raw_ostream &out;
  fmt::memory_buffer buffer;
};

} // namespace mlir::trackdbg

/// StringRefs in formats, without a copy.
template <>
struct fmt::formatter<llvm::StringRef> : fmt::formatter<fmt::string_view> {
  template <typename Context>
  auto format(llvm::StringRef text, Context &context) const {
    return fmt::formatter<fmt::string_view>::format(
        fmt::string_view(text.data(), text.size()), context);
  }
};

#endif // TRACKDBG_DEBUGGER_LINEAGE_JSONTEXT_H
