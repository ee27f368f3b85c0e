//===- ProgramFileTest.cpp ------------------------------------------------===//

#include "patching/ProgramFile.h"
#include "patching/HeldMLIR.h"
#include "patching/PatchPlanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <cstring>
#include <random>

using namespace mlir::trackdbg;

extern "C" int trackdbgSampleFunction() { return 1; }

namespace {

std::string readFile(const char *path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  return file ? (*file)->getBuffer().str() : "";
}

TEST(ProgramFileTest, ThisProgramIsRead) {
  std::string bytes = readFile("/proc/self/exe");
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  EXPECT_EQ(program.table(), ProgramFile::Table::Full);
  EXPECT_EQ(program.buildId().size(), 20u);
  EXPECT_TRUE(llvm::is_contained(program.neededLibraries(), "libc.so.6"));
  SymbolsByName wanted;
  wanted["trackdbgSampleFunction"];
  wanted["trackdbgNoSuchFunction"];
  cantFail(program.findSymbols(wanted));
  EXPECT_FALSE(wanted["trackdbgNoSuchFunction"]);
  ASSERT_TRUE(wanted["trackdbgSampleFunction"]);
  const ProgramSymbol &found = *wanted["trackdbgSampleFunction"];
  EXPECT_TRUE(found.isFunction());
  EXPECT_FALSE(program.codeAt(found.address).empty());
  std::vector<std::string> names;
  cantFail(program.findNames({found.address}, [&](uint64_t, auto name) {
    names.push_back(name.str());
  }));
  EXPECT_TRUE(llvm::is_contained(names, "trackdbgSampleFunction"));
}

TEST(ProgramFileTest, CodeOutsideOfTheFileIsEmpty) {
  std::string bytes = readFile("/proc/self/exe");
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  auto [begin, end] = program.codeRange();
  EXPECT_LT(begin, end);
  for (uint64_t address : {uint64_t(0), end, UINT64_MAX, UINT64_MAX - 1})
    EXPECT_TRUE(program.codeAt(address).empty());
}

TEST(ProgramFileTest, OtherFilesAreRefused) {
  for (const char *bytes : {"",
                            "\x7f"
                            "ELF",
                            "#!/bin/sh\n"})
    EXPECT_FALSE(errorToBool(ProgramFile::parse(bytes).takeError()) == false);
}

/// A program that has nothing but `count` symbols, and names for them.
std::string programWithSymbols(const std::string &names, size_t count,
                               uint32_t (*nameOf)(size_t symbol)) {
  using namespace llvm::ELF;
  constexpr size_t kSections = 4;
  std::string file(sizeof(Elf64_Ehdr) + kSections * sizeof(Elf64_Shdr), '\0');
  Elf64_Shdr sections[kSections] = {};
  auto append = [&](size_t section, uint32_t type, llvm::StringRef bytes) {
    file.resize(llvm::alignTo(file.size(), 8));
    sections[section].sh_type = type;
    sections[section].sh_offset = file.size();
    sections[section].sh_size = bytes.size();
    file += bytes;
  };
  std::vector<Elf64_Sym> symbols(count);
  for (size_t i = 0; i < count; ++i) {
    symbols[i].st_name = nameOf(i);
    symbols[i].setBindingAndType(STB_GLOBAL, STT_FUNC);
    symbols[i].st_shndx = 1;
    symbols[i].st_value = 0x1000;
    symbols[i].st_size = UINT64_MAX;
  }
  append(1, SHT_SYMTAB,
         {reinterpret_cast<const char *>(symbols.data()),
          symbols.size() * sizeof(Elf64_Sym)});
  sections[1].sh_entsize = sizeof(Elf64_Sym);
  sections[1].sh_link = 2;
  append(2, SHT_STRTAB, names);
  append(3, SHT_STRTAB, llvm::StringRef("\0", 1));
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ElfMagic, 4);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_shoff = sizeof(header);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kSections;
  header.e_shstrndx = 3;
  std::memcpy(&file[0], &header, sizeof(header));
  std::memcpy(&file[sizeof(header)], sections, sizeof(sections));
  return file;
}

/// Each of the names is a part of one long one. To read all of each would take
/// hours.
TEST(ProgramFileTest, MillionsOfLongNamesTakeNoLonger) {
  constexpr size_t kNames = size_t(8) << 20;
  std::string names(kNames, 'x');
  names.front() = names.back() = '\0';
  std::string bytes = programWithSymbols(
      names, kNames / 8, [](size_t symbol) { return uint32_t(symbol + 1); });
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  EXPECT_FALSE(cantFail(makesContexts(program)));
  EXPECT_FALSE(cantFail(heldMLIR(program)).hasLibcxx);
}

TEST(ProgramFileTest, AVersionThatNeverEndsTakesNoLonger) {
  std::string names("\0x", 3);
  for (int i = 0; i < (4 << 20); ++i)
    names += "MLIR";
  names += '\0';
  // Without sections that say where its constants are, all of it is searched.
  std::string bytes =
      programWithSymbols(names, 2, [](size_t) { return uint32_t(1); });
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  EXPECT_EQ(cantFail(heldMLIR(program)).version, "");
}

