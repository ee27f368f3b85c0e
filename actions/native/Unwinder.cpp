//===- Unwinder.cpp - From a function to its caller -----------------------===//

#include "native/Unwinder.h"

#include "machine/Machine.h"
#include "native/UnwindEntries.h"

#include "llvm/BinaryFormat/Dwarf.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

using namespace mlir::trackdbg;
using namespace llvm::dwarf;

namespace {

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// How an address is written in an entry (DW_EH_PE_...): how many bytes it has.
std::optional<unsigned> sizeOfEncoded(uint8_t encoding) {
  switch (encoding & 0x07) {
  case 0x00:
  case 0x04:
    return 8;
  case 0x02:
    return 2;
  case 0x03:
    return 4;
  default:
    return std::nullopt;
  }
}

/// What the entry of a function has in common with those of others (a CIE).
struct Common {
  uint64_t codeUnit = 1;
  int64_t dataUnit = 1;
  uint8_t addressEncoding = 0;
  bool hasAugmentation = false, isSignalFrame = false;
  EntryBytes instructions{nullptr, nullptr};
};

std::optional<Common> readCommon(const uint8_t *entry) {
  std::optional<EntryBytes> bytes = contentsOfEntry(entry);
  if (!bytes)
    return std::nullopt;
  bytes->skip(sizeof(uint32_t) + 1); // Its id, and a version.
  const auto *augmentation = reinterpret_cast<const char *>(bytes->place());
  while (bytes->byte() != 0)
    ;
  if (!bytes->isWhole())
    return std::nullopt;
  Common common;
  common.codeUnit = bytes->unsignedNumber();
  common.dataUnit = bytes->signedNumber();
  if (bytes->unsignedNumber() != kDwarfReturnAddress)
    return std::nullopt;
  if (*augmentation != 'z') {
    if (*augmentation != 0)
      return std::nullopt;
    common.instructions = *bytes;
    return common;
  }
  common.hasAugmentation = true;
  EntryBytes data = bytes->take(bytes->unsignedNumber());
  for (const char *letter = augmentation + 1; *letter; ++letter) {
    switch (*letter) {
    case 'R':
      common.addressEncoding = data.byte();
      break;
    case 'L':
      data.byte();
      break;
    case 'P': {
      std::optional<unsigned> size = sizeOfEncoded(data.byte());
      if (!size)
        return std::nullopt;
      data.skip(*size);
      break;
    }
    case 'S':
      common.isSignalFrame = true;
      break;
    case 'B': // Return addresses are signed with the other key.
      break;
    default:
      return std::nullopt;
    }
  }
  common.instructions = *bytes;
  if (!data.isWhole() || !bytes->isWhole())
    return std::nullopt;
  return common;
}

//===----------------------------------------------------------------------===//
// What they say about an address
//===----------------------------------------------------------------------===//

/// Where a register was saved, counted from the caller's stack pointer.
struct Saved {
  bool isSaved = false;
  int64_t offset = 0;
};

/// The rules at one address of a function, as far as they are needed here.
struct Row {
  uint64_t base = ~uint64_t(0); ///< A register.
  int64_t frameSize = 0;
  Saved framePointer, returnAddress;
  bool hasNoCaller = false;

  Saved *saved(uint64_t reg) {
    if (reg == kDwarfFramePointer)
      return &framePointer;
    return reg == kDwarfReturnAddress ? &returnAddress : nullptr;
  }
};

/// Runs the instructions of an entry up to an address.
class Interpreter {
public:
  Interpreter(const Common &common, uint64_t function, uint64_t target)
      : common(common), at(function), target(target) {}

  /// False where there is something that is not understood.
  bool run(EntryBytes instructions, Row &row) {
    while (!instructions.isEmpty()) {
      if (!step(instructions, row) || !instructions.isWhole())
        return false;
      if (at > target)
        return true;
    }
    return true;
  }
  /// What has been run so far is what DW_CFA_restore goes back to.
  void keepInitial(const Row &row) { initial = row; }

private:
  bool advance(uint64_t units) {
    at += units * common.codeUnit;
    return true;
  }
  static bool save(Row &row, uint64_t reg, int64_t offset) {
    if (Saved *saved = row.saved(reg))
      *saved = {true, offset};
    return true;
  }
  bool restore(Row &row, uint64_t reg) {
    if (Saved *saved = row.saved(reg))
      *saved = *initial.saved(reg);
    return true;
  }
  /// A register whose place is an expression: only one that is not needed.
  static bool isUnneeded(Row &row, uint64_t reg) { return !row.saved(reg); }

  /// Three instructions hold an operand in their lower six bits.
  bool step(EntryBytes &bytes, Row &row) {
    uint8_t instruction = bytes.byte();
    uint8_t operand = instruction & 0x3f;
    switch (instruction & 0xc0) {
    case DW_CFA_advance_loc:
      return advance(operand);
    case DW_CFA_offset:
      return save(row, operand,
                  int64_t(bytes.unsignedNumber()) * common.dataUnit);
    case DW_CFA_restore:
      return restore(row, operand);
    default:
      return stepExtended(instruction, bytes, row);
    }
  }

