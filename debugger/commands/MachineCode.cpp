//===- MachineCode.cpp - Commands about machine code ----------------------===//

#include "commands/MachineCode.h"

#include "commands/AnswerOptions.h"
#include "commands/AskAboutOps.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "finalcode/CodeQueries.h"
#include "finalcode/LineQueries.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Asks about the code of the ops of a SPEC.
template <typename Answer>
static Expected<Answer> askAboutCode(
    Console &console, const Arguments &arguments,
    Expected<Answer> (*question)(const Lineage &, const CodeQuestion &)) {
  return ask(
      console, arguments,
      [&](const Lineage &lineage, StringRef spec, const QueryOptions &options) {
        CodeQuestion about;
        about.spec = spec.str();
        about.options = options;
        about.inputFrom = arguments.text("--input-from").str();
        return question(lineage, about);
      });
}

Expected<Reply> askFinalCode(Console &console, const Arguments &arguments) {
  Expected<FinalAnswer> answer = askAboutCode(console, arguments, finalCode);
  if (!answer)
    return answer.takeError();
  return FinalCodeReply{std::move(*answer), formatOf(arguments),
                        arguments.has("--all")};
}

static Expected<Reply> askAssembly(Console &console,
                                   const Arguments &arguments) {
  Expected<std::vector<MachineFunction>> functions =
      askAboutCode(console, arguments, machineCode);
  if (!functions)
    return functions.takeError();
  return AssemblyReply{std::move(*functions), formatOf(arguments),
                       arguments.has("--all")};
}

static Expected<Reply> askWhose(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  WhoseQuestion question;
  question.place = arguments.text("CODEPLACE").str();
  question.program = arguments.text("--exe").str();
  question.folder = arguments.text("--traces").str();
  question.inputFrom = arguments.text("--input-from").str();
  // A program has the sources in the answer itself.
  question.withOrigins = formatOf(arguments) == AnswerFormat::Text;
  if (StringRef process = arguments.text("--pid"); !process.empty()) {
    int64_t number;
    if (process.getAsInteger(10, number) || number <= 0)
      return fail("\"--pid {}\" is not the number of a process.", process);
    if (!question.program.empty())
      return fail("\"--exe\" and \"--pid\" do not go together: the process "
                  "says what it runs.");
    question.process = number;
  }
  Expected<WhoseAnswer> answer = whose(*lineage, question);
  if (!answer)
    return answer.takeError();
  return WhoseReply{std::move(*answer), formatOf(arguments)};
}

Expected<Reply> askCodeTable(Console &console, const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  AnswerFormat format = formatOf(arguments);
  Expected<CodeTable> table =
      codeTable(*lineage, /*withSources=*/format == AnswerFormat::Json);
  if (!table)
    return table.takeError();
  return CodeTableReply{std::move(*table), format, arguments.has("--all")};
}

/// What was gone before the translation is told by 'why-erased'.
static Expected<Reply> askWhyNoCode(Console &console,
                                    const Arguments &arguments) {
  Expected<WhyNoCodeAnswer> answer =
      askAboutCode(console, arguments, whyNoCode);
  if (!answer)
    return answer.takeError();
  bool isAll = arguments.has("--all");
  if (!answer->rows.empty() || arguments.has("--input-from") ||
      formatOf(arguments) == AnswerFormat::Json)
    return WhyNoCodeReply{std::move(*answer), formatOf(arguments), isAll};
  Expected<WhyErasedAnswer> erased = ask(console, arguments, whyErased);
  if (!erased)
    return erased.takeError();
  return WhyErasedReply{std::move(*erased), AnswerFormat::Text, isAll};
}

Expected<Reply> askCodeFates(Console &console, const Arguments &arguments) {
  if (arguments.has("--by"))
    return fail("\"--final\" and \"--by\" do not go together: the ops are "
                "counted by name.");
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<CodeFateTable> table = codeFates(*lineage);
  if (!table)
    return table.takeError();
  return CodeFatesReply{std::move(*table), formatOf(arguments),
                        arguments.has("--all")};
}

Expected<Reply> askLinesWithoutCode(Console &console,
                                    const Arguments &arguments) {
  if (arguments.has("--pass") || arguments.has("--limit"))
    return fail("\"--final\" goes with FILE, --all and --json alone.");
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<LinesWithoutCode> answer =
      linesWithoutCode(*lineage, arguments.text("FILE"));
  if (!answer)
    return answer.takeError();
  return LinesWithoutCodeReply{std::move(*answer), formatOf(arguments),
                               arguments.has("--all")};
}

#define ABOUT_INPUT                                                            \
  "Where another compiler wrote the input, --input-from names its trace, and " \
  "SPEC names ops of that; see 'help whose'."

