#include "solver/findings/between_internal.h"

#include <inttypes.h>

#include "base/effort.h"

#define MOST_SECONDS 0.3 /* of one query */

/* Can the access be judged without knowing what other threads, of either kernel, do before? */
bool between_plain(const struct access *access)
{
	return access->object->space == SPACE_GLOBAL && !access->is_volatile &&
	       !access->spin_flag && !access->locks.n && !access->releases.n &&
	       !access->acquired.n && !access->found_by.n && !access->waited_for.n && !access->ends;
}

static void side_fill(struct side *side, struct kernel *kernel, const struct host_launch *host,
	const struct check_options *options)
{
	side->kernel = kernel;
	side->host = host;
	if (!kernel)
		return;
	side->launch = launch_new(kernel, host, options);
	vec_each(interval, &kernel->intervals)
		if ((*interval)->kind == RACE_INTER_BLOCK && !(*interval)->flight &&
			!(*interval)->proxy)
			vec_push(kernel->arena, &side->intervals, *interval);
}

void between_range(struct between *between, struct meeting *meeting, unsigned t)
{
	const struct side *side = &between->side[t];
	struct ets *ets = side->kernel->ets;
	struct pair_terms *terms = &meeting->terms;
	for (unsigned i = 0; i < 3; i++) {
		vec_push(between->run, &terms->conditions,
			et_binary(ets, ET_ULT, 0, terms->tid[t][i], side->launch->block[i]));
		vec_push(between->run, &terms->conditions,
			et_binary(ets, ET_ULT, 0, terms->ctaid[t][i], side->launch->grid[i]));
	}
}

/* Is a base memory that the host allocated? */
bool between_allocated(const struct et *base)
{
	const struct host_alloc *alloc = base->op == ET_SYM || base->op == ET_APP ? base->sym->origin : NULL;
	return alloc && base->sym->kind == SYM_BASE &&
	       (alloc->memory == HOST_DEVICE || alloc->memory == HOST_MANAGED ||
		       alloc->memory == HOST_PINNED);
}

/* The variable that a base is, as the host names it, or NULL. */
const char *between_variable(const struct et *base)
{
	const struct host_alloc *alloc = base->op == ET_SYM && base->sym->kind == SYM_BASE ? base->sym->origin : NULL;
	return alloc && alloc->memory == HOST_GLOBAL ? alloc->function : NULL;
}

bool between_is_variable(const struct kernel *kernel, const struct et *base, const char *name)
{
	vec_each(object, &kernel->objects)
		if ((*object)->kind == OBJECT_GLOBAL && base->op == ET_SYM && base->sym == (*object)->base &&
			object_is_global(*object, name))
			return true;
	return false;
}

/* Is a base the memory of a device variable, of a module that both kernels are in; the variable, or NULL. */
static LLVMValueRef variable_behind(const struct kernel *kernel, const struct et *base)
{
	vec_each(object, &kernel->objects)
		if ((*object)->kind == OBJECT_GLOBAL && base->op == ET_SYM && base->sym == (*object)->base)
			return (*object)->value;
	return NULL;
}

/* Are two bases one memory that the program has in sight: a variable may be named by a kernel, or given to it. */
static bool is_one(const struct between *between, const struct et *a, const struct et *b)
{
	const struct kernel *const kernels[] = { between->side[0].kernel, between->side[1].kernel };
	const char *first = between_variable(a), *second = between_variable(b);
	if (first || second)
		return a == b || (first ? between_is_variable(kernels[1], b, first) : between_is_variable(kernels[0], a, second));
	LLVMValueRef variable = variable_behind(kernels[0], a);
	return variable ? variable == variable_behind(kernels[1], b) : a == b && between_allocated(a);
}

static void foreign_visit(void *data, const struct et *et)
{
	bool *foreign = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		*foreign |= et->sym->kind >= SYM_LOAD && et->sym->kind != SYM_FLOAT;
}

static bool mentions_foreign(struct arena *arena, const struct et *et)
{
	bool foreign = false;
	et_once(arena, et, foreign_visit, &foreign);
	return foreign;
}

