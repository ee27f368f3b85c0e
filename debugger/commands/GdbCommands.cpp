//===- GdbCommands.cpp - What gdb has and a compile has not ---------------===//
//
// Each says in one sentence why, and what there is instead.
//
//===----------------------------------------------------------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

template <const auto &sentence>
static Expected<Reply> answerWith(Console &, const Arguments &) {
  return fail("{0}", StringRef(sentence));
}

static constexpr char kNoMemory[] =
    "The debugger shows IR and no memory; 'print' shows an op, and 'info "
    "locals' its parts.";
static constexpr char kNoMachineCode[] =
    "There is no machine code at an action; 'print' shows the IR, and "
    "'show-stage end' what the compile ended with.";
static constexpr char kNoRegisters[] =
    "Values of IR are in no registers; 'info locals' shows those that the op "
    "at the cursor uses.";
static constexpr char kNoSymbols[] =
    "'ops func.func' lists the functions of the module, and 'ops /REGEX/' what "
    "has such a name.";
static constexpr char kNoVariables[] =
    "Values of IR are in no variables; 'info locals' shows those at the "
    "cursor, 'ops /REGEX/' finds symbols, and 'show convenience' lists $names.";
static constexpr char kNoThemes[] =
    "There is one theme; 'set color never' turns its colours off.";
static constexpr char kNoLibraries[] =
    "'info passes' lists the passes, and 'info actions' the patterns; 'info "
    "program' names the compiler.";
static constexpr char kOneThread[] =
    "The other threads go on until they come to a stop; 'info threads' shows "
    "the thread that is stopped.";
static constexpr char kNoHandlers[] =
    "The compiler gets its signals as it does without the debugger; 'catch "
    "crash' stops where one would end it.";
static constexpr char kNoSignals[] =
    "The debugger sends the compiler no signals; 'kill' ends it, and 'catch "
    "crash' stops where one would end it.";
static constexpr char kNoJump[] = "Actions run in their order; 'skip' leaves "
                                  "one out, and 'goto' goes back to one.";
static constexpr char kNoReturn[] =
    "An action that has begun cannot be left early; 'skip' before it leaves it "
    "out, and 'finish' runs it to its end.";
static constexpr char kNoFile[] =
    "The debugger is started with the compiler's command line, and 'set args' "
    "changes its arguments; 'mlir-track-dbg open TRACE' reads a recorded run.";
static constexpr char kNoCore[] =
    "A crash is in the trace, and needs no core file; 'info crash' shows it, "
    "and 'mlir-track-dbg open TRACE' reads a recorded one.";
static constexpr char kNoTarget[] =
    "The debugger starts the compiler itself; 'attach PID' reads what is "
    "recorded of a process, and 'mlir-track-dbg open TRACE' a recorded run.";
static constexpr char kNoProcesses[] =
    "'info inferiors' lists the compiler's processes, and 'info program' "
    "tells what the compiler is doing.";
static constexpr char kNoSkips[] =
    "'next' stays outside of what an action does; 'skip' leaves an action "
    "out, and 'info breakpoints' lists where the compiler stops.";
static constexpr char kNoSearch[] =
    "There is no memory to search; 'ops /REGEX/' finds ops by their names, "
    "and 'ops FILE:LINE' by their places.";
static constexpr char kNoTracepoints[] =
    "Everything is recorded; 'dprintf' prints a text at a place without a "
    "stop, and 'info actions' lists what was done.";
static constexpr char kNoHardware[] =
    "Actions have no addresses; 'break' stops before one, and 'tbreak' does "
    "so once.";
static constexpr char kNoInterrupt[] =
    "Ctrl-C stops the compiler; no command is read while it runs.";
static constexpr char kNoDump[] =
    "'checkpoint' keeps this place in the run, and 'reproduce' writes what "
    "makes a crash happen again.";
static constexpr char kRecorded[] =
    "Everything is recorded from the start of the compiler on; 'info record' "
    "tells into which file.";
