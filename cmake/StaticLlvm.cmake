# hgrd itself links LLVM statically where the archives are installed: loading and relocating
# libLLVM.so takes 10 ms, more than checking a small file beyond clang. Targets that do not set the property
# STATIC_LLVM, tests above all, link the shared library, which is quicker to link.
option(HGRD_STATIC_LLVM "Link LLVM statically into hgrd where its archives are installed" ON)

set(llvm_components core bitreader bitwriter linker passes)
set(static_llvm "")
if(HGRD_STATIC_LLVM AND NOT HGRD_SANITIZE)
	execute_process(COMMAND ${LLVM_CONFIG} --link-static --libfiles ${llvm_components}
		OUTPUT_VARIABLE llvm_files OUTPUT_STRIP_TRAILING_WHITESPACE
		RESULT_VARIABLE llvm_failed ERROR_QUIET)
	execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libstdc++.so
		OUTPUT_VARIABLE LIBSTDCXX OUTPUT_STRIP_TRAILING_WHITESPACE)
	# The development packages of these two are not needed: their ABI names do.
	find_library(ZLIB_FOR_LLVM NAMES z libz.so.1)
	find_library(ZSTD_FOR_LLVM NAMES zstd libzstd.so.1)
	separate_arguments(llvm_files)
	list(GET llvm_files 0 llvm_first)
	if(NOT llvm_failed AND EXISTS "${llvm_first}" AND IS_ABSOLUTE "${LIBSTDCXX}"
		AND ZLIB_FOR_LLVM AND ZSTD_FOR_LLVM)
		set(static_llvm ${llvm_files} ${ZLIB_FOR_LLVM} ${ZSTD_FOR_LLVM} ${LIBSTDCXX} m)
	endif()
endif()

external_library(llvm_shared ${LLVM_C_INCLUDE} ${LLVM_C_LIBRARY})
if(static_llvm)
	external_library(llvm_static ${LLVM_C_INCLUDE} "${static_llvm}")
	message(STATUS "LLVM is linked statically into hgrd")
else()
	add_library(llvm_static ALIAS llvm_shared)
	message(STATUS "LLVM is linked as a shared library")
endif()
add_library(llvm_external INTERFACE)
target_include_directories(llvm_external SYSTEM INTERFACE ${LLVM_C_INCLUDE})
target_link_libraries(llvm_external
	INTERFACE $<IF:$<BOOL:$<TARGET_PROPERTY:STATIC_LLVM>>,llvm_static,llvm_shared>)