  bool stepExtended(uint8_t instruction, EntryBytes &bytes, Row &row) {
    switch (instruction) {
    case DW_CFA_nop:
    case DW_CFA_AARCH64_negate_ra_state:
      return true;
    case DW_CFA_advance_loc1:
      return advance(bytes.byte());
    case DW_CFA_advance_loc2:
      return advance(bytes.number<uint16_t>());
    case DW_CFA_advance_loc4:
      return advance(bytes.number<uint32_t>());
    case DW_CFA_offset_extended: {
      uint64_t reg = bytes.unsignedNumber();
      return save(row, reg, int64_t(bytes.unsignedNumber()) * common.dataUnit);
    }
    case DW_CFA_offset_extended_sf: {
      uint64_t reg = bytes.unsignedNumber();
      return save(row, reg, bytes.signedNumber() * common.dataUnit);
    }
    case DW_CFA_restore_extended:
      return restore(row, bytes.unsignedNumber());
    case DW_CFA_undefined: {
      uint64_t reg = bytes.unsignedNumber();
      row.hasNoCaller |= reg == kDwarfReturnAddress;
      return true;
    }
    case DW_CFA_same_value:
      if (Saved *saved = row.saved(bytes.unsignedNumber()))
        *saved = {};
      return true;
    case DW_CFA_register: {
      bool unneeded = isUnneeded(row, bytes.unsignedNumber());
      bytes.unsignedNumber();
      return unneeded;
    }
    case DW_CFA_remember_state:
      if (depth == kMostRemembered)
        return false;
      remembered[depth++] = row;
      return true;
    case DW_CFA_restore_state:
      if (depth == 0)
        return false;
      row = remembered[--depth];
      return true;
    case DW_CFA_def_cfa:
      row.base = bytes.unsignedNumber();
      row.frameSize = int64_t(bytes.unsignedNumber());
      return true;
    case DW_CFA_def_cfa_sf:
      row.base = bytes.unsignedNumber();
      row.frameSize = bytes.signedNumber() * common.dataUnit;
      return true;
    case DW_CFA_def_cfa_register:
      row.base = bytes.unsignedNumber();
      return true;
    case DW_CFA_def_cfa_offset:
      row.frameSize = int64_t(bytes.unsignedNumber());
      return true;
    case DW_CFA_def_cfa_offset_sf:
      row.frameSize = bytes.signedNumber() * common.dataUnit;
      return true;
    case DW_CFA_def_cfa_expression:
      // It may not be in force any more at the address that is asked for.
      bytes.skip(bytes.unsignedNumber());
      row.base = ~uint64_t(0);
      return true;
    case DW_CFA_expression:
    case DW_CFA_val_expression: {
      bool unneeded = isUnneeded(row, bytes.unsignedNumber());
      bytes.skip(bytes.unsignedNumber());
      return unneeded;
    }
    case DW_CFA_GNU_args_size:
      bytes.unsignedNumber();
      return true;
    default:
      return false;
    }
  }

  static constexpr unsigned kMostRemembered = 8;
  const Common &common;
  uint64_t at, target;
  Row initial, remembered[kMostRemembered];
  unsigned depth = 0;
};

/// The rules at `target`, which is in the function of that entry (an FDE).
std::optional<Row> rowAt(const uint8_t *entry, uint64_t function,
                         uint64_t target) {
  std::optional<EntryBytes> bytes = contentsOfEntry(entry);
  if (!bytes)
    return std::nullopt;
  // The common entry stands before it, at that distance.
  const uint8_t *field = bytes->place();
  auto distance = bytes->number<uint32_t>();
  std::optional<Common> common = readCommon(field - distance);
  if (!common || common->isSignalFrame)
    return std::nullopt;
  std::optional<unsigned> size = sizeOfEncoded(common->addressEncoding);
  if (!size)
    return std::nullopt;
  bytes->skip(2 * *size); // Where the function begins, and its length.
  if (common->hasAugmentation)
    bytes->skip(bytes->unsignedNumber());
  Row row;
  Interpreter atBegin(*common, 0, std::numeric_limits<uint64_t>::max());
  if (!bytes->isWhole() || !atBegin.run(common->instructions, row))
    return std::nullopt;
  Interpreter atTarget(*common, function, target);
  atTarget.keepInitial(row);
  if (!atTarget.run(*bytes, row))
    return std::nullopt;
  return row;
}

/// In units of 8 bytes; none for what a rule cannot hold.
std::optional<int16_t> unitsOf(const Saved &saved) {
  int64_t units = saved.offset / 8;
  if (saved.offset % 8 != 0 || units != int16_t(units))
    return std::nullopt;
  return int16_t(units);
}

} // namespace

UnwindRule mlir::trackdbg::findUnwindRule(uint64_t address) {
  UnwindRule rule{};
  rule.address = address;
  if (kDwarfReturnAddress == 0 || address == 0)
    return rule;
  // The call that it returns from may be the last of its function.
  uint64_t call = address - 1;
  UnwindEntry entry = findUnwindEntry(call);
  if (!entry.bytes)
    return rule;
  std::optional<Row> row = rowAt(entry.bytes, entry.function, call);
  if (!row)
    return rule;
  rule.isOutermost = row->hasNoCaller;
  bool isKnownBase =
      row->base == kDwarfStackPointer || row->base == kDwarfFramePointer;
  std::optional<int16_t> returnAddress = unitsOf(row->returnAddress),
                         framePointer = unitsOf(row->framePointer);
  if (row->hasNoCaller || !isKnownBase || !row->returnAddress.isSaved ||
      !returnAddress || !framePointer ||
      row->frameSize != int32_t(row->frameSize))
    return rule;
  rule.frameSize = int32_t(row->frameSize);
  rule.returnAddress = *returnAddress;
  rule.framePointer = *framePointer;
  rule.savesFramePointer = row->framePointer.isSaved;
  rule.base = row->base == kDwarfStackPointer ? UnwindRule::Base::StackPointer
                                              : UnwindRule::Base::FramePointer;
  return rule;
}

UnwindRules::UnwindRules()
    : sets(
          static_cast<Set *>(std::calloc(size_t(1) << kSetBits, sizeof(Set)))) {
}

const UnwindRule &UnwindRules::learn(Set &set, uint64_t address) {
  std::move_backward(set.begin(), set.end() - 1, set.end());
  set.front() = findUnwindRule(address);
  return set.front();
}
