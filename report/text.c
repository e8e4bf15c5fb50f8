/*
 * The text report: one finding after another in the form compilers use, so
 * that editors and problem matchers need nothing new. A race that several
 * launches share (same lines, kinds and object) is printed once, with a note
 * for every launch.
 */
#include "report/report.h"

#include <string.h>

#include "report/merge.h"
#include "report/sentences.h"
#include "report/source.h"

#define LAUNCHES_SHOWN 5

struct item {
	const struct kernel_result *kernel;
	const struct launch_result *launch;
};

struct printer {
	FILE *file;
	struct arena *arena;
	struct sources *sources;
	const struct report_style *style;
	VEC(struct item) items; /* every launch of every kernel, in order */
};

static const char *color(const struct printer *printer, const char *sequence)
{
	return printer->style->color ? sequence : "";
}

#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[1;36m"
#define RESET "\033[0m"

static const char *severity_color(enum severity severity)
{
	return severity == SEVERITY_ERROR ? RED : severity == SEVERITY_WARNING ? MAGENTA : CYAN;
}

static void print_loc(const struct printer *printer, const struct loc *loc)
{
	if (!loc->file)
		return;
	fprintf(printer->file, "%s%s:", color(printer, BOLD), loc->file);
	if (loc->line)
		fprintf(printer->file, "%u:", loc->line);
	if (loc->line && loc->column)
		fprintf(printer->file, "%u:", loc->column);
	fprintf(printer->file, "%s ", color(printer, RESET));
}

/* "file:line:column: error: message [hgrd-rule]"; rule NULL: none. */
static void print_message(const struct printer *printer, const struct loc *loc,
	enum severity severity, const char *message, const char *rule)
{
	print_loc(printer, loc);
	fprintf(printer->file, "%s%s:%s %s%s%s", color(printer, severity_color(severity)),
		severity_text(severity), color(printer, RESET),
		severity == SEVERITY_NOTE ? "" : color(printer, BOLD), message,
		severity == SEVERITY_NOTE ? "" : color(printer, RESET));
	if (rule)
		fprintf(printer->file, " [hgrd-%s]", rule);
	fputc('\n', printer->file);
}

static void print_note(const struct printer *printer, const struct loc *loc, const char *message)
{
	print_message(printer, loc, SEVERITY_NOTE, message, NULL);
}

static const struct loc nowhere;

/* The source line; `text` is what is known of it when the file cannot be read. */
static void print_excerpt(const struct printer *printer, const struct loc *loc, const char *text)
{
	const char *line = source_line(printer->sources, loc->file, loc->line);
	if (!line)
		line = text;
	if (line)
		fprintf(printer->file, "%4u | %s\n", loc->line, line);
}

static const struct race *race_in(const struct launch_result *launch, const struct race *race)
{
	vec_each(other, &launch->races)
		if (same_race(race, other))
			return other;
	return NULL;
}

static void print_stack(const struct printer *printer, const struct race_access *access)
{
	vec_each(frame, &access->stack)
		if (!same_loc(&frame->loc, &access->loc))
			print_note(printer, &frame->loc, "inlined here");
}

/* " (sm_90, sm_80)" where several architectures are checked. */
static const char *show_archs(struct arena *arena, const struct launch_result *launch)
{
	return launch->archs ? arena_printf(arena, " (%s)", launch->archs) : "";
}

/* Which launches were checked where none is in sight. */
static const char *any_launch(struct arena *arena, const struct launch_result *launch)
{
	return arena_printf(arena,
		"no launch is in sight: checked for every launch that the hardware and the command "
		"line allow%s%s",
		launch->assumptions & ASSUME_UNREAD_DIMENSIONS
			? ", with 1 for dimensions that the kernel does not read"
			: "",
		show_archs(arena, launch));
}

static void print_launched(const struct printer *printer, const struct launch_result *launch)
{
	if (launch->loc.file)
		print_note(printer, &launch->loc,
			arena_printf(printer->arena, "launched here%s",
				show_archs(printer->arena, launch)));
	else
		print_note(printer, &nowhere, any_launch(printer->arena, launch));
}

