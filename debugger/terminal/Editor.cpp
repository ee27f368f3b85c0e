//===- Editor.cpp - The user's editor -------------------------------------===//

#include "terminal/Terminal.h"

#include "commands/Errors.h"
#include "inferior/Inherited.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <sys/wait.h>

using namespace llvm;

namespace mlir::trackdbg {

/// What $VISUAL or $EDITOR say; without them vi, if somebody is there to type.
static Expected<std::string> editorCommand(bool isInteractive) {
  for (const char *name : {"VISUAL", "EDITOR"})
    if (const char *command = getenv(name); command && *command)
      return command;
  if (isInteractive)
    return "vi";
  return fail("No editor is set: set EDITOR, or read the text from a file, as "
              "in 'edit --from FILE'.");
}

Expected<Frontend::Edited> Terminal::edit(StringRef text) {
  Expected<std::string> editor = editorCommand(output.isInteractive());
  if (!editor)
    return editor.takeError();
  int descriptor;
  SmallString<128> path;
  if (std::error_code error =
          sys::fs::createTemporaryFile("edit", "mlir", descriptor, path))
    return fail("Cannot create a file to edit: {0}.", error.message());
  FileRemover remover(path);
  raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  // The path holds nothing that a shell would look at.
  ParentsLimit limit;
  int status = 0;
  lendScreen(
      [&] { status = system((*editor + " " + path.str().str()).c_str()); });
  if (status != 0)
    return fail("The editor \"{0}\" failed ({1} {2}); nothing was changed.",
                *editor, WIFEXITED(status) ? "exit code" : "signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    return fail("{0}: {1}.", path, file.getError().message());
  remover.releaseFile();
  return Edited{(*file)->getBuffer().str(), path.str().str()};
}

} // namespace mlir::trackdbg