#define ABOUT_RECORDING                                                        \
  "The recording must have been made with 'record --final-code'. "

static constexpr CommandSpec rows[] = {
    {.name = "asm",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "asm SPEC [--input-from TRACE] [--all] [--json]",
     .summary = "Show machine code, and the op that each instruction is from.",
     .details =
         "SPEC is the name of a function in the object file, such as dgemm_, "
         "or names ops. Of ops, the answer has the functions with code that is "
         "made from them: that code is marked with '*', and other code is left "
         "out unless --all is given. A linalg op stands for the ops in its "
         "body, too. " ABOUT_RECORDING
         "Beside each instruction stands the op that it is from, with its "
         "source line. Ops with '+' between them were merged into one "
         "instruction by LLVM. An instruction that no op is known for has a "
         "word in brackets that says why: it keeps a register on the stack "
         "(spill), takes it back (reload), copies a register (copy), loads a "
         "constant (constant), belongs to the prologue or epilogue (frame), "
         "jumps to another block (jump), or fills a gap (padding). Otherwise "
         "the pass of LLVM is named that made it or lost its op.\n"
         "A copy of the compiler follows the ops. Where the compiler itself "
         "has generated other code than its copy, the answer has no ops: it "
         "has the lines that the line table of the compiler's own object has "
         "for the function. That needs debug information, as of "
         "-g.\n" ABOUT_INPUT "\n"
         "Examples:\n"
         "  asm dgemm_\n"
         "  asm saxpy.f90:7",
     .seeAlso = {"whose", "became", "origin"},
     .run = askAssembly},
    {.name = "info code",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "info code [--all] [--json]",
     .summary = "Count where the machine code of each function comes from.",
     .details =
         "Each row counts the instructions of a function: how many come from "
         "one op, from several ops that LLVM merged, and from none. The latter "
         "belong to the machine (spills, reloads, copies, constants, frame, "
         "jumps and padding), were made by a pass of LLVM or lost their op "
         "there, or are not known. The lines are those of the source that the "
         "ops of the function are from; with --json, the ops of the input are "
         "listed too. If there are more rows than a screen "
         "holds, those with most instructions are listed; --all lists "
         "all. " ABOUT_RECORDING,
     .seeAlso = {"asm", "whose", "fate"},
     .run = askCodeTable},
    {.name = "why-no-code",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "why-no-code SPEC [--exact] [--input-from TRACE] [--all] "
                 "[--json]",
     .summary = "Show why ops have no machine code.",
     .details =
         "The answer lists what the ops became up to the translation to LLVM "
         "IR, and for each of these ops that has no machine code, why. "
         "Either no instruction was made for it, as for many constants and "
         "declarations. Or a pass of LLVM ended its last instruction: another "
         "instruction took its place (replaced), a constant or an argument did "
         "(folded), or nothing did (erased). In a pass that generates code, "
         "nothing more is known than that the last one is gone. If nothing "
         "was left of the ops at the translation, the answer is that of "
         "'why-erased'. " ABOUT_RECORDING "\n" ABOUT_INPUT,
     .seeAlso = {"why-erased", "fate", "became", "asm"},
     .run = askWhyNoCode},
    {.name = "whose",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "whose CODEPLACE [--exe PROGRAM] [--pid PID] "
                 "[--traces DIRECTORY] [--input-from TRACE] [--json]",
     .summary = "Show which ops an instruction of the machine code is from.",
     .details =
         "The answer names the instruction, its ops, what the passes of LLVM "
         "did to each of them in that function, and where they came from, as "
         "'origin' tells it. SYMBOL+N is byte N of a function. OBJECT:OFFSET "
         "is a byte of the first section of code in an object file, which must "
         "have the code that this compile has generated. With --exe, the place "
         "is an address in an executable or a shared library that was linked "
         "from the object file, as nm and objdump show it; with --pid, an "
         "address in a process that runs. A function of the program is taken "
         "for that of the object file if it has the same name and the same "
         "code, but for what the linker fills in. Where the program was linked "
         "from several object files, --traces names the folder with the traces "
         "of the others. " ABOUT_RECORDING "\n"
         "Where another compiler wrote the input, as mlir-opt does for the one "
         "that generates code, --input-from names its trace: the answer goes "
         "on there. That compile must have been recorded with "
         "'--snapshots=ends', which keeps the order of its ops. The ops that "
         "it wrote must be those that were read, one by one.\n"
         "Examples:\n"
         "  whose dgemm_+0x1f4\n"
         "  whose dgemm.o:0x1f4\n"
         "  whose 0x401234 --exe a.out",
     .seeAlso = {"asm", "cost", "became", "origin"},
     .run = askWhose},
};

ArrayRef<CommandSpec> machineCodeCommands() { return rows; }

} // namespace mlir::trackdbg
