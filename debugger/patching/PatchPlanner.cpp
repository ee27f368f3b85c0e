//===- PatchPlanner.cpp - Plans how a program that holds MLIR is patched --===//

#include "patching/PatchPlanner.h"

#include "patching/Machines.h"
#include "patching/PlanWriter.h"
#include "patching/StandIn.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {

static constexpr const char *kHooked[] = {
#define TRACKDBG_SYMBOL(name) #name,
#include "trackdbg/HookedSymbols.def"
};
static constexpr uint64_t kHookedHash =
    plan::hashOf(kHooked, std::size(kHooked));

static constexpr struct {
  const char *caller, *callee;
} kLocalCalls[] = {
#define TRACKDBG_LOCAL_CALL(caller, callee) {#caller, #callee},
#include "trackdbg/LocalCalls.def"
};

static constexpr StringLiteral kContextConstructor = "_ZN4mlir11MLIRContextC";

ArrayRef<const char *> hookedSymbols() { return kHooked; }

Expected<bool> makesContexts(const ProgramFile &program) {
  SymbolsByName wanted;
  for (StringRef name : kHooked)
    if (name.starts_with(kContextConstructor))
      wanted[name];
  if (Error error = program.findSymbols(wanted))
    return error;
  return any_of(wanted, [](const auto &entry) { return !!entry.second; });
}

namespace {

/// Names that a library of the system does not define.
bool isOfMLIROrLLVM(StringRef name) {
  return name.contains("4mlir") || name.contains("4llvm") ||
         name.starts_with("LLVM");
}

std::string standInNameOf(StringRef library) {
  for (const plan::StandInName &name : plan::kStandInNames)
    if (library.consume_front(name.library))
      return (name.standIn + library).str();
  return library.str();
}

bool isMLIR(StringRef library) { return library.starts_with("libMLIR."); }
bool isLLVM(StringRef library) { return library.starts_with("libLLVM."); }

class Planner {
public:
  Planner(const PatchInputs &inputs, const Machine &machine)
      : inputs(inputs), machine(machine),
        writer(machine, inputs.program.machine()) {}

  Error plan();
  PatchPlan take();

private:
  Error findSymbols();
  Error findRenamed();
  void planEntries();
  void planEntry(uint32_t symbol);
  void planDetours();
  void planDetours(const ProgramSymbol &caller, uint64_t callee,
                   uint32_t entry);
  Expected<MovedEntry> moveEntry(StringRef name, const ProgramSymbol &function);
  FunctionCode codeOf(const ProgramSymbol &function) const {
    return {function.address, function.size,
            inputs.program.codeAt(function.address)};
  }
  bool isMoved(uint64_t address) const;
  bool brings(StringRef library) const;
  bool isUsable(const ProgramFile::DynamicSymbol &symbol,
                bool isOfFallback) const;
  bool needsFallback() const;
  bool isInLibLLVM(const ProgramFile::DynamicSymbol &symbol) const {
    return programHasLLVM && !symbol.name.contains("4mlir");
  }
  Expected<std::vector<StandInSymbol>> shareSymbols(bool withFallback) const;
  Error planStandIns();
  const ProgramSymbol *find(StringRef name) const {
    auto found = wanted.find(name);
    return found != wanted.end() && found->second ? &*found->second : nullptr;
  }

