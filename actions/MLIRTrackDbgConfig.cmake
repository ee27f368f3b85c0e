# find_package(MLIRTrackDbg CONFIG), then
# target_link_libraries(my-opt PRIVATE MLIRTrackDbg::tracker): that is all. The
# target carries the --wrap options; MLIR and LLVM are the compiler's own.
include("${CMAKE_CURRENT_LIST_DIR}/MLIRTrackDbgTargets.cmake")
