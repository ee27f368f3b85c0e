//===- Code.h - The instructions that patching writes ---------------------===//
//
// Each machine has these in `trackdbg::code`:
//
//   kMachine       its name in ELF files
//   kReach         how far the jumps below lead, and the distances of a plan
//   kJumpSize      bytes of the jump at an entry
//   kSlotJumpSize  bytes of a jump through a slot
//   kTrap          fills what never runs
//   fits           whether a fixup has room for what it is
//   writeJump      jumps to `target`; as the next two, false if it is too far
//   fix            makes the place of a fixup lead to `target`
//   redirect       makes the place of a detour lead to `target`
//   writeSlotJump  jumps to where a slot leads, which may be anywhere
//   flush          after code was written, before it runs
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_CODE_H
#define TRACKDBG_ACTIONS_MACHINE_CODE_H

#if defined(__x86_64__)
#include "machine/x86_64/Code.h"
#elif defined(__aarch64__)
#include "machine/aarch64/Code.h"
#else
#error "add a folder for this machine to actions/machine"
#endif

#endif // TRACKDBG_ACTIONS_MACHINE_CODE_H
