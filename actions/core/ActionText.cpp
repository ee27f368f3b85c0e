//===- ActionText.cpp - What an action of the compiler's own prints -------===//

#include "core/ActionText.h"

#include "core/ThreadState.h"
#include "process/CrashHandler.h"
#include "process/ForkedCopy.h"
#include "process/OwnHeap.h"
#include "trace/Interner.h"
#include "trackdbg/Stopped.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <sys/time.h>
#include <tuple>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;

/// Who writes more than this prints IR: that is too slow for each action.
static constexpr uint64_t kLong = 4096;
/// What a copy may take: of the processor, and of the time, which a busy
/// machine gives to others.
static constexpr unsigned kProcessorSeconds = 1, kSeconds = 5;

namespace {
/// Keeps the first bytes of what is written, and drops the rest.
class FirstBytes final : public llvm::raw_ostream {
public:
  FirstBytes() { SetUnbuffered(); }

  bool isLong() const { return count > kLong; }

  /// Without spaces around it; "..." at its end stands for what is not shown.
  std::string text(StringRef tag) const {
    StringRef shown = StringRef(kept).trim();
    // What Action::print writes where nobody overrides it.
    StringRef quoted = shown;
    if (quoted.consume_front("Action \"") && quoted.consume_back("\"") &&
        quoted == tag)
      return "";
    if (count <= kMaxActionText)
      return shown.str();
    shown = shown.take_front(kMaxActionText - 3);
    // Not in the middle of a character.
    while (!shown.empty() && (shown.end()[0] & 0xc0) == 0x80)
      shown = shown.drop_back();
    return shown.str().append("...");
  }

private:
  void write_impl(const char *data, size_t size) override {
    kept.append(data, std::min(size, kMaxActionText - kept.size()));
    count += size;
  }
  uint64_t current_pos() const override { return count; }

  std::string kept;
  uint64_t count = 0;
};
} // namespace

static void limitTime() {
  signal(SIGPROF, SIG_DFL);
  itimerval limit = {};
  limit.it_value.tv_sec = kProcessorSeconds;
  setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(kSeconds);
}

/// The text, with a mark in front that says whether it is long. Empty where no
/// copy could be made, and none where it crashed or did not end.
static std::optional<std::string> printInCopy(const tracing::Action &action) {
  std::optional<ForkedCopy> copy = ForkedCopy::make(
      [&](int descriptor) {
        limitTime();
        FirstBytes stream;
        action.print(stream);
        std::string text(1, stream.isLong() ? '+' : '-');
        text.append(stream.text(action.getTag()));
        ForkedCopy::writeText(descriptor, text);
      },
      ForkedCopy::Kind::UnseenChild);
  return copy ? copy->readText() : "";
}

ActionPrinter::Manner ActionPrinter::mannerOf(uint32_t kind) {
  std::lock_guard<std::mutex> lock(mutex);
  return manners.lookup(kind);
}

void ActionPrinter::setManner(uint32_t kind, Manner manner) {
  std::lock_guard<std::mutex> lock(mutex);
  manners[kind] = manner;
}

ActionPrinter::Manner ActionPrinter::printFirst(const tracing::Action &action,
                                                std::string &text) {
  std::optional<std::string> printed = printInCopy(action);
  if (!printed)
    return Manner::NotAgain;
  if (printed->empty())
    return Manner::Untried;
  bool isLong = printed->front() == '+';
  text = printed->substr(1);
  return isLong ? Manner::AtStops : Manner::Here;
}

void ActionPrinter::note(ActiveAction &active) {
  ThreadState &thread = ThreadState::current();
  // A `print` may run actions.
  if (thread.isPrintingAction)
    return;
  OwnHeap heap;
  const tracing::Action &action = active.getAction();
  Manner manner = mannerOf(active.kind), next = manner;
  std::string text;
  thread.isPrintingAction = true;
  if (manner == Manner::Untried) {
    next = printFirst(action, text);
  } else if (manner == Manner::Here) {
    FirstBytes stream;
    if (!runRescued([&] { action.print(stream); }))
      next = Manner::NotAgain;
    else if (stream.isLong())
      next = Manner::AtStops;
    text = stream.text(action.getTag());
  }
  thread.isPrintingAction = false;
  if (next == Manner::NotAgain)
    text = "its print() fails";
  if (next != manner)
    setManner(active.kind, next);
  active.hasLongText = next == Manner::AtStops;
  std::tie(active.textId, active.text) = names.keep(text);
}

std::string mlir::trackdbg::textAtStop(const ActiveAction &action) {
  if (!action.hasLongText || !action.text.empty())
    return action.text.str();
  std::optional<std::string> printed = printInCopy(action.getAction());
  return printed && !printed->empty() ? printed->substr(1) : "";
}