TEST(ProgramFileTest, AnMLIRWithLibcxxIsToldByItsNames) {
  auto held = [](llvm::StringRef name) {
    std::string names(1, '\0');
    names += name;
    names += '\0';
    std::string bytes = programWithSymbols(
        names, 2, [](size_t symbol) { return uint32_t(symbol); });
    return cantFail(heldMLIR(cantFail(ProgramFile::parse(bytes))));
  };
  EXPECT_TRUE(
      held("_ZN4mlir5parseENSt3__110shared_ptrIN4llvm9SourceMgrEEE").hasLibcxx);
  EXPECT_FALSE(held("_ZNSt3__112basic_stringIcE6appendEPKc").hasLibcxx);
  EXPECT_FALSE(
      held("_ZN4mlir5parseESt10shared_ptrIN4llvm9SourceMgrEE").hasLibcxx);
}

TEST(ProgramFileTest, ABuildOfTheMainBranchSaysSo) {
  std::string names("\0MLIR23.0.0git", 15);
  std::string bytes =
      programWithSymbols(names, 2, [](size_t) { return uint32_t(1); });
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  HeldMLIR held = cantFail(heldMLIR(program));
  EXPECT_EQ(held.describe(), "MLIR 23.0.0git");
  EXPECT_EQ(held.trackerKey(""), "23.0git");
}

TEST(ProgramFileTest, AVersionMayHaveAnySuffix) {
  std::string names("\0MLIR22.1.8+mine_2~x", 21);
  std::string bytes =
      programWithSymbols(names, 2, [](size_t) { return uint32_t(1); });
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  EXPECT_EQ(cantFail(heldMLIR(program)).trackerKey(""), "22.1+mine_2~x");
}

/// What searches its data would do so for each of them.
TEST(ProgramFileTest, ManySectionsThatClaimTheWholeFileAreReadOnce) {
  using namespace llvm::ELF;
  constexpr size_t kSections = 60000;
  std::string bytes = programWithSymbols(std::string("\0.data", 7), 1,
                                         [](size_t) { return uint32_t(1); });
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.e_shoff = llvm::alignTo(bytes.size(), 8);
  header.e_shnum = kSections;
  header.e_shstrndx = 0;
  bytes.resize(header.e_shoff + kSections * sizeof(Elf64_Shdr));
  std::vector<Elf64_Shdr> sections(kSections);
  size_t names = bytes.find(".data") - 1;
  for (Elf64_Shdr &section : sections) {
    section.sh_name = 1;
    section.sh_type = SHT_PROGBITS;
    section.sh_size = bytes.size();
  }
  sections[0].sh_type = SHT_STRTAB;
  sections[0].sh_offset = names;
  sections[0].sh_size = 7;
  std::memcpy(&bytes[0], &header, sizeof(header));
  std::memcpy(&bytes[header.e_shoff], sections.data(),
              kSections * sizeof(Elf64_Shdr));
  ProgramFile program = cantFail(ProgramFile::parse(bytes));
  size_t size = 0;
  for (llvm::StringRef data : program.data())
    size += data.size();
  EXPECT_EQ(size, bytes.size());
}

TEST(ProgramFileTest, TheNameOfATrackerTellsWhatItIsFor) {
  for (const char *key :
       {"22.1", "22.1-checks", "22.1-libc++", "23.0git-checks-libc++",
        "23.0-rc1", "22.1-checks-split"})
    EXPECT_EQ(HeldMLIR::ofTrackerKey(key).trackerKey(""), key);
  HeldMLIR held = HeldMLIR::ofTrackerKey("22.1-checks-libc++");
  EXPECT_EQ(held.describe(), "MLIR 22.1 with ABI-breaking checks (usually "
                             "LLVM_ENABLE_ASSERTIONS=ON), built with libc++");
}

/// Whatever a file says, an answer or an error is all that comes of it.
TEST(ProgramFileTest, DamagedFilesAreHarmless) {
  const std::string whole = readFile("/bin/true");
  ASSERT_FALSE(whole.empty());
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = whole;
    if (round % 3 == 0)
      damaged.resize(random() % damaged.size());
    // The headers decide most.
    size_t range =
        round % 2 ? damaged.size() : std::min<size_t>(damaged.size(), 1024);
    for (int i = 0; i < 8 && range; ++i)
      damaged[random() % range] = char(random());
    auto program = ProgramFile::parse(damaged);
    if (!program) {
      consumeError(program.takeError());
      continue;
    }
    SymbolsByName wanted;
    wanted["main"];
    consumeError(program->findSymbols(wanted));
    consumeError(program->dynamicSymbols().takeError());
    (void)program->codeAt(program->codeRange().first);
    consumeError(makesContexts(*program).takeError());
    consumeError(heldMLIR(*program).takeError());
  }
}

} // namespace
