//===- Machine.h - What names the machine ---------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_MACHINE_H
#define TRACKDBG_ACTIONS_MACHINE_MACHINE_H

#if defined(__x86_64__)
#include "machine/x86_64/Machine.h"
#elif defined(__aarch64__)
#include "machine/aarch64/Machine.h"
#else
#include "machine/other/Machine.h"
#endif

#endif // TRACKDBG_ACTIONS_MACHINE_MACHINE_H
