//===- ScreenNames.h - What the trace adds to a reply on a screen ---------===//

#ifndef TRACKDBG_DEBUGGER_TERMINAL_SCREENNAMES_H
#define TRACKDBG_DEBUGGER_TERMINAL_SCREENNAMES_H

#include "Debugger.h"
#include "queries/OpsOfAction.h"
#include "render/Render.h"
#include "render/ShortFiles.h"
#include "render/ShortPatterns.h"

namespace mlir::trackdbg {

/// Files and patterns by short names, and ops by their numbers. A stop does not
/// read a trace for them where that would take a time that is felt.
class ScreenNames {
public:
  /// The files and patterns of the whole trace. For an answer from it, which
  /// has been read.
  void readTrace(Debugger &debugger);
  /// Of what is on the stack: its files, its patterns and, for a screen, its
  /// ops.
  void readStack(Debugger &debugger, bool isForScreen);
  /// A text with the files that are known by their short names.
  std::string shorten(llvm::StringRef text) const {
    return files.shorten(text);
  }
  /// The style with these names, which must outlive it.
  RenderStyle with(RenderStyle style) const;

private:
  void readPatterns(const Definitions &definitions);

  ShortFiles files;
  ShortPatterns patterns;
  uint32_t locationsRead = 0; ///< Those of the trace of which `files` knows.
  uint32_t kindsRead = 1;     ///< The same of kinds of actions.
  OpNumbers opNumbers;
};

/// Of what was at work when the compiler ended.
void addFiles(ShortFiles &files, const Ending &ending);

/// What the action at the stop made and took away; nothing where it is too much
/// to read.
OpsOfAction opsAtStop(Debugger &debugger, const Stopped &stop);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TERMINAL_SCREENNAMES_H
