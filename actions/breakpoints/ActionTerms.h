//===- ActionTerms.h - What conditions ask about an action ----------------===//

#ifndef TRACKDBG_ACTIONS_BREAKPOINTS_ACTIONTERMS_H
#define TRACKDBG_ACTIONS_BREAKPOINTS_ACTIONTERMS_H

#include "core/ActiveAction.h"
#include "trace/Interner.h"
#include "trackdbg/Expression.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace mlir::trackdbg {

/// Stands for the value of a term while the contexts live: equal ones are of
/// equal values. A number is its own; MLIR uniques all else.
struct TermKey {
  bool isVoid = true;
  uint64_t bits = 0;
};

/// The value of a term at an action that has not run, or whose op is alive.
TermValue readTerm(const Term &term, const ActiveAction &action,
                   const Interner &interner);

/// The terms of many conditions. Each is read from an action once at most; its
/// text is made where it is asked for, and kept. `hits` is none of them: every
/// breakpoint has its own.
class ActionTerms {
public:
  explicit ActionTerms(const Interner &interner) : interner(interner) {}

  void clear() { entries.clear(); }
  /// The number of that term, from 0; the same for equal ones.
  unsigned idOf(const Term &term);
  const Term &term(unsigned id) const { return entries[id].term; }

  /// From here on they are read from this one.
  void begin(const ActiveAction &action) {
    current = &action;
    ++turn;
  }
  TermKey key(unsigned id);
  /// Valid until the next call.
  const TermValue &value(unsigned id);
  /// See Interner::forgetPointers.
  void forgetPointers();

private:
  struct Entry {
    Term term;
    uint64_t turn = 0; ///< In which `key` was read.
    TermKey key;
    llvm::DenseMap<uint64_t, TermValue> values; ///< By the bits of keys.
    TermValue number;
  };
  const Interner &interner;
  std::vector<Entry> entries;
  const ActiveAction *current = nullptr;
  uint64_t turn = 0;
};

/// Whether the value of the term is a number, and the key that number.
bool isNumber(Term::Kind kind);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_BREAKPOINTS_ACTIONTERMS_H