static void made_visit(void *data, const struct et *et)
{
	bool *made = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		*made |= et->sym->computed;
}

/* Does a query rest on contents of memory or on what is not modelled? */
static bool is_foreign(struct arena *arena, const struct query *query)
{
	bool foreign = false;
	struct et_set *seen = et_set_new(arena);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, query->offset[t], foreign_visit, &foreign);
	vec_each(condition, &query->conditions)
		et_each(seen, *condition, foreign_visit, &foreign);
	return foreign;
}

/* Are places computed from numbers that the host makes in ways that are not followed; those that bound them alone do not count. */
static bool is_made(struct arena *arena, const struct query *query)
{
	bool made = false;
	for (unsigned t = 0; t < 2; t++)
		et_once(arena, query->offset[t], made_visit, &made);
	return made;
}

struct numbers {
	struct arena *arena;
	struct ets *ets;
	VEC(const struct et *) not_negative;
};

static void number_visit(void *data, const struct et *et)
{
	struct numbers *numbers = data;
	if (et->op != ET_SYM || et->sym->kind != SYM_HOST || et->width < 32)
		return;
	const struct et *zero = et_const(numbers->ets, et->width, 0);
	vec_push(numbers->arena, &numbers->not_negative,
		et_binary(numbers->ets, ET_SLE, 0, zero, et));
}

/* Witnesses with sizes below zero, which unsigned divisions make large, are of no use to anybody. */
static void numbers_push(struct between *between, struct query *query)
{
	struct numbers numbers = { between->run, query->ets, { 0 } };
	struct et_set *seen = et_set_new(between->run);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, query->offset[t], number_visit, &numbers);
	vec_each(condition, &query->conditions)
		et_each(seen, *condition, number_visit, &numbers);
	vec_each(condition, &numbers.not_negative)
		vec_push(between->run, &query->conditions, *condition);
}

static uint64_t value_of(struct between *between, const struct answer *answer, const struct et *et)
{
	uint64_t value;
	return model_eval(between->run, answer, et, &value) ? value : 0;
}

static const char *thread_text(struct between *between, const struct meeting *meeting,
	const struct answer *answer, unsigned t)
{
	uint64_t id[6];
	if (!meeting->access[t])
		return between->side[t].host->transfer;
	for (unsigned i = 0; i < 3; i++) {
		id[i] = value_of(between, answer, meeting->terms.ctaid[t][i]);
		id[i + 3] = value_of(between, answer, meeting->terms.tid[t][i]);
	}
	return arena_printf(between->run,
		"block (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ") thread (%" PRIu64 ",%" PRIu64
		",%" PRIu64 ")",
		id[0], id[1], id[2], id[3], id[4], id[5]);
}

static const char *what_text(struct between *between, const struct meeting *meeting, unsigned t)
{
	static const char *const words[] = { "reads", "writes", "changes atomically" };
	const struct access *access = meeting->access[t];
	if (!access)
		return arena_printf(between->run, "%s at line %u %s", between->side[t].host->transfer,
			between->side[t].host->loc.line, meeting->copy_writes[t] ? "writes" : "reads");
	return arena_printf(between->run, "'%s' (launched at line %u) %s at line %u",
		between->side[t].kernel->name,
		between->side[t].host->loc.line,
		words[access->type], access_loc(between->side[t].kernel, access).line);
}

/* Which two touch the memory. */
static const char *both_text(const struct between *between, const struct meeting *meeting)
{
	unsigned kernels = (meeting->access[0] ? 1U : 0U) + (meeting->access[1] ? 1U : 0U);
	if (between->overlap->second.by_host)
		return kernels ? "a kernel and the host" : "a copy or fill and the host";
	if (between->overlap->nodes)
		return "two nodes of a graph";
	return kernels == 2 ? "two kernels in different streams"
	       : kernels    ? "a kernel and a copy, fill or release in different streams"
			    : "two copies, fills or releases in different streams";
}

