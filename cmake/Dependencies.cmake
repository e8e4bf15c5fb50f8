# Finds what hgrd is built from. Everything missing is collected and said at
# once, each with the Debian package that brings it.

set(missing "")
macro(need_package what package)
	string(APPEND missing "\n  ${what}: apt-get install ${package}")
endmacro()

# LLVM 22: the C API, by llvm-config.
find_program(LLVM_CONFIG NAMES llvm-config-22 llvm-config HINTS /usr/lib/llvm-22/bin)
set(llvm_version "none")
if(LLVM_CONFIG)
	execute_process(COMMAND ${LLVM_CONFIG} --version OUTPUT_VARIABLE llvm_version
		OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(llvm_version MATCHES "^22\\.")
	foreach(what includedir libdir bindir)
		execute_process(COMMAND ${LLVM_CONFIG} --${what} OUTPUT_VARIABLE llvm_${what}
			OUTPUT_STRIP_TRAILING_WHITESPACE)
	endforeach()
	find_path(LLVM_C_INCLUDE llvm-c/Core.h HINTS ${llvm_includedir} NO_DEFAULT_PATH)
	find_library(LLVM_C_LIBRARY NAMES LLVM-22 LLVM HINTS ${llvm_libdir} NO_DEFAULT_PATH)
	find_path(CLANG_C_INCLUDE clang-c/Index.h HINTS ${llvm_includedir} NO_DEFAULT_PATH)
	find_library(CLANG_C_LIBRARY NAMES clang-22 clang HINTS ${llvm_libdir} NO_DEFAULT_PATH)
endif()
if(NOT LLVM_C_INCLUDE OR NOT LLVM_C_LIBRARY)
	need_package("LLVM 22 with its C API (found: ${llvm_version})" llvm-22-dev)
endif()
if(NOT CLANG_C_INCLUDE OR NOT CLANG_C_LIBRARY)
	need_package("libclang 22" libclang-22-dev)
endif()

# The compiler that is run; another one can be named at run time with --clang.
find_program(HGRD_CLANG NAMES clang-22 clang HINTS ${llvm_bindir}
	DOC "clang (22 or newer) that hgrd runs")
if(NOT HGRD_CLANG)
	need_package("clang 22" clang-22)
endif()

# Z3 >= 4.8.12: Debian 12 ships no CMake configuration for it.
find_path(Z3_INCLUDE NAMES z3.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY NAMES z3)
set(z3_version "none")
if(Z3_INCLUDE AND EXISTS ${Z3_INCLUDE}/z3_version.h)
	file(STRINGS ${Z3_INCLUDE}/z3_version.h z3_lines REGEX "Z3_(MAJOR|MINOR|BUILD)_")
	foreach(part MAJOR_VERSION MINOR_VERSION BUILD_NUMBER)
		string(REGEX MATCH "Z3_${part} +([0-9]+)" ignored "${z3_lines}")
		list(APPEND z3_parts ${CMAKE_MATCH_1})
	endforeach()
	list(JOIN z3_parts "." z3_version)
endif()
if(NOT Z3_LIBRARY OR z3_version STREQUAL "none" OR z3_version VERSION_LESS 4.8.12)
	need_package("Z3 4.8.12 or newer (found: ${z3_version})" libz3-dev)
endif()

find_path(JANSSON_INCLUDE NAMES jansson.h)
find_library(JANSSON_LIBRARY NAMES jansson)
if(NOT JANSSON_INCLUDE OR NOT JANSSON_LIBRARY)
	need_package("jansson" libjansson-dev)
endif()

if(missing)
	message(FATAL_ERROR "hgrd cannot be built, this is missing:${missing}")
endif()
message(STATUS "LLVM ${llvm_version}, Z3 ${z3_version}, clang ${HGRD_CLANG}")

function(external_library name include library)
	add_library(${name} INTERFACE)
	target_include_directories(${name} SYSTEM INTERFACE ${include})
	target_link_libraries(${name} INTERFACE ${library})
endfunction()
include(cmake/StaticLlvm.cmake)
external_library(clang_external ${CLANG_C_INCLUDE} ${CLANG_C_LIBRARY})
external_library(z3_external ${Z3_INCLUDE} ${Z3_LIBRARY})
external_library(jansson_external ${JANSSON_INCLUDE} ${JANSSON_LIBRARY})
