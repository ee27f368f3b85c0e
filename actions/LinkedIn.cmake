# MLIRTrackDbg::tracker, for compilers that link MLIR from its archives and want
# the tracker in themselves. The compiler brings its own MLIR.
add_library(tracker STATIC ${hook_sources} $<TARGET_OBJECTS:trackdbg_core>)
trackdbg_tracker_target(tracker)
set_target_properties(tracker PROPERTIES OUTPUT_NAME MLIRTrackDbg)
add_library(MLIRTrackDbg::tracker ALIAS tracker)
target_include_directories(tracker INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)

# GNU ld and gold read each archive once, in the order of the command line, and
# --wrap makes the references to MLIR's functions references to the hooks. So
# each hook and each function behind it is asked for at the start (-u), and the
# archives that have those functions come after the tracker. What is optional
# need not be there.
set(symbols ${PROJECT_SOURCE_DIR}/include/trackdbg/HookedSymbols.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${symbols})
file(STRINGS ${symbols} hooked
  REGEX "^TRACKDBG_(OPTIONAL_)?SYMBOL")
set(hook_options)
foreach(line IN LISTS hooked)
  string(REGEX REPLACE "^.*\\((.*)\\)$" "\\1" symbol ${line})
  list(APPEND hook_options --wrap=${symbol} -u,__wrap_${symbol})
  if(line MATCHES "^TRACKDBG_SYMBOL")
    list(APPEND hook_options -u,${symbol})
  endif()
endforeach()
list(TRANSFORM hook_options PREPEND "LINKER:" OUTPUT_VARIABLE cmake_options)
target_link_options(tracker INTERFACE ${cmake_options})
target_link_libraries(tracker INTERFACE ${hooked_libraries})

# The same for pkg-config, which knows nothing of what MLIR's archives need.
set(archives)
set(libraries ${hooked_libraries})
while(libraries)
  list(POP_FRONT libraries library)
  if(library MATCHES "^MLIR" AND TARGET ${library} AND
     NOT library IN_LIST archives)
    list(APPEND archives ${library})
    get_target_property(needed ${library} INTERFACE_LINK_LIBRARIES)
    if(needed)
      list(APPEND libraries ${needed})
    endif()
  endif()
endwhile()
list(TRANSFORM hook_options PREPEND "-Wl," OUTPUT_VARIABLE PC_OPTIONS)
list(JOIN PC_OPTIONS " " PC_OPTIONS)
list(TRANSFORM archives PREPEND "-l" OUTPUT_VARIABLE PC_LIBRARIES)
list(JOIN PC_LIBRARIES " " PC_LIBRARIES)

set(TRACKED_MLIR ${MLIR_VERSION})
include(CMakePackageConfigHelpers)
configure_file(MLIRTrackDbg.pc.in MLIRTrackDbg.pc @ONLY)
configure_file(MLIRTrackDbgConfig.cmake.in MLIRTrackDbgConfig.cmake @ONLY)
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/MLIRTrackDbgConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(TARGETS tracker EXPORT MLIRTrackDbgTargets ARCHIVE DESTINATION lib)
install(EXPORT MLIRTrackDbgTargets NAMESPACE MLIRTrackDbg::
  FILE MLIRTrackDbgTargets.cmake DESTINATION lib/cmake/MLIRTrackDbg)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MLIRTrackDbgConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/MLIRTrackDbgConfigVersion.cmake
  DESTINATION lib/cmake/MLIRTrackDbg)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/MLIRTrackDbg.pc
  DESTINATION lib/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/include/trackdbg/Attach.h
  DESTINATION include/trackdbg)
