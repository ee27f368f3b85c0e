//===- ProgramFileTest.cpp ------------------------------------------------===//

#include "patching/ProgramFile.h"
#include "patching/HeldMLIR.h"
#include "patching/PatchPlanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

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
