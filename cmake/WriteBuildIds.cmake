# cmake -DREADELF=… -DLIBRARIES=a.so;b.so -DOUTPUT=ids.c -P WriteBuildIds.cmake
# Writes the build ids of shared libraries, one after the other, as the string
# ascendBuildIds: see lib/Compiler/Cache/BuildId.cpp.
set(_ids "")
foreach(_library IN LISTS LIBRARIES)
  execute_process(COMMAND "${READELF}" --notes "${_library}"
    OUTPUT_VARIABLE _notes COMMAND_ERROR_IS_FATAL ANY)
  if(NOT _notes MATCHES "Build ID: ([0-9a-f]+)")
    message(FATAL_ERROR "${_library} has no build id: link it with --build-id")
  endif()
  string(APPEND _ids "${CMAKE_MATCH_1}")
endforeach()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "const char ascendBuildIds[] = \"${_ids}\";\n")