  const PatchInputs &inputs;
  const Machine &machine;
  std::vector<ProgramFile::DynamicSymbol> trackerSymbols, fallbackSymbols;
  SymbolsByName wanted;
  /// The place among the entries by the address of the function.
  std::map<uint64_t, uint32_t> entryOf;
  bool programHasLLVM = false; ///< As a library.
  PlanWriter writer;
  PatchPlan result;
};

/// Part of a function that the compiler has put elsewhere, as it seldom runs.
std::string coldPartOf(StringRef name) { return (name + ".cold").str(); }

Error Planner::findSymbols() {
  if (Error error = inputs.tracker.dynamicSymbols().moveInto(trackerSymbols))
    return error;
  if (Error error = inputs.fallback.dynamicSymbols().moveInto(fallbackSymbols))
    return error;
  for (const char *name : kHooked) {
    wanted[name];
    wanted[coldPartOf(name)];
  }
  for (const auto &call : kLocalCalls)
    wanted[call.caller];
  for (const auto &symbols :
       {ArrayRef(trackerSymbols), ArrayRef(fallbackSymbols)})
    for (const ProgramFile::DynamicSymbol &symbol : symbols)
      if (isOfMLIROrLLVM(symbol.name))
        wanted[symbol.name];
  return inputs.program.findSymbols(wanted);
}

Expected<MovedEntry> Planner::moveEntry(StringRef name,
                                        const ProgramSymbol &function) {
  Expected<MovedEntry> moved = machine.moveEntry(codeOf(function));
  if (!moved)
    return moved.takeError();
  if (const ProgramSymbol *cold = find(coldPartOf(name)))
    if (Error error = machine.checkNoJumpInto(codeOf(*cold), *moved))
      return error;
  return moved;
}

/// In the order of their addresses, so that entries of one page stand together.
void Planner::planEntries() {
  std::vector<std::pair<uint64_t, uint32_t>> found;
  for (uint32_t symbol = 0; symbol < std::size(kHooked); ++symbol)
    if (const ProgramSymbol *function = find(kHooked[symbol]))
      found.emplace_back(function->address, symbol);
  llvm::sort(found);
  for (auto [address, symbol] : found)
    planEntry(symbol);
}

void Planner::planEntry(uint32_t symbol) {
  const char *name = kHooked[symbol];
  const ProgramSymbol *function = find(name);
  // What the program does not have, nothing calls; two names of one constructor
  // are one function.
  if (!function || entryOf.contains(function->address))
    return;
  if (function->isAmbiguous)
    return result.unseen.push_back({name, "the program has several of it"});
  Expected<MovedEntry> moved = moveEntry(name, *function);
  if (!moved)
    return result.unseen.push_back({name, toString(moved.takeError())});
  entryOf[function->address] =
      writer.addEntry(*moved, symbol, inputs.program.codeAt(moved->address));
}

/// Of functions that the program has under other names only: a compiler that
/// sees the whole program makes functions for the arguments that it sees.
Error Planner::findRenamed() {
  StringSet<> absent;
  for (StringRef name : kHooked)
    if (!find(name) && !find(coldPartOf(name)))
      absent.insert(name);
  return inputs.program.findClones(
      absent, [&](StringRef name, StringRef clone) {
        // One is enough to tell.
        if (absent.erase(name))
          result.unseen.push_back(
              {name.str(), formatv("the program has only '{0}'", clone)});
      });
}

bool Planner::isMoved(uint64_t address) const {
  return any_of(writer.entries(), [&](const plan::Entry &entry) {
    return address >= entry.address && address < entry.address + entry.size;
  });
}

void Planner::planDetours(const ProgramSymbol &caller, uint64_t callee,
                          uint32_t entry) {
  machine.forEachCall(
      codeOf(caller), callee, [&](uint64_t place, uint64_t instruction) {
        ArrayRef<uint8_t> bytes = inputs.program.codeAt(place);
        if (!isMoved(instruction))
          writer.addDetour(
              {place, entry, support::endian::read32le(bytes.data())});
      });
}

void Planner::planDetours() {
  for (const auto &call : kLocalCalls) {
    const ProgramSymbol *caller = find(call.caller);
    const ProgramSymbol *callee = find(call.callee);
    if (!caller || !callee || caller->isAmbiguous)
      continue;
    auto entry = entryOf.find(callee->address);
    if (entry == entryOf.end())
      continue;
    planDetours(*caller, callee->address, entry->second);
    if (auto own = entryOf.find(caller->address); own != entryOf.end())
      writer.addDetourInMoved(own->second, callee->address, entry->second);
  }
}

/// Whether the program itself is linked with a library that the tracker needs.
bool Planner::brings(StringRef library) const {
  return is_contained(inputs.program.neededLibraries(), library);
}

bool Planner::isUsable(const ProgramFile::DynamicSymbol &symbol,
                       bool isOfFallback) const {
  const ProgramSymbol *own = find(symbol.name);
  if (!own || own->isAmbiguous || own->type == ELF::STT_TLS)
    return false;
  // What the tracker defines itself is its own code, but its data is shared:
  // MLIR tells types by the addresses of variables in its headers.
  return !symbol.isDefined || isOfFallback || symbol.isObject;
}

bool isOfTransformScripts(StringRef symbol) {
  return symbol.contains("4mlir9transform");
}

/// Whether the tracker calls something that the program lacks. What it calls
/// for a transform script only counts where the program can run one.
bool Planner::needsFallback() const {
  bool runsScripts = any_of(kHooked, [&](StringRef name) {
    return isOfTransformScripts(name) && find(name);
  });
  return any_of(trackerSymbols, [&](const ProgramFile::DynamicSymbol &symbol) {
    return !symbol.isDefined && isOfMLIROrLLVM(symbol.name) &&
           !isUsable(symbol, /*isOfFallback=*/false) && !isInLibLLVM(symbol) &&
           (runsScripts || !isOfTransformScripts(symbol.name));
  });
}

/// The symbols of the program that the tracker and the fallback library find in
/// the stand-ins. An error if nothing has one that they need.
Expected<std::vector<StandInSymbol>>
Planner::shareSymbols(bool withFallback) const {
  StringSet<> ofFallback, done;
  for (const ProgramFile::DynamicSymbol &symbol : fallbackSymbols)
    if (symbol.isDefined)
      ofFallback.insert(symbol.name);
  std::vector<StandInSymbol> shared;
  for (const auto *symbols : {&trackerSymbols, &fallbackSymbols}) {
    bool isOfFallback = symbols == &fallbackSymbols;
    if (isOfFallback && !withFallback)
      break;
    for (const ProgramFile::DynamicSymbol &symbol : *symbols) {
      if (!isOfMLIROrLLVM(symbol.name) || !done.insert(symbol.name).second)
        continue;
      if (isUsable(symbol, isOfFallback)) {
        const ProgramSymbol &own = *find(symbol.name);
        shared.push_back(
            {symbol.name.str(), own.address, own.size, own.isFunction()});
        continue;
      }
      if (!symbol.isDefined && !symbol.isWeak &&
          !ofFallback.contains(symbol.name) && !isInLibLLVM(symbol))
        return createStringError("has no '" + symbol.name +
                                 "', which the tracker needs");
    }
  }
  return shared;
}

Error Planner::planStandIns() {
  std::vector<std::string> libraries;
  for (const std::string &library : inputs.tracker.neededLibraries())
    if (isMLIR(library) || isLLVM(library))
      libraries.push_back(library);
  // A libMLIR.so that the program brings has all, and brings what it needs of
  // LLVM itself.
  if (any_of(libraries, [&](const auto &library) {
        return isMLIR(library) && brings(library);
      }))
    return Error::success();
  programHasLLVM = any_of(inputs.program.neededLibraries(), isLLVM);
  bool withFallback = needsFallback();
  Expected<std::vector<StandInSymbol>> shared = shareSymbols(withFallback);
  if (!shared)
    return shared.takeError();
  // What the program does not have is looked for in its own libraries, and then
  // among the copies.
  std::vector<std::string> needed;
  copy_if(libraries, std::back_inserter(needed),
          [&](const auto &library) { return brings(library); });
  if (withFallback)
    needed.push_back(inputs.fallbackPath);
  // The first has all symbols: the loader does not ask which library one comes
  // from.
  for (const std::string &library : libraries) {
    std::string name = standInNameOf(library);
    uint16_t elf = inputs.program.machine();
    writer.addStandIn(library == libraries.front()
                          ? makeStandIn(elf, name, *shared, needed)
                          : makeStandIn(elf, name, {}, {}));
  }
  return Error::success();
}

Error Planner::plan() {
  if (Error error = findSymbols())
    return error;
  planEntries();
  if (Error error = findRenamed())
    return error;
  planDetours();
  return planStandIns();
}

PatchPlan Planner::take() {
  auto [begin, end] = inputs.program.codeRange();
  result.bytes =
      writer.finish(kHookedHash, begin, end, inputs.program.buildId());
  return std::move(result);
}

} // namespace

