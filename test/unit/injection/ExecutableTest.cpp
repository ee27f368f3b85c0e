//===- ExecutableTest.cpp -------------------------------------------------===//

#include "support/TestFolder.h"

#include "injection/Executable.h"
#include "trackdbg/Protocol.h"

#include "gtest/gtest.h"

#include <elf.h>

#include <cstring>

using namespace mlir::trackdbg;
using Tracking = Executable::Tracking;

namespace {

/// A program that asks for one library, as small as an ELF file can be.
std::string elfThatNeeds(llvm::StringRef library) {
  constexpr size_t kStrings = 0x200;
  std::string file(0x300, '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_phoff = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 2;
  Elf64_Phdr load{}, dynamic{};
  load.p_type = PT_LOAD;
  load.p_vaddr = 0x10000;
  load.p_filesz = file.size();
  dynamic.p_type = PT_DYNAMIC;
  dynamic.p_offset = 0x100;
  dynamic.p_filesz = 3 * sizeof(Elf64_Dyn);
  Elf64_Dyn entries[3] = {};
  entries[0].d_tag = DT_NEEDED;
  entries[0].d_un.d_val = 1;
  entries[1].d_tag = DT_STRTAB;
  entries[1].d_un.d_ptr = load.p_vaddr + kStrings;
  std::memcpy(&file[0], &header, sizeof(header));
  std::memcpy(&file[sizeof(header)], &load, sizeof(load));
  std::memcpy(&file[sizeof(header) + sizeof(load)], &dynamic, sizeof(dynamic));
  std::memcpy(&file[0x100], entries, sizeof(entries));
  std::memcpy(&file[kStrings + 1], library.data(), library.size());
  return file;
}

struct ExecutableTest : testing::Test {
  Executable inspect(const std::string &contents) {
    return inspectExecutable(folder.program("program", contents), store);
  }
  std::string reasonOf(const std::string &program) {
    Executable result = inspectExecutable(program, store);
    EXPECT_EQ(result.tracking, Tracking::Impossible);
    return result.reason;
  }
  TestFolder folder;
  std::string tracker = folder.file("libtrackdbg-tracker-22.1.so",
                                    elfThatNeeds("libMLIR.so.22.1"));
  PlanStore store{TrackerCatalog({folder.pathOf("")}), PlanCache("")};
};

TEST_F(ExecutableTest, OurMLIRIsPreloaded) {
  EXPECT_EQ(inspect(elfThatNeeds("libMLIR.so.22.1")).tracking,
            Tracking::Preload);
}

TEST_F(ExecutableTest, AnotherMLIRIsNamed) {
  Executable result = inspect(elfThatNeeds("libMLIR.so.19.1"));
  EXPECT_EQ(result.tracking, Tracking::Impossible);
  EXPECT_NE(result.reason.find("is linked with libMLIR.so.19.1, and this "
                               "mlir-track-dbg tracks MLIR 22.1"),
            std::string::npos)
      << result.reason;
}

TEST_F(ExecutableTest, StaticMLIRNeedsTheTracker) {
  std::string file = elfThatNeeds("libc.so.6") + "N4mlir9OperationE";
  Executable without = inspect(file);
  EXPECT_EQ(without.tracking, Tracking::Impossible);
  EXPECT_NE(without.reason.find("MLIRTrackDbg::tracker"), std::string::npos);
  file += TRACKDBG_LINKED_IN_MARK;
  EXPECT_EQ(inspect(file).tracking, Tracking::LinkedIn);
}

TEST_F(ExecutableTest, NamesOfFunctionsAreNoMLIR) {
  // As in the debugger, which has a list of them.
  std::string names = elfThatNeeds("libc.so.6") + "_ZN1aEPN4mlir9OperationE";
  EXPECT_EQ(inspect(names).tracking, Tracking::Unknown);
  names += std::string("\0P", 2) + "N4mlir9OperationE";
  EXPECT_EQ(inspect(names).tracking, Tracking::Impossible);
}

TEST_F(ExecutableTest, ATrackerOfAnotherVersionIsNamed) {
  std::string mark = elfThatNeeds("libc.so.6") + "N4mlir9OperationE" +
                     "mlir-track-dbg tracker, protocol ";
  std::string ours = std::to_string(kProtocolVersion);
  Executable older = inspect(mark + "1");
  EXPECT_EQ(older.tracking, Tracking::Impossible);
  EXPECT_NE(older.reason.find("speaks protocol 1, and this mlir-track-dbg "
                              "speaks " +
                              ours + ": link it again"),
            std::string::npos)
      << older.reason;
  Executable newer = inspect(mark + "99999");
  EXPECT_NE(newer.reason.find("speaks protocol 99999, and"), std::string::npos)
      << newer.reason;
  // Neither a mark without a version nor one of several misleads it.
  EXPECT_EQ(inspect(mark).tracking, Tracking::Impossible);
  EXPECT_EQ(inspect(mark + "1" + TRACKDBG_LINKED_IN_MARK).tracking,
            Tracking::LinkedIn);
}

TEST_F(ExecutableTest, ScriptsAndOtherProgramsAreTried) {
  EXPECT_EQ(inspect("#!/bin/sh\nmlir-opt\n").tracking, Tracking::Unknown);
  EXPECT_EQ(inspect("mlir-opt\n").tracking, Tracking::Unknown);
  EXPECT_EQ(inspect(elfThatNeeds("libc.so.6")).tracking, Tracking::Unknown);
  EXPECT_EQ(inspectExecutable("sh", store).tracking, Tracking::Unknown);
}

TEST_F(ExecutableTest, EveryTruncationIsHarmless) {
  std::string whole = elfThatNeeds("libMLIR.so.22.1");
  for (size_t size = 0; size < whole.size(); size += 3)
    inspect(whole.substr(0, size));
}

TEST_F(ExecutableTest, HugeNumbersInTheHeaderAreHarmless) {
  std::string whole = elfThatNeeds("libMLIR.so.22.1");
  for (size_t at = SELFMAG + 2; at + 8 < whole.size(); at += 4) {
    std::string broken = whole;
    std::memset(&broken[at], 0xff, 8);
    inspect(broken);
  }
}

TEST_F(ExecutableTest, SaysWhyThereIsNoProgram) {
  EXPECT_EQ(reasonOf("no-such-program-at-all"),
            "no program named 'no-such-program-at-all' in PATH; write its path "
            "if it is elsewhere");
  EXPECT_EQ(reasonOf("/no/such"), "there is no file '/no/such'");
  EXPECT_EQ(reasonOf("/tmp"), "'/tmp' is a directory; name a compiler in it");
  std::string plain = folder.file("plain", "text");
  EXPECT_EQ(reasonOf(plain),
            "'" + plain +
                "' is not executable; 'chmod +x' makes it executable");
  std::string script = folder.program("script", "#! /no/such/shell -x\n");
  EXPECT_EQ(reasonOf(script), "'" + script +
                                  "' is a script for '/no/such/shell', which "
                                  "is not there");
}

} // namespace
