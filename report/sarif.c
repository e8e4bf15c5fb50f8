/* SARIF 2.1.0 (OASIS), with what GitHub code scanning asks for besides: one result for each finding. */
#include "report/report.h"

#include <string.h>

#include "report/fingerprint.h"
#include "report/json_text.h"
#include "report/merge.h"
#include "report/sentences.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

static const struct rule {
	const char *name, *level, *title, *help;
} rules[] = {
#define RULE(name, level, title, help) { name, level, title, help },
#include "report/rules.def"
#undef RULE
};
enum { RULES = sizeof(rules) / sizeof(*rules) };

struct sarif {
	struct arena *arena;
	struct fingerprints *prints;
	json_t *results;
};

/* { key: value } */
static json_t *wrapped(const char *key, json_t *value)
{
	json_t *object = json_object();
	json_object_set_new(object, key, value);
	return object;
}

static json_t *message(const char *text)
{
	return wrapped("text", json_text(text));
}

/* A path as a URI reference. */
static const char *uri_of(struct arena *arena, const char *path)
{
	const char *uri = *path == '/' ? "file://" : "";
	while (!strncmp(path, "./", 2))
		path += 2;
	for (; *path; path++) {
		unsigned char c = (unsigned char)*path;
		bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			     strchr("-._~/+", c);
		uri = arena_printf(arena, plain ? "%s%c" : "%s%%%02X", uri, c);
	}
	return uri;
}

static json_t *location(struct sarif *s, const struct loc *loc)
{
	json_t *physical = wrapped("artifactLocation",
		wrapped("uri", json_text(uri_of(s->arena, loc->file))));
	json_t *region = loc->line ? wrapped("startLine", json_integer(loc->line)) : NULL;
	if (region && loc->column)
		json_object_set_new(region, "startColumn", json_integer(loc->column));
	if (region)
		json_object_set_new(physical, "region", region);
	return wrapped("physicalLocation", physical);
}

static json_t *noted(json_t *place, const char *text, int id)
{
	if (id)
		json_object_set_new(place, "id", json_integer(id));
	json_object_set_new(place, "message", message(text));
	return place;
}

/* A result at a place, which may be nowhere. */
static json_t *result_add(struct sarif *s, const char *rule, const char *level,
	const struct loc *loc, const char *text)
{
	json_t *result = wrapped("ruleId", json_text(arena_printf(s->arena, "hgrd-%s", rule)));
	json_t *locations = json_array();
	for (int i = 0; i < RULES; i++)
		if (!strcmp(rules[i].name, rule))
			json_object_set_new(result, "ruleIndex", json_integer(i));
	json_object_set_new(result, "level", json_text(level));
	json_object_set_new(result, "message", message(text));
	if (loc->file)
		json_array_append_new(locations, location(s, loc));
	json_object_set_new(result, "locations", locations);
	const char *print = fingerprint_of(s->prints, loc->file, loc->line);
	if (print)
		json_object_set_new(result, "partialFingerprints",
			wrapped("primaryLocationLineHash", json_text(print)));
	json_array_append_new(s->results, result);
	return result;
}

/* What one thread of the witness does: the calls that lead to its access, and that. */
static json_t *thread_flow(struct sarif *s, const struct race *race, unsigned t)
{
	const struct race_access *access = &race->access[t];
	const char *who = thread_text(s->arena, &race->witness.thread[t]);
	json_t *steps = json_array();
	for (size_t i = access->stack.n; i-- > 0;) {
		const struct frame *frame = &access->stack.at[i];
		if (!frame->loc.file || same_loc(&frame->loc, &access->loc))
			continue;
		json_array_append_new(steps, wrapped("location", noted(location(s, &frame->loc),
			arena_printf(s->arena, "[%s] calls", who), 0)));
	}
	const char *does = arena_printf(s->arena, "[%s] %s of '%s'", who,
		access_type_text(access->type), race->object ? race->object : "?");
	json_array_append_new(steps, wrapped("location", noted(location(s, &access->loc), does, 0)));
	return wrapped("locations", steps);
}