/* Does another launch before `end` in the list have the race, at the same place. */
static bool launched_before(
	const struct printer *printer, const struct item *end, const struct race *race)
{
	for (const struct item *other = printer->items.at; other < end; other++)
		if (same_loc(&other->launch->loc, &end->launch->loc) &&
			race_in(other->launch, race))
			return true;
	return false;
}

/* The launches that have a race; where there are many, some and how many more. */
static void print_launches(
	const struct printer *printer, const struct item *item, const struct race *race)
{
	size_t shown = 1, more = 0;
	print_launched(printer, item->launch);
	for (const struct item *other = item + 1; other < printer->items.at + printer->items.n;
		other++) {
		if (!race_in(other->launch, race) || launched_before(printer, other, race))
			continue;
		if (shown == LAUNCHES_SHOWN) {
			more++;
			continue;
		}
		print_launched(printer, other->launch);
		shown++;
	}
	if (more)
		print_note(printer, &nowhere,
			arena_printf(printer->arena, "and at %zu more launches", more));
	if (race->more > shown - 1 + more)
		print_note(printer, &nowhere,
			arena_printf(printer->arena,
				"and %zu times more, in other instances or units",
				race->more - (shown - 1 + more)));
}

static void print_race(
	const struct printer *printer, const struct item *item, const struct race *race)
{
	const struct race_access *first = &race->access[0], *second = &race->access[1];
	struct arena *arena = printer->arena;
	const char *message = race_sentence(arena, race, item->kernel);
	print_message(printer, &first->loc, race->severity, message, "race");
	print_excerpt(printer, &first->loc, first->text);
	print_stack(printer, first);
	if (same_loc(&first->loc, &second->loc)) {
		print_note(printer, &second->loc, "also here, by another thread");
	} else {
		print_note(printer, &second->loc,
			arena_printf(arena, "and this %s, by another thread",
				access_type_text(second->type)));
		print_excerpt(printer, &second->loc, second->text);
		print_stack(printer, second);
	}
	print_note(printer, &nowhere, witness_sentence(arena, race));
	print_launches(printer, item, race);
	if (race->cause)
		print_note(printer, &nowhere, arena_printf(arena, "cause: %s", race->cause));
}

static bool printed_before(
	const struct printer *printer, const struct item *item, const struct race *race)
{
	for (const struct item *other = printer->items.at; other < item; other++)
		if (race_in(other->launch, race))
			return true;
	return race_in(item->launch, race) != race;
}

static const struct loc *first_known(const struct loc *a, const struct loc *b, const struct loc *c)
{
	return a->file ? a : b->file ? b : c;
}

static bool has_undecided(const struct launch_result *launch, const struct undecided *why)
{
	vec_each(other, &launch->undecided)
		if (same_loc(&other->loc, &why->loc) && same_text(other->reason, why->reason))
			return true;
	return false;
}

static bool said_before(
	const struct printer *printer, const struct item *item, const struct undecided *why)
{
	for (const struct item *other = printer->items.at; other < item; other++)
		if (other->kernel == item->kernel && has_undecided(other->launch, why))
			return true;
	for (const struct undecided *other = item->launch->undecided.at; other < why; other++)
		if (same_loc(&other->loc, &why->loc) && same_text(other->reason, why->reason))
			return true;
	return false;
}

/* One reason for a launch of a kernel to be undecided, with all launches it holds for. */
static void print_reason(
	const struct printer *printer, const struct item *item, const struct undecided *why)
{
	const struct loc *loc = first_known(&why->loc, &item->launch->loc, &item->kernel->loc);
	print_message(printer, loc, SEVERITY_WARNING,
		arena_printf(printer->arena, "kernel '%s' undecided: %s", item->kernel->name,
			why->reason),
		"undecided");
	print_excerpt(printer, loc, NULL);
	for (const struct item *other = item; other < printer->items.at + printer->items.n; other++)
		if (other->kernel == item->kernel && loc != &other->launch->loc &&
			(other == item ||
				(has_undecided(other->launch, why) &&
					!same_loc(&other->launch->loc, &item->launch->loc))))
			print_launched(printer, other->launch);
}

