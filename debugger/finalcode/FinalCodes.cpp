//===- FinalCodes.cpp -----------------------------------------------------===//

#include "finalcode/FinalCodes.h"

#include "finalcode/CodeObject.h"
#include "stages/AddressedText.h"
#include "trace/Unpacking.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace mlir::trackdbg {

using namespace trace;

std::vector<CodeOrigin> TranslatedModule::opsOf(CodeOrigin origin) const {
  std::vector<CodeOrigin> open = {origin};
  std::set<CodeOrigin> seen = {origin}, found;
  while (!open.empty()) {
    CodeOrigin next = open.back();
    open.pop_back();
    if (next == 0 || next >= kFirstOther)
      continue;
    if (next < kFirstSet) {
      found.insert(next);
      continue;
    }
    OriginPair set = code.sets[next - kFirstSet];
    for (CodeOrigin part : {set.first, set.second})
      if (seen.insert(part).second)
        open.push_back(part);
  }
  return {found.begin(), found.end()};
}

const CodeLine *rowAt(const GeneratedCode &code, uint32_t section,
                      uint64_t offset) {
  auto next = llvm::partition_point(code.lines, [&](const CodeLine &row) {
    return std::pair(row.section, row.offset) <= std::pair(section, offset);
  });
  if (next == code.lines.begin() || std::prev(next)->section != section)
    return nullptr;
  return &*std::prev(next);
}

const CodeLine *
TranslatedModule::lineOf(const CodeInstruction &instruction) const {
  return rowAt(generated, instruction.section, instruction.offset);
}

llvm::ArrayRef<CodeInstruction>
TranslatedModule::instructionsOf(const CodeFunction &function) const {
  auto begin = std::pair(function.section, function.offset);
  auto end = std::pair(function.section, function.offset + function.size);
  const auto &all = code.instructions;
  auto placeOf = [](const CodeInstruction &each) {
    return std::pair(each.section, each.offset);
  };
  auto isBefore = [&](const CodeInstruction &each,
                      std::pair<uint32_t, uint64_t> place) {
    return placeOf(each) < place;
  };
  auto first = std::lower_bound(all.begin(), all.end(), begin, isBefore);
  auto last = std::lower_bound(first, all.end(), end, isBefore);
  return llvm::ArrayRef(all).slice(first - all.begin(), last - first);
}

const CodeFunction *TranslatedModule::otherNamed(llvm::StringRef name) const {
  auto found = llvm::find_if(other.functions, [&](const CodeFunction &each) {
    return each.name == name;
  });
  return found == other.functions.end() ? nullptr : &*found;
}

const CodeInstruction *
TranslatedModule::instructionAt(const CodeFunction &function,
                                uint64_t offset) const {
  llvm::ArrayRef<CodeInstruction> all = instructionsOf(function);
  const CodeInstruction *next = llvm::partition_point(
      all, [&](const CodeInstruction &each) { return each.offset <= offset; });
  if (next == all.begin())
    return nullptr;
  --next;
  return offset - next->offset < next->size ? next : nullptr;
}

//===----------------------------------------------------------------------===//
// From the pieces
//===----------------------------------------------------------------------===//

void FinalCodes::takeInPieces() const {
  llvm::ArrayRef<TraceFile::SnapshotPiece> pieces =
      lineage.trace().snapshotPieces();
  for (; piecesSeen < pieces.size(); ++piecesSeen) {
    const SnapshotPart &part = pieces[piecesSeen].part;
    if (part.kind != SnapshotKind::FinalCode)
      continue;
    Parts &parts = all[part.action];
    std::string &bytes = parts.bytes[part.moment];
    // A run that goes back comes to the same translation again.
    if (part.number == 0)
      bytes.clear();
    bytes += pieces[piecesSeen].bytes;
    // The compiler itself does not tell where it was.
    if (part.moment != SnapshotMoment::End)
      parts.key = part;
  }
}

namespace {
struct Part {
  FinalCodeState state = FinalCodeState::Begun;
  std::string bytes;
};
} // namespace

/// None where the part is not whole, or damaged.
static std::optional<Part> unpackPart(llvm::StringRef bytes) {
  FinalCodeHeader header;
  if (bytes.size() < sizeof(header))
    return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  bytes = bytes.drop_front(sizeof(header));
  if (header.size > kMaxFinalCode ||
      header.size / kMaxFinalCodeRatio > header.packedSize)
    return std::nullopt;
  std::optional<std::string> unpacked =
      unpackBytes(bytes, header.packing, header.packedSize, header.size);
  if (!unpacked)
    return std::nullopt;
  return Part{header.state, std::move(*unpacked)};
}

static std::vector<OpId> findOps(const Lineage &lineage, const FinalCode &code,
                                 uint64_t position) {
  AddressedText addressed[1];
  addressed->position = position;
  addressed->addresses = code.ops;
  addressed->ties.resize(code.ops.size());
  findTiedOps(lineage, addressed);
  std::vector<OpId> ops = {0};
  for (const Tie &tie : addressed->ties)
    ops.push_back(tie.op);
  return ops;
}

