//===- JsonText.h - JSON written straight to a buffer ---------------------===//
//
// llvm::json::OStream takes a dozen calls for each value; exports write tens
// of millions of them. Here a line is formatted at once, and only strings need
// care.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_JSONTEXT_H
#define TRACKDBG_DEBUGGER_EXPORT_JSONTEXT_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <string>
#include <type_traits>
#include <vector>

namespace mlir::trackdbg {

/// `text` as a JSON string with its quotes; text that is not UTF-8 is repaired,
/// and what a terminal would obey is escaped, see PlainText.h.
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

  /// Appends texts and whole numbers.
  template <typename... Values> void put(const Values &...values) {
    (putOne(values), ...);
    if (buffer.size() >= kFlushSize)
      flush();
  }
  void flush() {
    out.write(buffer.data(), buffer.size());
    buffer.clear();
  }

private:
  void putOne(llvm::StringRef text) { buffer.append(text.begin(), text.end()); }
  template <typename Number>
    requires std::is_integral_v<Number>
  void putOne(Number number) {
    if constexpr (std::is_same_v<Number, bool>) {
      putOne(llvm::StringRef(number ? "true" : "false"));
    } else {
      fmt::format_int digits(number);
      buffer.append(digits.data(), digits.data() + digits.size());
    }
  }

  static constexpr size_t kFlushSize = 1 << 16;
  llvm::raw_ostream &out;
  fmt::memory_buffer buffer;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_JSONTEXT_H
