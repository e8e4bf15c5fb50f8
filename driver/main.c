#include <string.h>

#include "base/stats.h"
#include "driver/archs.h"
#include "driver/assume.h"
#include "driver/check.h"
#include "driver/lost.h"
#include "driver/other_archs.h"
#include "driver/output.h"
#include "driver/program.h"
#include "driver/scan.h"
#include "driver/select.h"
#include "report/merge.h"

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

static bool is_scan(const struct options *options)
{
	return options->build_dir || (options->project && strcmp(options->project, "none"));
}

/* A name after --kernel that no kernel of any file has is an error. */
static void require_kernels(
	struct arena *arena, const struct options *options, struct results *results)
{
	if (results->errors.n || results->partial)
		return;
	vec_each(name, &options->kernels) {
		bool found = false;
		vec_each(kernel, &results->kernels)
			found |= !strcmp(kernel->name, *name);
		if (found)
			continue;
		file_failed(arena, results, options->files.n ? options->files.at[0] : "project",
			arena_printf(arena, "no kernel is named '%s'", *name));
		complain("--kernel=%s: no kernel has this name", *name);
	}
}

static void check_one(struct arena *arena, const struct options *options,
	const struct compiler *compiler, void *data, size_t unit, struct results *out)
{
	const struct project *project = data;
	check_unit(arena, options, compiler, &project->units.at[unit], out);
}

/* Is there more than one unit to look at together. */
static bool is_program(const struct options *options, const struct project *project)
{
	return (is_scan(options) || options->whole_program) && project->units.n &&
	       project->units.n + project->context.n + project->hosts.n > 1;
}

static void check_once(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct project *project, struct results *results)
{
	struct lost_list lost = { 0 };
	struct round round = { .work = check_one, .data = project, .lost = &lost };
	if (is_program(options, project)) {
		program_scan(arena, options, project, compiler, results);
		return;
	}
	scan(arena, options, project, compiler, &round, results);
	if (!results->partial)
		lost_keep(arena, options, project, compiler, &lost, false, results);
}

static void check_archs(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct project *project, struct results *results)
{
	text_list archs = archs_of(arena, project, compiler);
	vec_each(arch, &archs) {
		struct results found = { 0 };
		struct project part = archs_part(arena, project, compiler, *arch);
		if (results->partial)
			return;
		check_once(arena, options, compiler, &part, &found);
		archs_label(arena, &found, *arch);
		results_append(arena, &found, results);
	}
}

static void say_interrupted(const struct project *project, const struct results *results)
{
	size_t all = project->units.n, left = results->unchecked;
	if (results->partial)
		complain("interrupted: %zu of %zu %s not checked", left < all ? left : all, all,
			all == 1 ? "file was" : "files were");
}

/* Checks what the command line asks for of the project. */
static void check_project(struct arena *arena, const struct options *options,
	const struct compiler *compiler, struct project *project, struct results *results)
{
	const char *error;
	if (!project_select(arena, options, project, compiler, results, &error))
		die("%s", error);
	bool several = options->all_archs;
	if (!results->partial && !several)
		several = other_archs_fill(arena, options, project, compiler, results);
	if (!results->partial && several)
		check_archs(arena, options, compiler, project, results);
	else if (!results->partial)
		check_once(arena, options, compiler, project, results);
	other_archs_keep(arena, options, project, compiler);
	say_interrupted(project, results);
	if (!options->quiet)
		project_show_skipped(arena, project);
	results_merge(arena, results);
	require_kernels(arena, options, results);
	require_parameters(arena, options, results);
}

int main(int argc, char **argv)
{
	double start = now();
	struct arena *arena = arena_new();
	struct options options;
	struct outputs outputs;
	struct compiler compiler;
	struct project project;
	struct results results = { 0 };
	const char *error;

	if (!options_parse(arena, argc, argv, &options, &error))
		die("%s", error);
	if (answered(&options)) {
		arena_free(arena);
		return 0;
	}
	if (!is_scan(&options) && !options.files.n && !options.files_from &&
		!options.explain_command.n)
		die("no input files (see hgrd --help)");
	error = assumptions_check(arena, &options);
	if (error)
		die("%s", error);
	if (!compiler_find(arena, &options, &compiler, &error))
		die("%s", error);
	if (options.explain_command.n) {
		if (!project_explain(arena, &options, &compiler, &error))
			die("%s", error);
		arena_free(arena);
		return 0;
	}
	if (!project_find(arena, &options, &project, &error))
		die("%s", error);
	if (!outputs_open(arena, &options, &outputs, &error))
		die("%s", error);
	check_project(arena, &options, &compiler, &project, &results);
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
