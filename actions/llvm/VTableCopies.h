//===- VTableCopies.h - Virtual functions of single objects, replaced -----===//
//
// An object of a class with virtual functions begins with a pointer to the
// vtable of its class (Itanium C++ ABI, 2.4 and 2.5). Here it gets a pointer to
// a copy of that vtable, with one function replaced. Other objects of the class
// keep the vtable that they have.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_VTABLECOPIES_H
#define TRACKDBG_ACTIONS_LLVM_VTABLECOPIES_H

#include "llvm/ADT/DenseMap.h"

#include <cstddef>
#include <cstring>
#include <mutex>

namespace mlir::trackdbg {

/// Any thread may use it. Copies are never freed.
class VTableCopies {
public:
  /// `function` takes the place of the virtual member function `member` of
  /// `object`. The same one for all objects of a class. Does nothing where the
  /// vtable is neither in a file that the loader has mapped nor a copy of this.
  template <typename B, typename R, typename... As>
  void replace(B *object, R (B::*member)(As...), R (*function)(B *, As...)) {
    replace(static_cast<void *>(object), slotOf(&member),
            reinterpret_cast<void *>(function));
  }

  template <typename B, typename R, typename... As>
  void replace(const B *object, R (B::*member)(As...) const,
               R (*function)(const B *, As...)) {
    replace(const_cast<B *>(object), slotOf(&member),
            reinterpret_cast<void *>(function));
  }

  /// Whether `object`, which has virtual functions, has a copy.
  bool hasReplaced(const void *object);

  /// The function that was in that place. Only for an object that has a copy.
  template <typename B, typename R, typename... As>
  static auto replaced(B *object, R (B::*member)(As...)) {
    return reinterpret_cast<R (*)(B *, As...)>(
        replaced(static_cast<void *>(object), slotOf(&member)));
  }

  template <typename B, typename R, typename... As>
  static auto replaced(const B *object, R (B::*member)(As...) const) {
    return reinterpret_cast<R (*)(const B *, As...)>(
        replaced(const_cast<B *>(object), slotOf(&member)));
  }

private:
  void replace(void *object, size_t slot, void *function);
  static void *replaced(void *object, size_t slot);

  /// `member` points to a pointer to a member (ABI, 2.3). Its first word has
  /// the place in the vtable, in bytes, plus 1. On machines where functions may
  /// have odd addresses, the second word is odd instead.
  static size_t slotOf(const void *member) {
    size_t words[2];
    memcpy(words, member, sizeof(words));
    return (words[1] & 1 ? words[0] : words[0] - 1) / sizeof(void *);
  }

  std::mutex mutex;
  /// By the original; a copy is its own.
  llvm::DenseMap<void **, void **> copies;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_VTABLECOPIES_H
