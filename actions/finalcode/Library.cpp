//===- Library.cpp - What the tracker loads for final code ----------------===//

#include "finalcode/KeptLocations.h"
#include "finalcode/ObjectCode.h"
#include "finalcode/OpMarks.h"
#include "finalcode/PassTrail.h"
#include "llvm/FinalCodeLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ExecutionEngine/JITEventListener.h"
#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Pass.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>
#include <sys/stat.h>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::TargetMachine;

namespace {

/// All that a copy keeps.
class Copy {
public:
  explicit Copy(Operation *root)
      : trail(origins, strings, keepLocations(origins)) {
    code.ops = markOps(root);
  }

  void noteTranslated(llvm::Module &translated) {
    module = &translated;
    listTranslated(translated);
    forEachMark(translated, [&](llvm::Instruction &instruction, CodeOrigin op) {
      eraseMark(instruction);
      if (op)
        instruction.setDebugLoc(llvm::DebugLoc(origins.locate(
            *instruction.getFunction(), op, Origins::locationOf(instruction))));
      else
        // What it has is the compiler's own.
        instruction.setDebugLoc({});
    });
    trail.noteTranslated(translated);
  }

  /// The code of `generated` is `object`. Nothing where it is another module
  /// than the translated.
  std::optional<FinalCode> finish(const llvm::Module &generated,
                                  llvm::StringRef object,
                                  const TargetMachine &target) {
    if (&generated != module || object.empty())
      return std::nullopt;
    // For some machines, LLVM writes text only.
    readObject(object, target, origins, strings, code);
    code.sets = origins.sets();
    code.others = origins.others();
    code.passes = std::move(trail.passes);
    code.steps = std::move(trail.steps);
    code.replacements = std::move(trail.replacements.all);
    code.strings = strings.take();
    return std::move(code);
  }

  Origins origins;
  StringTable strings;
  PassTrail trail;
  FinalCode code;

private:
  void listTranslated(llvm::Module &translated);

  const llvm::Module *module = nullptr;
};

/// The text of each instruction that has an op, as it is right after the
/// translation.
void Copy::listTranslated(llvm::Module &translated) {
  llvm::ModuleSlotTracker slots(&translated);
  const llvm::Function *function = nullptr;
  forEachMark(translated, [&](llvm::Instruction &instruction, CodeOrigin op) {
    if (instruction.getFunction() != function) {
      function = instruction.getFunction();
      slots.incorporateFunction(*function);
    }
    if (!op)
      return;
    std::string text;
    llvm::raw_string_ostream stream(text);
    instruction.print(stream, slots);
    // The metadata at its end has numbers, which say nothing here.
    llvm::StringRef shown = llvm::StringRef(text).split(", !").first.trim();
    code.translated.push_back(
        {op, strings.idOf(function->getName()), strings.idOf(shown)});
  });
}

//===----------------------------------------------------------------------===//
// What code comes out
//===----------------------------------------------------------------------===//

/// Null in the compiler.
static Copy *copy = nullptr;

/// Streams of this class have no kind of their own, so they are known by their
/// vtable.
static bool isFileStream(const llvm::raw_ostream &stream) {
  const llvm::raw_fd_ostream sample(-1, /*shouldClose=*/false);
  return memcmp(static_cast<const void *>(&stream),
                static_cast<const void *>(&sample), sizeof(void *)) == 0;
}

/// What a stream to a file has written so far. Null where that
/// cannot be read, as of a pipe.
static std::unique_ptr<llvm::MemoryBuffer>
writtenBy(llvm::raw_fd_ostream &stream) {
  struct Access : llvm::raw_fd_ostream {
    static auto descriptor() { return &Access::get_fd; }
  };
  stream.flush();
  int descriptor = (stream.*Access::descriptor())();
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    return nullptr;
  // It may be open for writing only.
  auto read = llvm::MemoryBuffer::getFile(
      "/proc/self/fd/" + llvm::Twine(descriptor), /*IsText=*/false,
      /*RequiresNullTerminator=*/false);
  return read ? std::move(*read) : nullptr;
}

/// Calls `read` with what a stream has written; with nothing where that is not
/// known.
static void readBack(llvm::raw_pwrite_stream &stream,
                     llvm::function_ref<void(llvm::StringRef)> read) {
  using Kind = llvm::raw_ostream::OStreamKind;
  std::unique_ptr<llvm::MemoryBuffer> file;
  if (stream.get_kind() == Kind::OK_SVecStream)
    return read(static_cast<llvm::raw_svector_ostream &>(stream).str());
  if (isFileStream(stream))
    file = writtenBy(static_cast<llvm::raw_fd_ostream &>(stream));
  read(file ? file->getBuffer() : "");
}

/// It changes nothing. A manager tells such a pass when all others have run,
/// wherever LLVM has made it.
class AfterPasses final : public llvm::ImmutablePass {
public:
  AfterPasses(CodeReceiver &receiver, const TargetMachine &target)
      : ImmutablePass(id), receiver(receiver), target(target) {}

