# Builds for aarch64 with this machine's clang and the packages that
# test/arm64/fetch has unpacked in TRACKDBG_ARM64_ROOT.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRACKDBG_ARM64_ROOT)
set(CMAKE_SYSROOT ${TRACKDBG_ARM64_ROOT})
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
  set(CMAKE_${language}_FLAGS_INIT "--gcc-toolchain=${TRACKDBG_ARM64_ROOT}/usr")
endforeach()
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_ASM_COMPILER clang-22)
add_link_options(-fuse-ld=lld-22)
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld-22)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -fuse-ld=lld-22)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -fuse-ld=lld-22)
# Programs are this machine's; all else is the other's.
set(CMAKE_FIND_ROOT_PATH ${TRACKDBG_ARM64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR}
  ${TRACKDBG_ARM64_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${TRACKDBG_ARM64_ROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${TRACKDBG_ARM64_ROOT})
# Clang warns of other things than GCC, with which the project is built.
set(TRACKDBG_WERROR OFF CACHE BOOL "")
