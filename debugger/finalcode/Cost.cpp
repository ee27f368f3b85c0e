//===- Cost.cpp -----------------------------------------------------------===//

#include "finalcode/Cost.h"

#include "finalcode/CodeDescriber.h"
#include "finalcode/CodeTraces.h"
#include "finalcode/Loops.h"
#include "finalcode/SourceOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace mlir::trackdbg {

using namespace trace;

std::optional<CostBy> parseCostBy(llvm::StringRef word) {
  return llvm::StringSwitch<std::optional<CostBy>>(word)
      .Case("op", CostBy::Op)
      .Case("line", CostBy::Line)
      .Case("pass", CostBy::Pass)
      .Case("function", CostBy::Function)
      .Default(std::nullopt);
}

namespace {

/// Adds up the cost of instructions, row by row.
class CostCounter {
public:
  CostCounter(const CodeTraces &traces, CostBy by) : traces(traces), by(by) {}

  void add(const TracedFunction &in, const CodeInstruction &instruction,
           uint64_t cost) {
    answer.traced += cost;
    found.insert(in.function->name);
    addOrigin(in, instruction.origin, cost);
    if (by == CostBy::Line)
      loops.add(*in.function, *in.module, instruction, cost,
                sourceOf(in).linesOf(instruction.origin));
  }

  /// Cost in a function that a trace has with other code.
  void add(const OtherFunction &other, uint64_t cost) {
    costOfOthers += cost;
    (other.isOtherThanCopy ? otherThanCopy : rebuilt).insert(other.name);
  }

  CostAnswer finish() {
    // Several programs may have a function of one name.
    auto isMissing = [&](const std::string &name) {
      return !found.count(name);
    };
    llvm::copy_if(rebuilt, std::back_inserter(answer.rebuilt), isMissing);
    llvm::copy_if(otherThanCopy, std::back_inserter(answer.otherThanCopy),
                  isMissing);
    auto take = [&](auto &rows) {
      for (auto &[key, row] : rows)
        answer.rows.push_back(std::move(row));
    };
    take(byOps);
    take(byLines);
    take(byName);
    llvm::stable_sort(answer.rows, [](const auto &lhs, const auto &rhs) {
      return lhs.cost > rhs.cost;
    });
    if (by != CostBy::Line)
      return std::move(answer);
    answer.machineLoops = loops.take();
    for (const CodeTrace &trace : traces.all()) {
      addLoopsOfLines(*trace.lineage, answer.loops);
      if (trace.input)
        addLoopsOfLines(trace.input->writer(), answer.loops);
    }
    return std::move(answer);
  }

  CostAnswer answer;
  uint64_t costOfOthers = 0; ///< Of functions that traces have with other code.

private:
  SourceOps &sourceOf(const TracedFunction &in) {
    auto &source = sources[in.module.get()];
    if (!source)
      source = std::make_unique<SourceOps>(*in.trace->lineage, *in.module,
                                           in.trace->input);
    return *source;
  }

  static void count(CostRow &row, uint64_t cost) {
    row.cost += cost;
    ++row.instructions;
  }

  void addOrigin(const TracedFunction &in, CodeOrigin origin, uint64_t cost) {
    bool hasOp = !sourceOf(in).of(origin).empty();
    if (hasOp)
      answer.withOps += cost;
    else
      addReason(in, origin, cost);
    switch (by) {
    case CostBy::Op:
      if (hasOp)
        addToOps(in, sourceOf(in).of(origin), cost);
      return;
    case CostBy::Line:
      if (hasOp)
        addToLines(sourceOf(in).linesOf(origin), cost);
      return;
    case CostBy::Pass:
      addToName(hasOp ? makerOf(in, origin) : loserOf(in, origin), cost);
      return;
    case CostBy::Function:
      addToName(in.function->name, cost);
      return;
    }
  }

  void addReason(const TracedFunction &in, CodeOrigin origin, uint64_t cost) {
    OtherOrigin other = in.module->otherOf(origin);
    answer.byReason[size_t(other.reason)] += cost;
    if (other.reason == CodeReason::Unknown && other.pass != 0)
      answer.fromPass += cost;
  }

