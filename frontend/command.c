#include "frontend/command.h"

#include <string.h>

#include "frontend/paths.h"
#include "frontend/toolkit.h"
#include "frontend/words.h"
#include "ir/module.h"

typedef VEC(char *) arg_list;

static void arg(struct arena *arena, arg_list *args, const char *text)
{
	vec_push(arena, args, arena_strdup(arena, text));
}

static void arg_pair(struct arena *arena, arg_list *args, const char *name, const char *value)
{
	arg(arena, args, name);
	arg(arena, args, value);
}

const char *command_first_header(struct arena *arena, const struct compiler *compiler)
{
	if (!compiler->headers || compiler->host_only)
		return NULL;
	const char *name = compiler->cuda_path ? "toolkit.h" : "prelude.h";
	return arena_printf(arena, "%s/hgrd/%s", compiler->headers, name);
}

/*
 * Behind a toolkit's headers, the built-in ones give what neither it nor the system has (omp.h);
 * in front of them, what clang does not take from a toolkit.
 */
static void args_search(struct arena *arena, arg_list *args, const struct compiler *compiler)
{
	if (!compiler->cuda_path) {
		arg(arena, args, "-nocudainc");
		arg_pair(arena, args, "-isystem", compiler->headers);
		return;
	}
	arg(arena, args, arena_printf(arena, "--cuda-path=%s", compiler->cuda_path));
	const char *cccl = toolkit_cccl(arena, compiler->cuda_path);
	if (compiler->headers && !compiler->plain_toolkit)
		arg_pair(arena, args, "-isystem",
			arena_printf(arena, "%s/hgrd/toolkit", compiler->headers));
	if (cccl)
		arg_pair(arena, args, "-isystem", cccl);
	if (compiler->headers)
		arg_pair(arena, args, "-idirafter", compiler->headers);
}

/*
 * C of a host unit is compiled as it is (its C++ as the host side of CUDA, as the built-in headers
 * are CUDA's), and what gcc only warns about is let pass.
 */
static void args_c(struct arena *arena, arg_list *args, const struct compiler *compiler)
{
	static const char *const lenient[] = { "-Wno-implicit-int",
		"-Wno-implicit-function-declaration", "-Wno-int-conversion",
		"-Wno-incompatible-function-pointer-types", "-Wno-return-type" };
	for (size_t i = 0; i < sizeof(lenient) / sizeof(*lenient); i++)
		arg(arena, args, lenient[i]);
	if (compiler->cuda_path)
		arg_pair(arena, args, "-isystem",
			arena_printf(arena, "%s/include", compiler->cuda_path));
	if (compiler->headers)
		arg_pair(arena, args, "-idirafter", compiler->headers);
}

/* nvcc's version, which is the toolkit's; the built-in headers have one of their own. */
static void args_version(struct arena *arena, arg_list *args, const struct compiler *compiler)
{
	unsigned version =
		compiler->cuda_path ? toolkit_version(arena, compiler->cuda_path) : 0;
	if (!version)
		return;
	arg(arena, args, arena_printf(arena, "-D__CUDACC_VER_MAJOR__=%u", version / 1000));
	arg(arena, args, arena_printf(arena, "-D__CUDACC_VER_MINOR__=%u", version % 1000 / 10));
	arg(arena, args, "-D__CUDACC_VER_BUILD__=0");
}

/* clang's wrappers of standard headers come first, and take these, malloc and free for known. */
static void args_host_unit(struct arena *arena, arg_list *args)
{
	arg(arena, args, "-D__HGRD_HOST_UNIT__");
	arg(arena, args, "-D__host__=__attribute__((host))");
	arg(arena, args, "-D__device__=__attribute__((device))");
	arg_pair(arena, args, "-include", "stdlib.h");
}

/* Calls of virtual functions name the class, and tables of them the classes that they serve. */
static void args_virtual(struct arena *arena, arg_list *args)
{
	arg_pair(arena, args, "-Xclang", "-fwhole-program-vtables");
	arg_pair(arena, args, "-Xclang", "-flto-unit");
	arg(arena, args, "-fvisibility=hidden");
}

/*
 * The versions decide how launches are lowered and which architectures there are; without a
 * toolkit, and with a newer one than it knows, clang would take too old ones.
 */
static void args_start(struct arena *arena, arg_list *args, const struct compiler *compiler,
	enum side side, const char *source)
{
	arg(arena, args, compiler->clang);
	if (compiler->host_only && path_ends(source, ".c")) {
		args_c(arena, args, compiler);
		return;
	}
	arg_pair(arena, args, "-x", "cuda");
	arg(arena, args, side == SIDE_DEVICE ? "--cuda-device-only" : "--cuda-host-only");
	if (side == SIDE_DEVICE)
		arg(arena, args, "-fstrict-enums");
	if (side == SIDE_HOST) { /* classes are described wherever they are declared, not in one of the files alone */
		arg(arena, args, "-fstandalone-debug");
		arg(arena, args, "-fgpu-defer-diag");
		args_virtual(arena, args);
	}
	arg(arena, args, arena_printf(arena, "--cuda-gpu-arch=%s", compiler->arch));
	arg(arena, args, "-nocudalib");
	arg_pair(arena, args, "-Xclang", "-target-sdk-version=12.9");
	arg(arena, args, "--cuda-feature=+ptx88");
	args_search(arena, args, compiler);
	if (compiler->host_only) {
		args_host_unit(arena, args);
		return;
	}
	args_version(arena, args, compiler);
	if (compiler->define_nvcc)
		arg(arena, args, "-D__NVCC__=1");
}

/*
 * The compilation folder "." keeps the names of source files in the debug information as they
 * were given. DWARF 4 has no hashes of sources: one side stays the same when only the other's code changes.
 */