static void found(struct between *between, const struct meeting *meeting,
	const struct answer *answer, const struct et *offset)
{
	const struct et *const *value = meeting->terms.value;
	bool kernels = meeting->access[0] && meeting->access[1];
	bool same = kernels && access_writes(meeting->access[0]) && access_writes(meeting->access[1]) && value[0] &&
		    value[0] == value[1] && et_is_const(value[0]);
	bool warning = same || meeting->data || meeting->made;
	if (warning && between->found.message)
		return;
	const char *needs = meeting->data   ? arena_printf(between->run, " if entries of '%s' lead there", meeting->data)
			    : meeting->made ? " if numbers that the host makes, in a way that is not followed, lead there"
					    : "";
	between->found = (struct finding){ "inter-kernel", warning ? SEVERITY_WARNING : SEVERITY_ERROR,
		between->overlap->second.loc,
		arena_printf(between->run,
			"%s touch the same memory%s, and nothing orders "
			"them: %s what %s; witness: %s and %s both touch %s+%" PRId64,
			both_text(between, meeting),
			needs,
			what_text(between, meeting, 0), what_text(between, meeting, 1),
			thread_text(between, meeting, answer, 0),
			thread_text(between, meeting, answer, 1), meeting->base->name,
			(int64_t)value_of(between, answer, offset)) };
}

/* What the launches' own conditions and facts say of when they may run at once. */
static void apart_push(struct between *between, struct query *query)
{
	vec_push(between->run, &query->conditions, between->overlap->apart);
	for (unsigned t = 0; t < 2; t++)
		if (!mentions_foreign(between->run, between->overlap->reached[t]))
			vec_push(between->run, &query->conditions, between->overlap->reached[t]);
}

void between_ask_constant(struct between *between, unsigned t, const struct place *copied, struct loc loc)
{
	const struct host_launch *kernel = between->side[t].host, *copy = between->side[!t].host;
	const struct et *none = et_const(between->ets, 64, 0);
	struct query query = { .ets = between->ets, .facts = &between->facts, .label = "inter-kernel", .offset = { none, none },
		.size = { 1, 1 }, .inside = { true, true } };
	vec_push(between->run, &query.conditions, copied->guard);
	apart_push(between, &query);
	if (is_foreign(between->run, &query) || !query_simplify(between->run, &query))
		return;
	solver_query_limit(between->solver, MOST_SECONDS);
	if (solve(between->solver, &query).kind == ANSWER_SAT)
		between->found = (struct finding){ "inter-kernel", SEVERITY_ERROR, between->overlap->second.loc,
			arena_printf(between->run,
				"a kernel and a copy, fill or release in different streams touch the same memory, and nothing orders them: "
				"'%s' (launched at line %u) reads '%s' at line %u, which %s at line %u writes",
				between->side[t].kernel->name, kernel->loc.line, copied->base->sym->name, loc.line, copy->transfer,
				copy->loc.line) };
}

void between_ask(struct between *between, struct meeting *meeting, const struct place *a,
	const struct place *b)
{
	struct ets *ets = between->ets;
	struct query query = { .ets = ets, .facts = &between->facts, .label = "inter-kernel" };
	const struct place *const places[] = { a, b };
	meeting->base = a->base->sym;
	for (unsigned t = 0; t < 2; t++) {
		query.offset[t] = places[t]->offset;
		query.size[t] = meeting->access[t] ? meeting->access[t]->size : 1;
		query.inside[t] = true;
		vec_push(between->run, &query.conditions, places[t]->guard);
	}
	vec_each(condition, &meeting->terms.conditions)
		vec_push(between->run, &query.conditions, *condition);
	apart_push(between, &query);
	numbers_push(between, &query);
	meeting->made = is_made(between->run, &query);
	if (!query_simplify(between->run, &query))
		return;
	if (is_foreign(between->run, &query))
		query_drop_ends(between->run, &query, &meeting->before);
	meeting->data = is_foreign(between->run, &query) ? between_data(between, meeting) : NULL;
	if (is_foreign(between->run, &query) && !meeting->data)
		return;
	solver_query_limit(between->solver, MOST_SECONDS);
	struct answer answer = solve(between->solver, &query);
	if (answer.kind == ANSWER_SAT)
		found(between, meeting, &answer, query.offset[0]);
}

