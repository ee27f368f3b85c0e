//===- EditingReader.cpp - Lines edited with libedit ----------------------===//

#include "terminal/LineReader.h"

#include "commands/Errors.h"
#include "render/ControlCharacters.h"
#include "terminal/Output.h"
#include "terminal/Signals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <climits>
#include <clocale>
#include <cwchar>
#include <histedit.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {

class EditingReader : public LineReader {
public:
  explicit EditingReader(Completer completer);
  ~EditingReader() override;

  Outcome read(StringRef prompt, std::string &line) override;
  void remember(StringRef line) override;
  void setScreenKeys(std::function<void(ScreenKey)> press) override;
  void loadHistory(StringRef file, int64_t size) override;
  Error saveHistory(StringRef file) override;

private:
  static EditingReader &of(EditLine *editor);
  template <ScreenKey key>
  void bindScreenKey(const char *function, const char *sequence);
  unsigned char completeAtCursor();
  int readCharacter(wchar_t &character);

  EditLine *editor;
  ::History *history;
  Completer completer;
  std::function<void(ScreenKey)> press;
  std::string prompt;
  /// The line at the last Tab that found more than one candidate: a second
  /// Tab on it lists them.
  std::string ambiguous;
};

EditingReader &EditingReader::of(EditLine *editor) {
  void *self = nullptr;
  el_get(editor, EL_CLIENTDATA, &self);
  return *static_cast<EditingReader *>(self);
}

EditingReader::EditingReader(Completer completer)
    : editor(el_init("mlir-track-dbg", stdin, stdout, stderr)),
      history(history_init()), completer(std::move(completer)) {
  setlocale(LC_CTYPE, "");
  HistEvent event;
  ::history(history, &event, H_SETSIZE, 10000);
  ::history(history, &event, H_SETUNIQUE, 1);
  el_set(editor, EL_CLIENTDATA, this);
  el_set(
      editor, EL_PROMPT,
      +[](EditLine *editor) -> char * { return of(editor).prompt.data(); });
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, ::history, history);
  // Signals are ours (Signals.h), and libedit's own read hides that they came.
  el_set(editor, EL_SIGNAL, 0);
  el_set(
      editor, EL_GETCFN, +[](EditLine *editor, wchar_t *character) {
        return of(editor).readCharacter(*character);
      });
  el_set(
      editor, EL_ADDFN, "complete", "Complete the word at the cursor",
      +[](EditLine *editor, int) -> unsigned char {
        return of(editor).completeAtCursor();
      });
  el_set(editor, EL_BIND, "^I", "complete", nullptr);
  el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  // Home, End and Delete as terminals send them.
  el_set(editor, EL_BIND, "\\e[H", "ed-move-to-beg", nullptr);
  el_set(editor, EL_BIND, "\\e[F", "ed-move-to-end", nullptr);
  el_set(editor, EL_BIND, "\\e[3~", "ed-delete-next-char", nullptr);
  bindScreenKey<ScreenKey::Redraw>("redraw", nullptr);
  bindScreenKey<ScreenKey::PageUp>("pane-page-up", "\\e[5~");
  bindScreenKey<ScreenKey::PageDown>("pane-page-down", "\\e[6~");
  bindScreenKey<ScreenKey::LineUp>("pane-up", "\\e[1;3A");
  bindScreenKey<ScreenKey::LineDown>("pane-down", "\\e[1;3B");
  bindScreenKey<ScreenKey::Right>("pane-right", "\\e[1;3C");
  bindScreenKey<ScreenKey::Left>("pane-left", "\\e[1;3D");
  bindScreenKey<ScreenKey::OtherPane>("pane-other", "^Xo");
  // The user's own ~/.editrc has the last word.
  el_source(editor, nullptr);
}

/// Without a sequence, none is bound to it yet.
template <ScreenKey key>
void EditingReader::bindScreenKey(const char *function, const char *sequence) {
  el_set(
      editor, EL_ADDFN, function, "Move what is above the prompt",
      +[](EditLine *editor, int) -> unsigned char {
        if (!of(editor).press)
          return CC_ERROR;
        of(editor).press(key);
        if (key == ScreenKey::Redraw)
          el_set(editor, EL_REFRESH);
        return CC_NORM;
      });
  if (sequence)
    el_set(editor, EL_BIND, sequence, function, nullptr);
}

EditingReader::~EditingReader() {
  el_end(editor);
  history_end(history);
}

