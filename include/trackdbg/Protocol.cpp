//===- Protocol.cpp - Messages to JSON and back ---------------------------===//

#include "trackdbg/Protocol.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>

using namespace llvm;

namespace mlir::trackdbg {
namespace {

// Enums travel by name: a reader of the wire log understands them, and adding
// one in the middle changes nothing.
template <typename E> struct Named {
  E value;
  StringLiteral name;
};

constexpr std::array kControls{
    Named<Control>{Control::Continue, "continue"},
    Named<Control>{Control::Apply, "apply"},
    Named<Control>{Control::Skip, "skip"},
    Named<Control>{Control::Step, "step"},
    Named<Control>{Control::Next, "next"},
    Named<Control>{Control::Finish, "finish"},
    Named<Control>{Control::StepChange, "step-change"},
    Named<Control>{Control::RunTo, "run-to"},
    Named<Control>{Control::Detach, "detach"}};

constexpr std::array kWhens{Named<When>{When::Before, "before"},
                            Named<When>{When::After, "after"}};

constexpr std::array kProcessKinds{
    Named<ProcessKind>{ProcessKind::Compiler, "compiler"},
    Named<ProcessKind>{ProcessKind::Checkpoint, "checkpoint"},
    Named<ProcessKind>{ProcessKind::Restarted, "restarted"}};

using SpecKind = BreakpointSpec::Kind;
constexpr std::array kSpecKinds{
    Named<SpecKind>{SpecKind::Location, "location"},
    Named<SpecKind>{SpecKind::Pass, "pass"},
    Named<SpecKind>{SpecKind::Pattern, "pattern"},
    Named<SpecKind>{SpecKind::Op, "op"},
    Named<SpecKind>{SpecKind::Tag, "tag"},
    Named<SpecKind>{SpecKind::Action, "action"},
    Named<SpecKind>{SpecKind::Watch, "watch"},
    Named<SpecKind>{SpecKind::CatchCreate, "catch-create"},
    Named<SpecKind>{SpecKind::CatchErase, "catch-erase"},
    Named<SpecKind>{SpecKind::CatchFail, "catch-fail"},
    Named<SpecKind>{SpecKind::CatchDiagnostic, "catch-diagnostic"},
    Named<SpecKind>{SpecKind::CatchVerify, "catch-verify"},
    Named<SpecKind>{SpecKind::CatchOrder, "catch-order"},
    Named<SpecKind>{SpecKind::CatchCrash, "catch-crash"}};

using LookKind = Look::Kind;
constexpr std::array kLookKinds{
    Named<LookKind>{LookKind::Context, "context"},
    Named<LookKind>{LookKind::Print, "print"},
    Named<LookKind>{LookKind::CursorSelect, "cursor-select"},
    Named<LookKind>{LookKind::CursorParent, "cursor-parent"},
    Named<LookKind>{LookKind::CursorChild, "cursor-child"},
    Named<LookKind>{LookKind::CursorPrevious, "cursor-previous"},
    Named<LookKind>{LookKind::CursorNext, "cursor-next"},
    Named<LookKind>{LookKind::Diff, "diff"},
    Named<LookKind>{LookKind::Frame, "frame"},
    Named<LookKind>{LookKind::Resolve, "resolve"},
    Named<LookKind>{LookKind::Evaluate, "evaluate"},
    Named<LookKind>{LookKind::Checkpoint, "checkpoint"},
    Named<LookKind>{LookKind::Handles, "handles"},
    Named<LookKind>{LookKind::Pipeline, "pipeline"},
    Named<LookKind>{LookKind::Trial, "trial"},
    Named<LookKind>{LookKind::TryPasses, "try-passes"},
    Named<LookKind>{LookKind::SetAttribute, "set-attribute"},
    Named<LookKind>{LookKind::Erase, "erase"},
    Named<LookKind>{LookKind::ReplaceUses, "replace-uses"},
    Named<LookKind>{LookKind::RunPasses, "run-passes"},
    Named<LookKind>{LookKind::EditedText, "edited-text"},
    Named<LookKind>{LookKind::ReplaceText, "replace-text"}};

using HandleKind = Handle::Kind;
constexpr std::array kHandleKinds{
    Named<HandleKind>{HandleKind::Ops, "ops"},
    Named<HandleKind>{HandleKind::Values, "values"},
    Named<HandleKind>{HandleKind::Params, "params"}};

using HandleUse = Handle::Use;
constexpr std::array kHandleUses{
    Named<HandleUse>{HandleUse::None, "none"},
    Named<HandleUse>{HandleUse::Reads, "reads"},
    Named<HandleUse>{HandleUse::Consumes, "consumes"},
    Named<HandleUse>{HandleUse::Invalidates, "invalidates"}};

using trace::SnapshotMode;
constexpr std::array kSnapshotModes{
    Named<SnapshotMode>{SnapshotMode::None, "none"},
    Named<SnapshotMode>{SnapshotMode::Ends, "ends"},
    Named<SnapshotMode>{SnapshotMode::Passes, "passes"},
    Named<SnapshotMode>{SnapshotMode::Inputs, "inputs"}};

constexpr std::array kActionClasses{
    Named<ActionClass>{ActionClass::Actions, "actions"},
    Named<ActionClass>{ActionClass::Patterns, "patterns"},
    Named<ActionClass>{ActionClass::Passes, "passes"}};

const auto &table(Control) { return kControls; }
const auto &table(ActionClass) { return kActionClasses; }
const auto &table(When) { return kWhens; }
const auto &table(ProcessKind) { return kProcessKinds; }
const auto &table(SpecKind) { return kSpecKinds; }
const auto &table(LookKind) { return kLookKinds; }
const auto &table(HandleKind) { return kHandleKinds; }
const auto &table(HandleUse) { return kHandleUses; }
const auto &table(SnapshotMode) { return kSnapshotModes; }

template <typename E>
concept NamedEnum = requires(E e) { table(e); };

/// Addresses are written as text: JSON numbers lose bits above 2^53.
struct Address {
  uint64_t &value;
};

/// Writes the fields of a struct into an object, leaving out what has its
/// default value.
class Writer {
public:
  json::Object object;

