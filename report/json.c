/* The JSON report; its shape is a contract, "schema" counts up on a breaking change. */
#include "report/report.h"

#include "report/json_text.h"
#include "report/source.h"

#define SCHEMA 1

static json_t *json_line(unsigned line)
{
	return line ? json_integer(line) : json_null();
}

/* Adds "file" and "line", and "column" where asked for; what is not known is null. */
static void add_loc(json_t *object, const struct loc *loc, bool column)
{
	json_object_set_new(object, "file", json_text(loc->file));
	json_object_set_new(object, "line", json_line(loc->file ? loc->line : 0));
	if (column)
		json_object_set_new(object, "column", json_line(loc->file ? loc->column : 0));
}

static json_t *json_texts(const char *const texts[3])
{
	json_t *array = json_array();
	for (int axis = 0; axis < 3; axis++)
		json_array_append_new(array, json_text(texts[axis]));
	return array;
}

static json_t *json_triple(const uint64_t values[3])
{
	json_t *array = json_array();
	for (int axis = 0; axis < 3; axis++)
		json_array_append_new(array, json_integer((json_int_t)values[axis]));
	return array;
}

static json_t *json_access(struct sources *sources, const struct race_access *access)
{
	json_t *object = json_object();
	add_loc(object, &access->loc, true);
	json_object_set_new(object, "type", json_text(access_type_text(access->type)));
	const char *text = access->text;
	if (!text)
		text = source_trimmed(sources, access->loc.file, access->loc.line);
	json_object_set_new(object, "text", json_text(text));
	if (!access->stack.n)
		return object;
	json_t *stack = json_array();
	vec_each(frame, &access->stack) {
		json_t *entry = json_object();
		json_object_set_new(entry, "function", json_text(frame->function));
		add_loc(entry, &frame->loc, true);
		json_array_append_new(stack, entry);
	}
	json_object_set_new(object, "stack", stack);
	return object;
}

/* JSON integers are signed 64-bit here; larger unsigned values are given as text. */
static json_t *json_param(struct arena *arena, const struct witness_param *param)
{
	if (!param->is_unsigned || param->value >= 0)
		return json_integer(param->value);
	return json_text(arena_printf(arena, "%llu", (unsigned long long)param->value));
}

static json_t *json_witness(struct arena *arena, const struct witness *witness)
{
	json_t *object = json_object(), *params = json_object(), *threads = json_array();
	json_object_set_new(object, "gridDim", json_triple(witness->grid_dim));
	json_object_set_new(object, "blockDim", json_triple(witness->block_dim));
	vec_each(param, &witness->params)
		json_object_set_new(params, param->name, json_param(arena, param));
	json_object_set_new(object, "params", params);
	for (int i = 0; i < 2; i++) {
		json_t *thread = json_object();
		json_object_set_new(thread, "block", json_triple(witness->thread[i].block));
		json_object_set_new(thread, "thread", json_triple(witness->thread[i].thread));
		json_array_append_new(threads, thread);
	}
	json_object_set_new(object, "threads", threads);
	json_object_set_new(object, "offset", json_integer((json_int_t)witness->offset));
	return object;
}

static json_t *json_race(struct arena *arena, struct sources *sources, const struct race *race)
{
	json_t *object = json_object(), *accesses = json_array();
	json_object_set_new(object, "kind", json_text(race_kind_text(race->kind)));
	json_object_set_new(object, "space", json_text(space_text(race->space)));
	json_object_set_new(object, "severity", json_text(severity_text(race->severity)));
	json_object_set_new(object, "cause", json_text(race->cause));
	json_object_set_new(object, "object", json_text(race->object));
	for (int i = 0; i < 2; i++)
		json_array_append_new(accesses, json_access(sources, &race->access[i]));
	json_object_set_new(object, "accesses", accesses);
	json_object_set_new(object, "witness", json_witness(arena, &race->witness));
	if (race->more)
		json_object_set_new(object, "more", json_integer(race->more));
	if (race->repeated)
		json_object_set_new(object, "repeated", json_true());
	return object;
}

static json_t *json_proof(const struct launch_result *launch)
{
	json_t *object = json_object(), *facts = json_array(), *assumptions = json_array();
	vec_each(fact, &launch->facts) {
		json_t *entry = json_object();
		json_object_set_new(entry, "kind", json_text(fact_kind_text(fact->kind)));
		json_object_set_new(entry, "text", json_text(fact->text));
		add_loc(entry, &fact->loc, false);
		json_array_append_new(facts, entry);
	}
	for (unsigned i = 0; i < ASSUMPTION_COUNT; i++)
		if (launch->assumptions >> i & 1)
			json_array_append_new(
				assumptions, json_text(assumption_text((enum assumption_index)i)));
	json_object_set_new(object, "facts", facts);
	json_object_set_new(object, "assumptions", assumptions);
	return object;
}

