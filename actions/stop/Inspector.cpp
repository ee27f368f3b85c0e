//===- Inspector.cpp - Answers about the IR at a stop ---------------------===//

#include "stop/Inspector.h"

#include "breakpoints/ActionTerms.h"
#include "core/ActionNames.h"
#include "core/LLVMPass.h"
#include "core/ThreadState.h"
#include "ir/Description.h"
#include "ir/NameLookup.h"
#include "ir/Printing.h"
#include "stop/Cursor.h"
#include "stop/HandleMap.h"
#include "trackdbg/Protocol.h"
#include "llvm/LLVMUnits.h"

#include "mlir/IR/AsmState.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// IR units
//===----------------------------------------------------------------------===//

static uint64_t addressOf(IRUnit unit) {
  return reinterpret_cast<uintptr_t>(unit.getOpaqueValue());
}

Expected<UnitAnswer> Inspector::show(IRUnit unit,
                                     const OpPrintingFlags &flags) {
  Expected<std::string> text = printUnit(unit, flags);
  if (!text)
    return text.takeError();
  UnitAnswer answer;
  answer.unit.kind = kindOf(unit);
  answer.unit.address = addressOf(unit);
  if (auto *op = dyn_cast<Operation *>(unit))
    answer.unit.name = op->getName().getStringRef().str();
  answer.unit.text = std::move(*text);
  return answer;
}

static Unit deadUnit(IRUnit unit) {
  Unit dead;
  dead.kind = kindOf(unit);
  dead.address = addressOf(unit);
  dead.alive = false;
  return dead;
}

static llvm::Error noFrame(int64_t index) {
  return createStringError("No frame at level %lld.", (long long)index);
}

Expected<UnitsAnswer> Inspector::handle(const ContextRequest &request) {
  ActiveAction *frame = stop.frameAt(request.frame);
  if (!frame)
    return noFrame(request.frame);
  OpPrintingFlags flags = printingFlags({.regions = false});
  UnitsAnswer answer;
  for (IRUnit unit : frame->getAction().getContextIRUnits()) {
    if (unit.isNull())
      continue;
    if (!isAlive(*frame, unit)) {
      answer.units.push_back(deadUnit(unit));
      if (dyn_cast<Operation *>(unit) == frame->root && frame->root &&
          frame->notes && frame->notes->erasedName)
        answer.units.back().name =
            frame->notes->erasedName->getStringRef().str();
      continue;
    }
    Expected<UnitAnswer> shown = show(unit, flags);
    if (!shown)
      return shown.takeError();
    answer.units.push_back(std::move(shown->unit));
  }
  return answer;
}

/// What a pass of LLVM runs on. LLVM has no options for how it is printed.
static Expected<UnitAnswer> show(const LLVMUnit &unit) {
  Expected<TiedText> text = printUnit(unit);
  if (!text)
    return text.takeError();
  UnitAnswer answer;
  answer.unit.kind = Unit::Kind::LLVM;
  answer.unit.name = unit.title;
  answer.unit.text = std::move(text->text);
  return answer;
}

Expected<UnitAnswer> Inspector::handle(const PrintRequest &request) {
  if (const LLVMPassAction *pass = llvmPassOf(*stop.selected);
      pass && request.unit.empty() && stop.cursor.isNull())
    return ::show(pass->unit);
  Expected<IRUnit> unit = stop.findUnit(request.unit);
  return unit ? show(*unit, printingFlags(request.options)) : unit.takeError();
}

static FoundUnit asFound(IRUnit unit) {
  auto value = dyn_cast<Value>(unit);
  if (!value)
    return FoundUnit{addressOf(unit)};
  auto argument = cast<BlockArgument>(value);
  return FoundUnit{reinterpret_cast<uintptr_t>(argument.getOwner()),
                   argument.getArgNumber()};
}

Expected<FoundAnswer> Inspector::handle(const ResolveRequest &request) {
  constexpr size_t kMaxUnits = 1000;
  llvm::SmallVector<IRUnit> units;
  if (!request.places.empty()) {
    llvm::append_range(units, stop.findRead(request));
  } else if (!request.name.empty()) {
    Expected<llvm::SmallVector<IRUnit>> named = stop.findUnits(request.name);
    if (!named)
      return FoundAnswer{{}, llvm::toString(named.takeError())};
    units = std::move(*named);
  } else if (Expected<IRUnit> cursor = stop.findUnit("")) {
    units.push_back(*cursor);
  } else {
    return cursor.takeError();
  }
  units.truncate(std::min(units.size(), kMaxUnits));
  FoundAnswer answer;
  llvm::append_range(answer.units, llvm::map_range(units, asFound));
  return answer;
}

Expected<DoneAnswer> Inspector::handle(const SelectFrameRequest &request) {
  ActiveAction *frame = stop.frameAt(request.frame);
  if (!frame)
    return noFrame(request.frame);
  stop.selected = frame;
  stop.cursor = IRUnit();
  if (frame->root && frame->rootAlive)
    stop.cursor = frame->root;
  return DoneAnswer();
}

