#ifndef HGRD_FRONTEND_CLANG_H
#define HGRD_FRONTEND_CLANG_H

#include "base/failure.h"
#include "frontend/inputs.h"

/*
 * CUDA source to LLVM bitcode, by running clang twice side by side: once for
 * the device, once for the host. Everything passes through pipes; no file is
 * written but precompiled headers in the user's cache (frontend/pch.h).
 */

struct bytes {
	char *at;
	size_t n;
};

/* How files are compiled; the same for all files of a run. */
struct compiler {
	const char *clang;     /* absolute path */
	const char *headers;   /* folder of the built-in CUDA headers */
	const char *cuda_path; /* toolkit to use from the start; NULL: the built-in headers first */
	const char *toolkit;   /* the first to try when those do not suffice; NULL: the usual ones */
	bool no_toolkit;       /* the built-in headers only, with no toolkit to fall back to */
	bool plain_toolkit;    /* no built-in header goes before the toolkit's */
	const char *folder;    /* where clang runs, absolute; NULL: the current folder */
	const char *arch;      /* "sm_80" */
	bool arch_given;       /* on the command line: it goes before that of a project */
	bool arch_option;      /* ... by --arch: it goes before all others */
	text_list archs;       /* that the flags name, as they spell them */
	size_t arch_flags;     /* how many of the first flags belong to the architecture */
	bool define_nvcc;      /* __NVCC__ is defined */
	const char *overlay;   /* names the files that clang gets with other contents (frontend/repairs.h); NULL: none */
	const char *cache;     /* folder for precompiled headers and results; NULL: there is none */
	text_list flags;       /* more flags for clang, in its own spelling */
	bool host_only;	       /* the source has no device side: nothing comes before it, and no
				  macro says that CUDA is compiled */
	bool verbose;	       /* print the commands to stderr */
	struct inputs *inputs; /* compile() adds what it reads, and where it fails what it would
				  read; NULL: not asked for */
};

struct compiled {
	struct bytes device, host; /* bitcode; valid when there is no error; device is empty when
				      host_only */
	const char *diagnostics;   /* what clang printed; "" when nothing */
	const char *error;	   /* one line without the file's name; NULL: it compiled */
	enum failure cause;	   /* of the error */
};

/*
 * Fills *compiler from the options (--clang, --cuda-path, --arch and the flags
 * after --): finds clang and the built-in headers. False with *error (in arena)
 * when something is missing.
 */
bool compiler_find(struct arena *arena, const struct options *options, struct compiler *compiler,
	const char **error);

/*
 * Compiles both sides of one file (the host's alone when host_only). When it does not compile with the built-in
 * headers, a CUDA toolkit installed in one of the usual places is tried: it may
 * have the header or the declaration that they lack. Of a toolkit's headers, those that the
 * built-in ones can stand for are tried last.
 */
struct compiled compile(struct arena *arena, const struct compiler *compiler, const char *source);

/*
 * Adds to compiler->inputs what compile() would read, without compiling: for sources that clang does not get
 * done with.
 */
void compile_inputs(struct arena *arena, const struct compiler *compiler, const char *source);

#endif