  template <typename T>
  void operator()(StringLiteral key, const T &value, const T &initial) {
    if (!(value == initial))
      object[key] = toValue(value);
  }
  void operator()(StringLiteral key, Address address, Address) {
    if (address.value)
      object[key] = "0x" + utohexstr(address.value, /*LowerCase=*/true);
  }

  template <typename T> static json::Value toValue(const T &value);
};

/// Reads them back; a missing key leaves the default, a wrong type is noted.
class Reader {
public:
  explicit Reader(const json::Object &object, json::Path path)
      : object(object), path(path) {}
  bool ok = true;

  template <typename T>
  void operator()(StringLiteral key, T &value, const T &) {
    if (const json::Value *found = object.get(key))
      ok &= fromValue(*found, value, path.field(key));
  }
  void operator()(StringLiteral key, Address address, Address) {
    const json::Value *found = object.get(key);
    if (!found)
      return;
    std::optional<StringRef> text = found->getAsString();
    if (!text || text->getAsInteger(0, address.value)) {
      path.field(key).report("expected an address");
      ok = false;
    }
  }

  template <typename T>
  static bool fromValue(const json::Value &value, T &out, json::Path path);

private:
  const json::Object &object;
  json::Path path;
};

// The fields of each message, once for both directions: `visit` is a Writer or
// a Reader, `d` a default-made value.
template <typename V, typename T> void fields(V &visit, T &m, T &d);

#define TRACKDBG_FIELD(name) visit(#name, m.name, d.name)

template <typename V> void fields(V &visit, Frame &m, Frame &d) {
  TRACKDBG_FIELD(action);
  TRACKDBG_FIELD(tag);
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(argument);
  TRACKDBG_FIELD(op);
  TRACKDBG_FIELD(file);
  TRACKDBG_FIELD(line);
  TRACKDBG_FIELD(column);
  TRACKDBG_FIELD(location);
  TRACKDBG_FIELD(symbol);
  visit("address", Address{m.address}, Address{d.address});
  TRACKDBG_FIELD(alive);
}

template <typename V> void fields(V &visit, Place &m, Place &d) {
  TRACKDBG_FIELD(action);
  TRACKDBG_FIELD(when);
  TRACKDBG_FIELD(position);
  TRACKDBG_FIELD(begun);
  TRACKDBG_FIELD(isVerified);
}

template <typename V> void fields(V &visit, Hello &m, Hello &d) {
  TRACKDBG_FIELD(version);
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(origin);
  TRACKDBG_FIELD(place);
  TRACKDBG_FIELD(wanted);
  TRACKDBG_FIELD(processId);
  TRACKDBG_FIELD(commandLine);
  TRACKDBG_FIELD(workingDirectory);
  TRACKDBG_FIELD(mlirVersion);
  TRACKDBG_FIELD(wayIn);
}

template <typename V> void fields(V &visit, Omission &m, Omission &d) {
  TRACKDBG_FIELD(of);
  TRACKDBG_FIELD(from);
  TRACKDBG_FIELD(kept);
}

template <typename V> void fields(V &visit, Configure &m, Configure &d) {
  TRACKDBG_FIELD(version);
  TRACKDBG_FIELD(interactive);
  TRACKDBG_FIELD(tracePath);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(control);
  TRACKDBG_FIELD(snapshots);
  TRACKDBG_FIELD(checkpoints);
  TRACKDBG_FIELD(folds);
  TRACKDBG_FIELD(reasons);
  TRACKDBG_FIELD(omission);
}

template <typename V> void fields(V &visit, HitCount &m, HitCount &d) {
  TRACKDBG_FIELD(id);
  TRACKDBG_FIELD(hits);
  TRACKDBG_FIELD(ignoreCount);
}

template <typename V> void fields(V &visit, Sighting &m, Sighting &d) {
  TRACKDBG_FIELD(breakpoint);
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(what);
  TRACKDBG_FIELD(before);
  TRACKDBG_FIELD(after);
}

template <typename V> void fields(V &visit, Stopped &m, Stopped &d) {
  TRACKDBG_FIELD(when);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(interrupted);
  TRACKDBG_FIELD(stack);
  TRACKDBG_FIELD(result);
  TRACKDBG_FIELD(reason);
  TRACKDBG_FIELD(changesKnown);
  TRACKDBG_FIELD(created);
  TRACKDBG_FIELD(erased);
  TRACKDBG_FIELD(replaced);
  TRACKDBG_FIELD(modified);
  TRACKDBG_FIELD(moved);
  TRACKDBG_FIELD(hits);
  TRACKDBG_FIELD(place);
  TRACKDBG_FIELD(previous);
  TRACKDBG_FIELD(copies);
  TRACKDBG_FIELD(lastHit);
  TRACKDBG_FIELD(lastHitWhen);
  TRACKDBG_FIELD(sightings);
}

template <typename V> void fields(V &visit, Look &m, Look &d) {
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(index);
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(regions);
  TRACKDBG_FIELD(elementLimit);
  TRACKDBG_FIELD(locations);
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(text);
  TRACKDBG_FIELD(omission);
}

template <typename V> void fields(V &visit, Unit &m, Unit &d) {
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(text);
  TRACKDBG_FIELD(name);
  visit("address", Address{m.address}, Address{d.address});
  TRACKDBG_FIELD(alive);
}

template <typename V> void fields(V &visit, Handle &m, Handle &d) {
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(number);
  TRACKDBG_FIELD(op);
  TRACKDBG_FIELD(file);
  TRACKDBG_FIELD(line);
  TRACKDBG_FIELD(column);
  TRACKDBG_FIELD(scope);
  TRACKDBG_FIELD(kind);
  TRACKDBG_FIELD(count);
  TRACKDBG_FIELD(payload);
  TRACKDBG_FIELD(params);
  TRACKDBG_FIELD(use);
  TRACKDBG_FIELD(operand);
  TRACKDBG_FIELD(endedBy);
  TRACKDBG_FIELD(endOp);
  TRACKDBG_FIELD(endFile);
  TRACKDBG_FIELD(endLine);
  TRACKDBG_FIELD(endColumn);
  TRACKDBG_FIELD(endOperand);
  TRACKDBG_FIELD(isConsumed);
}

template <typename V> void fields(V &visit, Answer &m, Answer &d) {
  TRACKDBG_FIELD(error);
  TRACKDBG_FIELD(units);
  TRACKDBG_FIELD(before);
  TRACKDBG_FIELD(after);
  TRACKDBG_FIELD(title);
  TRACKDBG_FIELD(handles);
  TRACKDBG_FIELD(processId);
  TRACKDBG_FIELD(stop);
}

template <typename V> void fields(V &visit, Resume &m, Resume &d) {
  TRACKDBG_FIELD(control);
  TRACKDBG_FIELD(breakpoints);
  TRACKDBG_FIELD(target);
  TRACKDBG_FIELD(noteHits);
  TRACKDBG_FIELD(skipped);
  TRACKDBG_FIELD(checkpointAt);
  TRACKDBG_FIELD(speaksUp);
}

template <typename V> void fields(V &visit, Restart &m, Restart &d) {
  TRACKDBG_FIELD(silentUntil);
}

template <typename V> void fields(V &visit, Settle &m, Settle &d) {
  TRACKDBG_FIELD(kept);
}

template <typename V> void fields(V &visit, SwapOut &m, SwapOut &d) {
  TRACKDBG_FIELD(folder);
}

template <typename V> void fields(V &visit, Leave &m, Leave &d) {
  TRACKDBG_FIELD(code);
  TRACKDBG_FIELD(signal);
}

template <typename V> void fields(V &visit, Farewell &m, Farewell &d) {
  TRACKDBG_FIELD(hits);
  TRACKDBG_FIELD(copies);
}

template <typename V> void fields(V &visit, Message &m, Message &d) {
  TRACKDBG_FIELD(hello);
  TRACKDBG_FIELD(configure);
  TRACKDBG_FIELD(stopped);
  TRACKDBG_FIELD(look);
  TRACKDBG_FIELD(answer);
  TRACKDBG_FIELD(resume);
  TRACKDBG_FIELD(farewell);
  TRACKDBG_FIELD(restart);
  TRACKDBG_FIELD(settle);
  TRACKDBG_FIELD(swapOut);
  TRACKDBG_FIELD(leave);
}

#undef TRACKDBG_FIELD

// Breakpoints travel as one text. There may be 100,000 of them, and an object
// for each would take longer to read than many a compile takes. Those that
// follow each other and differ in numbers only share a head:
//
//   KIND FLAGS LENGTH NAME [LENGTH CONDITION] COUNT;
//
// where FLAGS says whether it is enabled, 1, and has a condition, 2; and then
// COUNT times, where zeros at the end are left out:
//
//   ID LINE COLUMN ACTION IGNORE;
//
// A watchpoint's IGNORE is always there, and its ops follow it as ADDRESS BORN.

bool shareHead(const BreakpointSpec &a, const BreakpointSpec &b) {
  return a.kind == b.kind && a.enabled == b.enabled && a.name == b.name &&
         a.condition == b.condition;
}

constexpr unsigned kEnabled = 1, kConditional = 2;

void writeText(raw_ostream &out, StringRef text) {
  std::string sent = json::isUTF8(text) ? text.str() : json::fixUTF8(text);
  out << sent.size() << ' ' << sent << ' ';
}

void writeHead(raw_ostream &out, const BreakpointSpec &spec, size_t count) {
  const auto *kind = find_if(
      kSpecKinds, [&](const auto &entry) { return entry.value == spec.kind; });
  bool isConditional = !spec.condition.empty();
  out << kind->name << ' '
      << (spec.enabled ? kEnabled : 0) + (isConditional ? kConditional : 0)
      << ' ';
  writeText(out, spec.name);
  if (isConditional)
    writeText(out, spec.condition);
  out << count << ';';
}

void writeNumbers(raw_ostream &out, const BreakpointSpec &spec) {
  out << spec.id;
  int64_t numbers[] = {spec.line, spec.column, spec.action, spec.ignoreCount};
  ArrayRef<int64_t> told = numbers;
  while (spec.ops.empty() && !told.empty() && told.back() == 0)
    told = told.drop_back();
  for (int64_t number : told)
    out << ' ' << number;
  for (const WatchedOp &op : spec.ops)
    out << ' ' << op.address << ' ' << op.born;
  out << ';';
}

std::string toText(ArrayRef<BreakpointSpec> specs) {
  std::string text;
  raw_string_ostream out(text);
  while (!specs.empty()) {
    ArrayRef<BreakpointSpec> alike = specs.take_while(
        [&](const auto &spec) { return shareHead(spec, specs.front()); });
    writeHead(out, alike.front(), alike.size());
    for (const BreakpointSpec &spec : alike)
      writeNumbers(out, spec);
    specs = specs.drop_front(alike.size());
  }
  return text;
}

/// What writeText wrote.
bool takeText(StringRef &text, std::string &taken) {
  size_t length;
  if (text.consumeInteger(10, length) || !text.consume_front(" ") ||
      length > text.size())
    return false;
  taken = text.take_front(length).str();
  text = text.drop_front(length);
  return text.consume_front(" ");
}

bool takeHead(StringRef &text, BreakpointSpec &head, uint64_t &count) {
  StringRef kind = text.take_until([](char c) { return c == ' '; });
  text = text.drop_front(kind.size());
  const auto *named = find_if(
      kSpecKinds, [&](const auto &entry) { return entry.name == kind; });
  unsigned flags;
  if (named == kSpecKinds.end() || !text.consume_front(" ") ||
      text.consumeInteger(10, flags) || !text.consume_front(" ") ||
      !takeText(text, head.name))
    return false;
  if ((flags & kConditional) && !takeText(text, head.condition))
    return false;
  head.kind = named->value;
  head.enabled = flags & kEnabled;
  return !text.consumeInteger(10, count) && text.consume_front(";");
}

bool takeNumbers(StringRef &text, BreakpointSpec &spec) {
  if (text.consumeInteger(10, spec.id))
    return false;
  for (int64_t *number :
       {&spec.line, &spec.column, &spec.action, &spec.ignoreCount})
    if (text.consume_front(" ") && text.consumeInteger(10, *number))
      return false;
  while (text.consume_front(" ")) {
    WatchedOp &op = spec.ops.emplace_back();
    if (text.consumeInteger(10, op.address) || !text.consume_front(" ") ||
        text.consumeInteger(10, op.born))
      return false;
  }
  return text.consume_front(";");
}

bool fromText(StringRef text, std::vector<BreakpointSpec> &specs) {
  specs.clear();
  while (!text.empty()) {
    BreakpointSpec head;
    uint64_t count;
    if (!takeHead(text, head, count))
      return false;
    // Each takes two characters at least, whatever the count claims.
    specs.reserve(specs.size() + std::min<uint64_t>(count, text.size() / 2));
    for (; count != 0; --count)
      if (!takeNumbers(text, specs.emplace_back(head)))
        return false;
  }
  return true;
}

template <typename T> struct IsVector : std::false_type {};
template <typename T> struct IsVector<std::vector<T>> : std::true_type {};
template <typename T> struct IsOptional : std::false_type {};
template <typename T> struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T> json::Value Writer::toValue(const T &value) {
  if constexpr (NamedEnum<T>) {
    for (const auto &entry : table(value))
      if (entry.value == value)
        return entry.name;
    return nullptr;
  } else if constexpr (std::is_same_v<T, std::string>) {
    // MLIR strings and paths may hold any bytes.
    return json::isUTF8(value) ? json::Value(value)
                               : json::Value(json::fixUTF8(value));
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, int64_t>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::vector<BreakpointSpec>>) {
    return toText(value);
  } else if constexpr (IsVector<T>::value) {
    json::Array array;
    for (const auto &element : value)
      array.push_back(toValue(element));
    return array;
  } else if constexpr (IsOptional<T>::value) {
    return value ? toValue(*value) : json::Value(nullptr);
  } else {
    Writer writer;
    T initial;
    fields(writer, const_cast<T &>(value), initial);
    return std::move(writer.object);
  }
}

template <typename T>
bool Reader::fromValue(const json::Value &value, T &out, json::Path path) {
  if constexpr (NamedEnum<T>) {
    std::optional<StringRef> text = value.getAsString();
    for (const auto &entry : table(T()))
      if (text && entry.name == *text) {
        out = entry.value;
        return true;
      }
    path.report("unknown name");
    return false;
  } else if constexpr (std::is_same_v<T, std::string> ||
                       std::is_same_v<T, bool> || std::is_same_v<T, int64_t>) {
    return json::fromJSON(value, out, path);
  } else if constexpr (std::is_same_v<T, std::vector<BreakpointSpec>>) {
    std::optional<StringRef> text = value.getAsString();
    if (text && fromText(*text, out))
      return true;
    path.report("expected breakpoints as text");
    return false;
  } else if constexpr (IsVector<T>::value) {
    const json::Array *array = value.getAsArray();
    if (!array) {
      path.report("expected an array");
      return false;
    }
    out.clear();
    out.resize(array->size());
    for (size_t i = 0; i < array->size(); ++i)
      if (!fromValue((*array)[i], out[i], path.index(i)))
        return false;
    return true;
  } else if constexpr (IsOptional<T>::value) {
    if (value.kind() == json::Value::Null) {
      out.reset();
      return true;
    }
    return fromValue(value, out.emplace(), path);
  } else {
    const json::Object *object = value.getAsObject();
    if (!object) {
      path.report("expected an object");
      return false;
    }
    Reader reader(*object, path);
    T initial;
    fields(reader, out, initial);
    return reader.ok;
  }
}

} // namespace

std::string encode(const Message &message) {
  std::string line;
  raw_string_ostream(line) << Writer::toValue(message) << '\n';
  return line;
}

Expected<Message> decode(StringRef line) {
  Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  Message message;
  json::Path::Root root("message");
  if (!Reader::fromValue(*value, message, root))
    return root.getError();
  int present = message.hello.has_value() + message.configure.has_value() +
                message.stopped.has_value() + message.look.has_value() +
                message.answer.has_value() + message.resume.has_value() +
                message.farewell.has_value() + message.restart.has_value() +
                message.settle.has_value() + message.swapOut.has_value() +
                message.leave.has_value();
  if (present != 1)
    return createStringError("not one message but %d", present);
  return message;
}

} // namespace mlir::trackdbg