//===----------------------------------------------------------------------===//
// The cursor
//===----------------------------------------------------------------------===//

Expected<UnitAnswer> Inspector::moveCursor(Expected<IRUnit> unit) {
  if (!unit)
    return unit.takeError();
  stop.cursor = *unit;
  return show(stop.cursor, printingFlags({.regions = false}));
}

Expected<UnitAnswer> Inspector::handle(const CursorSelectRequest &request) {
  ArrayRef<IRUnit> units = stop.selected->getAction().getContextIRUnits();
  if (request.index < 0 || request.index >= int64_t(units.size()))
    return createStringError("no IR unit %lld in the context of this "
                             "action: it has %zu, counted from 0",
                             (long long)request.index, units.size());
  if (!isAlive(*stop.selected, units[request.index]))
    return createStringError("IR unit %lld of the context has been erased",
                             (long long)request.index);
  return moveCursor(units[request.index]);
}

Expected<UnitAnswer> Inspector::handle(const CursorMoveRequest &request) {
  Expected<IRUnit> cursor = stop.findUnit("");
  if (!cursor)
    return cursor.takeError();
  switch (request.to) {
  case CursorMoveRequest::To::Parent:
    return moveCursor(parentOf(*cursor));
  case CursorMoveRequest::To::Child:
    return moveCursor(childOf(*cursor, request.index));
  case CursorMoveRequest::To::Previous:
    return moveCursor(previousOf(*cursor));
  case CursorMoveRequest::To::Next:
    return moveCursor(nextOf(*cursor));
  }
  llvm_unreachable("all directions are handled");
}

//===----------------------------------------------------------------------===//
// Before and after
//===----------------------------------------------------------------------===//

Expected<TiedText> Inspector::printNow(const BeforeImage &image,
                                       const PrintOptions &options) {
  if (const LLVMPassAction *pass = llvmPassOf(*stop.top))
    return printUnit(pass->unit);
  // A function may be replaced whole: then the one of that name stands for it.
  Operation *function = image.functionAlive ? image.function : nullptr;
  if (!function && !image.symbol.empty())
    if (Operation *near = stop.livingOp())
      if (auto named = symbolsNamed(near, image.symbol); !named.empty())
        function = named.front();
  return function ? printTied(function, printingFlags(options)) : TiedText();
}

/// Both sides are printed at the same time, each in a process of its own.
Expected<std::pair<TiedText, TiedText>>
Inspector::printBoth(BeforeImage &image, const PrintOptions &options) {
  image.startPrinting(options);
  Expected<TiedText> after = printNow(image, options);
  Expected<TiedText> before = image.printed();
  if (!before) {
    llvm::consumeError(after.takeError());
    return before.takeError();
  }
  if (!after)
    return after.takeError();
  return std::pair(std::move(*before), std::move(*after));
}

/// Whether the op that is printed first has no form of its dialect's own there.
static bool isGeneric(StringRef text) { return text.ltrim().starts_with("\""); }

Expected<DiffAnswer> Inspector::handle(const DiffRequest &request) {
  if (stop.when() == When::Before)
    return createStringError("the action has not run yet; 'preview' shows what "
                             "it would change");
  if (stop.when() == When::Inside)
    return createStringError("the action is at work; 'next' stops when it is "
                             "over, and 'diff' shows what it changed");
  const std::unique_ptr<StopNotes> &notes = stop.top->notes;
  DiffAnswer answer;
  answer.isKept = notes && notes->image;
  if (!answer.isKept)
    return answer;
  BeforeImage &image = *notes->image;
  answer.title = image.title;
  Expected<std::pair<TiedText, TiedText>> texts =
      printBoth(image, request.options);
  if (!texts)
    return texts.takeError();
  auto &[before, after] = *texts;
  // What a dialect cannot print, as in the middle of a conversion, is printed
  // in the generic form. Two forms cannot be compared.
  if (isGeneric(before.text) != isGeneric(after.text)) {
    PrintOptions generic = request.options;
    generic.generic = true;
    texts = printBoth(image, generic);
    if (!texts)
      return texts.takeError();
  }
  answer.before = std::move(before.text);
  answer.beforeTies = llvm::toHex(before.ties);
  answer.after = std::move(after.text);
  answer.afterTies = llvm::toHex(after.ties);
  return answer;
}

//===----------------------------------------------------------------------===//
// Parts of ops
//===----------------------------------------------------------------------===//

/// What `describe` gives in a copy of the process, which it may crash.
template <typename R, typename Describe>
static Expected<typename R::Answer> answeredInCopy(Describe describe) {
  Expected<std::string> text = runInCopy([&] {
    Message message;
    message.response.emplace().answer = typename R::Answer{describe()};
    return encode(message);
  });
  if (!text)
    return text.takeError();
  Expected<Message> message = decode(llvm::StringRef(*text).rtrim('\n'));
  if (!message)
    return message.takeError();
  if (!message->response || !message->response->answer)
    return createStringError("the copy of the compiler sent an invalid answer");
  return answerTo<R>(std::move(*message->response->answer));
}

