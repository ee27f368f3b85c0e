//===- Cost.cpp - The command about profiles ------------------------------===//

#include "finalcode/Cost.h"
#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Profile> readProfile(const Arguments &arguments) {
  StringRef perf = arguments.text("--perf");
  StringRef callgrind = arguments.text("--callgrind");
  if (perf.empty() == callgrind.empty())
    return fail("'cost' needs a profile: --perf FILE or --callgrind FILE.");
  return perf.empty() ? readCallgrind(callgrind) : readPerfData(perf);
}

static Expected<CostBy> costByOf(const Arguments &arguments) {
  StringRef typed = arguments.text("--by");
  if (typed.empty())
    return CostBy::Op;
  if (std::optional<CostBy> by = parseCostBy(typed))
    return *by;
  return fail("\"--by {}\" is not op, line, pass or function.", typed);
}

/// Whether `file` is the one that was typed: its whole name, or the end of it.
static bool isNamed(StringRef file, StringRef typed) {
  if (!file.consume_back(typed))
    return false;
  return file.empty() || file.ends_with("/");
}

/// The file of the answer's lines that was typed.
static Expected<std::string> fileIn(const CostAnswer &answer, StringRef typed) {
  StringSet<> others;
  for (const CostRow &row : answer.rows)
    for (const LineOfSource &line : row.lines) {
      if (isNamed(line.file, typed))
        return line.file;
      others.insert(line.file);
    }
  std::vector<StringRef> names(others.keys().begin(), others.keys().end());
  llvm::sort(names);
  if (names.empty())
    return fail("No line of a source file has a cost.");
  return fail("No line of \"{}\" has a cost; the profile has lines of {}.",
              typed, join(names, ", "));
}

static Expected<Reply> annotate(Console &console, CostAnswer answer,
                                StringRef typed) {
  Expected<std::string> file = fileIn(answer, typed);
  if (!file)
    return file.takeError();
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(*file);
  if (!lines)
    return lines.takeError();
  AnnotatedReply reply;
  reply.answer = std::move(answer);
  reply.file = std::move(*file);
  for (StringRef line : *lines)
    reply.text.push_back(line.str());
  return reply;
}

static Expected<Reply> askCost(Console &console, const Arguments &arguments) {
  StringRef annotated = arguments.text("--annotate");
  if (!annotated.empty() && arguments.has("--by"))
    return fail("\"--annotate\" and \"--by\" do not go together: the cost is "
                "that of lines.");
  Expected<CostBy> by = costByOf(arguments);
  if (!by)
    return by.takeError();
  Expected<Profile> profile = readProfile(arguments);
  if (!profile)
    return profile.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  CostQuestion question;
  question.by = annotated.empty() ? *by : CostBy::Line;
  question.program = arguments.text("--exe").str();
  question.folder = arguments.text("--traces").str();
  question.inputFrom = arguments.text("--input-from").str();
  StringRef path = arguments.text("--perf");
  if (path.empty())
    path = arguments.text("--callgrind");
  Expected<CostAnswer> answer = costOf(*lineage, *profile, path, question);
  if (!answer)
    return answer.takeError();
  AnswerFormat format = formatOf(arguments);
  if (!annotated.empty() && format == AnswerFormat::Text)
    return annotate(console, std::move(*answer), annotated);
  return CostReply{std::move(*answer), format, arguments.has("--all")};
}

static constexpr CommandSpec rows[] = {
    {.name = "cost",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "cost [--perf FILE] [--callgrind FILE] [--by SHARE] "
                 "[--annotate FILE] [--exe PROGRAM] [--traces DIRECTORY] "
                 "[--input-from TRACE] [--all] [--json]",
     .summary = "Show which ops a program spent its time in.",
     .details =
         "The profile is what \"perf record\" has written, or \"valgrind "
         "--tool=callgrind --dump-instr=yes\". The program that was profiled "
         "was linked from the object file that the recorded compile has "
         "generated; where it was linked from several, --traces names the "
         "folder with the traces of the others. If it was moved since, --exe "
         "says where it is. The recording must have been made with 'record "
         "--final-code'. Where another compiler wrote the input, --input-from "
         "names its trace, as for 'whose'.\n"
         "Each row is a share of the cost: of the ops of the input, of their "
         "source lines, of the passes that made the ops that were translated "
         "(or of LLVM's, for code without an op), or of the functions. No cost "
         "is in two rows: code that LLVM made of several ops is a row of its "
         "own, with '+' between them. What has no op is counted by the reason, "
         "as 'asm' shows it, and other code by its file.\n"
         "--annotate shows a source file with the cost of its lines. A cost "
         "that several lines share stands at each of them, marked '+'. Below a "
         "line stand the loops that passes made from it, and the loops of "
         "machine code that take most of their time there.\n"
         "Examples:\n"
         "  cost --callgrind callgrind.out.1234\n"
         "  cost --perf perf.data --annotate dgemm.f",
     .seeAlso = {"whose", "asm", "info code"},
     .run = askCost},
};

ArrayRef<CommandSpec> costCommands() { return rows; }

} // namespace mlir::trackdbg