static void print_undecided(const struct printer *printer, const struct item *item)
{
	const struct undecided none = { .reason = "no reason is known" };
	if (!item->launch->undecided.n && item->launch->verdict == VERDICT_UNDECIDED)
		print_reason(printer, item, &none);
	vec_each(why, &item->launch->undecided)
		if (!said_before(printer, item, why))
			print_reason(printer, item, why);
}

static void print_facts(const struct printer *printer, const struct launch_result *launch)
{
	vec_each(fact, &launch->facts)
		print_note(printer, &fact->loc,
			arena_printf(
				printer->arena, "%s: %s", fact_kind_text(fact->kind), fact->text));
}

static void print_vacuous(const struct printer *printer, const struct kernel_result *kernel,
	const struct launch_result *launch)
{
	const struct loc *loc = first_known(&launch->loc, &kernel->loc, &nowhere);
	print_message(printer, loc, SEVERITY_WARNING,
		arena_printf(printer->arena,
			"kernel '%s' is never launched here: these facts contradict each other",
			kernel->name),
		"vacuous");
	print_excerpt(printer, loc, NULL);
	print_facts(printer, launch);
}

static const char *show_config(struct arena *arena, const char *const texts[3])
{
	const char *text = "(";
	for (int axis = 0; axis < 3; axis++)
		text = arena_printf(
			arena, "%s%s%s", text, axis ? "," : "", texts[axis] ? texts[axis] : "?");
	return arena_printf(arena, "%s)", text);
}

/* With --explain the proof, else only the verdict: with -v, and where no launch is in sight. */
static void print_proof(const struct printer *printer, const struct kernel_result *kernel,
	const struct launch_result *launch)
{
	struct arena *arena = printer->arena;
	const struct loc *loc = first_known(&launch->loc, &kernel->loc, &nowhere);
	const char *where =
		launch->loc.file
			? arena_printf(arena, "<<<%s, %s>>> is race-free",
				  show_config(arena, launch->grid),
				  show_config(arena, launch->block))
			: arena_printf(arena, "is race-free; %s", any_launch(arena, launch));
	print_note(printer, loc, arena_printf(arena, "kernel '%s' %s", kernel->name, where));
	if (!printer->style->explain)
		return;
	print_facts(printer, launch);
	const char *list = NULL;
	for (unsigned i = 0; i < ASSUMPTION_COUNT; i++)
		if (launch->assumptions >> i & 1) {
			const char *name = assumption_text((enum assumption_index)i);
			list = list ? arena_printf(arena, "%s, %s", list, name) : name;
		}
	if (list)
		print_note(printer, &nowhere, arena_printf(arena, "assuming: %s", list));
	if (!launch->facts.n)
		print_note(printer, &nowhere, "no facts from the host were needed");
}

static void print_item(const struct printer *printer, const struct item *item)
{
	const struct kernel_result *kernel = item->kernel;
	const struct launch_result *launch = item->launch;
	vec_each(race, &launch->races)
		if (!printed_before(printer, item, race))
			print_race(printer, item, race);
	print_undecided(printer, item);
	if (launch->verdict == VERDICT_VACUOUS)
		print_vacuous(printer, kernel, launch);
	if (launch->verdict == VERDICT_RACE_FREE &&
		(printer->style->explain || printer->style->verbose ||
			(!launch->loc.file && !printer->style->quiet)))
		print_proof(printer, kernel, launch);
}

static void print_findings(const struct printer *printer, const struct results *results)
{
	vec_each(finding, &results->findings) {
		print_message(
			printer, &finding->loc, finding->severity, finding->message, finding->rule);
		print_excerpt(printer, &finding->loc, NULL);
	}
}

static bool all_well(const struct results *results)
{
	struct summary summary = summary_of(results);
	return !summary.errors && !summary.partial && !results->findings.n &&
	       summary.of[VERDICT_RACE_FREE] == summary.launches;
}

void report_text(struct arena *arena, const struct results *results,
	const struct report_style *style, FILE *file)
{
	struct printer printer = {
		.file = file, .arena = arena, .sources = sources_new(arena), .style = style
	};
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			vec_push(arena, &printer.items, ((struct item){ kernel, launch }));
	vec_each(item, &printer.items)
		print_item(&printer, item);
	print_findings(&printer, results);
	if (!style->quiet || !all_well(results))
		fprintf(file, "%s\n", summary_text(arena, results));
}
