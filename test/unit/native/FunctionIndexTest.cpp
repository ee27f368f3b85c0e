//===- FunctionIndexTest.cpp - The functions of a program by address ------===//

#include "native/FunctionIndex.h"

#include "native/VirtualFunctions.h"

#include "llvm/ADT/DenseMap.h"

#include <gtest/gtest.h>

#include <link.h>

using namespace mlir::trackdbg;
using namespace llvm;
using object::ELF64LEObjectFile;

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int corners() const override;
};
[[gnu::noinline]] int Square::corners() const { return 4; }
Square square;
/// The compiler does not know what it is.
const Shape *volatile shape = &square;

/// Made only as part of one of two others.
struct Round : Shape {
  int corners() const override;
  virtual int axes() const = 0;
};
[[gnu::noinline]] int Round::corners() const { return 0; }
struct Circle : Round {
  int axes() const override { return 1; }
};
struct Ellipse : Round {
  int axes() const override { return 2; }
};
Circle circle;
Ellipse ellipse;
const Shape *volatile round = &circle, *volatile oval = &ellipse;

/// In the addresses of this program's file.
template <typename Pointer> uint64_t inFile(Pointer pointer) {
  uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        *static_cast<uint64_t *>(data) = info->dlpi_addr;
        return 1;
      },
      &base);
  return reinterpret_cast<uint64_t>(pointer) - base;
}

uint64_t cornersOf(const Shape &shape) {
  // The two destructors come first.
  return inFile((*reinterpret_cast<void *const *const *>(&shape))[2]);
}

struct ThisProgram {
  std::unique_ptr<MemoryBuffer> bytes =
      cantFail(errorOrToExpected(MemoryBuffer::getFile("/proc/self/exe")));
  ELF64LEObjectFile file =
      cantFail(ELF64LEObjectFile::create(*bytes, /*InitContent=*/true));
};

TEST(FunctionIndex, NamesFunctionsBySymbols) {
  ThisProgram program;
  FunctionIndex index = FunctionIndex::make(program.file);
  uint64_t address = cornersOf(*shape);
  auto function = index.at(address);
  ASSERT_TRUE(function);
  EXPECT_EQ(function->begin, address);
  EXPECT_EQ(function->name, "(anonymous namespace)::Square::corners() const");
  EXPECT_EQ(index.at(address + 1)->begin, address);
  EXPECT_FALSE(index.at(0));
  EXPECT_FALSE(index.at(uint64_t(1) << 40));
}

/// The class of the function that begins there, in a program without symbols.
/// This file is compiled with RTTI.
std::string classAt(uint64_t address) {
  ThisProgram program;
  for (const VirtualFunction &each : findVirtualFunctions(
           program.file.getELFFile(), llvm::DenseMap<uint64_t, StringRef>()))
    if (each.address == address)
      return demangledClass(each.ofClass);
  return "";
}

TEST(FunctionIndex, NamesVirtualFunctionsByTheirClass) {
  EXPECT_EQ(classAt(cornersOf(*shape)), "(anonymous namespace)::Square");
}

TEST(FunctionIndex, NamesInheritedFunctionsByTheClassThatHasThem) {
  EXPECT_EQ(cornersOf(*round), cornersOf(*oval));
  EXPECT_EQ(classAt(cornersOf(*round)), "(anonymous namespace)::Round");
}

TEST(FunctionIndex, IsReadAgainFromItsBytes) {
  ThisProgram program;
  FunctionIndex index = FunctionIndex::make(program.file);
  auto again =
      FunctionIndex::open(MemoryBuffer::getMemBufferCopy(index.bytes()));
  ASSERT_TRUE(again);
  uint64_t address = cornersOf(*shape);
  EXPECT_EQ(again->at(address)->name, index.at(address)->name);
}

TEST(FunctionIndex, DoesNotTrustItsBytes) {
  ThisProgram program;
  FunctionIndex index = FunctionIndex::make(program.file);
  std::string bytes = index.bytes().str();
  for (size_t size : {size_t(0), size_t(7), size_t(23), size_t(24),
                      bytes.size() / 2, bytes.size() - 1})
    EXPECT_FALSE(FunctionIndex::open(
        MemoryBuffer::getMemBufferCopy(StringRef(bytes).take_front(size))))
        << size;
  // Names that lie nowhere.
  std::string wild = bytes;
  for (size_t at = 24 + 12; at + 4 < 24 + 16 * 64; at += 16)
    wild.replace(at, 4, "\xff\xff\xff\xff");
  auto opened = FunctionIndex::open(MemoryBuffer::getMemBufferCopy(wild));
  ASSERT_TRUE(opened);
  for (uint64_t address = 0; address < 100'000; address += 16)
    (void)opened->at(address);
}

} // namespace
