//===- Mark.cpp - The order of the points of a run ------------------------===//

#include "timeline/Mark.h"

#include <tuple>

namespace mlir::trackdbg {

bool isBefore(const Mark &a, const Mark &b) {
  // After an action that recorded nothing and before the next one, the newest
  // event is the same.
  auto order = [](const Mark &mark) {
    int side = mark.when == When::Before   ? 0
               : mark.when == When::Inside ? 1
                                           : 2;
    return std::tuple(mark.position, mark.action, side, mark.event,
                      mark.isVerified);
  };
  return order(a) < order(b);
}

bool isBeforeAction(const Mark &mark, int64_t action) {
  return mark.begun < action ||
         (mark.action == action && mark.when == When::Before);
}

} // namespace mlir::trackdbg
