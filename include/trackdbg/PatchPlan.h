//===- PatchPlan.h - How a program that holds MLIR itself is patched ------===//
//
// A program or library with MLIR linked in makes no calls that a preloaded
// library could stand in front of. The debugger reads its symbol table and
// writes a plan; the preloaded part carries it out before main(), or before the
// first symbol of the library is looked up:
//
// * The first instructions of each hooked function become a jump to its slot,
//   as a trampoline of the preloaded part does it. The instructions that stood
//   there are moved to a code area near by, and run from there.
// * Calls that stay within one file of MLIR's sources are led to the moved
//   instructions: an interposer does not see them either.
// * Stand-ins are libraries that a copy of the tracker needs in the place of
//   MLIR's and LLVM's. They hold nothing but symbols with the addresses of the
//   program's own.
//
// A plan is one block of memory. Offsets are bytes from its begin, addresses
// are those of the program's file: what is loaded elsewhere adds its load bias.
// The process that carries it out checks that every range lies in the block,
// and that every byte that it changes is the one that the plan expects.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_PATCHPLAN_H
#define TRACKDBG_PATCHPLAN_H

#include <cstddef>
#include <cstdint>

namespace mlir::trackdbg::plan {

/// Changes with every change of what follows.
inline constexpr char kMagic[8] = {'T', 'D', 'B', 'G', 'P', 'L', 'N', '4'};

/// The names of HookedSymbols.def, hashed in their order (FNV-1a): entries name
/// a symbol by its place there.
constexpr uint64_t hashOf(const char *const *names, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < count; ++i)
    for (const char *at = names[i];; ++at) {
      hash = (hash ^ static_cast<unsigned char>(*at)) * 0x100000001b3;
      if (!*at)
        break;
    }
  return hash;
}

/// An array of a plan.
struct Range {
  uint32_t offset, count;
};

/// A function that gets a jump in front.
struct Entry {
  static constexpr uint32_t kMostBytes = 24;
  uint64_t address; ///< Of the first byte that changes.
  uint32_t size;    ///< So many change: whole instructions, at least a jump's.
  uint32_t symbol;  ///< Its place in HookedSymbols.def.
  uint32_t moved;   ///< Where its moved instructions begin, in the code.
  uint8_t expected[kMostBytes];
};

/// A place in the moved instructions that leads back into the program.
struct Fixup {
  enum class Kind : uint32_t {
    Distance32, ///< x86-64: the last bytes of `at` to `end`, counted from
                ///< there.
    Branch26,   ///< aarch64: a branch or call at `at`.
    Address64,  ///< Eight bytes: no distance, but the address itself.
  };
  uint32_t at, end; ///< Bytes of the code. They are aligned for Address64.
  Kind kind;
  uint64_t target;
};

/// A call in the program that goes past the hook of `entry`.
struct Detour {
  /// x86-64: of the four bytes of its distance, which end the call. aarch64: of
  /// the instruction.
  uint64_t address;
  uint32_t entry;    ///< Its place among the entries.
  uint32_t expected; ///< What the four bytes there are.
};

/// How the names of MLIR's and LLVM's libraries begin, and those of their
/// stand-ins. They differ, as a process may load both.
struct StandInName {
  const char *library, *standIn;
  size_t length; ///< Of either.
};
inline constexpr StandInName kStandInNames[] = {{"libMLIR.", "libmlir.", 8},
                                                {"libLLVM.", "libllvm.", 8}};

/// The image of a library; its absolute symbols get the load bias added.
struct StandIn {
  Range image;   ///< Bytes.
  Range symbols; ///< Elf64_Sym in the image, by their offset in it.
};

struct Header {
  char magic[sizeof(kMagic)];
  uint64_t machine; ///< Of the program, as in the header of its file.
  uint64_t size;    ///< Of the whole plan, in bytes.
  uint64_t symbols; ///< hashOf the names that `Entry::symbol` counts.
  /// Of the program; the code that is patched lies between these two.
  uint64_t textBegin, textEnd;
  uint8_t buildId[32];
  uint32_t buildIdSize;
  Range entries, fixups, detours, standIns;
  Range code; ///< Bytes.
};

/// What the preloaded part asks, each on a connection of its own. A file goes
/// with it as a descriptor: the program's, or the library's.
enum class Ask : uint8_t {
  /// For each program and library, before main() or when it has been loaded:
  /// its plan. A reply has the plan as a descriptor, and the path of the
  /// tracker and a NUL. The preloaded part then says how it went.
  Plan = 'P',
  /// The same, in a process whose tracked MLIR is or may be another one: only
  /// the constructors of contexts will be patched.
  Watch = 'W',
  /// At the first context: the tracker for the library that MLIR is in. A reply
  /// has its path and a NUL.
  Tracker = 'T',
  /// Before the first pass of LLVM in a process without MLIR: the tracker for
  /// such programs that fits the library that LLVM is in. A reply is as above.
  /// There is none where passes of LLVM are not to be recorded.
  LLVMTracker = 'V',
  /// The tracker for this file could not be loaded. The loader's words follow.
  /// There is no reply.
  Trouble = 'L',
  /// A context was made by the MLIR in this file, and the process has another
  /// one, which is the one to track. There is no reply.
  Another = 'A',
};
/// The first byte of a reply. Where there is no answer, the debugger hangs up.
enum class Reply : uint8_t { Plan = 'P', Tracker = 'T' };
enum class Outcome : uint8_t {
  Patched = 'P',
  Differs = 'D',   ///< Another build id, or other bytes than the plan expects.
  Misread = 'M',   ///< The plan is one of another build of the debugger.
  NoRoom = 'R',    ///< No free addresses near the program, or no memory.
  Forbidden = 'F', ///< The system does not let the code be changed.
};

/// The path of the socket for these questions: SOCK_SEQPACKET.
inline constexpr char kSocketVariable[] = "MLIR_TRACK_DBG_PLANS";

} // namespace mlir::trackdbg::plan

#endif // TRACKDBG_PATCHPLAN_H