void between_ask_if(struct between *between, const struct meeting *meeting, const struct et *one, const struct place *a,
	const struct place *b)
{
	struct meeting inside = *meeting;
	vec_push(between->run, &inside.terms.conditions, one);
	between_ask(between, &inside, a, b);
}

static void ask_accesses(struct between *between, struct interval *const intervals[2],
	const struct instance *const instances[2])
{
	struct meeting meeting = { .access = { instances[0]->access, instances[1]->access } };
	struct ets *ets = between->ets;
	place_list places[2] = { { 0 }, { 0 } };
	for (unsigned t = 0; t < 2; t++) {
		const struct side *side = &between->side[t];
		pair_side(side->kernel, intervals[t], instances[t], t, side->launch->map,
			&meeting.terms);
		between_range(between, &meeting, t);
		side_loops_before(side->kernel, intervals[t], instances[t], t, side->launch->map, &meeting.before);
		meeting.own = t == 0 ? meeting.terms.conditions.n : meeting.own;
		if (!address_places(ets, meeting.terms.address[t], &places[t]))
			return;
	}
	vec_each(a, &places[0]) {
		vec_each(b, &places[1]) {
			const struct et *kept = kept_meet(ets, a->base, b->base);
			if (is_one(between, a->base, b->base))
				between_ask(between, &meeting, a, b);
			else if (kept)
				between_ask_if(between, &meeting, kept, a, b);
		}
	}
}

/* Could the two conflict if they touched the same byte? */
static bool may_conflict(const struct access *a, const struct access *b)
{
	bool atomic = a->type == ACCESS_ATOMIC && b->type == ACCESS_ATOMIC;
	return between_plain(a) && between_plain(b) && (access_writes(a) || access_writes(b)) &&
	       !(atomic && a->scope >= SCOPE_DEVICE && b->scope >= SCOPE_DEVICE);
}

bool between_done(const struct between *between)
{
	return (between->found.message && between->found.severity == SEVERITY_ERROR) || effort_now() >= between->deadline;
}

static void ask_intervals(struct between *between, struct interval *first, struct interval *second)
{
	struct interval *const intervals[] = { first, second };
	vec_each(a, &first->instances) {
		vec_each(b, &second->instances) {
			const struct instance *const instances[] = { a, b };
			if (between_done(between))
				return;
			if (may_conflict(a->access, b->access))
				ask_accesses(between, intervals, instances);
		}
	}
}

void check_between(struct arena *run, struct ets *ets, struct kernel *const kernels[2],
	const struct host_overlap *overlap, const struct check_options *options,
	struct results *results)
{
	struct solver_options solver_options = { .query_seconds = MOST_SECONDS,
		.linear_first = options->linear_first, .dump_dir = options->dump_dir };
	struct between between = { .run = run, .overlap = overlap, .ets = ets,
		.solver = solver_new(run, ets, &solver_options) };
	between.deadline = effort_now() + options->seconds;
	solver_deadline(between.solver, between.deadline);
	side_fill(&between.side[0], kernels[0], &overlap->first, options);
	side_fill(&between.side[1], kernels[1], &overlap->second, options);
	for (unsigned t = 0; t < 2; t++)
		vec_each(fact, kernels[t] ? &between.side[t].launch->facts : &between.side[t].host->facts)
			vec_push(run, &between.facts, *fact);
	for (unsigned t = 0; t < 2; t++)
		if (kernels[t] && !kernels[!t])
			between_copies(&between, t);
	if (!kernels[0] && !kernels[1])
		between_transfers(&between);
	vec_each(a, &between.side[0].intervals)
		vec_each(b, &between.side[1].intervals)
			ask_intervals(&between, *a, *b);
	if (between.found.message)
		vec_push(run, &results->findings, between.found);
	solver_free(between.solver);
}
