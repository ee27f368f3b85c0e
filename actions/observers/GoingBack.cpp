//===- GoingBack.cpp - The recorder in a copy of the process --------------===//
//
// A copy of the process goes on where it was made. What the process itself has
// recorded since then is taken back.
//
//===----------------------------------------------------------------------===//

#include "observers/TraceRecorder.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

TraceRecorder::Point TraceRecorder::point() {
  Point point;
  ThreadState &thread = ThreadState::current();
  // The copy shares the window with this process, which writes on in it.
  if (thread.window && file.flushWindow(thread.window))
    point.window = {thread.window->home, thread.window->used};
  point.file = file.end();
  point.stackBytes = StackRecorder::bytesOf(thread.stacks.get());
  point.definitionBytes = names.segmentBytes();
  if (thread.last)
    point.last = *thread.last;
  return point;
}

void TraceRecorder::goBackTo(const Point &point) {
  file.cutTo(point.file);
  names.cutTo(point.definitionBytes);
  ThreadState &thread = ThreadState::current();
  if (thread.window && point.window.home != kNoHome)
    file.restoreWindow(thread.window, point.window);
  StackRecorder::cutTo(thread.stacks.get(), point.stackBytes);
  if (thread.last)
    *thread.last = point.last;
}
