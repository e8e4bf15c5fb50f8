#include <string.h>

#include "base/stats.h"
#include "driver/check.h"
#include "driver/output.h"
#include "driver/program.h"
#include "driver/worker.h"

static void show_version(void)
{
	puts("hgrd " HGRD_VERSION);
	puts("LLVM " HGRD_LLVM_VERSION ", Z3 " HGRD_Z3_VERSION ", clang " HGRD_CLANG);
}

/* Answers the options that only ask for a text; true when there was one. */
static bool answered(const struct options *options)
{
	if (options->help)
		options_show_help(stdout);
	else if (options->version)
		show_version();
	else if (!options->generate)
		return false;
	else if (!options_show_generated(stdout, options->generate, HGRD_VERSION))
		die("--generate=%s: man, bash, zsh and fish are known", options->generate);
	return true;
}

static void require_files(const struct options *options)
{
	if (options->build_dir || options->project)
		die("project scans are not supported yet; name the .cu files instead");
	if (!options->files.n)
		die("no input files (see hgrd --help)");
}

/* A name after --kernel that no kernel of any file has is an error. */
static void require_kernels(
	struct arena *arena, const struct options *options, struct results *results)
{
	if (results->errors.n)
		return;
	vec_each(name, &options->kernels) {
		bool found = false;
		vec_each(kernel, &results->kernels)
			found |= !strcmp(kernel->name, *name);
		if (found)
			continue;
		file_failed(arena, results, options->files.at[0],
			arena_printf(arena, "no kernel is named '%s'", *name));
		complain("--kernel=%s: no kernel has this name", *name);
	}
}

static void check_one(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t file, struct results *out)
{
	(void)data;
	check_file(arena, options, compiler, options->files.at[file], out);
}

static void first_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t file, struct results *out)
{
	(void)options;
	unit_prepare(arena, compiler, data, file, out);
}

static void second_round(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t file, struct results *out)
{
	(void)compiler;
	unit_check(arena, options, data, file, out);
}

static void check_whole(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct results *out)
{
	struct whole whole;
	whole_new(arena, &whole, &options->files);
	workers_run(arena, options, compiler, first_round, &whole, out);
	whole_fill(arena, &whole);
	workers_run(arena, options, compiler, second_round, &whole, out);
	whole_free(&whole);
}

int main(int argc, char **argv)
{
	double start = now();
	struct arena *arena = arena_new();
	struct options options;
	struct outputs outputs;
	struct compiler compiler;
	struct results results = { 0 };
	const char *error;

	if (!options_parse(arena, argc, argv, &options, &error))
		die("%s", error);
	if (answered(&options)) {
		arena_free(arena);
		return 0;
	}
	require_files(&options);
	if (!outputs_open(arena, &options, &outputs, &error))
		die("%s", error);
	if (!compiler_find(arena, &options, &compiler, &error))
		die("%s", error);
	options.arch = compiler.arch;
	if (options.whole_program)
		check_whole(arena, &options, &compiler, &results);
	else
		workers_run(arena, &options, &compiler, check_one, NULL, &results);
	require_kernels(arena, &options, &results);
	results.seconds = now() - start;
	TIMED(report)
		outputs_write(arena, &options, &outputs, &results);
	if (options.stats || options.verbose)
		stats_show(stderr);
	struct summary summary = summary_of(&results);
	enum exit_code code = summary_exit(&summary, &options);
	arena_free(arena);
	return code;
}
