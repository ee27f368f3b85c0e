//===- PatcherTest.cpp ----------------------------------------------------===//
//
// Carries out plans on memory that stands for a program for x86-64. Whatever a
// plan says, nothing is read behind its end, and nothing changes but the
// program's code.
//
//===----------------------------------------------------------------------===//

#include "preload/Patcher.h"

#include "machine/Code.h"

#include "gtest/gtest.h"

#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <memory>
#include <random>
#include <sys/mman.h>
#include <vector>

#ifdef __x86_64__

using namespace mlir::trackdbg;

namespace {

constexpr size_t kPage = 4096;
constexpr uint64_t kSymbols = 7; ///< As if it were the hash of their names.
constexpr uint8_t kNop = 0x90, kBuildId[] = {1, 2, 3, 4};

/// Four pages, of which the two in the middle are code.
class Program {
public:
  Program() {
    pages = static_cast<uint8_t *>(mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    file.bias = file.begin = reinterpret_cast<uintptr_t>(pages);
    file.textBegin = file.begin + kPage;
    file.textEnd = file.begin + 3 * kPage;
    file.buildId = kBuildId;
    file.buildIdSize = sizeof(kBuildId);
    reset();
  }
  ~Program() { munmap(pages, kSize); }
  void reset() {
    mprotect(pages, kSize, PROT_READ | PROT_WRITE);
    std::memset(pages, kNop, kSize);
  }
  bool isUntouched(size_t from, size_t to) const {
    for (size_t at = from; at < to; ++at)
      if (pages[at] != kNop)
        return false;
    return true;
  }
  bool isUntouched() const { return isUntouched(0, kSize); }
  bool isUntouchedAround() const {
    return isUntouched(0, kPage) && isUntouched(3 * kPage, kSize);
  }

  static constexpr size_t kSize = 4 * kPage;
  uint8_t *pages;
  LoadedFile file;
};

/// The bytes of a plan, with nothing behind them.
class Plan {
public:
  template <typename T> plan::Range append(std::vector<T> objects) {
    size_t at = (bytes.size() + 7) & ~size_t(7);
    bytes.resize(at + objects.size() * sizeof(T));
    std::memcpy(&bytes[at], objects.data(), objects.size() * sizeof(T));
    return {uint32_t(at), uint32_t(objects.size())};
  }
  std::vector<uint8_t> bytes;
};

std::vector<uint8_t> wellFormed() {
  Plan made;
  plan::Header header{};
  std::memcpy(header.magic, plan::kMagic, sizeof(header.magic));
  header.machine = code::kMachine;
  header.symbols = kSymbols;
  header.textBegin = kPage;
  header.textEnd = 3 * kPage;
  std::memcpy(header.buildId, kBuildId, sizeof(kBuildId));
  header.buildIdSize = sizeof(kBuildId);
  made.append<plan::Header>({header});
  plan::Entry entry{kPage + 64, 6, 1, 0, {}};
  std::memset(entry.expected, kNop, entry.size);
  header.entries = made.append<plan::Entry>({entry});
  header.fixups = made.append<plan::Fixup>(
      {{6, 10, plan::Fixup::Kind::Distance32, kPage + 70}});
  header.detours = made.append<plan::Detour>({{2 * kPage + 1, 0, 0x90909090}});
  header.code = made.append<uint8_t>(
      {kNop, kNop, kNop, kNop, kNop, 0xE9, 0, 0, 0, 0, kNop, kNop});
  plan::StandIn standIn;
  standIn.image = made.append<uint8_t>(std::vector<uint8_t>(512));
  standIn.symbols = {sizeof(ElfW(Sym)), 4};
  header.standIns = made.append<plan::StandIn>({standIn});
  header.size = made.bytes.size();
  std::memcpy(made.bytes.data(), &header, sizeof(header));
  return made.bytes;
}

struct PatcherTest : testing::Test {
  /// The memory of the plan ends where it does.
  plan::Outcome carryOut(const std::vector<uint8_t> &bytes) {
    auto words = std::make_unique<uint64_t[]>((bytes.size() + 7) / 8);
    auto *copy = reinterpret_cast<unsigned char *>(words.get());
    std::memcpy(copy, bytes.data(), bytes.size());
    Patcher patcher({copy, bytes.size()}, program.file, slots);
    plan::Outcome outcome = patcher.carryOut(kSymbols, self.get());
    if (outcome != plan::Outcome::Patched)
      return outcome;
    for (const plan::StandIn &standIn : patcher.standIns())
      (void)patcher.imageOf(standIn);
    for (size_t symbol = 0; symbol < std::size(slots); ++symbol)
      if (void *moved = patcher.functionOf(symbol))
        munmap(reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(moved) &
                                        ~(kPage - 1)),
               kPage);
    return outcome;
  }

