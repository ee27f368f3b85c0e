# Links copies of the functions of MLIR and LLVM that the tracker calls into a
# library of their own, from the archives.
#
# TRACKER      the tracker's library
# LIBRARY_DIR  the folder of the archives
# COMPILER     a C++ compiler, for its linker
# NM           nm
# OUTPUT       the library to make

execute_process(COMMAND ${NM} -D --undefined-only ${TRACKER}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" symbols "${symbols}")
set(wanted "")
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES " U (_Z[^@]*(4mlir|4llvm)[^@]*|LLVM[^@]*)")
    list(APPEND wanted "-Wl,-u,${CMAKE_MATCH_1}")
  endif()
endforeach()

file(GLOB archives ${LIBRARY_DIR}/libMLIR*.a ${LIBRARY_DIR}/libLLVM*.a)
list(FILTER archives EXCLUDE REGEX "libMLIR(CAPI|Python|.*Test)[^/]*$")

list(JOIN wanted "\n" wanted)
list(JOIN archives "\n" archives)
file(WRITE ${OUTPUT}.options
  "${wanted}\n-Wl,--start-group\n${archives}\n-Wl,--end-group\n")
execute_process(COMMAND ${COMPILER} -shared -s -Wl,--gc-sections,-z,defs
    @${OUTPUT}.options -o ${OUTPUT}.new -lz -lzstd -ldl -lpthread -lm
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${OUTPUT}.new ${OUTPUT})
file(REMOVE ${OUTPUT}.options)
