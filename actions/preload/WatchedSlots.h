/*===- WatchedSlots.h - Slots for MLIRs that are not tracked --------------===*/
#ifndef TRACKDBG_ACTIONS_PRELOAD_WATCHEDSLOTS_H
#define TRACKDBG_ACTIONS_PRELOAD_WATCHEDSLOTS_H

/* For assembly, too. HookedSymbols.def begins with so many constructors of
   MLIRContext, and so many files that hold MLIR have slots for theirs. */
#define TRACKDBG_CONSTRUCTORS 4
#define TRACKDBG_WATCHED_FILES 8

#endif