static void args_end(struct arena *arena, arg_list *args, const char *output, const char *source)
{
	static const char *const always[] = { "-Wno-unknown-cuda-version", "-Wno-register",
		"-Wno-narrowing", "-Wno-reserved-user-defined-literal",
		"-Wno-missing-template-arg-list-after-template-kw", "-w", "-gdwarf-4", "-O1",
		"-Xclang", "-disable-llvm-passes", "-Xclang", "-mno-constructor-aliases",
		"-Xclang", "-fno-use-ctor-homing", "-fno-strict-return",
		"-fno-discard-value-names",
		"-fdebug-compilation-dir=.", "-fno-color-diagnostics", "-fno-crash-diagnostics",
		"-emit-llvm", "-c" };
	for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++)
		arg(arena, args, always[i]);
	arg_pair(arena, args, "-o", output);
	arg(arena, args, source[0] == '-' ? arena_printf(arena, "./%s", source) : source);
	vec_push(arena, args, NULL);
}

const char *command_shown(struct arena *arena, char *const *words)
{
	text_list list = { 0 };
	for (; *words; words++)
		vec_push(arena, &list, *words);
	return words_joined(arena, &list);
}

/* Makes clang tell what it reads and where it looks. */
static void args_inputs(struct arena *arena, arg_list *args, int fd)
{
	arg_pair(arena, args, "-Xclang", "-v");
	arg(arena, args, "-MD");
	arg_pair(arena, args, "-MT", "inputs");
	arg_pair(arena, args, "-MF", inputs_path(arena, fd));
}

static void arg_named(struct arena *arena, arg_list *args, const char *folder, const char *name)
{
	if (folder && *folder)
		arg(arena, args, arena_printf(arena, "-fdebug-prefix-map=%s/=%s", folder, name));
}

/*
 * Own files are named as seen from the folder, headers that are nobody's own by PATH_SYSTEM, whatever the folders are called.
 * Of two folders one below the other the last one counts.
 */
static void args_names(struct arena *arena, arg_list *args, const struct compiler *compiler)
{
	if (compiler->folder)
		arg_named(arena, args, path_current(arena), "");
	if (compiler->cuda_path)
		arg_named(arena, args, compiler->cuda_path, PATH_SYSTEM "/toolkit/");
	arg_named(arena, args, compiler->headers, PATH_SYSTEM "/");
}

char **command_compile(struct arena *arena, const struct compiler *compiler, enum side side,
	const char *source, const char *pch, int inputs)
{
	arg_list args = { 0 };
	args_start(arena, &args, compiler, side, source);
	const char *header = command_first_header(arena, compiler);
	if (pch) {
		arg_pair(arena, &args, "-include-pch", pch);
		arg_pair(arena, &args, "-Xclang", "-fmodules-validate-system-headers");
	} else if (header) {
		arg_pair(arena, &args, "-include", header);
	}
	vec_each(flag, &compiler->flags)
		arg(arena, &args, *flag);
	if (compiler->overlay)
		arg_pair(arena, &args, "-ivfsoverlay", compiler->overlay);
	args_names(arena, &args, compiler);
	if (inputs >= 0)
		args_inputs(arena, &args, inputs);
	args_end(arena, &args, "-", source);
	if (compiler->verbose)
		fprintf(stderr, "%s\n", command_shown(arena, args.at));
	return args.at;
}

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* Of an option that says where or what to include, how long its name is; its value may be the next word. 0: of another one. */
static size_t include_length(const char *flag)
{
	static const char *const names[] = { "-I", "-isystem", "-iquote", "-idirafter", "-include",
		"-imacros" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (starts_with(flag, names[i]))
			return strlen(names[i]);
	return 0;
}

/* Macros but those that standard or CUDA headers ask for: NDEBUG, reserved names, CUDA's. */
static bool is_own_macro(const char *flag)
{
	static const char *const asked[] = { "_", "CCCL", "CUB", "CUDA", "LIBCUDACXX", "NDEBUG", "THRUST" };
	if ((!starts_with(flag, "-D") && !starts_with(flag, "-U")) || !flag[2])
		return false;
	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++)
		if (starts_with(flag + 2, asked[i]))
			return false;
	return true;
}

static void args_seen(struct arena *arena, arg_list *args, const text_list *flags)
{
	for (size_t i = 0; i < flags->n; i++) {
		size_t length = include_length(flags->at[i]);
		if (length)
			i += !flags->at[i][length];
		else if (!is_own_macro(flags->at[i]))
			arg(arena, args, flags->at[i]);
	}
}

char **command_precompile(struct arena *arena, const struct compiler *compiler, enum side side,
	const char *header, const char *output)
{
	arg_list args = { 0 };
	args_start(arena, &args, compiler, side, header);
	args_seen(arena, &args, &compiler->flags);
	arg(arena, &args, "-fpch-instantiate-templates");
	arg_pair(arena, &args, "-Xclang", "-emit-pch");
	args_end(arena, &args, output, header);
	return args.at;
}

bool command_includes(const struct compiler *compiler)
{
	vec_each(flag, &compiler->flags) {
		if (starts_with(*flag, "-include") || starts_with(*flag, "-imacros"))
			return true;
	}
	return false;
}

bool command_has_own(struct arena *arena, const struct compiler *compiler, const char *header)
{
	const text_list *flags = &compiler->flags;
	for (size_t i = 0; i < flags->n; i++) {
		size_t length = include_length(flags->at[i]);
		if (!length)
			continue;
		const char *folder = flags->at[i] + length;
		if (!*folder && i + 1 < flags->n)
			folder = flags->at[++i];
		folder = path_join(arena, compiler->folder, folder);
		if (path_exists(arena_printf(arena, "%s/%s", folder, header)))
			return true;
	}
	return false;
}
