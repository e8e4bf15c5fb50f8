#include "frontend/clang.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "frontend/asks.h"
#include "frontend/child.h"
#include "frontend/pch.h"
#include "frontend/repairs.h"
#include "frontend/toolkit.h"

/* "X" out of "fatal error: 'X' file not found", NULL when there is no such diagnostic. */
static const char *missing_header(struct arena *arena, const char *diagnostics)
{
	static const char before[] = "fatal error: '", after[] = "' file not found";
	const char *name = strstr(diagnostics, before);
	if (!name)
		return NULL;
	name += strlen(before);
	size_t length = strcspn(name, "'");
	if (strncmp(name + length, after, strlen(after)))
		return NULL;
	return arena_strndup(arena, name, length);
}

/* The first error's text without its place, for the one-line summary of a failure. */
static const char *first_error(struct arena *arena, const char *diagnostics)
{
	const char *at = strstr(diagnostics, "error: ");
	if (!at)
		return NULL;
	at += strlen("error: ");
	return arena_strndup(arena, at, strcspn(at, "\n"));
}

/* The signal that ended clang, which it gives as a shell does after a crash of its own; 0: none. */
static int signal_of(const struct child *side)
{
	if (WIFSIGNALED(side->status))
		return WTERMSIG(side->status);
	int code = WEXITSTATUS(side->status);
	return code > 128 && code < 128 + NSIG ? code - 128 : 0;
}

/* Signals of a mistake inside; the others come from elsewhere. */
static bool is_crash(int number)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP };
	for (size_t i = 0; i < sizeof(crashes) / sizeof(*crashes); i++)
		if (number == crashes[i])
			return true;
	return false;
}

/* What to try where the device code is for a newer architecture; "": it is not. */
static const char *advice(struct arena *arena, const char *said)
{
	const char *feature = said ? strstr(said, "needs target feature") : NULL, *arch = feature ? strstr(feature, "sm_") : NULL;
	int digits = arch ? (int)strspn(arch + 3, "0123456789") : 0;
	return digits ? arena_printf(arena, " (try --arch=%.*s)", 3 + digits, arch) : "";
}

/* Fills the error and its cause. Who crashes may have had too little memory. */
static void why_failed(struct arena *arena, const struct child *side, struct compiled *compiled)
{
	const char *said = first_error(arena, compiled->diagnostics);
	int number = side->pid < 0 ? 0 : signal_of(side);
	if (side->pid < 0) {
		compiled->error = "cannot start clang";
		compiled->cause = FAILURE_CHANCE;
	} else if (strstr(compiled->diagnostics, "LLVM ERROR: out of memory")) {
		compiled->error = "clang ran out of memory (see --memory-limit)";
		compiled->cause = FAILURE_MEMORY;
	} else if (number) {
		compiled->error = arena_printf(arena, "clang was ended by signal %d (%s)", number,
			strsignal(number));
		compiled->cause = is_crash(number) ? FAILURE_MEMORY : FAILURE_CHANCE;
	} else {
		compiled->error = arena_printf(
			arena, "does not compile%s: %s", advice(arena, said), said ? said : "see clang's message");
		compiled->cause = FAILURE_INPUT;
	}
}

