//===- OriginRules.h - From what the ops of an action were made -----------===//
//
// MLIR says what replaces an op, and what an op is a copy of. It does not say
// from what the rest was made. These rules tell it from what was seen: what an
// op used when it was made, where it was put, and what was replaced, erased and
// modified in the same action. No rule looks at a location.
//
// In a pattern, or in a call of MLIR that works on one op:
//   Cast       a cast that a conversion made for itself comes from the ops of
//              which it casts results
//   Pattern, Call
//              all else that was made, copies excepted, comes from the root, or
//              from both ops that a call works on; but in a call what was made
//              for another op, as MLIR said, comes from that, with what is in
//              it, and what took over another op's contents from that alone.
//              If the root is a cast, and what replaces it is another op made
//              anew, all comes from that op: the cast was moved across it
//   OtherEnd   another op that ended is the origin of what replaced it, with
//              the operands that were made for that; or of what was put right
//              before it; or of what was made right then, with its name (a
//              terminator that is made of others so is not of the root); or of
//              the end that its block got right after; or,
//              where the root used it and ended too, of what uses all that it
//              used. If it holds the root, it is the origin only of what
//              replaced it itself. A loop in the root that has the root's name
//              is the origin of what was made for that loop; see Nests.h. (In
//              a call, it is that of what uses its variable alone.) Where
//              a made op took over what another one held, that is the origin of
//              what was made there. Where the root is made anew with a copy of
//              its body, and without a constant that it used, a new constant
//              comes from that
//   Leftover   where the root stays: what was made since another op ended comes
//              from the one that ended next. If both were in the root, this is
//              OtherEnd, and not made from the root
//   Inlined    what was moved to where the root was, instead of a copy, comes
//              from the root; LineageBuilder sees that
// In the code of a pass or of a transform op, or in a call of MLIR that works
// on no op, in this order:
//   Cast       as above
//   Argument   the same, from the op that holds the argument that it casts, or
//              for which it stands, if it was made for no op
//   Target     what replaced an op comes from that, also where only some of its
//              users use that instead; but where one user does, and it is
//              computed of the op, it was made for that user. And what was put
//              right beside an op of its name that ended later
//   User       what nothing uses, and uses one made op of its block, comes from
//              what that comes from; unless it stands where another user of
//              that ended, or one of its name that had results
//   Place      what was put before or behind an op that ended later comes from
//              that; or from what an op came from that was made and ended
//              there. A constant only if no made op uses it; a function only
//              if no other op of the name of that one ended there
//   Modified   what was put before an op that was modified comes from that
//   Operand    what was made as an operand of what replaced an op, or as an
//              operand of such an operand, or in one of these, comes from the
//              op; but where the op had used one that ended, from that
//   User       what uses something of the above, put before the same op, as
//              that
//   Nesting    what was made in a new op comes from what that came from; or
//              from its counterpart there that ended; see Counterparts.h. Of
//              what was put before the end of a block that went there, only
//              what is computed of the arguments of new ops
//   Leftover   what nothing uses, from the one op that it uses; what uses only
//              arguments of the op that it is in, from that. The rest from the
//              op that it was put before, or is in; but a constant, or a
//              function, from the op that ended next, if nothing else was made.
//              A constant otherwise, and what is put before one, from the op
//              around all that use it; unused, and made before all else, from
//              the one that it is in. At last, what has no origin comes from
//              that of the first op that uses it; a constant only if that op
//              got its own by a rule above Leftover, or in this way
// Anywhere:
//   RegionMoved, RegionCopied
//              an op that takes over the contents of another one comes from it;
//              LineageBuilder sees that. If it replaces a cast too, it stands
//              for that
//
// An op that was made and erased in one action comes from nothing, unless it
// was copied. A terminator is the origin of terminators only: what else is made
// from it comes from what it was made from. An edge that is there already is
// not made again. Everything is linear in what was logged of the action.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_ORIGINRULES_H
#define TRACKDBG_DEBUGGER_GRAPH_ORIGINRULES_H

#include "graph/FrameView.h"

namespace mlir::trackdbg {

/// Of a pattern or a call: all was made for each of `roots`, which may be 0.
/// `rule` is Pattern or Call. Copies are made from them only `withCopies`.
/// `told`: ops to what MLIR said that it made them for.
void applyToRoots(FrameView &frame, llvm::ArrayRef<OpId> roots, Rule rule,
                  bool withCopies, const llvm::DenseMap<OpId, OpId> &told);

/// Of the code of a pass, a transform op, or whatever else.
void applyToCode(FrameView &frame, bool isConversion);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_ORIGINRULES_H