/* A list for "sm_90, sm_80". */
static json_t *json_archs(const char *text)
{
	json_t *list = json_array();
	while (*text) {
		size_t n = strcspn(text, ", ");
		json_array_append_new(list, json_stringn(text, n));
		text += n + strspn(text + n, ", ");
	}
	return list;
}

static json_t *json_launch(
	struct arena *arena, struct sources *sources, const struct launch_result *launch)
{
	json_t *object = json_object(), *races = json_array(), *undecided = json_array();
	add_loc(object, &launch->loc, false);
	json_object_set_new(object, "grid", json_texts(launch->grid));
	json_object_set_new(object, "block", json_texts(launch->block));
	json_object_set_new(object, "verdict", json_text(verdict_text(launch->verdict)));
	if (launch->archs)
		json_object_set_new(object, "archs", json_archs(launch->archs));
	json_object_set_new(object, "seconds", json_real(launch->seconds));
	vec_each(race, &launch->races)
		json_array_append_new(races, json_race(arena, sources, race));
	json_object_set_new(object, "races", races);
	json_object_set_new(object, "proof", json_proof(launch));
	vec_each(reason, &launch->undecided) {
		json_t *entry = json_object();
		json_object_set_new(entry, "reason", json_text(reason->reason));
		add_loc(entry, &reason->loc, false);
		json_array_append_new(undecided, entry);
	}
	json_object_set_new(object, "undecided", undecided);
	return object;
}

static json_t *json_kernels(struct arena *arena, const struct results *results)
{
	struct sources *sources = sources_new(arena);
	json_t *kernels = json_array();
	vec_each(kernel, &results->kernels) {
		json_t *object = json_object(), *launches = json_array();
		json_object_set_new(object, "name", json_text(kernel->name));
		json_object_set_new(object, "mangled", json_text(kernel->mangled));
		add_loc(object, &kernel->loc, false);
		vec_each(launch, &kernel->launches)
			json_array_append_new(launches, json_launch(arena, sources, launch));
		json_object_set_new(object, "launches", launches);
		json_array_append_new(kernels, object);
	}
	return kernels;
}

static json_t *json_finding(const struct finding *finding)
{
	json_t *object = json_object();
	json_object_set_new(object, "rule", json_text(finding->rule));
	json_object_set_new(object, "severity", json_text(severity_text(finding->severity)));
	add_loc(object, &finding->loc, false);
	json_object_set_new(object, "message", json_text(finding->message));
	return object;
}

static json_t *json_findings(struct arena *arena, const struct results *results)
{
	json_t *findings = json_array();
	vec_each(finding, &results->findings)
		json_array_append_new(findings, json_finding(finding));
	if (results->system_launches) {
		struct finding skipped = { .rule = "not-checked", .severity = SEVERITY_NOTE,
			.message = system_text(arena, results) };
		json_array_append_new(findings, json_finding(&skipped));
	}
	return findings;
}

static json_t *json_errors(const struct results *results)
{
	json_t *errors = json_array();
	vec_each(error, &results->errors) {
		json_t *object = json_object();
		json_object_set_new(object, "file", json_text(error->file));
		json_object_set_new(object, "message", json_text(error->message));
		json_array_append_new(errors, object);
	}
	return errors;
}

static json_t *json_summary(const struct results *results)
{
	struct summary summary = summary_of(results);
	json_t *object = json_object();
	const struct {
		const char *name;
		size_t n;
	} counts[] = { { "kernels", summary.kernels }, { "launches", summary.launches },
		{ "race", summary.of[VERDICT_RACE] },
		{ "race_free", summary.of[VERDICT_RACE_FREE] },
		{ "undecided", summary.of[VERDICT_UNDECIDED] },
		{ "vacuous", summary.of[VERDICT_VACUOUS] } };
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		json_object_set_new(object, counts[i].name, json_integer((json_int_t)counts[i].n));
	json_object_set_new(object, "seconds", json_real(results->seconds));
	if (results->partial)
		json_object_set_new(object, "partial", json_true());
	return object;
}

void report_json(struct arena *arena, const struct results *results,
	const struct report_style *style, FILE *file)
{
	(void)style;
	json_t *root = json_object(), *tool = json_object();
	json_object_set_new(root, "schema", json_integer(SCHEMA));
	json_object_set_new(tool, "name", json_text("hgrd"));
	json_object_set_new(tool, "version", json_text(HGRD_VERSION));
	json_object_set_new(root, "tool", tool);
	json_object_set_new(root, "kernels", json_kernels(arena, results));
	json_object_set_new(root, "findings", json_findings(arena, results));
	json_object_set_new(root, "errors", json_errors(results));
	json_object_set_new(root, "summary", json_summary(results));
	json_dumpf(root, file, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	fputc('\n', file);
	json_decref(root);
}
