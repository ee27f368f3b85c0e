//===- RequestFields.h - The fields of requests and answers ---------------===//

#ifndef TRACKDBG_REQUESTFIELDS_H
#define TRACKDBG_REQUESTFIELDS_H

#include "trackdbg/JsonFields.h"

namespace mlir::trackdbg {

#define TRACKDBG_FIELD(name) visit(#name, m.name, d.name)

template <typename V> void fields(V &visit, Mark &m, Mark &d) {
  TRACKDBG_FIELD(action);
  TRACKDBG_FIELD(when);
  TRACKDBG_FIELD(position);
  TRACKDBG_FIELD(begun);
  TRACKDBG_FIELD(isVerified);
  TRACKDBG_FIELD(event);
}

template <typename V> void fields(V &visit, Frame &m, Frame &d) {
  TRACKDBG_FIELD(action);
  TRACKDBG_FIELD(tag);
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(argument);
  TRACKDBG_FIELD(text);
  TRACKDBG_FIELD(op);
  TRACKDBG_FIELD(file);
  TRACKDBG_FIELD(line);
  TRACKDBG_FIELD(column);
  TRACKDBG_FIELD(location);
  TRACKDBG_FIELD(around);
  TRACKDBG_FIELD(symbol);
  visit("address", Address{m.address}, Address{d.address});
  TRACKDBG_FIELD(alive);
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
  TRACKDBG_FIELD(mustRun);
  TRACKDBG_FIELD(changesKnown);
  TRACKDBG_FIELD(created);
  TRACKDBG_FIELD(erased);
  TRACKDBG_FIELD(replaced);
  TRACKDBG_FIELD(modified);
  TRACKDBG_FIELD(moved);
  TRACKDBG_FIELD(difference);
  TRACKDBG_FIELD(hits);
  TRACKDBG_FIELD(mark);
  TRACKDBG_FIELD(previous);
  TRACKDBG_FIELD(copies);
  TRACKDBG_FIELD(lastHit);
  TRACKDBG_FIELD(sightings);
  visit("eventOp", Address{m.eventOp}, Address{d.eventOp});
  TRACKDBG_FIELD(eventOpName);
}

template <typename V> void fields(V &visit, Omission &m, Omission &d) {
  TRACKDBG_FIELD(of);
  TRACKDBG_FIELD(from);
  TRACKDBG_FIELD(kept);
  TRACKDBG_FIELD(passes);
}

template <typename V> void fields(V &visit, PrintOptions &m, PrintOptions &d) {
  TRACKDBG_FIELD(regions);
  TRACKDBG_FIELD(elementLimit);
  TRACKDBG_FIELD(locations);
  TRACKDBG_FIELD(generic);
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

template <typename V> void fields(V &visit, DoneAnswer &m, DoneAnswer &d) {}

template <typename V> void fields(V &visit, UnitAnswer &m, UnitAnswer &d) {
  TRACKDBG_FIELD(unit);
}

template <typename V> void fields(V &visit, UnitsAnswer &m, UnitsAnswer &d) {
  TRACKDBG_FIELD(units);
}

template <typename V> void fields(V &visit, DiffAnswer &m, DiffAnswer &d) {
  TRACKDBG_FIELD(title);
  TRACKDBG_FIELD(before);
  TRACKDBG_FIELD(after);
  TRACKDBG_FIELD(beforeTies);
  TRACKDBG_FIELD(afterTies);
  TRACKDBG_FIELD(isKept);
}

template <typename V> void fields(V &visit, FoundUnit &m, FoundUnit &d) {
  visit("address", Address{m.address}, Address{d.address});
  TRACKDBG_FIELD(argument);
}

template <typename V> void fields(V &visit, FoundAnswer &m, FoundAnswer &d) {
  TRACKDBG_FIELD(units);
  TRACKDBG_FIELD(whyNone);
}

template <typename V> void fields(V &visit, NamedPart &m, NamedPart &d) {
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(text);
  TRACKDBG_FIELD(by);
}

template <typename V>
void fields(V &visit, DescribeAnswer &m, DescribeAnswer &d) {
  TRACKDBG_FIELD(title);
  TRACKDBG_FIELD(results);
  TRACKDBG_FIELD(operands);
  TRACKDBG_FIELD(attributes);
  TRACKDBG_FIELD(arguments);
}

template <typename V> void fields(V &visit, ValueAnswer &m, ValueAnswer &d) {
  TRACKDBG_FIELD(literal);
}

template <typename V>
void fields(V &visit, HandlesAnswer &m, HandlesAnswer &d) {
  TRACKDBG_FIELD(handles);
}

template <typename V>
void fields(V &visit, PipelineAnswer &m, PipelineAnswer &d) {
  TRACKDBG_FIELD(pipeline);
  TRACKDBG_FIELD(module);
}

template <typename V> void fields(V &visit, TrialFile &m, TrialFile &d) {
  TRACKDBG_FIELD(path);
  TRACKDBG_FIELD(name);
}

template <typename V> void fields(V &visit, TrialAnswer &m, TrialAnswer &d) {
  TRACKDBG_FIELD(processId);
  TRACKDBG_FIELD(files);
}

template <typename V>
void fields(V &visit, EditableTextAnswer &m, EditableTextAnswer &d) {
  TRACKDBG_FIELD(title);
  TRACKDBG_FIELD(text);
}

template <typename V>
void fields(V &visit, ChangedAnswer &m, ChangedAnswer &d) {
  TRACKDBG_FIELD(stop);
}

template <typename V>
void fields(V &visit, ContextRequest &m, ContextRequest &d) {
  TRACKDBG_FIELD(frame);
}

template <typename V> void fields(V &visit, PrintRequest &m, PrintRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(options);
}

template <typename V>
void fields(V &visit, CursorSelectRequest &m, CursorSelectRequest &d) {
  TRACKDBG_FIELD(index);
}

template <typename V>
void fields(V &visit, CursorMoveRequest &m, CursorMoveRequest &d) {
  TRACKDBG_FIELD(to);
  TRACKDBG_FIELD(index);
}

template <typename V> void fields(V &visit, DiffRequest &m, DiffRequest &d) {
  TRACKDBG_FIELD(options);
}

template <typename V>
void fields(V &visit, SelectFrameRequest &m, SelectFrameRequest &d) {
  TRACKDBG_FIELD(frame);
}

template <typename V>
void fields(V &visit, ResolveRequest &m, ResolveRequest &d) {
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(places);
  TRACKDBG_FIELD(file);
}

template <typename V>
void fields(V &visit, EvaluateRequest &m, EvaluateRequest &d) {
  TRACKDBG_FIELD(expression);
}

template <typename V>
void fields(V &visit, DescribeRequest &m, DescribeRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(of);
  TRACKDBG_FIELD(elementLimit);
}

template <typename V>
void fields(V &visit, HandlesRequest &m, HandlesRequest &d) {}

template <typename V>
void fields(V &visit, PipelineRequest &m, PipelineRequest &d) {}

template <typename V>
void fields(V &visit, NativeStackRequest &m, NativeStackRequest &d) {
  TRACKDBG_FIELD(tracer);
}

template <typename V>
void fields(V &visit, NativeStackAnswer &m, NativeStackAnswer &d) {
  TRACKDBG_FIELD(threadId);
  TRACKDBG_FIELD(frames);
  TRACKDBG_FIELD(functions);
  TRACKDBG_FIELD(recordedFunctions);
  TRACKDBG_FIELD(stopFunction);
  TRACKDBG_FIELD(stack);
  TRACKDBG_FIELD(framesInside);
  TRACKDBG_FIELD(processId);
}

template <typename V>
void fields(V &visit, CheckpointRequest &m, CheckpointRequest &d) {}

template <typename V> void fields(V &visit, TrialRequest &m, TrialRequest &d) {
  TRACKDBG_FIELD(skipped);
  TRACKDBG_FIELD(watched);
  TRACKDBG_FIELD(omission);
  TRACKDBG_FIELD(folder);
}

template <typename V>
void fields(V &visit, TryPassesRequest &m, TryPassesRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(pipeline);
  TRACKDBG_FIELD(options);
}

template <typename V>
void fields(V &visit, SetAttributeRequest &m, SetAttributeRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(name);
  TRACKDBG_FIELD(value);
}

template <typename V> void fields(V &visit, EraseRequest &m, EraseRequest &d) {
  TRACKDBG_FIELD(unit);
}

template <typename V>
void fields(V &visit, ReplaceUsesRequest &m, ReplaceUsesRequest &d) {
  TRACKDBG_FIELD(value);
  TRACKDBG_FIELD(replacement);
}

template <typename V>
void fields(V &visit, RunPassesRequest &m, RunPassesRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(pipeline);
  TRACKDBG_FIELD(isTrial);
}

template <typename V>
void fields(V &visit, EditableTextRequest &m, EditableTextRequest &d) {
  TRACKDBG_FIELD(unit);
}

template <typename V>
void fields(V &visit, ReplaceTextRequest &m, ReplaceTextRequest &d) {
  TRACKDBG_FIELD(unit);
  TRACKDBG_FIELD(text);
  TRACKDBG_FIELD(file);
}

#undef TRACKDBG_FIELD

} // namespace mlir::trackdbg

#endif // TRACKDBG_REQUESTFIELDS_H