  Program program;
  void *slots[4] = {};
  OwnDescriptor self{open("/proc/self/exe", O_RDONLY | O_CLOEXEC)};
};

TEST_F(PatcherTest, AnEntryBecomesAJump) {
  EXPECT_EQ(carryOut(wellFormed()), plan::Outcome::Patched);
  EXPECT_TRUE(program.isUntouchedAround());
  EXPECT_EQ(program.pages[kPage + 64], 0xE9);
  EXPECT_EQ(program.pages[kPage + 70], kNop);
  EXPECT_FALSE(program.isUntouched(2 * kPage + 1, 2 * kPage + 5));
}

TEST_F(PatcherTest, OtherBytesThanExpectedAreLeftAlone) {
  program.pages[kPage + 69] = 0x91;
  EXPECT_EQ(carryOut(wellFormed()), plan::Outcome::Differs);
  program.pages[kPage + 69] = kNop;
  program.pages[2 * kPage + 4] = 0x91;
  EXPECT_EQ(carryOut(wellFormed()), plan::Outcome::Differs);
  program.pages[2 * kPage + 4] = kNop;
  EXPECT_TRUE(program.isUntouched());
}

TEST_F(PatcherTest, APlanOfAnotherBuildIsKnown) {
  std::vector<uint8_t> plan = wellFormed();
  plan[offsetof(plan::Header, symbols)] ^= 1;
  EXPECT_EQ(carryOut(plan), plan::Outcome::Misread);
  EXPECT_TRUE(program.isUntouched());
}

TEST_F(PatcherTest, EveryTruncationIsRefused) {
  std::vector<uint8_t> whole = wellFormed();
  for (size_t size = 1; size < whole.size(); ++size)
    EXPECT_EQ(carryOut({whole.begin(), whole.begin() + size}),
              size < sizeof(plan::Header) ? plan::Outcome::Misread
                                          : plan::Outcome::Differs);
  EXPECT_TRUE(program.isUntouched());
}

/// The values at the limits, in each field of four bytes.
TEST_F(PatcherTest, NumbersAtTheirLimitsChangeNothingElse) {
  const std::vector<uint8_t> whole = wellFormed();
  for (uint32_t value : {0u, 1u, 5u, 24u, 25u, 0x7fffffffu, 0x80000000u,
                         0xfffffff0u, 0xffffffffu})
    for (size_t at = 0; at + sizeof(value) <= whole.size(); at += 4) {
      std::vector<uint8_t> damaged = whole;
      std::memcpy(&damaged[at], &value, sizeof(value));
      bool isPatched = carryOut(damaged) == plan::Outcome::Patched;
      ASSERT_TRUE(program.isUntouchedAround()) << at;
      ASSERT_TRUE(isPatched || program.isUntouched()) << at;
      program.reset();
    }
}

TEST_F(PatcherTest, DamagedPlansChangeNothingElse) {
  const std::vector<uint8_t> whole = wellFormed();
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    std::vector<uint8_t> damaged = whole;
    for (unsigned left = 1 + random() % 4; left > 0; --left)
      damaged[random() % damaged.size()] = uint8_t(random());
    bool isPatched = carryOut(damaged) == plan::Outcome::Patched;
    ASSERT_TRUE(program.isUntouchedAround()) << round;
    ASSERT_TRUE(isPatched || program.isUntouched()) << round;
    program.reset();
  }
}

} // namespace

#endif // __x86_64__