static struct compiled compile_with(struct arena *arena, const struct compiler *compiler,
	const char *source, const char *const pch[SIDES])
{
	struct child sides[SIDES] = { { .pid = -1, .fd = { -1, -1 } } };
	int inputs[SIDES];
	const char *printed[SIDES] = { "" };
	static_assert(SIDE_DEVICE == 0, "host units have no device side");
	const int first = compiler->host_only ? SIDE_HOST : SIDE_DEVICE;
	for (int side = first; side < SIDES; side++) {
		inputs[side] = compiler->inputs ? inputs_open() : -1;
		child_start(&sides[side], compiler->folder,
			command_compile(arena, compiler, (enum side)side, source, pch[side],
				inputs[side]));
	}
	children_finish(arena, sides, SIDES);
	if (compiler->inputs)
		compiler->inputs->complete = true;
	for (int side = first; side < SIDES; side++) {
		printed[side] = child_text(arena, &sides[side], 1);
		if (compiler->inputs)
			printed[side] = inputs_take(
				arena, compiler->inputs, inputs[side], printed[side]);
	}
	const struct child *device = &sides[SIDE_DEVICE], *host = &sides[SIDE_HOST];
	struct compiled compiled = {
		.device = { device->text[0].at, device->text[0].n },
		.host = { host->text[0].at, host->text[0].n },
	};
	/* Both sides see most errors alike: the device's are enough when it failed. */
	bool device_good = compiler->host_only || child_succeeded(device);
	const struct child *telling = device_good ? host : device;
	compiled.diagnostics = printed[telling - sides];
	if (!child_succeeded(telling))
		why_failed(arena, telling, &compiled);
	return compiled;
}

static struct compiled compile_precompiled(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	static const char *const plain[SIDES] = { NULL };
	const char *pch[SIDES];
	if (compiler->host_only)
		return compile_with(arena, compiler, source, plain);
	pch_find(arena, compiler, source, pch);
	struct compiled compiled = compile_with(arena, compiler, source, pch);
	if (compiled.error && pch_were_bad(pch, compiled.diagnostics))
		compiled = compile_with(arena, compiler, source, plain);
	return compiled;
}

/* Of a run that failed and did not tell what it read, notes how it was asked. */
static void note_untold(
	struct arena *arena, const struct compiler *compiler, const struct compiled *compiled)
{
	if (!compiled->error || !compiler->inputs || compiler->inputs->complete)
		return;
	struct compiler *kept = arena_alloc(arena, sizeof(*kept));
	*kept = *compiler;
	kept->overlay = NULL;
	vec_push(arena, &compiler->inputs->untold, kept);
}

static struct compiled compile_once(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_precompiled(arena, compiler, source);
	note_untold(arena, compiler, &compiled);
	return compiled;
}

/* Again with one file after the other repaired, while clang stumbles over what can be repaired. */
static struct compiled compile_repaired(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct repairs repairs = { 0 };
	struct compiler with = *compiler;
	struct compiled compiled = compile_once(arena, &with, source);
	while (compiled.error && compiled.cause == FAILURE_INPUT &&
		repairs_make(arena, &repairs, &with, compiled.diagnostics)) {
		with.overlay = repairs.path;
		compiled = compile_once(arena, &with, source);
	}
	repairs_close(&repairs);
	return compiled;
}

static bool looks_like_cuda(const char *header)
{
	static const char *const starts[] = { "cu", "thrust/", "nv", "cooperative_groups", "mma.h",
		"device_", "sm_", "crt/", "texture", "surface" };
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (!strncmp(header, starts[i], strlen(starts[i])))
			return true;
	return false;
}

static const char *missing_text(
	struct arena *arena, const struct compiler *compiler, const char *header, bool toolkit)
{
	if (compiler->cuda_path || !looks_like_cuda(header))
		return arena_printf(
			arena, "header '%s' is missing: name its folder with -- -I DIR", header);
	return arena_printf(arena,
		"header '%s' is not among the built-in CUDA headers%s: name a toolkit that has it "
		"with --cuda-path=DIR, or its folder with -- -I DIR",
		header, toolkit ? " nor in the installed toolkit" : "");
}

/* What clang says where other flags are needed: launches by kernels need relocatable device code, and before C++20 clang, unlike nvcc, shifts no negative constant. */
static const struct needed {
	const char *says;
	const char *flags[2];
} needed[] = { { "(i.e. requires -fgpu-rdc)", { "-fgpu-rdc", "-D__CUDACC_RDC__" } },
	{ "note: left shift of negative value", { "-std=c++20" } } };