static constexpr char kNoReads[] =
    "Reading a value leaves no trace in the IR; 'watch' stops when an op or "
    "its operands change.";

static Expected<Reply> setStyle(Console &console, const Arguments &arguments) {
  auto [first, value] = getToken(arguments.text("TEXT"));
  value = value.trim();
  if (first == "enabled" && (value.empty() || value == "on"))
    return execute(console, "set color auto");
  if (first == "enabled" && value == "off")
    return execute(console, "set color never");
  return fail("{0}", StringRef(kNoThemes));
}

static Expected<Reply> showStyle(Console &console, const Arguments &) {
  return execute(console, "show color");
}

static constexpr CommandSpec rows[] = {
    {.name = "x",
     .group = Group::Gdb,
     .synopsis = "x [TEXT]",
     .summary = "Say what shows IR; there is no memory to examine.",
     .seeAlso = {"print", "info locals"},
     .run = answerWith<kNoMemory>},
    {.name = "disassemble",
     .group = Group::Gdb,
     .synopsis = "disassemble [TEXT]",
     .summary = "Say what shows IR; there is no machine code here.",
     .seeAlso = {"print", "show-stage"},
     .run = answerWith<kNoMachineCode>},
    {.name = "info registers",
     .aliases = {"info all-registers"},
     .group = Group::Gdb,
     .synopsis = "info registers [TEXT]",
     .summary = "Say what shows values; they are in no registers.",
     .seeAlso = {"info locals"},
     .run = answerWith<kNoRegisters>},
    {.name = "info functions",
     .aliases = {"info symbol"},
     .group = Group::Gdb,
     .synopsis = "info functions [TEXT]",
     .summary = "Say what lists functions.",
     .seeAlso = {"ops", "info types"},
     .run = answerWith<kNoSymbols>},
    {.name = "info variables",
     .aliases = {"info scope"},
     .group = Group::Gdb,
     .synopsis = "info variables [TEXT]",
     .summary = "Say what shows values and symbols.",
     .seeAlso = {"info locals", "ops", "show convenience"},
     .run = answerWith<kNoVariables>},
    {.name = "info signals",
     .aliases = {"info handle"},
     .group = Group::Gdb,
     .synopsis = "info signals [TEXT]",
     .summary = "Say what stops at a crash; signals are not changed.",
     .seeAlso = {"handle", "catch"},
     .run = answerWith<kNoHandlers>},
    {.name = "set style",
     .group = Group::Gdb,
     .synopsis = "set style [TEXT]",
     .summary = "Turn colours off or on, as in 'set style enabled off'.",
     .seeAlso = {"set", "show style"},
     .run = setStyle},
    {.name = "show style",
     .group = Group::Gdb,
     .synopsis = "show style [TEXT]",
     .summary = "Show whether colours are used.",
     .seeAlso = {"set style", "show"},
     .run = showStyle},
    {.name = "set theme",
     .group = Group::Gdb,
     .synopsis = "set theme [TEXT]",
     .summary = "Say what turns colours off.",
     .seeAlso = {"set style"},
     .run = answerWith<kNoThemes>},
    {.name = "info sharedlibrary",
     .group = Group::Gdb,
     .synopsis = "info sharedlibrary [TEXT]",
     .summary = "Say what lists passes and patterns.",
     .seeAlso = {"info passes", "info actions", "info program"},
     .run = answerWith<kNoLibraries>},
    {.name = "thread",
     .group = Group::Gdb,
     .synopsis = "thread [TEXT]",
     .summary = "Say which thread is stopped; others cannot be chosen.",
     .seeAlso = {"info threads"},
     .run = answerWith<kOneThread>},
    {.name = "handle",
     .group = Group::Gdb,
     .synopsis = "handle [TEXT]",
     .summary = "Say what stops at a crash; signals are not changed.",
     .seeAlso = {"catch"},
     .run = answerWith<kNoHandlers>},
    {.name = "signal",
     .group = Group::Gdb,
     .synopsis = "signal [TEXT]",
     .summary = "Say what ends the compiler; it is sent no signals.",
     .seeAlso = {"kill", "catch"},
     .run = answerWith<kNoSignals>},
    {.name = "jump",
     .group = Group::Gdb,
     .synopsis = "jump [TEXT]",
     .summary = "Say what leaves an action out or goes back to one.",
     .seeAlso = {"skip", "goto"},
     .run = answerWith<kNoJump>},
    {.name = "return",
     .group = Group::Gdb,
     .synopsis = "return [TEXT]",
     .summary = "Say what leaves an action out or ends it.",
     .seeAlso = {"skip", "finish"},
     .run = answerWith<kNoReturn>},
    {.name = "file",
     .aliases = {"symbol-file", "load"},
     .group = Group::Gdb,
     .synopsis = "file [TEXT]",
     .summary = "Say how the compiler is chosen.",
     .seeAlso = {"run", "set"},
     .run = answerWith<kNoFile>},
    {.name = "core-file",
     .group = Group::Gdb,
     .synopsis = "core-file [TEXT]",
     .summary = "Say what shows a crash.",
     .seeAlso = {"info crash", "reproduce"},
     .run = answerWith<kNoCore>},
    {.name = "generate-core-file",
     .aliases = {"gcore"},
     .group = Group::Gdb,
     .synopsis = "generate-core-file [TEXT]",
     .summary = "Say what keeps a place in the run.",
     .seeAlso = {"checkpoint", "reproduce"},
     .run = answerWith<kNoDump>},
    {.name = "record",
     .group = Group::Gdb,
     .synopsis = "record [TEXT]",
     .summary = "Say where the run is recorded.",
     .seeAlso = {"info record"},
     .run = answerWith<kRecorded>},
    {.name = "rwatch",
     .aliases = {"awatch"},
     .group = Group::Gdb,
     .synopsis = "rwatch [TEXT]",
     .summary = "Say what stops at changes; reads are not seen.",
     .seeAlso = {"watch"},
     .run = answerWith<kNoReads>},
    {.name = "target",
     .group = Group::Gdb,
     .synopsis = "target [TEXT]",
     .summary = "Say how the compiler is chosen.",
     .seeAlso = {"run", "attach"},
     .run = answerWith<kNoTarget>},
    {.name = "info proc",
     .group = Group::Gdb,
     .synopsis = "info proc [TEXT]",
     .summary = "Say what tells of the compiler's processes.",
     .seeAlso = {"info inferiors", "info program"},
     .run = answerWith<kNoProcesses>},
    {.name = "info skip",
     .group = Group::Gdb,
     .synopsis = "info skip [TEXT]",
     .summary = "Say what 'skip' does here.",
     .seeAlso = {"skip", "next"},
     .run = answerWith<kNoSkips>},
    {.name = "find",
     .group = Group::Gdb,
     .synopsis = "find [TEXT]",
     .summary = "Say what finds ops; there is no memory to search.",
     .seeAlso = {"ops", "search"},
     .run = answerWith<kNoSearch>},
    {.name = "trace",
     .aliases = {"tstart"},
     .group = Group::Gdb,
     .synopsis = "trace [TEXT]",
     .summary = "Say what records and prints without a stop.",
     .seeAlso = {"dprintf", "info record"},
     .run = answerWith<kNoTracepoints>},
    {.name = "hbreak",
     .aliases = {"thbreak"},
     .group = Group::Gdb,
     .synopsis = "hbreak [TEXT]",
     .summary = "Say what stops at a place.",
     .seeAlso = {"break", "tbreak"},
     .run = answerWith<kNoHardware>},
    {.name = "interrupt",
     .group = Group::Gdb,
     .synopsis = "interrupt [TEXT]",
     .summary = "Say what stops a compiler that runs.",
     .seeAlso = {"continue", "kill"},
     .run = answerWith<kNoInterrupt>},
};

ArrayRef<CommandSpec> gdbCommands() { return rows; }

} // namespace mlir::trackdbg
