//===- NativeNames.h - Names for addresses of code ------------------------===//
//
// What the files of a compiler say about an address, best first: debug
// information, in the file or where distributions put it (with inlined
// functions and lines); symbols; names for the dynamic linker; and the classes
// of virtual functions. A file that is not the one that was recorded, by its
// build id, says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_NATIVE_NATIVENAMES_H
#define TRACKDBG_DEBUGGER_NATIVE_NATIVENAMES_H

#include "native/NativeFrame.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class Definitions;

/// A file that a compiler has loaded.
struct ModuleFile {
  llvm::StringRef path;
  llvm::StringRef buildId; ///< Its bytes; empty where it is not known.
};

/// One thread. The first question about a large library takes up to a second;
/// what it takes is kept in the folder, for the next debugger.
class NativeNames {
public:
  /// `cacheFolder` is made when it is needed; empty for none. Without it, it is
  /// a part of the user's.
  explicit NativeNames(std::string cacheFolder);
  NativeNames();
  ~NativeNames();

  /// The functions at an address of the file's own, the innermost of inlined
  /// ones first: at least one, without a name where none is known.
  std::vector<NativeFrame> at(ModuleFile file, uint64_t address,
                              bool isReturnAddress);
  /// Why the file says nothing; empty if it does.
  llvm::StringRef problemOf(ModuleFile file);

  /// Whether debug information may tell lines of a stack. Cheap.
  bool mayHaveLines(const Definitions &definitions, uint32_t id);
  /// The names of a stack of a trace, without what belongs to the tracker.
  /// Valid until the next question about another trace.
  const NativeStack &stack(const Definitions &definitions, uint32_t id);
  /// To be called where a trace is closed whose stacks were asked for.
  void forgetStacks();
  /// The function that begins at a place that the trace has.
  NativeFrame functionAt(const Definitions &definitions,
                         trace::StackFrame begin);
  /// How many bytes behind its begin the function has its arguments where its
  /// source says: what a debugger skips. 0 where nothing is known of it.
  uint64_t prologueOf(const Definitions &definitions, trace::StackFrame begin);
  /// The function that has code of a source line; the innermost, where it was
  /// put into another one. Where that line has none, the next one is taken that
  /// has some or, behind the last, that one. None where the module has no debug
  /// information of the file. Takes a second for each 100 MB of it.
  std::optional<NativeFrame>
  functionWithLine(ModuleFile module, llvm::StringRef file, uint64_t line);

private:
  class Module;
  Module &moduleFor(ModuleFile file);

  void nameByKinds(const Definitions &definitions, uint32_t module,
                   NativeFrame &frame);

  std::string cacheFolder;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Module>>
      modules; ///< By path and build id.
  const Definitions *stacksOf = nullptr;
  std::map<uint32_t, NativeStack> stacks;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_NATIVE_NATIVENAMES_H
