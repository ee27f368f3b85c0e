# Links copies of the functions of MLIR and LLVM that the tracker calls into a
# library of their own, from the archives.
#
# TRACKER           the tracker's library
# MLIR_LIBRARY_DIR  the folder of MLIR's archives
# LLVM_LIBRARY_DIR  the folder of LLVM's archives
# ZLIB, ZSTD        whether LLVM was built with them
# COMPILER          a C++ compiler, for its linker, with its options
# NM                nm
# OUTPUT            the library to make

execute_process(COMMAND ${NM} -D --undefined-only ${TRACKER}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" symbols "${symbols}")
set(wanted "")
# What the tracker does without in an archive that it is linked into.
set(parser "_ZN4mlir[0-9]+parse(Attribute|AsmSourceFile)E[^@]*")
set(scripts "_ZNK?4mlir9transform[^@]*")
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES " U (_Z[^@]*(4mlir|4llvm)[^@]*|LLVM[^@]*)")
    list(APPEND wanted "-Wl,-u,${CMAKE_MATCH_1}")
  elseif(symbol MATCHES " w (${parser}|${scripts})")
    list(APPEND wanted "-Wl,-u,${CMAKE_MATCH_1}")
  endif()
endforeach()

file(GLOB archives
  ${MLIR_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
set(libraries "")
if(ZLIB)
  list(APPEND libraries -lz)
endif()
if(ZSTD)
  list(APPEND libraries -lzstd)
endif()
list(FILTER archives EXCLUDE REGEX "libMLIR(CAPI|Python|.*Test)[^/]*$")

list(JOIN wanted "\n" wanted)
list(JOIN archives "\n" archives)
file(WRITE ${OUTPUT}.options
  "${wanted}\n-Wl,--start-group\n${archives}\n-Wl,--end-group\n")
execute_process(COMMAND ${COMPILER} -shared -s -Wl,--gc-sections,-z,defs
    @${OUTPUT}.options -o ${OUTPUT}.new
    ${libraries} -ldl -lpthread -lm
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${OUTPUT}.new ${OUTPUT})
file(REMOVE ${OUTPUT}.options)
