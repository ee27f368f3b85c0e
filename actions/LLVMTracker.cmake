# The tracker for programs that use LLVM and no MLIR: clang, opt, llc. It is made of
# the same objects, with copies of what they call of MLIR, and needs libLLVM.so only.
# There is none where LLVM or MLIR has no such library or archives.
if(TRACKDBG_IS_SPLIT OR NOT archives OR NOT TARGET LLVM)
  return()
endif()

set(parts ${archives})
list(FILTER parts EXCLUDE REGEX "libMLIR(CAPI|Python|.*Test)[^/]*$")
add_library(trackdbg-llvm MODULE $<TARGET_OBJECTS:trackdbg_core>
  $<FILTER:$<TARGET_OBJECTS:trackdbg-tracker>,EXCLUDE,cmake_pch>)
target_link_libraries(trackdbg-llvm PRIVATE LLVM
  -Wl,--start-group ${parts} -Wl,--end-group)
# Nothing of its MLIR is seen from outside, nor kept where it is not called.
target_link_options(trackdbg-llvm PRIVATE LINKER:-Bsymbolic-functions
  LINKER:--gc-sections LINKER:--exclude-libs,ALL LINKER:-z,defs)
set_target_properties(trackdbg-llvm PROPERTIES LINKER_LANGUAGE CXX
  OUTPUT_NAME trackdbg-llvm-${TRACKDBG_MLIR_NAME} SKIP_BUILD_RPATH ON
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${TRACKDBG_LIBRARY_DIR})
install(TARGETS trackdbg-llvm LIBRARY DESTINATION ${TRACKDBG_LIBRARY_DIR})