  /// In a copy, an object in memory takes the place of what is written.
  void watch(CodeOutput &output) {
    if (copy && !output.isForJIT) {
      copy->code.isAssembly = output.type != llvm::CodeGenFileType::ObjectFile;
      if (copy->code.isAssembly && target.getTarget().hasMCAsmBackend())
        output.type = llvm::CodeGenFileType::ObjectFile;
      output.code = &stream;
      output.debugInformation = nullptr;
    }
    watched = output;
  }

  bool doFinalization(llvm::Module &module) override {
    if (copy || watched.type == llvm::CodeGenFileType::ObjectFile)
      readBack(*watched.code,
               [&](llvm::StringRef written) { tell(module, written); });
    else
      receiver.noteGenerated(module, std::nullopt, watched.isForJIT);
    return false;
  }
  /// A user who asks LLVM for its passes gets the compiler's.
  void dumpPassStructure(unsigned) override {}

private:
  void tell(const llvm::Module &module, llvm::StringRef written) {
    if (!copy)
      receiver.noteGenerated(module, generatedCodeOf(written),
                             watched.isForJIT);
    else if (auto code = copy->finish(module, written, target))
      receiver.noteFollowed(*code);
  }

  static char id;
  CodeReceiver &receiver;
  const TargetMachine &target;
  CodeOutput watched;
  llvm::SmallString<0> object; ///< In a copy.
  llvm::raw_svector_ostream stream{object};
};
char AfterPasses::id = 0;

/// Is told by a JIT where it has put code.
class LoadListener final : public llvm::JITEventListener {
public:
  explicit LoadListener(CodeReceiver &receiver) : receiver(receiver) {}

  void notifyObjectLoaded(
      ObjectKey, const llvm::object::ObjectFile &object,
      const llvm::RuntimeDyld::LoadedObjectInfo &loaded) override {
    receiver.noteLoaded(loadedCodeOf(object, [&](const auto &section) {
      return loaded.getSectionLoadAddress(section);
    }));
  }

private:
  CodeReceiver &receiver;
};

class Library final : public FinalCodeLibrary {
public:
  explicit Library(CodeReceiver &receiver)
      : receiver(receiver), listener(receiver) {}

  void aboutToGenerate(TargetMachine &target,
                       llvm::legacy::PassManagerBase &manager,
                       CodeOutput &output) override {
    auto *pass = new AfterPasses(receiver, target);
    pass->watch(output);
    manager.add(pass);
  }
  llvm::JITEventListener &loadListener() override { return listener; }
  void begin(Operation *root) override { copy = new Copy(root); }
  void noteTranslated(llvm::Module &module) override {
    copy->noteTranslated(module);
  }
  void passBegins(const LLVMPassAction &pass) override {
    copy->trail.passBegins(pass);
  }
  void passEnds(const LLVMPassAction &pass, bool hasChanged) override {
    copy->trail.passEnds(pass, hasChanged);
  }

private:
  CodeReceiver &receiver;
  LoadListener listener;
};

} // namespace

extern "C" __attribute__((visibility("default"))) FinalCodeLibrary *
trackdbgFinalCodeLibrary(CodeReceiver &receiver) {
  return new Library(receiver);
}