LineReader::Outcome EditingReader::read(StringRef newPrompt,
                                        std::string &line) {
  prompt = newPrompt.str();
  line.clear();
  ambiguous.clear();
  takeInterrupt();
  el_resize(editor);
  // libedit prints the prompt first, and what is typed between the two would be
  // edited by the terminal.
  el_set(editor, EL_PREP_TERM, 1);
  int count = 0;
  errno = 0;
  const char *text = el_gets(editor, &count);
  if (takeInterrupt()) {
    el_reset(editor);
    writeAll(STDOUT_FILENO, "^C\n");
    return Outcome::Interrupted;
  }
  if (!text || count <= 0)
    return Outcome::EndOfInput;
  line = StringRef(text, count).rtrim("\r\n").str();
  return Outcome::Line;
}

// One character of the locale's encoding: 1, or 0 at the end, or -1.
int EditingReader::readCharacter(wchar_t &character) {
  mbstate_t state = {};
  while (true) {
    bool hasInput = waitForInput(STDIN_FILENO);
    if (takeScreenChange()) {
      // After Ctrl-Z the shell may have left the terminal otherwise, and
      // libedit does nothing where it thinks that it has prepared it already.
      el_set(editor, EL_PREP_TERM, 0);
      el_set(editor, EL_PREP_TERM, 1);
      if (press)
        press(ScreenKey::Redraw);
      el_resize(editor);
      el_set(editor, EL_REFRESH);
    }
    if (!hasInput) {
      if (isInterrupted())
        return -1;
      continue;
    }
    char byte = 0;
    ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return int(count);
    size_t length = mbrtowc(&character, &byte, 1, &state);
    if (length == size_t(-2))
      continue; // More bytes are to come.
    if (length == size_t(-1))
      character = L'?';
    return 1;
  }
}

// Ctrl-L as libedit has it would write over what is drawn.
void EditingReader::setScreenKeys(std::function<void(ScreenKey)> newPress) {
  press = std::move(newPress);
  el_set(editor, EL_BIND, "^L", press ? "redraw" : "ed-clear-screen", nullptr);
}

void EditingReader::remember(StringRef line) {
  HistEvent event;
  ::history(history, &event, H_ENTER, line.str().c_str());
}

void EditingReader::loadHistory(StringRef file, int64_t size) {
  HistEvent event;
  int limit = size < 0 || size > INT_MAX ? INT_MAX : int(size);
  ::history(history, &event, H_SETSIZE, limit);
  ::history(history, &event, H_LOAD, file.str().c_str());
}

Error EditingReader::saveHistory(StringRef file) {
  StringRef folder = sys::path::parent_path(file);
  std::error_code error;
  if (!folder.empty())
    error = sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                        sys::fs::owner_all);
  HistEvent event;
  errno = 0;
  if (!error && ::history(history, &event, H_SAVE, file.str().c_str()) < 0)
    error = errnoAsErrorCode();
  if (error)
    return fail("Cannot write the history to {0}: {1}.", file, error.message());
  return Error::success();
}

// As the editor counts them: without the later bytes of UTF-8.
static size_t charactersIn(StringRef text) {
  return count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
}

unsigned char EditingReader::completeAtCursor() {
  const LineInfo *info = el_line(editor);
  StringRef line(info->buffer, info->cursor - info->buffer);
  Completions found = completer(line);
  if (found.words.empty())
    return CC_REFRESH_BEEP;
  StringRef typed = line.drop_front(found.start);
  StringRef common = commonStart(found.words);
  if (found.words.size() > 1 && common.size() <= typed.size()) {
    if (ambiguous != line) {
      ambiguous = line.str();
      return CC_REFRESH_BEEP;
    }
    winsize size = {};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    writeAll(STDOUT_FILENO,
             "\n" + showControls(inColumns(found.words,
                                           size.ws_col ? size.ws_col : 80)));
    return CC_REDISPLAY;
  }
  StringRef kept = common.starts_with(typed) ? typed : "";
  el_deletestr(editor, int(charactersIn(typed.drop_front(kept.size()))));
  std::string insertion = common.drop_front(kept.size()).str();
  // A complete word is followed by the next one; a folder is not complete.
  if (found.words.size() == 1 && !common.ends_with("/"))
    insertion += ' ';
  if (el_insertstr(editor, insertion.c_str()) != 0)
    return CC_REFRESH_BEEP;
  return CC_REFRESH;
}

} // namespace

std::unique_ptr<LineReader> makeEditingReader(LineReader::Completer completer) {
  return std::make_unique<EditingReader>(std::move(completer));
}

} // namespace mlir::trackdbg
