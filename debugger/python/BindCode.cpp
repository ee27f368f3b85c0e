//===- BindCode.cpp - Machine code ----------------------------------------===//

#include "python/Objects.h"

#include "finalcode/CodeQueries.h"
#include "finalcode/Cost.h"
#include "trace/Counted.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
struct Function {
  ViewHandle view;
  MachineFunction code;
};

struct Instruction {
  ViewHandle view; ///< Null where the ops are those of another trace.
  std::string function;
  uint64_t distance = 0; ///< From the begin of the function.
  MachineInstruction code;
};

struct Share {
  ViewHandle view; ///< As above.
  CostRow row;
  uint64_t total = 0;
};
} // namespace

static std::vector<Op> opsOf(const ViewHandle &view, ArrayRef<OpRef> refs) {
  std::vector<Op> ops;
  for (const OpRef &ref : refs)
    if (view && ref.id != 0)
      ops.push_back(bindOp(view, ref.id));
  return ops;
}

static std::vector<Function> wrap(const ViewHandle &view,
                                  std::vector<MachineFunction> functions) {
  std::vector<Function> result;
  for (MachineFunction &function : functions)
    result.push_back({view, std::move(function)});
  return result;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static CodeQuestion questionAbout(const Op &op) {
  CodeQuestion question;
  question.spec = fmt::format("#{}", op.id);
  return question;
}

static std::vector<Function> codeOf(const Op &op) {
  FinalAnswer answer = orThrow(finalCode(op.lineage(), questionAbout(op)));
  return wrap(op.view, std::move(answer.functions));
}

/// "erased in SROA", or None for one with code.
static std::vector<std::pair<Op, std::string>> whyNoCodeOf(const Op &op) {
  WhyNoCodeAnswer answer = orThrow(whyNoCode(op.lineage(), questionAbout(op)));
  std::vector<std::pair<Op, std::string>> rows;
  for (const CodeFateRow &row : answer.rows) {
    if (row.instructions != 0 || row.op.id == 0)
      continue;
    std::string fate = toString(row.fate).str();
    if (!row.pass.empty())
      fate += " in " + row.pass;
    rows.push_back({bindOp(op.view, row.op.id), repaired(fate)});
  }
  return rows;
}

static std::vector<Function> machineCodeIn(const TraceHandle &trace,
                                           const std::string &spec,
                                           const std::string &inputFrom) {
  const ViewHandle &view = trace->view();
  CodeQuestion question;
  question.spec = spec;
  question.inputFrom = inputFrom;
  return wrap(view, orThrow(machineCode(view->lineage(), question)));
}

static Instruction whoseIs(const TraceHandle &trace, const std::string &place,
                           const std::string &program,
                           std::optional<int64_t> process,
                           const std::string &folder) {
  const ViewHandle &view = trace->view();
  WhoseQuestion question;
  question.place = place;
  question.program = program;
  question.process = process;
  question.folder = folder;
  WhoseAnswer answer = orThrow(whose(view->lineage(), question));
  MachineInstruction &code = answer.function.instructions.front();
  return {answer.trace.empty() ? view : nullptr, answer.function.name,
          code.offset - answer.function.offset, std::move(code)};
}

static CostBy costBy(const std::string &word) {
  if (std::optional<CostBy> by = parseCostBy(word))
    return *by;
  throw ScriptError("The cost is by op, line, pass or function, not by '" +
                    word + "'.");
}

static std::vector<Share>
costIn(const TraceHandle &trace, const std::string &perf,
       const std::string &callgrind, const std::string &by,
       const std::string &program, const std::string &folder,
       const std::string &inputFrom) {
  if (perf.empty() == callgrind.empty())
    throw ScriptError("cost() needs a profile: perf= or callgrind=.");
  const std::string &path = perf.empty() ? callgrind : perf;
  Profile profile =
      orThrow(perf.empty() ? readCallgrind(path) : readPerfData(path));
  const ViewHandle &view = trace->view();
  CostAnswer answer = orThrow(costOf(view->lineage(), profile, path,
                                     {costBy(by), program, folder, inputFrom}));
  std::vector<Share> shares;
  for (CostRow &row : answer.rows)
    shares.push_back(
        {row.trace.empty() ? view : nullptr, std::move(row), answer.total});
  return shares;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

static void bindInstruction(py::module_ &module) {
  py::class_<Instruction>(module, "Instruction",
                          "An instruction of machine code.")
      .def_property_readonly(
          "text",
          [](const Instruction &each) { return repaired(each.code.text); },
          "As a disassembler prints it.")
      .def_property_readonly(
          "function",
          [](const Instruction &each) { return repaired(each.function); },
          "The name of the function that it is in.")
      .def_readonly("distance", &Instruction::distance,
                    "Bytes from the begin of the function.")
      .def_property_readonly(
          "size", [](const Instruction &each) { return each.code.size; },
          "In bytes.")
      .def_property_readonly(
          "ops",
          [](const Instruction &each) {
            return opsOf(each.view, each.code.ops);
          },
          "The ops that it is from; several where LLVM merged theirs. Empty "
          "for an instruction of another trace.")
      .def_property_readonly(
          "evidence",
          [](const Instruction &each) {
            return toString(each.code.evidence).str();
          },
          "\"LLVM location\", \"merged set\" or \"none\".")
      .def_property_readonly(
          "reason",
          [](const Instruction &each) {
            return each.code.ops.empty() ? toString(each.code.reason).str()
                                         : "";
          },
          "Why it has no op: \"spill\", \"copy\", ...; otherwise empty.")
      .def_property_readonly(
          "pass_name",
          [](const Instruction &each) { return repaired(each.code.pass); },
          "The pass of LLVM that made it or lost its op, or the empty string.")
      .def("__repr__", [](const Instruction &each) {
        return fmt::format("<Instruction {}+{:#x}: {}>",
                           repaired(each.function), each.distance,
                           repaired(each.code.text));
      });
}

static std::vector<Instruction> instructionsOf(const Function &function) {
  std::vector<Instruction> all;
  for (const MachineInstruction &each : function.code.instructions)
    all.push_back({function.view, function.code.name,
                   each.offset - function.code.offset, each});
  return all;
}

using OwnLine =
    std::pair<uint64_t, std::optional<std::pair<std::string, uint32_t>>>;

static std::vector<OwnLine> ownLinesOf(const Function &function) {
  std::vector<OwnLine> all;
  for (const CodeOfOneLine &each : function.code.ownLines) {
    OwnLine &row = all.emplace_back(each.offset, std::nullopt);
    if (each.line.line != 0)
      row.second = {repaired(each.line.file), each.line.line};
  }
  return all;
}

static void bindFunction(py::module_ &module) {
  py::class_<Function>(module, "MachineFunction",
                       "A function of machine code, or the part of it that "
                       "was asked for.")
      .def_property_readonly(
          "name", [](const Function &each) { return repaired(each.code.name); },
          "Its name in the object file.")
      .def_property_readonly(
          "check",
          [](const Function &each) { return toString(each.code.check).str(); },
          "Whether the compiler generated the \"same\" code; \"different\" or "
          "\"not checked\".")
      .def_property_readonly(
          "address",
          [](const Function &each) -> std::optional<uint64_t> {
            if (each.code.address == 0)
              return std::nullopt;
            return each.code.address;
          },
          "Where a JIT has put it in the memory of its process; None where no "
          "JIT did.")
      .def_property_readonly("instructions", &instructionsOf, "In their order.")
      .def_property_readonly(
          "own_lines", &ownLinesOf,
          "Where the check is \"different\": the offsets, in its section, and "
          "the lines of the compiler's own function of that name, by the line "
          "table of its own object. An offset without a line has None.")
      .def("__repr__", [](const Function &each) {
        return fmt::format(
            "<MachineFunction {}: {}>", repaired(each.code.name),
            counted(each.code.instructions.size(), "instruction"));
      });
}

static void bindShare(py::module_ &module) {
  py::class_<Share>(module, "CostShare", "A share of what a program has cost.")
      .def_property_readonly(
          "cost", [](const Share &share) { return share.row.cost; },
          "In the unit of the profile.")
      .def_property_readonly(
          "percent",
          [](const Share &share) {
            return 100.0 * double(share.row.cost) / double(share.total);
          },
          "Of the whole profile.")
      .def_property_readonly(
          "ops",
          [](const Share &share) { return opsOf(share.view, share.row.ops); },
          "By op: the ops of the input that the code is from. Empty for code "
          "of another trace.")
      .def_property_readonly(
          "lines",
          [](const Share &share) {
            std::vector<std::pair<std::string, uint32_t>> lines;
            for (const LineOfSource &line : share.row.lines)
              lines.push_back({repaired(line.file), line.line});
            return lines;
          },
          "By line: files and lines.")
      .def_property_readonly(
          "name", [](const Share &share) { return repaired(share.row.name); },
          "By pass or function: its name.")
      .def("__repr__", [](const Share &share) {
        return fmt::format("<CostShare {}>", share.row.cost);
      });
}

void bindCode(py::module_ &module, py::class_<Op> &op) {
  bindInstruction(module);
  bindFunction(module);
  bindShare(module);
  op.def_property_readonly(
        "machine_code", &codeOf,
        "The machine code that it became, by function. A trace without "
        "machine code is an error.")
      .def_property_readonly(
          "without_code", &whyNoCodeOf,
          "What it became up to the translation to LLVM IR and has no machine "
          "code: pairs of an op and what happened to it.");
}

void bindCode(py::class_<Trace, TraceHandle> &trace) {
  trace
      .def("machine_code", &machineCodeIn, py::arg("spec"), py::kw_only(),
           py::arg("input_from") = "",
           "The functions of that name, or with code of the ops that a SPEC "
           "names, all of their code.")
      .def("whose", &whoseIs, py::arg("place"), py::kw_only(),
           py::arg("exe") = "", py::arg("pid") = py::none(),
           py::arg("traces") = "",
           "The instruction at \"SYMBOL+N\" or \"OBJECT:OFFSET\" or, with a "
           "program or a process, at an address, as the command 'whose' takes "
           "them.")
      .def("cost", &costIn, py::kw_only(), py::arg("perf") = "",
           py::arg("callgrind") = "", py::arg("by") = "op", py::arg("exe") = "",
           py::arg("traces") = "", py::arg("input_from") = "",
           "Where the cost of a profile comes from, as the command 'cost' "
           "says; highest first.");
}

} // namespace mlir::trackdbg
