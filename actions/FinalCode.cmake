# What the tracker loads to follow ops into machine code: libtrackdbg-finalcode-22.1.so
# for libtrackdbg-tracker-22.1.so. It uses LLVM as it is since version 22, and needs the
# libMLIR.so and the libLLVM.so that the compiler has loaded.
if(TRACKDBG_IS_SPLIT OR LLVM_VERSION_MAJOR LESS 22 OR NOT TARGET MLIR
   OR NOT TARGET LLVM)
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS finalcode/*.cpp)
add_library(trackdbg-finalcode MODULE ${sources} $<TARGET_OBJECTS:trackdbg_core>)
trackdbg_tracker_target(trackdbg-finalcode)
target_link_libraries(trackdbg-finalcode PRIVATE MLIR LLVM)
# Of the tracker's own code it has copies of what it calls, and no more.
target_link_options(trackdbg-finalcode PRIVATE LINKER:-Bsymbolic-functions
  LINKER:--gc-sections)
target_compile_options(trackdbg-finalcode PRIVATE -fvisibility=hidden)
set_target_properties(trackdbg-finalcode PROPERTIES SKIP_BUILD_RPATH ON
  OUTPUT_NAME trackdbg-finalcode-${TRACKDBG_MLIR_NAME}
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${TRACKDBG_LIBRARY_DIR})
install(TARGETS trackdbg-finalcode LIBRARY DESTINATION ${TRACKDBG_LIBRARY_DIR})
