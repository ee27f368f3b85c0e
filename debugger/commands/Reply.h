//===- Reply.h - What a command answers -----------------------------------===//
//
// Plain structs, one per kind of answer. Commands fill them, front-ends show
// them: the terminal as text (render/Render.h), others as they like. A reply
// owns all that it names, so it may be kept after the compiler has gone on.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_REPLY_H
#define TRACKDBG_DEBUGGER_COMMANDS_REPLY_H

#include "commands/BreakpointReplies.h"
#include "commands/CodeReplies.h"
#include "commands/FrontEndReplies.h"
#include "commands/InspectionReplies.h"
#include "commands/LineageReplies.h"
#include "commands/NativeReplies.h"
#include "commands/RunReplies.h"
#include "commands/TextReplies.h"

#include <variant>

namespace mlir::trackdbg {

using Reply = std::variant<
    NothingReply, TextReply, EchoReply, EventReply, BisectReply, WhatIfReply,
    InferiorsReply, CheckpointsReply, BreakpointAddedReply,
    BreakpointsAddedReply, BreakpointsReply, DisplaysReply, BacktraceReply,
    FrameReply, FrameDetailsReply, ThreadReply, PositionReply, ProgramReply,
    UnitsReply, HandlesReply, CrashReply, ReproduceReply, DeadOpReply,
    DiffReply, IdentityDiffReply, DescriptionReply, SourceReply, ActionsReply,
    PassesReply, SummaryReply, DiagnosticsReply, OpsReply, LineageReply,
    HistoryReply, BlameReply, WhyErasedReply, WhyNotReply, StagesReply,
    QuestionReply, NativeLinesReply, NativeSourceReply, NativeStackReply,
    FinalCodeReply, AssemblyReply, CodeTableReply, WhyNoCodeReply,
    CodeFatesReply, WhoseReply, LinesWithoutCodeReply, CostReply,
    AnnotatedReply, PatternsReply, HelpReply, CommandHelpReply, LinesReply,
    ScriptReply, BlockReply, ShellReply, QuitReply>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_REPLY_H
