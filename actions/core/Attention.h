//===- Attention.h - How closely to look at an action ---------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_ATTENTION_H
#define TRACKDBG_ACTIONS_CORE_ATTENTION_H

namespace mlir::trackdbg {

/// On the way to a target most actions go by without a stop.
enum class Attention {
  Nothing,   ///< There will be no stop at it.
  Hits,      ///< Nor that, but whether there would be one.
  Everything ///< There may be a stop, which reports what happened.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_ATTENTION_H