/// The passes are counted from the translation on, in the copy and in the
/// compiler, which do the same.
static std::vector<ActionId> findActions(const Lineage &lineage,
                                         const TranslatedModule &module,
                                         uint64_t position) {
  std::vector<ActionId> passes;
  for (ActionId id = 1; id <= lineage.actionCount(); ++id) {
    ActionInfo action = lineage.action(id);
    if (action.position > position &&
        lineage.definitions().actionKind(action.kind).isLLVMPass())
      passes.push_back(id);
  }
  std::vector<ActionId> actions = {0};
  for (const CodePass &pass : module.code.passes) {
    ActionId action = pass.ordinal == 0 || pass.ordinal > passes.size()
                          ? 0
                          : passes[pass.ordinal - 1];
    bool isIt = action != 0 &&
                lineage.actionKind(action).name == module.string(pass.name);
    actions.push_back(isIt ? action : 0);
  }
  return actions;
}

static CodeCheck check(const FinalCode &code,
                       const std::optional<GeneratedCode> &generated) {
  if (!generated)
    return CodeCheck::Unknown;
  bool isSame = isSameCode(code.sections, generated->sections);
  return isSame ? CodeCheck::Same : CodeCheck::Different;
}

llvm::Expected<std::shared_ptr<const TranslatedModule>>
FinalCodes::load(const Parts &parts) const {
  auto bytesAt = [&](SnapshotMoment moment) -> llvm::StringRef {
    auto found = parts.bytes.find(moment);
    return found == parts.bytes.end() ? "" : llvm::StringRef(found->second);
  };
  std::optional<Part> result = unpackPart(bytesAt(SnapshotMoment::After));
  if (!result || result->state != FinalCodeState::Complete)
    return nullptr;
  auto module = std::make_shared<TranslatedModule>();
  module->number = parts.key.action;
  if (llvm::Error error = decodeFinalCode(result->bytes).moveInto(module->code))
    return error;
  std::optional<GeneratedCode> generated;
  if (auto part = unpackPart(bytesAt(SnapshotMoment::End)))
    if (llvm::Error error =
            decodeGeneratedCode(part->bytes).moveInto(generated.emplace()))
      return error;
  module->check = check(module->code, generated);
  if (module->check == CodeCheck::Same)
    module->generated = std::move(*generated);
  else if (module->check == CodeCheck::Different)
    module->other = std::move(*generated);
  module->ops = findOps(lineage, module->code, parts.key.position);
  module->actions = findActions(lineage, *module, parts.key.position);
  module->passNames = {""};
  for (auto [pass, action] :
       llvm::zip(module->code.passes, llvm::drop_begin(module->actions)))
    module->passNames.push_back(action == 0
                                    ? module->string(pass.name)
                                    : lineage.actionKind(action).title().str());
  return module;
}

//===----------------------------------------------------------------------===//
// For questions
//===----------------------------------------------------------------------===//

static constexpr char kNoCode[] = "the compiler generated no machine code";

llvm::Error FinalCodes::whyNone() const {
  auto fail = [](const char *text) { return llvm::createStringError(text); };
  if (all.empty())
    return fail("the trace does not tell which ops the machine code is made "
                "from; record with '--final-code', or type 'final' at a stop");
  const Parts &last = all.rbegin()->second;
  auto found = last.bytes.find(SnapshotMoment::After);
  std::optional<Part> part;
  if (found != last.bytes.end())
    part = unpackPart(found->second);
  if (!part)
    return fail("the copy of the compiler that follows the ops into machine "
                "code is still at work, or ended before it was done");
  switch (part->state) {
  case FinalCodeState::NoCode:
    return fail(kNoCode);
  case FinalCodeState::Unsupported:
    return fail("ops of this compiler cannot be followed into machine code: it "
                "does not share libMLIR.so, or its LLVM is older than 22");
  case FinalCodeState::TimedOut:
    return fail("the copy of the compiler that followed the ops into machine "
                "code ran out of time");
  default:
    return fail("the copy of the compiler that followed the ops into machine "
                "code crashed");
  }
}

llvm::Expected<FinalCodes::Modules> FinalCodes::modules() const {
  takeInPieces();
  Modules found;
  for (auto &[number, parts] : all) {
    if (!parts.module)
      if (llvm::Error error = load(parts).moveInto(parts.module))
        return error;
    if (parts.module)
      found.push_back(parts.module);
  }
  if (found.empty())
    return whyNone();
  return found;
}

llvm::Expected<FinalCodes::Modules> FinalCodes::withInstructions() const {
  llvm::Expected<Modules> found = modules();
  if (!found)
    return found;
  // Of variables alone.
  if (llvm::all_of(*found, [](const auto &module) {
        return module->code.translated.empty();
      }))
    return llvm::createStringError(kNoCode);
  llvm::erase_if(*found, [](const auto &module) {
    return module->code.instructions.empty();
  });
  if (found->empty())
    return llvm::createStringError(
        "the compiler writes assembly for a machine that LLVM has no assembler "
        "for, so that no instruction is known; 'became SPEC --final' has those "
        "of LLVM IR");
  return found;
}

CodeCheck checkOf(const FinalCodes::Modules &modules) {
  auto any = [&](CodeCheck check) {
    return llvm::any_of(
        modules, [&](const auto &module) { return module->check == check; });
  };
  return any(CodeCheck::Different) ? CodeCheck::Different
         : any(CodeCheck::Unknown) ? CodeCheck::Unknown
                                   : CodeCheck::Same;
}

const FinalCodes &finalCodesOf(const Lineage &lineage) {
  static constexpr char key = 0;
  return static_cast<const FinalCodes &>(lineage.attachment(
      &key, [&] { return std::make_unique<FinalCodes>(lineage); }));
}

} // namespace mlir::trackdbg
