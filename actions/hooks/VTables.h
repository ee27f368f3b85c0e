//===- VTables.h - Hooks that --wrap does not reach -----------------------===//

#ifndef TRACKDBG_ACTIONS_HOOKS_VTABLES_H
#define TRACKDBG_ACTIONS_HOOKS_VTABLES_H

namespace mlir::trackdbg {

/// Puts the hooks of virtual functions into the vtables that stand in the same
/// translation unit as the functions: there the linker's `--wrap` sees no call.
/// Done once, when a debugger has connected; nothing when preloaded, where the
/// loader has bound the vtables to the hooks already.
void patchVTables();

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_HOOKS_VTABLES_H
