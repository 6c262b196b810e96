# The CMake functions of the project. Every directory under lib/ makes one
# object library with ascend_add_library; lib/CMakeLists.txt links all of them
# into the one shared library AscendMLIR.

find_program(ASCEND_CCACHE ccache)
if(ASCEND_CCACHE)
  # A precompiled header makes ccache refuse unless told that it is harmless.
  # By what the compiler says it read, and not by a run of the preprocessor in
  # front of each compilation, which took a third of those of small files.
  set(_launcher ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1
    "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
    "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "CCACHE_NOHASHDIR=1" ${ASCEND_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${_launcher})
endif()

# Flags of all code of the project.
add_library(AscendBaseFlags INTERFACE)
target_compile_options(AscendBaseFlags INTERFACE
  -Wall -Wextra -Wno-unused-parameter
  $<$<BOOL:${ASCEND_ENABLE_WERROR}>:-Werror>
  $<$<BOOL:${ASCEND_ENABLE_ASSERTIONS}>:-UNDEBUG>)
if(ASCEND_SANITIZERS)
  target_compile_options(AscendBaseFlags INTERFACE
    -fsanitize=${ASCEND_SANITIZERS} -fno-omit-frame-pointer
    $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=vptr,function>)
  target_link_options(AscendBaseFlags INTERFACE -fsanitize=${ASCEND_SANITIZERS})
  # One runtime for what Python loads, before which it is preloaded, and for the
  # tools that Python starts.
  if(ASCEND_SANITIZERS MATCHES "address" AND NOT ASCEND_BUILD_FUZZERS)
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
      OUTPUT_VARIABLE _runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(_runtime_dir ${_runtime} DIRECTORY)
    target_link_options(AscendBaseFlags INTERFACE -shared-libasan -Wl,-rpath,${_runtime_dir})
  endif()
endif()

# Flags of all C++ code that sees LLVM headers.
add_library(AscendFlags INTERFACE)
target_link_libraries(AscendFlags INTERFACE AscendBaseFlags)
separate_arguments(_llvm_defs NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(AscendFlags INTERFACE
  ${_llvm_defs} -fvisibility-inlines-hidden)
target_include_directories(AscendFlags INTERFACE
  ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/include)
target_include_directories(AscendFlags SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

# The precompiled headers, a layer each: what its files include takes longer to
# parse than the rest of a file to compile (docs/results/build.md). Called where
# the targets of TableGen are known.
function(ascend_add_precompiled_headers)
  get_property(_tablegen GLOBAL PROPERTY ASCEND_TABLEGEN_TARGETS)
  foreach(_layer IN ITEMS Core Dialect Kernels Lowering)
    set(_anchor ${CMAKE_BINARY_DIR}/pch/${_layer}.cpp)
    file(CONFIGURE OUTPUT ${_anchor} CONTENT "// Carries a precompiled header.\n")
    add_library(AscendPCH${_layer} OBJECT EXCLUDE_FROM_ALL ${_anchor})
    target_link_libraries(AscendPCH${_layer} PRIVATE AscendFlags)
    target_compile_options(AscendPCH${_layer} PRIVATE -fno-exceptions -Xclang -fno-pch-timestamp)
    target_precompile_headers(AscendPCH${_layer} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/pch/${_layer}.h)
    add_dependencies(AscendPCH${_layer} ${_tablegen})
  endforeach()
endfunction()

# Compiles `name` with the precompiled header of `layer`, else that of Core.
function(_ascend_use_precompiled_header name layer)
  if(NOT layer)
    set(layer Core)
  endif()
  target_compile_options(${name} PRIVATE -fno-exceptions -Xclang -fno-pch-timestamp)
  target_precompile_headers(${name} REUSE_FROM AscendPCH${layer})
endfunction()

# ascend_add_library(Name a.cpp b.cpp [DEPENDS tablegen targets] [PCH layer]
# [EXCEPTIONS])
# PCH: the layer whose precompiled header it takes, else Core.
# EXCEPTIONS: for a directory whose third-party headers need them; such a
# directory lets no exception out and does without a precompiled header.
function(ascend_add_library name)
  cmake_parse_arguments(ARG "EXCEPTIONS" "PCH" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE AscendFlags ${ARG_LINK_LIBS})
  if(ARG_EXCEPTIONS)
    target_compile_options(${name} PRIVATE -fexceptions)
  else()
    _ascend_use_precompiled_header(${name} "${ARG_PCH}")
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  get_property(_targets GLOBAL PROPERTY ASCEND_TABLEGEN_TARGETS)
  if(_targets)
    add_dependencies(${name} ${_targets})
  endif()
  set_property(GLOBAL APPEND PROPERTY ASCEND_OBJECT_LIBS ${name})
  set_property(GLOBAL APPEND PROPERTY ASCEND_LINK_LIBS ${ARG_LINK_LIBS})
endfunction()

# ascend_add_proto(Name a.proto): a library of the classes of a .proto, for whoever may
# link protobuf: that is the module of Import/ONNX/Parser, and no part of libAscendMLIR
# (see OnnxParser.cpp). The .proto lies beside the CMakeLists.txt: of one that lies
# elsewhere CMake 3.25 looks for the classes where protoc did not write them.
function(ascend_add_proto name proto)
  find_package(Protobuf REQUIRED)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${proto})
  protobuf_generate(TARGET ${name} LANGUAGE cpp IMPORT_DIRS ${CMAKE_CURRENT_SOURCE_DIR})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${name} PRIVATE -fvisibility=hidden)
  # Of the system: what protoc writes follows no style of ours.
  target_include_directories(${name} SYSTEM PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(${name} PUBLIC protobuf::libprotobuf)
endfunction()

# ascend_add_public_tablegen_target(Name): like add_public_tablegen_target, and
# every library and tool built later waits for it.
macro(ascend_add_public_tablegen_target name)
  add_public_tablegen_target(${name})
  set_property(GLOBAL APPEND PROPERTY ASCEND_TABLEGEN_TARGETS ${name})
endmacro()

# _ascend_configure_program(name [layer]): the compile options of a program. The
# precompiled header is made with -fPIC, and clang takes it only where -fPIE does
# not stand instead.
function(_ascend_configure_program name)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  _ascend_use_precompiled_header(${name} "${ARGN}")
endfunction()

# ascend_add_tool(name a.cpp …): a program on libAscendMLIR, or, with
# ASCEND_STATIC_TOOLS, on what that is made of.
function(ascend_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE AscendFlags
    $<IF:$<BOOL:${ASCEND_STATIC_TOOLS}>,AscendStatic,AscendMLIR> ${ARG_LINK_LIBS})
  _ascend_configure_program(${name})
  set_property(GLOBAL APPEND PROPERTY ASCEND_TOOLS ${name})
  install(TARGETS ${name} EXPORT AscendTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# The installed package: find_package(Ascend) gives the target AscendMLIR, the
# headers (.h, .td and generated .inc) and the CMake functions of MLIR.
function(ascend_install_package)
  include(CMakePackageConfigHelpers)
  set(_dest ${CMAKE_INSTALL_LIBDIR}/cmake/Ascend)
  configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/AscendConfig.cmake.in
    ${CMAKE_BINARY_DIR}/cmake/AscendConfig.cmake INSTALL_DESTINATION ${_dest}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/AscendConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/cmake/AscendConfig.cmake
    ${CMAKE_BINARY_DIR}/cmake/AscendConfigVersion.cmake DESTINATION ${_dest})
  install(EXPORT AscendTargets DESTINATION ${_dest})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ ${CMAKE_BINARY_DIR}/include/
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc" PATTERN "CMakeFiles" EXCLUDE)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/share/ascend DESTINATION ${CMAKE_INSTALL_DATADIR})
  install(FILES ${CMAKE_SOURCE_DIR}/docs/report.schema.json
    DESTINATION ${CMAKE_INSTALL_DATADIR}/ascend)
endfunction()

# ascend_add_unittest(name a.cpp … [PCH layer] [LINK_LIBS libs]): one gtest
# program on libAscendMLIR, run by lit (test/Unit) and built by the target
# AscendUnitTests. Its name ends in Tests: by that lit finds it.
function(ascend_add_unittest name)
  cmake_parse_arguments(ARG "" "PCH" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE AscendFlags AscendMLIR GTest::gtest_main ${ARG_LINK_LIBS})
  _ascend_configure_program(${name} ${ARG_PCH})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  add_dependencies(AscendUnitTests ${name})
endfunction()
