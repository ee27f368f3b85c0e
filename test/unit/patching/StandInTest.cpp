//===- StandInTest.cpp ----------------------------------------------------===//

#include "support/TestFolder.h"

#include "patching/StandIn.h"

#include "llvm/ADT/StringRef.h"

#include "gtest/gtest.h"

#include <dlfcn.h>

using namespace mlir::trackdbg;

namespace {

#ifdef __aarch64__
constexpr uint16_t kOwnMachine = llvm::ELF::EM_AARCH64;
#else
constexpr uint16_t kOwnMachine = llvm::ELF::EM_X86_64;
#endif

TEST(StandInTest, TheLoaderBindsItsSymbols) {
  static int variable = 7;
  std::vector<StandInSymbol> symbols;
  // Enough for chains in the table of hashes.
  for (int i = 0; i < 1000; ++i)
    symbols.push_back({"symbol_" + std::to_string(i),
                       reinterpret_cast<uint64_t>(&variable) + i, 4,
                       i % 2 == 0});
  StandIn made =
      makeStandIn(kOwnMachine, "libtrackdbg-test-stand-in.so", symbols, {});
  EXPECT_EQ(made.symbolCount, symbols.size());
  TestFolder folder;
  llvm::StringRef bytes(reinterpret_cast<const char *>(made.image.data()),
                        made.image.size());
  void *library = dlopen(folder.program("stand-in", bytes.str()).c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  for (const StandInSymbol &symbol : symbols)
    EXPECT_EQ(reinterpret_cast<uint64_t>(dlsym(library, symbol.name.c_str())),
              symbol.address);
  EXPECT_EQ(dlsym(library, "symbol_1000"), nullptr);
  // It is the library of its name from now on.
  void *named = dlopen("libtrackdbg-test-stand-in.so", RTLD_NOW | RTLD_NOLOAD);
  EXPECT_EQ(named, library);
}

TEST(StandInTest, ItMayHaveNoSymbols) {
  StandIn made = makeStandIn(kOwnMachine, "libempty.so", {}, {});
  EXPECT_EQ(made.symbolCount, 0u);
  EXPECT_TRUE(bool(ProgramFile::parse(llvm::StringRef(
      reinterpret_cast<const char *>(made.image.data()), made.image.size()))));
}

} // namespace
