//===- program.cpp - Any bytes as a program that is to be patched ---------===//
//
// A libFuzzer target: the planner reads the bytes as the program, as the
// tracker and as the fallback library; and as a program for a tracker that
// needs stand-ins. Whatever they say, a plan comes of it that lies within its
// block and within the program, or an error.
//
// test/fuzz/run builds and runs it; run-files.cpp runs it over given files.
//
//===----------------------------------------------------------------------===//

#include "patching/HeldMLIR.h"
#include "patching/PatchPlanner.h"
#include "patching/PlanWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace mlir::trackdbg;

static void expect(bool condition) {
  if (!condition)
    std::abort();
}

template <typename T>
static ArrayRef<T> arrayOf(ArrayRef<uint8_t> plan, const plan::Range &range) {
  expect(range.offset <= plan.size() &&
         range.count <= (plan.size() - range.offset) / sizeof(T));
  return {reinterpret_cast<const T *>(plan.data() + range.offset), range.count};
}

/// The loader is to find as many symbols in it as it says.
static void checkStandIn(ArrayRef<uint8_t> image, const plan::Range &symbols) {
  expect(symbols.offset <= image.size() &&
         symbols.count <=
             (image.size() - symbols.offset) / sizeof(ELF::Elf64_Sym));
  expect(bool(ProgramFile::parse(toStringRef(image))));
}

/// The preloaded part checks this too, and some of it again.
static void checkPlan(const ProgramFile &program, ArrayRef<uint8_t> plan) {
  plan::Header header;
  expect(plan.size() >= sizeof(header));
  std::memcpy(&header, plan.data(), sizeof(header));
  expect(header.size == plan.size());
  auto entries = arrayOf<plan::Entry>(plan, header.entries);
  auto code = arrayOf<uint8_t>(plan, header.code);
  expect(header.machine == program.machine());
  uint32_t jump = header.machine == ELF::EM_AARCH64 ? 4 : 5;
  for (const plan::Entry &entry : entries) {
    ArrayRef<uint8_t> there = program.codeAt(entry.address);
    expect(entry.size >= jump && entry.size <= plan::Entry::kMostBytes &&
           entry.moved < code.size() && entry.symbol < hookedSymbols().size());
    expect(there.take_front(entry.size) ==
           ArrayRef(entry.expected).take_front(entry.size));
  }
  for (const auto &fixup : arrayOf<plan::Fixup>(plan, header.fixups))
    expect(fixup.at + 4 <= fixup.end && fixup.end <= code.size());
  for (const auto &detour : arrayOf<plan::Detour>(plan, header.detours))
    expect(detour.entry < entries.size() &&
           program.codeAt(detour.address).size() >= 4);
  for (const auto &standIn : arrayOf<plan::StandIn>(plan, header.standIns))
    checkStandIn(arrayOf<uint8_t>(plan, standIn.image), standIn.symbols);
}

static void planWith(const ProgramFile &program, const ProgramFile &tracker) {
  Expected<PatchPlan> plan =
      planPatches({program, tracker, program, "fallback"});
  if (plan)
    checkPlan(program, plan->bytes);
  else
    consumeError(plan.takeError());
}

/// Needs what each tracker needs, and no symbols of it.
static const ProgramFile &smallestTracker() {
  static const StandIn image = makeStandIn(
      ELF::EM_X86_64, "tracker", {}, {"libMLIR.so.22.1", "libLLVM.so.22.1"});
  static const ProgramFile tracker =
      cantFail(ProgramFile::parse(toStringRef(image.image)));
  return tracker;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  Expected<ProgramFile> program = ProgramFile::parse(bytes);
  if (!program) {
    consumeError(program.takeError());
    return 0;
  }
  consumeError(heldMLIR(*program).takeError());
  consumeError(compareClasses(*program, *program).takeError());
  consumeError(ownCopiesIn(*program).takeError());
  linkedInProtocol(*program);
  showsMLIR(*program);
  program->isWhole();
  program->hashOfHeaders();
  planWith(*program, *program);
  planWith(*program, smallestTracker());
  program->debugLink();
  // A program of which all symbols come from itself once more.
  consumeError(program->takeSymbolsFrom(bytes));
  planWith(*program, *program);
  return 0;
}