static struct compiled compile_needed(struct arena *arena, const struct compiler *compiler,
	const char *source, const struct needed *more)
{
	struct compiler with = *compiler;
	with.flags = (text_list){ 0 };
	vec_each(flag, &compiler->flags)
		vec_push(arena, &with.flags, *flag);
	for (size_t i = 0; i < sizeof(more->flags) / sizeof(*more->flags) && more->flags[i]; i++)
		vec_push(arena, &with.flags, more->flags[i]);
	return compile_repaired(arena, &with, source);
}

/* Compiles with flags that clang asks for. */
static struct compiled compile_asked(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_repaired(arena, compiler, source);
	for (size_t i = 0; compiled.error && i < sizeof(needed) / sizeof(*needed); i++)
		if (strstr(compiled.diagnostics, needed[i].says))
			return compile_needed(arena, compiler, source, &needed[i]);
	return compiled;
}

/* The toolkit that has the header, or the best one where none is asked for; NULL: none. */
static const char *toolkit_for(struct arena *arena, const text_list *toolkits, const char *header)
{
	for (size_t i = 0; i < toolkits->n; i++)
		if (!header || toolkit_has(arena, toolkits->at[i], header))
			return toolkits->at[i];
	return NULL;
}

/* With a toolkit: first with the built-in headers that stand for some of its own. */
static struct compiled compile_toolkit(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_asked(arena, compiler, source);
	if (!compiled.error || !compiler->cuda_path)
		return compiled;
	struct compiler plain = *compiler;
	plain.plain_toolkit = true;
	struct compiled again = compile_asked(arena, &plain, source);
	return again.error ? compiled : again;
}

/* With the built-in headers, and where these do not suffice with a toolkit's. */
static struct compiled compile_any(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_toolkit(arena, compiler, source);
	if (!compiled.error)
		return compiled;
	const char *missing = missing_header(arena, compiled.diagnostics);
	text_list toolkits = { 0 };
	if (!compiler->cuda_path && !compiler->no_toolkit)
		toolkits = toolkit_list(arena, compiler->toolkit);
	struct compiler with = *compiler;
	with.cuda_path = toolkit_for(arena, &toolkits, missing);
	if (with.cuda_path && !compiler->cuda_path) {
		struct compiled again = compile_toolkit(arena, &with, source);
		if (missing || !again.error)
			compiled = again;
		missing = missing_header(arena, compiled.diagnostics);
	}
	if (compiled.error && missing)
		compiled.error = missing_text(arena, compiler, missing, toolkits.n > 0);
	return compiled;
}

/* As clang, and where that fails as nvcc, if the program asks which of both it is. */
static struct compiled compile_either(
	struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_any(arena, compiler, source);
	if (!compiled.error || compiled.cause != FAILURE_INPUT || compiler->define_nvcc || compiler->host_only ||
		missing_header(arena, compiled.diagnostics) ||
		!asks_for(arena, compiler, source, compiled.diagnostics, "__NVCC__"))
		return compiled;
	struct compiler with = *compiler;
	with.define_nvcc = true;
	struct compiled again = compile_any(arena, &with, source);
	return again.error ? compiled : again;
}

struct compiled compile(struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiled compiled = compile_either(arena, compiler, source);
	struct inputs *inputs = compiler->inputs;
	if (!compiled.error || !inputs || compiled.cause == FAILURE_CHANCE)
		return compiled;
	inputs->complete = true;
	vec_each(how, &inputs->untold)
		inputs->complete &= inputs_ask(arena, inputs, *how, source);
	return compiled;
}

void compile_inputs(struct arena *arena, const struct compiler *compiler, const char *source)
{
	struct compiler with = *compiler;
	compiler->inputs->complete = inputs_ask(arena, compiler->inputs, &with, source);
	if (compiler->cuda_path || compiler->no_toolkit)
		return;
	text_list toolkits = toolkit_list(arena, compiler->toolkit);
	vec_each(toolkit, &toolkits) {
		with.cuda_path = *toolkit;
		compiler->inputs->complete &= inputs_ask(arena, compiler->inputs, &with, source);
	}
}
