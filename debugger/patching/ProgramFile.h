//===- ProgramFile.h - The code and the symbols of a program --------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_PROGRAMFILE_H
#define TRACKDBG_DEBUGGER_PATCHING_PROGRAMFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::trackdbg {

/// A symbol that a file defines.
struct ProgramSymbol {
  uint64_t address = 0; ///< In the file's own addresses, without a load bias.
  uint64_t size = 0;    ///< In bytes; 0 where the table does not say it.
  uint8_t type = 0;     ///< STT_FUNC and its like.
  bool isLocal = false;
  /// Several local symbols have this name, at different addresses.
  bool isAmbiguous = false;

  bool isFunction() const;
};
/// What is looked for, and what was found. A name that the file does not define
/// has no value.
using SymbolsByName = llvm::StringMap<std::optional<ProgramSymbol>>;

/// The names of the libraries that a program is linked with; none where the
/// bytes are not such a file, or damaged.
std::vector<std::string> neededLibraries(llvm::StringRef bytes);

/// Whether this is the name of libMLIR.so, or of one of the libraries that it
/// is split into.
bool isLibraryOfMLIR(llvm::StringRef name);
/// Whether it is the one of those that contexts come from.
bool isSplitMLIR(llvm::StringRef name);

/// An ELF file for x86-64 or another 64-bit machine of this byte order. Reads
/// nothing but what it is asked for, and believes nothing: each place is
/// checked against the bytes, and what is damaged is an error that names it.
/// Refers to the bytes, which outlive it.
class ProgramFile {
public:
  static llvm::Expected<ProgramFile> parse(llvm::StringRef bytes);

  uint16_t machine() const { return elf.getHeader().e_machine; }
  /// Whether it is loaded into a program, rather than one itself.
  bool isLibrary() const {
    return elf.getHeader().e_type == llvm::ELF::ET_DYN && !hasInterpreter;
  }
  /// Whether it brings its own C library, and no loader runs for it.
  bool isStatic() const { return !hasInterpreter && needed.empty(); }
  /// Whether all of its segments lie in the file. The loader does not check
  /// that, and the process crashes where they do not.
  bool isWhole() const;
  /// Of the GNU kind; empty where there is none.
  llvm::ArrayRef<uint8_t> buildId() const { return id; }
  /// Of what says where all its parts are and how large they are.
  uint64_t hashOfHeaders() const;
  /// The name of a library; empty where it has none.
  llvm::StringRef soname() const { return ownName; }
  /// The name of the file that its debugging information was moved to, as
  /// `objcopy --add-gnu-debuglink` wrote it; empty where it has none.
  llvm::StringRef debugLink() const { return link; }
  /// See neededLibraries above.
  llvm::ArrayRef<std::string> neededLibraries() const { return needed; }

  /// The executable bytes from `address` to the end of their segment; empty if
  /// no executable segment of the file holds it.
  llvm::ArrayRef<uint8_t> codeAt(uint64_t address) const;
  /// Its constants and variables; all of a file that does not say where they
  /// are.
  llvm::ArrayRef<llvm::StringRef> data() const { return dataRanges; }
  /// Everything executable: the lowest address, and one past the highest.
  std::pair<uint64_t, uint64_t> codeRange() const;

  enum class Table {
    None,    ///< The file was stripped and exports nothing.
    Dynamic, ///< Only what the file exports.
    Full     ///< The table for debuggers and linkers.
  };
  /// The best table that it has.
  Table table() const;
  /// Reads the full table from the file with the program's debugging
  /// information. That has the same build id, or it is an error. Its bytes
  /// outlive this as well.
  llvm::Error takeSymbolsFrom(llvm::StringRef debugFile);
  /// Whether one of its tables has this name, be it defined there or not.
  llvm::Expected<bool> mentions(llvm::StringRef name) const;
  /// Whether one of those names has all of `parts` in it.
  llvm::Expected<bool> mentionsAll(llvm::ArrayRef<llvm::StringRef> parts) const;
  /// Looks up the names of `wanted` in that table. Takes time in proportion to
  /// the table.
  llvm::Error findSymbols(SymbolsByName &wanted) const;
  /// Calls `found(name, clone)` for each function of that table that a compiler
  /// has made from one of `names`, such as "f.constprop.0" from "f".
  llvm::Error findClones(
      const llvm::StringSet<> &names,
      llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> found) const;
  /// The names of the functions that begin at one of `addresses`, in the same
  /// table.
  llvm::Error
  findNames(llvm::ArrayRef<uint64_t> addresses,
            llvm::function_ref<void(uint64_t, llvm::StringRef)> found) const;

  /// A symbol that the loader binds.
  struct DynamicSymbol {
    llvm::StringRef name;
    bool isDefined;
    bool isObject; ///< Data, not a function.
    bool isWeak;   ///< It may be missing, if it is not defined here.
  };
  llvm::Expected<std::vector<DynamicSymbol>> dynamicSymbols() const;

private:
  struct Segment {
    uint64_t address;
    llvm::ArrayRef<uint8_t> bytes;
  };
  using Elf = llvm::object::ELFFile<llvm::object::ELF64LE>;
  using Section = Elf::Elf_Shdr;
  explicit ProgramFile(Elf elf) : elf(elf) {}
  llvm::Error readSegments();
  llvm::Error readSections();
  llvm::Expected<llvm::StringRef> namesOf(const Section *section) const;
  llvm::Expected<bool>
  anyNames(llvm::function_ref<bool(llvm::StringRef names)> holds) const;
  template <typename Visitor>
  llvm::Error forEachSymbol(const Section *section, Visitor visit) const;

  /// The file that one of the tables is in.
  const Elf &ownerOf(const Section *table) const {
    return debugElf && table == fullTable ? *debugElf : elf;
  }

  Elf elf;
  std::optional<Elf> debugElf; ///< Of `fullTable`, where it was taken.
  llvm::ArrayRef<uint8_t> id;
  llvm::StringRef link;
  std::vector<std::string> needed;
  std::string ownName;
  bool hasInterpreter = false;
  llvm::SmallVector<Segment> code;
  llvm::SmallVector<llvm::StringRef> dataRanges;
  const Section *fullTable = nullptr;
  const Section *dynamicTable = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_PROGRAMFILE_H
