#include "tests/oracle/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/clang.h"
#include "solver/verdict.h"

/*
 * race_oracle FILE.cu KERNEL LAUNCH...
 *
 * Runs a kernel for each launch and prints, a line of JSON each, which pairs of
 * accesses race there. A launch is one argument of words:
 *   grid=X[,Y[,Z]] block=X[,Y[,Z]]
 *   NAME=NUMBER    a scalar parameter (0 when not given)
 *   NAME=@OTHER    a pointer parameter that points to where OTHER does
 *   contents=SEED  global memory holds numbers below 32 (zeros when not given)
 *   size=BYTES     of what pointers point to (65536)
 *   pair=LINE:TYPE:BLOCK:THREAD/LINE:TYPE:BLOCK:THREAD  asks whether these two race;
 *                  blocks and threads are linear
 */

struct question {
	bool asked;
	unsigned line[2], thread[2][2];
	enum access_type type[2];
};

static int parameter(const struct program *program, const char *name, size_t length)
{
	for (unsigned n = 0; n < LLVMCountParams(program->function); n++) {
		const char *own = value_name(LLVMGetParam(program->function, n));
		if (strlen(own) == length && !strncmp(own, name, length))
			return (int)n;
	}
	return -1;
}

static void dims_read(const char *text, uint32_t dims[3])
{
	dims[0] = dims[1] = dims[2] = 1;
	if (sscanf(text, "%u,%u,%u", &dims[0], &dims[1], &dims[2]) < 1)
		die("race_oracle: '%s' is not a size", text);
}

static enum access_type type_read(const char *text)
{
	for (int type = ACCESS_READ; type <= ACCESS_ATOMIC; type++)
		if (!strcmp(access_type_text((enum access_type)type), text))
			return (enum access_type)type;
	die("race_oracle: '%s' is not a type of access", text);
}

static void question_read(const char *text, struct question *q)
{
	char type[2][16];
	if (sscanf(text, "%u:%15[a-z]:%u:%u/%u:%15[a-z]:%u:%u", &q->line[0], type[0],
		    &q->thread[0][0], &q->thread[0][1], &q->line[1], type[1], &q->thread[1][0],
		    &q->thread[1][1]) != 8)
		die("race_oracle: '%s' is not a pair", text);
	q->type[0] = type_read(type[0]);
	q->type[1] = type_read(type[1]);
	q->asked = true;
}

static void word_read(
	const struct program *program, const char *word, struct run *run, struct question *question)
{
	const char *value = strchr(word, '=');
	if (!value)
		die("race_oracle: '%s' is not NAME=VALUE", word);
	size_t length = (size_t)(value++ - word);
	int param = parameter(program, word, length);
	if (param >= 0) {
		int other = *value == '@' ? parameter(program, value + 1, strlen(value + 1)) : -1;
		run->args.at[param] =
			other >= 0 ? run->args.at[other] : (uint64_t)strtoll(value, NULL, 0);
	} else if (!strncmp(word, "grid", length))
		dims_read(value, run->grid);
	else if (!strncmp(word, "block", length))
		dims_read(value, run->block);
	else if (!strncmp(word, "contents", length))
		run->contents = (unsigned)strtoul(value, NULL, 0);
	else if (!strncmp(word, "size", length))
		run->size = strtoull(value, NULL, 0);
	else if (!strncmp(word, "pair", length))
		question_read(value, question);
}

static void run_read(struct program *program, char *text, struct run *run, struct question *q)
{
	unsigned objects = 0;
	*run = (struct run){ .grid = { 1, 1, 1 }, .block = { 1, 1, 1 }, .size = 65536 };
	for (unsigned n = 0; n < LLVMCountParams(program->function); n++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(program->function, n));
		bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
		vec_push(program->arena, &run->args, pointer ? object_address(objects++) : 0);
	}
	for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
		word_read(program, word, run, q);
	for (unsigned n = 0; n < run->args.n; n++) {
		LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(program->function, n));
		if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
			run->args.at[n] &= mask_bits(LLVMGetIntTypeWidth(type));
	}
}

static void event_show(const struct event *e)
{
	printf("[%u, \"%s\", %u, %u]", e->insn->line, access_type_text(e->type), e->block, e->thread);
}

static void flags_show(unsigned flags)
{
	static const char *const names[] = { "wrap", "undefined", "outside", "limit", "divergence" };
	const char *comma = "";
	printf("\"flags\": [");
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!(flags >> i & 1))
			continue;
		printf("%s\"%s\"", comma, names[i]);
		comma = ", ";
	}
	printf("]");
}

static void races_show(const struct program *program, const race_list *races)
{
	const char *comma = "";
	printf("\"races\": [");
	vec_each(race, races) {
		printf("%s{\"kind\": \"%s\", \"object\": \"%s\", \"offset\": %lld, \"accesses\": [", comma,
			race_kind_text(race->kind), program->objects.at[race->first->object].name,
			(long long)race->offset);
		event_show(race->first);
		printf(", ");
		event_show(race->second);
		printf("]}");
		comma = ", ";
	}
	printf("]");
}

static void answer(struct program *program, char *text)
{
	struct run run;
	struct question question = { 0 };
	struct trace trace = { 0 };
	race_list races = { 0 };
	struct arena *arena = arena_new(), *whole = program->arena;
	run_read(program, text, &run, &question);
	program->arena = arena;
	machine_run(arena, program, &run, &trace);
	races_fill(arena, program, &trace, &races);
	printf("{\"events\": %zu, ", trace.events.n);
	flags_show(trace.flags);
	if (question.asked)
		printf(", \"pair\": %s",
			races_between(&trace, question.line, question.type, question.thread)
				? "true" : "false");
	printf(", ");
	races_show(program, &races);
	printf("}\n");
	program->arena = whole;
	arena_free(arena);
}

static LLVMValueRef kernel_named(
	struct arena *arena, const struct module *module, const char *name)
{
	function_list kernels = { 0 };
	device_kernels(arena, module, &kernels);
	vec_each(kernel, &kernels) {
		if (strstr(value_name(*kernel), name))
			return *kernel;
	}
	die("race_oracle: no kernel '%s'", name);
}

static struct module *device_module(struct arena *arena, char *const *argv)
{
	struct options options;
	struct compiler compiler;
	const char *error = NULL;
	char *args[] = { argv[0], argv[1], NULL };
	if (!options_parse(arena, 2, args, &options, &error) ||
		!compiler_find(arena, &options, &compiler, &error))
		die("race_oracle: %s", error);
	struct compiled compiled = compile(arena, &compiler, argv[1]);
	if (compiled.error)
		die("race_oracle: %s\n%s", compiled.error, compiled.diagnostics);
	struct module *module = module_read(arena, compiled.device.at, compiled.device.n, &error);
	if (!module || !device_prepare(arena, module, &error))
		die("race_oracle: %s", error);
	return module;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		die("usage: race_oracle FILE.cu KERNEL LAUNCH...");
	struct arena *arena = arena_new();
	struct module *module = device_module(arena, argv);
	struct program *program = program_new(arena, kernel_named(arena, module, argv[2]));
	if (program->unsupported)
		die("race_oracle: line %u: %s is not supported", program->unsupported_line,
			program->unsupported);
	for (int i = 3; i < argc; i++)
		answer(program, argv[i]);
	module_free(module);
	arena_free(arena);
	return 0;
}