  void addToOps(const TracedFunction &in, const std::vector<OpId> &ops,
                uint64_t cost) {
    auto [row, isNew] = byOps.try_emplace({in.trace, ops});
    count(row->second, cost);
    if (!isNew)
      return;
    const Handover *input = in.trace->input;
    row->second.trace = input ? input->file() : in.trace->file;
    for (OpId op : ops)
      row->second.ops.push_back(describeOp(sourceOf(in).source(), op));
  }

  void addToLines(const std::vector<LineOfSource> &lines, uint64_t cost) {
    CostRow &row = byLines[lines];
    count(row, cost);
    row.lines = lines;
  }

  void addToName(llvm::StringRef name, uint64_t cost) {
    CostRow &row = byName[name.str()];
    count(row, cost);
    row.name = name.str();
  }

  /// The pass that made the last one of the ops; empty where none did.
  static std::string lastMaker(const Lineage &lineage,
                               llvm::ArrayRef<OpId> ops) {
    ActionId last = 0;
    for (OpId op : ops)
      last = std::max(last, lineage.op(op).birthAction);
    ActionId pass = last == 0 ? 0 : lineage.passOf(last);
    return pass == 0 ? "" : lineage.actionKind(pass).passWord().str();
  }

  /// The pass of MLIR that made the op, or the last of several.
  static std::string makerOf(const TracedFunction &in, CodeOrigin origin) {
    std::vector<OpId> ops, written;
    for (CodeOrigin number : in.module->opsOf(origin)) {
      OpId op = ops.emplace_back(in.module->ops[number]);
      if (OpId before = in.trace->input ? in.trace->input->writtenFor(op) : 0)
        written.push_back(before);
    }
    std::string maker = lastMaker(*in.trace->lineage, ops);
    if (maker.empty() && !written.empty())
      maker = lastMaker(in.trace->input->writer(), written);
    return maker.empty() ? "(no pass of MLIR)" : maker;
  }

  /// The pass of LLVM, or the reason.
  static std::string loserOf(const TracedFunction &in, CodeOrigin origin) {
    OtherOrigin other = in.module->otherOf(origin);
    if (other.reason != CodeReason::Unknown)
      return fmt::format("({})", toString(other.reason).str());
    return other.pass == 0 ? "(unknown)" : in.module->passName(other.pass);
  }

  /// Names of functions.
  std::set<std::string> found, rebuilt, otherThanCopy;
  const CodeTraces &traces;
  CostBy by;
  MachineLoops loops;
  std::map<const TranslatedModule *, std::unique_ptr<SourceOps>> sources;
  std::map<std::pair<const CodeTrace *, std::vector<OpId>>, CostRow> byOps;
  std::map<std::vector<LineOfSource>, CostRow> byLines;
  std::map<std::string, CostRow> byName;
};

/// The program at work, of which `profiled` has the costs.
struct Candidate {
  const ProfiledFile *profiled;
  std::string path;
};

} // namespace

/// The files of the profile that may have code of the traces.
static llvm::Expected<std::vector<Candidate>>
candidatesOf(const Profile &profile, llvm::StringRef program) {
  std::vector<Candidate> candidates;
  bool wasFound = program.empty();
  for (const ProfiledFile &file : profile.files) {
    bool isIt = !program.empty() && llvm::sys::path::filename(file.name) ==
                                        llvm::sys::path::filename(program);
    wasFound |= isIt;
    candidates.push_back({&file, isIt ? program.str() : file.name});
  }
  if (wasFound)
    return candidates;
  return llvm::createStringError(
      fmt::format("the profile has no program that is named '{}'",
                  llvm::sys::path::filename(program).str()));
}

/// Why files could not be read, by their names in the profile.
using Problems = std::map<std::string, std::string>;