Expected<DescribeAnswer> Inspector::describeAllTypes() {
  Operation *op = stop.livingOp();
  if (!op)
    return createStringError("the op of this stop is gone");
  return answeredInCopy<DescribeRequest>(
      [&] { return describeTypes(scopeOf(*stop.top, op)); });
}

Expected<DescribeAnswer> Inspector::handle(const DescribeRequest &request) {
  if (request.of == DescribeRequest::Of::Types)
    return describeAllTypes();
  Expected<IRUnit> unit = stop.findUnit(request.unit);
  if (!unit)
    return unit.takeError();
  auto *op = dyn_cast<Operation *>(*unit);
  auto value = dyn_cast<Value>(*unit);
  if (!op && !value)
    return createStringError("a block or a region has no parts to show; "
                             "'cursor-parent' goes to the op around it");
  if (request.of == DescribeRequest::Of::Function)
    op = enclosingFunction(op ? op : value.getParentRegion()->getParentOp());
  OpPrintingFlags flags =
      printingFlags({.regions = true, .elementLimit = request.elementLimit});
  return answeredInCopy<DescribeRequest>(
      [&] { return op ? describeOp(op, flags) : describeValue(value, flags); });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expected<ValueAnswer> Inspector::handle(const EvaluateRequest &request) {
  Expected<Expression> expression = Expression::parse(request.expression);
  if (!expression)
    return expression.takeError();
  return ValueAnswer{literalOf(expression->evaluate([&](unsigned index) {
    return readTerm(expression->terms()[index], *stop.selected, names);
  }))};
}

//===----------------------------------------------------------------------===//
// Transform scripts
//===----------------------------------------------------------------------===//

static bool isTransformOp(const ActiveAction &action, Interner &names) {
  return names.actionKind(action.kind).tag == kTransformOpTag;
}

Operation *mlir::trackdbg::changingOp(const ActiveAction &action,
                                      Interner &names) {
  HandleMap *handles = ThreadState::current().handles;
  return isTransformOp(action, names) && handles && handles->isAtWork()
             ? handles->payload()
             : action.root;
}

/// Other threads may be at work on what is outside a pass's op.
Operation *mlir::trackdbg::scopeOf(const ActiveAction &action,
                                   Operation *changing) {
  for (const ActiveAction *around = &action; around; around = around->parent)
    if (around->isPass && around->root && around->rootAlive)
      return around->root;
  if (changing->getContext()->isMultithreadingEnabled())
    return enclosingFunction(changing);
  while (Operation *parent = changing->getParentOp())
    changing = parent;
  return changing;
}

Expected<HandlesAnswer> Inspector::handle(const HandlesRequest &) {
  HandleMap *handles = ThreadState::current().handles;
  if (!handles)
    return createStringError("no transform script is running here; 'break tag "
                             "transform-op' stops before each op of one");
  if (!handles->isAtWork())
    return createStringError("no transform op is running here: handles have "
                             "payload only while one runs");
  bool isNext = isTransformOp(*stop.top, names) && stop.top->rootAlive &&
                stop.when() == When::Before;
  // A handle may stand for something that is gone in a way nobody noticed.
  return answeredInCopy<HandlesRequest>(
      [&] { return handles->describe(isNext ? stop.top->root : nullptr); });
}

//===----------------------------------------------------------------------===//
// Reproducers
//===----------------------------------------------------------------------===//

/// `module` as a file that `mlir-opt --run-reproducer` runs `pipeline` on.
/// Lines are kept, so that what it says of them is what the compiler says.
static std::string printReproducer(Operation *module, StringRef pipeline,
                                   OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  AsmState state(module, flags.enableDebugInfo().assumeVerified());
  state.attachResourcePrinter("mlir_reproducer",
                              [&](Operation *, AsmResourceBuilder &builder) {
                                builder.buildString("pipeline", pipeline);
                                builder.buildBool("disable_threading", true);
                                builder.buildBool("verify_each", true);
                              });
  module->print(stream, state);
  return text;
}

Expected<PipelineAnswer> Inspector::handle(const PipelineRequest &) {
  const ActiveAction *outermost = nullptr;
  for (const ActiveAction *action = stop.top; action; action = action->parent)
    if (action->isPass)
      outermost = action;
  if (!outermost)
    return createStringError("no pass is running here");
  if (!outermost->root || !outermost->rootAlive)
    return createStringError("the op of the pass has been erased");
  PipelineAnswer answer;
  answer.pipeline = pipelineOf(*outermost);
  Operation *module = outermost->root;
  for (Operation *around = module; around; around = around->getParentOp()) {
    module = around;
    answer.pipeline =
        (around->getName().getStringRef() + "(" + answer.pipeline + ")").str();
  }
  OpPrintingFlags flags;
  auto print = [&] { return printReproducer(module, answer.pipeline, flags); };
  Expected<std::string> text = runInCopy(print);
  if (!text) {
    llvm::consumeError(text.takeError());
    flags.printGenericOpForm();
    text = runInCopy(print);
  }
  if (!text)
    return text.takeError();
  answer.module = std::move(*text);
  return answer;
}
