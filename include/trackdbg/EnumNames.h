//===- EnumNames.h - The names of enums in messages and texts -------------===//

#ifndef TRACKDBG_ENUMNAMES_H
#define TRACKDBG_ENUMNAMES_H

#include "trackdbg/Protocol.h"

#include <array>
#include <optional>

namespace mlir::trackdbg {

/// Enums travel by name: a reader of the wire log understands them, and adding
/// one in the middle changes nothing.
template <typename E> struct Named {
  E value;
  llvm::StringLiteral name;
};

/// The names of an enum; each enum of the protocol has a specialization.
template <typename E> inline constexpr std::nullptr_t kNames = nullptr;

template <>
inline constexpr auto kNames<Control> =
    std::to_array<Named<Control>>({{Control::Continue, "continue"},
                                   {Control::Apply, "apply"},
                                   {Control::Skip, "skip"},
                                   {Control::Step, "step"},
                                   {Control::Next, "next"},
                                   {Control::Finish, "finish"},
                                   {Control::StepChange, "step-change"},
                                   {Control::RunTo, "run-to"},
                                   {Control::Detach, "detach"}});

template <>
inline constexpr auto kNames<When> =
    std::to_array<Named<When>>({{When::Before, "before"},
                                {When::After, "after"},
                                {When::Inside, "inside"}});

template <>
inline constexpr auto kNames<OpEvent> =
    std::to_array<Named<OpEvent>>({{OpEvent::None, "none"},
                                   {OpEvent::Created, "created"},
                                   {OpEvent::Replaced, "replaced"},
                                   {OpEvent::Erased, "erased"}});

template <>
inline constexpr auto kNames<ProcessKind> =
    std::to_array<Named<ProcessKind>>({{ProcessKind::Compiler, "compiler"},
                                       {ProcessKind::Checkpoint, "checkpoint"},
                                       {ProcessKind::Restarted, "restarted"}});

template <>
inline constexpr auto kNames<BreakpointSpec::Kind> =
    std::to_array<Named<BreakpointSpec::Kind>>(
        {{BreakpointSpec::Kind::Location, "location"},
         {BreakpointSpec::Kind::Pass, "pass"},
         {BreakpointSpec::Kind::Pattern, "pattern"},
         {BreakpointSpec::Kind::Op, "op"},
         {BreakpointSpec::Kind::Symbol, "symbol"},
         {BreakpointSpec::Kind::Tag, "tag"},
         {BreakpointSpec::Kind::LLVMPass, "llvm-pass"},
         {BreakpointSpec::Kind::Action, "action"},
         {BreakpointSpec::Kind::Watch, "watch"},
         {BreakpointSpec::Kind::CatchCreate, "catch-create"},
         {BreakpointSpec::Kind::CatchErase, "catch-erase"},
         {BreakpointSpec::Kind::CatchFail, "catch-fail"},
         {BreakpointSpec::Kind::CatchPassChanged, "catch-pass-changed"},
         {BreakpointSpec::Kind::CatchDiagnostic, "catch-diagnostic"},
         {BreakpointSpec::Kind::CatchVerify, "catch-verify"},
         {BreakpointSpec::Kind::CatchOrder, "catch-order"},
         {BreakpointSpec::Kind::CatchCrash, "catch-crash"},
         {BreakpointSpec::Kind::AtCreate, "at-create"},
         {BreakpointSpec::Kind::AtReplace, "at-replace"},
         {BreakpointSpec::Kind::AtErase, "at-erase"}});

template <>
inline constexpr auto kNames<Handle::Kind> =
    std::to_array<Named<Handle::Kind>>({{Handle::Kind::Ops, "ops"},
                                        {Handle::Kind::Values, "values"},
                                        {Handle::Kind::Params, "params"}});

template <>
inline constexpr auto kNames<Handle::Use> = std::to_array<Named<Handle::Use>>(
    {{Handle::Use::None, "none"},
     {Handle::Use::Reads, "reads"},
     {Handle::Use::Consumes, "consumes"},
     {Handle::Use::Invalidates, "invalidates"}});

template <>
inline constexpr auto kNames<trace::SnapshotMode> =
    std::to_array<Named<trace::SnapshotMode>>(
        {{trace::SnapshotMode::None, "none"},
         {trace::SnapshotMode::Ends, "ends"},
         {trace::SnapshotMode::Passes, "passes"},
         {trace::SnapshotMode::Inputs, "inputs"}});

template <>
inline constexpr auto kNames<ActionClass> = std::to_array<Named<ActionClass>>(
    {{ActionClass::Actions, "actions"},
     {ActionClass::Patterns, "patterns"},
     {ActionClass::Passes, "passes"},
     {ActionClass::LLVMPasses, "llvm-passes"}});

template <>
inline constexpr auto kNames<Unit::Kind> =
    std::to_array<Named<Unit::Kind>>({{Unit::Kind::Op, "op"},
                                      {Unit::Kind::Block, "block"},
                                      {Unit::Kind::Region, "region"},
                                      {Unit::Kind::Value, "value"},
                                      {Unit::Kind::LLVM, "llvm"}});

template <>
inline constexpr auto kNames<WayIn> =
    std::to_array<Named<WayIn>>({{WayIn::Preloaded, "preload"},
                                 {WayIn::Linked, "linked"},
                                 {WayIn::Attached, "attach"}});

template <>
inline constexpr auto kNames<Outcome> =
    std::to_array<Named<Outcome>>({{Outcome::Unknown, "unknown"},
                                   {Outcome::Succeeded, "succeeded"},
                                   {Outcome::Failed, "failed"},
                                   {Outcome::Changed, "changed"},
                                   {Outcome::Unchanged, "unchanged"}});

template <>
inline constexpr auto kNames<Difference> =
    std::to_array<Named<Difference>>({{Difference::NotCompared, "not compared"},
                                      {Difference::None, "none"},
                                      {Difference::LocationsOnly, "locations"},
                                      {Difference::Some, "some"}});

template <>
inline constexpr auto kNames<CursorMoveRequest::To> =
    std::to_array<Named<CursorMoveRequest::To>>(
        {{CursorMoveRequest::To::Parent, "parent"},
         {CursorMoveRequest::To::Child, "child"},
         {CursorMoveRequest::To::Previous, "previous"},
         {CursorMoveRequest::To::Next, "next"}});

template <>
inline constexpr auto kNames<DescribeRequest::Of> =
    std::to_array<Named<DescribeRequest::Of>>(
        {{DescribeRequest::Of::Unit, "unit"},
         {DescribeRequest::Of::Function, "function"},
         {DescribeRequest::Of::Types, "types"}});

template <typename E>
concept NamedEnum = !std::is_same_v<decltype(kNames<E>), const std::nullptr_t>;

template <NamedEnum E> llvm::StringRef nameOf(E value) {
  for (const Named<E> &entry : kNames<E>)
    if (entry.value == value)
      return entry.name;
  return "";
}

template <NamedEnum E> std::optional<E> valueOf(llvm::StringRef name) {
  for (const Named<E> &entry : kNames<E>)
    if (entry.name == name)
      return entry.value;
  return std::nullopt;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ENUMNAMES_H
