//===- Library.cpp - What the tracker loads for final code ----------------===//

#include "finalcode/KeptLocations.h"
#include "finalcode/ObjectCode.h"
#include "finalcode/OpMarks.h"
#include "finalcode/PassTrail.h"
#include "llvm/FinalCodeLibrary.h"
#include "llvm/VTableCopies.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/MC/TargetRegistry.h"
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

  std::optional<FinalCode> finish(const llvm::Module &generated) {
    if (&generated != module || object.empty())
      return std::nullopt;
    // For some machines, LLVM writes text only.
    readObject(object, *target, origins, strings, code);
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
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream stream{object};
  const TargetMachine *target = nullptr; ///< That the object is for.

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
// Where code is written to
//===----------------------------------------------------------------------===//

static Copy *copy = nullptr;
static VTableCopies targets;
/// Where this thread of the compiler writes code to.
static thread_local llvm::raw_pwrite_stream *output = nullptr;

static bool emitFile(TargetMachine *self, llvm::legacy::PassManagerBase &passes,
                     llvm::raw_pwrite_stream &stream,
                     llvm::raw_pwrite_stream *dwarf, llvm::CodeGenFileType type,
                     bool isUnverified,
                     llvm::MachineModuleInfoWrapperPass *machine) {
  auto emit = VTableCopies::replaced(self, &TargetMachine::addPassesToEmitFile);
  if (!copy) {
    output = type == llvm::CodeGenFileType::ObjectFile ? &stream : nullptr;
    return emit(self, passes, stream, dwarf, type, isUnverified, machine);
  }
  copy->target = self;
  copy->object.clear();
  copy->code.isAssembly = type != llvm::CodeGenFileType::ObjectFile;
  if (copy->code.isAssembly && self->getTarget().hasMCAsmBackend())
    type = llvm::CodeGenFileType::ObjectFile;
  return emit(self, passes, copy->stream, nullptr, type, isUnverified, machine);
}

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

class Library final : public FinalCodeLibrary {
public:
  void watch(TargetMachine &target) override {
    targets.replace(&target, &TargetMachine::addPassesToEmitFile, emitFile);
  }
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
  std::optional<FinalCode> codeOf(const llvm::Module &module) override {
    return copy->finish(module);
  }
  std::optional<GeneratedCode> generatedCode() override;
};

} // namespace

std::optional<GeneratedCode> Library::generatedCode() {
  using Kind = llvm::raw_ostream::OStreamKind;
  llvm::raw_pwrite_stream *stream = std::exchange(output, nullptr);
  if (!stream)
    return std::nullopt;
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef object;
  if (stream->get_kind() == Kind::OK_SVecStream)
    object = static_cast<llvm::raw_svector_ostream *>(stream)->str();
  else if (isFileStream(*stream))
    file = writtenBy(static_cast<llvm::raw_fd_ostream &>(*stream));
  if (file)
    object = file->getBuffer();
  return generatedCodeOf(object);
}

extern "C" __attribute__((visibility("default"))) FinalCodeLibrary *
trackdbgFinalCodeLibrary() {
  return new Library;
}