Expected<OwnCopies> ownCopiesIn(const ProgramFile &program) {
  SymbolsByName own;
  // A program may hold LLVM and share MLIR.
  for (StringRef name : kHooked)
    if (name.contains("4mlir"))
      own[name];
  if (Error error = program.findSymbols(own))
    return error;
  auto isDefined = [](const auto &entry) { return !!entry.second; };
  if (none_of(own, isDefined))
    return OwnCopies::None;
  auto exported = program.dynamicSymbols();
  if (!exported)
    return exported.takeError();
  for (const ProgramFile::DynamicSymbol &symbol : *exported)
    if (symbol.isDefined)
      own.erase(symbol.name);
  return any_of(own, isDefined) ? OwnCopies::Private : OwnCopies::Exported;
}

bool isPlanFor(ArrayRef<uint8_t> plan, const ProgramFile &program) {
  plan::Header header;
  if (plan.size() < sizeof(header))
    return false;
  std::memcpy(&header, plan.data(), sizeof(header));
  if (std::memcmp(header.magic, plan::kMagic, sizeof(header.magic)) != 0 ||
      header.size != plan.size() || header.symbols != kHookedHash ||
      header.machine != program.machine() ||
      header.entries.offset > plan.size() ||
      header.entries.count >
          (plan.size() - header.entries.offset) / sizeof(plan::Entry) ||
      ArrayRef(header.buildId)
              .take_front(std::min<size_t>(header.buildIdSize,
                                           sizeof(header.buildId))) !=
          program.buildId().take_front(sizeof(header.buildId)))
    return false;
  for (uint32_t i = 0; i < header.entries.count; ++i) {
    plan::Entry entry;
    std::memcpy(&entry, plan.data() + header.entries.offset + i * sizeof(entry),
                sizeof(entry));
    uint32_t size = std::min(entry.size, plan::Entry::kMostBytes);
    if (program.codeAt(entry.address).take_front(size) !=
        ArrayRef(entry.expected).take_front(size))
      return false;
  }
  return true;
}

Expected<PatchPlan> planPatches(const PatchInputs &inputs) {
  uint16_t elf = inputs.program.machine();
  if (elf != inputs.tracker.machine())
    return createStringError("is a program for " + nameOfMachine(elf) +
                             ", and its tracker one for " +
                             nameOfMachine(inputs.tracker.machine()));
  Expected<std::unique_ptr<Machine>> machine = machineFor(elf);
  if (!machine)
    return machine.takeError();
  Planner planner(inputs, **machine);
  if (Error error = planner.plan())
    return error;
  return planner.take();
}

} // namespace mlir::trackdbg
