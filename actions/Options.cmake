# What the debugger and each tracker are built with. Needs find_package(MLIR).

if(LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR "The tracker needs MLIR 19 or newer, and MLIR "
    "${LLVM_PACKAGE_VERSION} is in ${MLIR_DIR}")
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# The installed tree and the build tree look alike, so that the debugger finds
# its libraries the same way in both: beside itself, in ../lib/mlir-track-dbg.
if(NOT TRACKDBG_LIBRARY_DIR)
  set(TRACKDBG_LIBRARY_DIR lib/mlir-track-dbg)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Warnings of our own code; LLVM's and MLIR's headers are system headers here.
add_library(trackdbg_options INTERFACE)
target_compile_options(trackdbg_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wnon-virtual-dtor -Wimplicit-fallthrough
  # GCC 12 sees overlaps in string concatenations where there are none (PR 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${TRACKDBG_WERROR}>:-Werror>)
target_include_directories(trackdbg_options INTERFACE
  ${CMAKE_CURRENT_LIST_DIR}/../include)
target_include_directories(trackdbg_options SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(trackdbg_options INTERFACE ${definitions})

# The name of an MLIR, in the names of the libraries for it: its version as in
# the names of its own libraries, "-checks" if its ABI-breaking checks make its
# classes larger, "-libc++" if it was built with LLVM's C++ library, and "-split"
# if it is many libraries (BUILD_SHARED_LIBS). Examples: 22.1, 22.1-checks,
# 22.1-libc++, 22.1-split, 23.0git.
set(TRACKDBG_MLIR_SOVERSION
  ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}${LLVM_VERSION_SUFFIX})
set(TRACKDBG_MLIR_NAME ${TRACKDBG_MLIR_SOVERSION})
find_file(checks_header llvm/Config/abi-breaking.h PATHS ${LLVM_INCLUDE_DIRS}
  NO_DEFAULT_PATH NO_CACHE REQUIRED)
file(STRINGS ${checks_header} checks
  REGEX "^#define LLVM_ENABLE_ABI_BREAKING_CHECKS +1")
if(checks)
  string(APPEND TRACKDBG_MLIR_NAME -checks)
endif()
# LLVM does not tell its C++ library; the names of functions do.
foreach(name IR.a IR.so .so)
  set(sample ${MLIR_DIR}/../../libMLIR${name})
  if(EXISTS ${sample})
    file(STRINGS ${sample} names REGEX NSt3__1 LIMIT_COUNT 1)
    break()
  endif()
endforeach()
if(names)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "The MLIR in ${MLIR_DIR} is built with libc++, which "
      "Clang uses and ${CMAKE_CXX_COMPILER} does not: name a Clang (--cxx of "
      "build-tracker, or -DCMAKE_CXX_COMPILER)")
  endif()
  string(APPEND TRACKDBG_MLIR_NAME -libc++)
  set(TRACKDBG_STDLIB -stdlib=libc++)
  target_compile_options(trackdbg_options INTERFACE ${TRACKDBG_STDLIB})
  target_link_options(trackdbg_options INTERFACE ${TRACKDBG_STDLIB})
endif()
set(TRACKDBG_IS_SPLIT OFF)
if(EXISTS ${MLIR_DIR}/../../libMLIRIR.so)
  set(TRACKDBG_IS_SPLIT ON)
  string(APPEND TRACKDBG_MLIR_NAME -split)
endif()