static void race_add(struct sarif *s, const struct kernel_result *kernel,
	const struct launch_result *launch, const struct race *race)
{
	unsigned first = race->access[1].type != ACCESS_READ; /* where both write, the second */
	const char *text = arena_printf(s->arena, "%s. %s", race_sentence(s->arena, race, kernel),
		witness_sentence(s->arena, race));
	if (race->cause)
		text = arena_printf(s->arena, "%s. Cause: %s", text, race->cause);
	json_t *related = json_array(), *flows = json_array();
	json_t *result = result_add(
		s, "race", severity_text(race->severity), &race->access[first].loc, text);
	json_array_append_new(related, noted(location(s, &race->access[!first].loc),
		arena_printf(s->arena, "the other access, a %s",
			access_type_text(race->access[!first].type)), 1));
	if (launch->loc.file)
		json_array_append_new(related, noted(location(s, &launch->loc), "launched here", 2));
	json_object_set_new(result, "relatedLocations", related);
	for (unsigned t = 0; t < 2; t++)
		json_array_append_new(flows, thread_flow(s, race, t));
	json_t *paths = json_array();
	json_array_append_new(paths, wrapped("threadFlows", flows));
	json_object_set_new(result, "codeFlows", paths);
}

static const struct loc *first_known(const struct loc *a, const struct loc *b, const struct loc *c)
{
	return a->file ? a : b->file ? b : c;
}

static void launch_add(
	struct sarif *s, const struct kernel_result *kernel, const struct launch_result *launch)
{
	vec_each(race, &launch->races)
		if (!race->repeated && race->access[0].loc.file && race->access[1].loc.file)
			race_add(s, kernel, launch, race);
	vec_each(why, &launch->undecided)
		result_add(s, "undecided", "note", first_known(&why->loc, &launch->loc, &kernel->loc),
			arena_printf(s->arena, "kernel '%s' undecided: %s", kernel->name, why->reason));
	if (launch->verdict == VERDICT_VACUOUS)
		result_add(s, "vacuous", "warning", first_known(&launch->loc, &kernel->loc, &kernel->loc),
			arena_printf(s->arena,
				"kernel '%s' is never launched here: the host's facts contradict each other",
				kernel->name));
}

static json_t *driver_of(struct arena *arena)
{
	json_t *driver = wrapped("name", json_text("hgrd")), *list = json_array();
	json_object_set_new(driver, "semanticVersion", json_text(HGRD_VERSION));
	for (int i = 0; i < RULES; i++) {
		json_t *rule = wrapped("id", json_text(arena_printf(arena, "hgrd-%s", rules[i].name)));
		json_object_set_new(rule, "name", json_text(rules[i].name));
		json_object_set_new(rule, "shortDescription", message(rules[i].title));
		json_object_set_new(rule, "fullDescription", message(rules[i].help));
		json_object_set_new(rule, "help", message(rules[i].help));
		json_object_set_new(rule, "defaultConfiguration",
			wrapped("level", json_text(rules[i].level)));
		json_array_append_new(list, rule);
	}
	json_object_set_new(driver, "rules", list);
	return driver;
}

/* Files that could not be checked. */
static json_t *invocation_of(const struct results *results)
{
	bool successful = !results->errors.n && !results->partial;
	json_t *invocation = wrapped("executionSuccessful", json_boolean(successful));
	json_t *notes = json_array();
	vec_each(error, &results->errors) {
		json_t *note = wrapped("level", json_text("error"));
		json_object_set_new(note, "message", message(error->message));
		json_array_append_new(notes, note);
	}
	if (results->partial) {
		json_t *note = wrapped("level", json_text("error"));
		json_object_set_new(note, "message", message("interrupted: the report is partial"));
		json_array_append_new(notes, note);
	}
	json_object_set_new(invocation, "toolExecutionNotifications", notes);
	return invocation;
}

void report_sarif(struct arena *arena, const struct results *results,
	const struct report_style *style, FILE *file)
{
	(void)style;
	struct sarif s = { arena, fingerprints_new(arena), json_array() };
	json_t *root = wrapped("$schema", json_text(SCHEMA)), *runs = json_array();
	json_t *run = wrapped("tool", wrapped("driver", driver_of(arena)));
	json_t *invocations = json_array();
	vec_each(kernel, &results->kernels)
		vec_each(launch, &kernel->launches)
			launch_add(&s, kernel, launch);
	vec_each(finding, &results->findings)
		result_add(&s, finding->rule, severity_text(finding->severity), &finding->loc,
			finding->message);
	json_array_append_new(invocations, invocation_of(results));
	json_object_set_new(run, "invocations", invocations);
	json_object_set_new(run, "results", s.results);
	json_array_append_new(runs, run);
	json_object_set_new(root, "version", json_text("2.1.0"));
	json_object_set_new(root, "runs", runs);
	json_dumpf(root, file, JSON_INDENT(2));
	fputc('\n', file);
	json_decref(root);
}