/// `program` is null where places are addresses of `traced`.
static void addCode(const ProfiledFile &profiled, const TracedProgram &traced,
                    const LinkedProgram *program, CostCounter &counter) {
  for (auto [place, cost] : profiled.costs) {
    std::optional<uint64_t> address =
        profiled.hasOffsets ? program->addressAt(place) : place;
    const TracedFunction *function = address ? traced.at(*address) : nullptr;
    const CodeInstruction *instruction =
        function ? function->instructionAt(*address) : nullptr;
    if (instruction)
      counter.add(*function, *instruction, cost);
    else if (const OtherFunction *other =
                 address ? traced.otherAt(*address) : nullptr)
      counter.add(*other, cost);
  }
}

static void addFile(const Candidate &candidate, const CodeTraces &traces,
                    CostCounter &counter, Problems &problems) {
  CostAnswer &answer = counter.answer;
  uint64_t before = answer.traced;
  const ProfiledFile &profiled = *candidate.profiled;
  if (profiled.process) {
    addCode(profiled, TracedProgram::inMemory(*profiled.process, traces),
            nullptr, counter);
    problems[profiled.name] =
        "profile the compile that is recorded, or write the code of a JIT into "
        "files with 'perf inject --jit'";
  } else if (auto program = LinkedProgram::open(candidate.path)) {
    addCode(profiled, TracedProgram(*program, traces), &*program, counter);
  } else {
    problems[profiled.name] = llvm::toString(program.takeError());
  }
  if (uint64_t rest = profiled.total - (answer.traced - before))
    answer.others.push_back({profiled.name, rest});
}

/// Why nothing of the profile is in a trace. Programs may have functions with
/// the name of a recorded one by chance, such as `main`: these are the reason
/// only where nothing else has more cost.
static llvm::Error nothingTraced(const CostAnswer &answer,
                                 uint64_t costOfOthers, llvm::StringRef path,
                                 const Problems &problems) {
  std::string most = answer.others.empty() ? "" : answer.others.front().first;
  auto problem = problems.find(most);
  bool isInOthers =
      problem == problems.end() || costOfOthers > answer.others.front().second;
  if (isInOthers && !answer.rebuilt.empty())
    return llvm::createStringError(fmt::format(
        "'{}' has cost in '{}', but its code is not what the recorded compile "
        "has generated: it was built again",
        path.str(), answer.rebuilt.front()));
  if (isInOthers && !answer.otherThanCopy.empty())
    return llvm::createStringError(fmt::format(
        "'{}' has cost in '{}', of which no op is known: the compiler itself "
        "generated other code than the copy that followed its ops",
        path.str(), answer.otherThanCopy.front()));
  return llvm::createStringError(fmt::format(
      "'{}' has no cost in code that the recorded compile has generated: most "
      "of it is in '{}'{}",
      path.str(), most,
      problem == problems.end() ? "" : "; " + problem->second));
}

llvm::Expected<CostAnswer> costOf(const Lineage &lineage,
                                  const Profile &profile, llvm::StringRef path,
                                  const CostQuestion &question) {
  llvm::Expected<CodeTraces> traces =
      CodeTraces::open(lineage, question.folder, question.inputFrom);
  if (!traces)
    return traces.takeError();
  llvm::Expected<std::vector<Candidate>> candidates =
      candidatesOf(profile, question.program);
  if (!candidates)
    return candidates.takeError();
  CostCounter counter(*traces, question.by);
  Problems problems;
  for (const Candidate &candidate : *candidates) {
    if (isCancelled())
      return llvm::createStringError("interrupted");
    addFile(candidate, *traces, counter, problems);
  }
  CostAnswer answer = counter.finish();
  answer.profile = path.str();
  answer.unit = profile.unit;
  answer.by = question.by;
  answer.total = profile.total();
  if (profile.unknown != 0)
    answer.others.push_back({"", profile.unknown});
  llvm::stable_sort(answer.others, [](const auto &lhs, const auto &rhs) {
    return lhs.second > rhs.second;
  });
  if (answer.traced == 0)
    return nothingTraced(answer, counter.costOfOthers, path, problems);
  return answer;
}

} // namespace mlir::trackdbg
