#include "solver/check_pair.h"
#include "solver/witnesses/any_number.h"

#include <string.h>

#define SOONER_SHARE 0.5 /* of a short time: such races are found in a third of it, or not at all */

/* From a model to a race that a person can follow: places, threads, values, cause. */

struct taint {
	struct check *check;
	const struct question *question;
	const struct answer *answer;
	const char *computed, *data; /* what a value comes from */
	const char *filled;          /* the same of one thread's address, which is not known to rest on it; */
	const char *listed;          /* what a value comes from that the host has computed in memory of the kernel */
	bool made;                   /* `computed` is a number that the host makes */
	bool given;                  /* ... what the kernel is given is part of that address */
	struct loc loc;
};

static void taint_computed(struct taint *taint, const struct symbol *sym)
{
	const char *computed = symbol_computed(taint->check->kernel, sym);
	if (computed && !taint->computed) {
		taint->computed = computed;
		taint->loc = sym->loc;
	}
}

static void computed_visit(void *taint, const struct et *et)
{
	if (et->op == ET_SYM || et->op == ET_APP)
		taint_computed(taint, et->sym);
}

struct count {
	struct taint *taint;
	const struct et *count;
};

static void compared_visit(void *data, const struct et *et)
{
	const struct count *count = data;
	struct arena *arena = count->taint->check->kernel->arena;
	if (et_op_class((enum et_op)et->op) == ET_COMPARE && et_mentions(arena, et, count->count))
		et_each(et_set_new(arena), et, computed_visit, count->taint);
}

/* How often a loop has run is what it is compared with: so what that rests on counts as well. */
static void final_count_add(struct taint *taint, const struct et *et)
{
	struct count count = { taint, et };
	struct et_set *seen = et_set_new(taint->check->kernel->arena);
	vec_each(condition, &taint->question->query.conditions)
		et_each(seen, *condition, compared_visit, &count);
}

static void taint_add(struct taint *taint, const struct et *et)
{
	if (symbol_is_final_count(taint->check->kernel, taint->question->pair, et->sym))
		final_count_add(taint, et);
	if (et->op != ET_SYM || !slot_occurs(taint->check, taint->question, taint->answer, et))
		taint_computed(taint, et->sym);
	if (!taint->computed && et->sym->computed) {
		taint->made = true;
		taint->computed = "a number that the host makes in a way that is not followed";
		taint->loc = et->sym->loc;
	}
	const char *made = taint->listed ? NULL : launch_own_list(taint->check->launch, et);
	if (made)
		taint->listed = arena_printf(taint->check->run, "%s in '%s'", made, et->sym->name);
	const char *filled = symbol_filled(taint->check->kernel, taint->question->pair, et->sym);
	taint->filled = filled ? filled : taint->filled;
	taint->given |= et->sym->kind == SYM_LOAD;
	if ((et->sym->kind == SYM_LOAD || et->sym->kind == SYM_DATA) && !taint->data)
		taint->data = et->sym->name;
}

/* What a choice depends on is like a guard: it does not count, nor does what the model does not choose. */
static void taint_visit(struct taint *taint, struct et_set *seen, const struct et *et)
{
	if (!et_set_add(seen, et))
		return;
	if (et->op == ET_SYM || et->op == ET_APP)
		taint_add(taint, et);
	uint64_t chosen;
	if (et->op == ET_ITE && model_eval(taint->check->kernel->arena, taint->answer, et->arg[0], &chosen)) {
		taint_visit(taint, seen, et->arg[chosen ? 1 : 2]);
		return;
	}
	for (unsigned i = et->op == ET_ITE; i < et->nargs; i++)
		taint_visit(taint, seen, et->arg[i]);
}

static struct taint taint_of(struct check *check, const struct question *question, const struct answer *answer)
{
	struct taint taint = { .check = check, .question = question, .answer = answer };
	struct et_set *seen = et_set_new(check->kernel->arena);
	for (unsigned t = 0; t < 2; t++) {
		taint.filled = NULL;
		taint.given = false;
		taint_visit(&taint, seen, question->query.offset[t]);
		if (!taint.computed && !taint.given)
			taint.computed = taint.filled;
	}
	if (taint.made && any_number_meets(check->kernel->arena, &question->query, answer)) taint.computed = NULL;
	if (question->base->original) /* each thread has its own */
		taint_computed(&taint, question->base);
	if (!taint.computed && (draws_of_block(check, question) || kept_draws_meet(check, question)))
		taint.computed = "the result of an atomic";
	taint.listed = taint.computed || question->same_elements ? NULL : taint.listed;
	taint.computed = taint.listed ? taint.listed : taint.computed;
	return taint;
}

/* Names of the memory whose contents a race needs, each once. */
struct contents {
	struct arena *arena;
	const struct check *check;
	VEC(const char *) names;
	bool made; /* by earlier kernels, some of it */
};

static void contents_visit(void *data, const struct et *et)
{
	struct contents *contents = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const char *own = contents_name(contents->check, et);
	if ((et->sym->kind != SYM_LOAD && et->sym->kind != SYM_DATA) || !own)
		return;
	contents->made |= made_by_kernels(contents->check, et);
	vec_each(name, &contents->names)
		if (!strcmp(*name, own))
			return;
	vec_push(contents->arena, &contents->names, own);
}

/* "'edges', 'nodes'", what is read last first; from the given index on. */
static const char *contents_text(const struct contents *contents, size_t from)
{
	enum { MOST_NAMES = 4 };
	const char *text = "";
	for (size_t i = contents->names.n, n = 0; i-- > from && n < MOST_NAMES; n++)
		text = arena_printf(contents->arena, "%s%s'%s'", text, n ? ", " : "",
			contents->names.at[i]);
	return text;
}

static const char *cause_of(
	struct check *check, const struct question *question, const struct taint *taint)
{
	const char *cause = race_cause(check, question->pair);
	if (!taint->data)
		return cause;
	struct contents contents = { .arena = check->run, .check = check };
	struct et_set *seen = et_set_new(check->kernel->arena);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, question->query.offset[t], contents_visit, &contents);
	size_t addresses = contents.names.n;
	const char *whose = contents.made ? "which an earlier kernel has computed" : "which nothing excludes";
	for (unsigned t = 0; t < 2 && contents.made; t++)
		vec_push(check->kernel->arena, &check->made, t ? question->pair->b.access : question->pair->a.access);
	vec_each(condition, &question->query.conditions)
		et_each(seen, *condition, contents_visit, &contents);
	const char *text = arena_printf(check->run,
		"%s; data-dependent: needs suitable entries in %s, %s", cause,
		contents_text(&(struct contents){ .arena = check->run,
			.names = { contents.names.at, addresses, addresses } }, 0), whose);
	if (contents.names.n == addresses)
		return text;
	return arena_printf(check->run, "%s, and in %s for both threads to get there", text,
		contents_text(&contents, addresses));
}

static uint64_t value_or(struct check *check, const struct answer *answer, const struct et *et,
	uint64_t otherwise)
{
	uint64_t value;
	return model_eval(check->kernel->arena, answer, et, &value) ? value : otherwise;
}

static void witness_fill(struct check *check, const struct question *question,
	const struct answer *answer, bool swap, struct witness *witness)
{
	for (unsigned i = 0; i < 3; i++) {
		witness->grid_dim[i] = value_or(check, answer, check->launch->grid[i], 1);
		witness->block_dim[i] = value_or(check, answer, check->launch->block[i], 1);
		for (unsigned t = 0; t < 2; t++) {
			unsigned from = swap ? !t : t;
			witness->thread[t].thread[i] =
				value_or(check, answer, question->terms->tid[from][i], 0);
			witness->thread[t].block[i] =
				value_or(check, answer, question->terms->ctaid[from][i], 0);
		}
	}
	uint64_t first = value_or(check, answer, question->query.offset[0], 0);
	uint64_t second = value_or(check, answer, question->query.offset[1], 0);
	witness->offset = (int64_t)first > (int64_t)second ? first : second;
	if (question->pair->a.access->object->space == SPACE_SHARED)
		witness->offset %= CLUSTER_WINDOW;
	vec_each(param, &check->kernel->params) {
		uint64_t value;
		const struct et *term =
			et_map_apply(check->launch->map, et_sym(check->kernel->ets, param->sym));
		if (param->pointer || !model_eval(check->kernel->arena, answer, term, &value))
			continue;
		struct witness_param entry = { arena_strdup(check->run, param->sym->name),
			param->width == 1 ? (int64_t)value : sign_extend(value, param->width), false };
		vec_push(check->run, &witness->params, entry);
	}
}

static void access_fill(struct check *check, const struct access *access, struct race_access *out)
{
	ir_stack stack = { 0 };
	out->type = access->type;
	out->loc = access_loc(check->kernel, access);
	access_stack(check->run, access, &stack);
	if (stack.n < 2)
		return;
	vec_each(frame, &stack) {
		struct frame entry = { NULL, frame->loc };
		if (!frame->system)
			vec_push(check->run, &out->stack, entry);
	}
	if (out->stack.n < 2)
		out->stack.n = 0;
}

static const struct et *first_round_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct et_set *rounds = data;
	return et_set_has(rounds, leaf) ? et_const(ets, leaf->width, 0) : NULL;
}

struct rounds {
	struct et_set *counters;
	bool found;
};

static void rounds_visit(void *data, const struct et *et)
{
	struct rounds *rounds = data;
	bool own = et->op == ET_SYM && et->sym->kind == SYM_LOOP && et->sym->level == LEVEL_THREAD;
	if (own)
		rounds->found |= et_set_add(rounds->counters, et);
}

/*
 * The question about the first rounds of the kernel's loops that its addresses depend on, or its conditions
 * as well, where these are what the loops begin with; false when that makes no difference.
 */
static bool first_rounds(struct check *check, const struct question *question, bool conditions,
	struct question *first)
{
	struct arena *arena = check->kernel->arena;
	struct rounds rounds = { et_set_new(arena), false };
	struct et_set *seen = et_set_new(arena);
	*first = *question;
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, question->query.offset[t], rounds_visit, &rounds);
	vec_each(condition, &question->query.conditions)
		if (conditions)
			et_each(seen, *condition, rounds_visit, &rounds);
	if (!rounds.found)
		return false;
	struct et_map *map = et_map_new(check->kernel->ets, first_round_leaf, rounds.counters);
	for (unsigned t = 0; t < 2; t++)
		first->query.offset[t] = et_map_apply(map, question->query.offset[t]);
	first->query.conditions = (__typeof__(first->query.conditions)){ 0 };
	vec_each(each, &question->query.conditions)
		vec_push(arena, &first->query.conditions, et_map_apply(map, *each));
	return true;
}

bool race_found(struct check *check, struct question *question, double seconds)
{
	if (!query_simplify(check->kernel->arena, &question->query))
		return false;
	solver_query_limit(check->solver, seconds);
	struct answer answer = solve(check->solver, &question->query);
	return answer.kind == ANSWER_SAT && !taint_of(check, question, &answer).computed &&
	       race_add(check, question, &answer);
}

bool race_early(
	struct check *check, const struct question *question, bool conditions, double seconds)
{
	struct question first;
	return first_rounds(check, question, conditions, &first) &&
	       race_found(check, &first, seconds);
}

/* Is it a pair of launches in which some barrier of the grid is none, and is that not known here. */
static bool barrier_doubted(struct check *check, const struct pair *pair)
{
	struct kernel *kernel = check->kernel;
	const char *why;
	if (!pair->interval->doubted ||
		rehearsal_of(kernel, check->launch->map) != REHEARSAL_UNKNOWN)
		return false;
	const struct access *begins = rehearsal_doubted(kernel, &why);
	undecided_add(check,
		arena_printf(check->run,
			"it is not known whether all blocks wait for each other here: %s", why),
		access_loc(kernel, begins));
	return true;
}

void race_put(struct check *check, const struct question *question, const struct answer *answer, const char *cause)
{
	const struct pair *pair = question->pair;
	struct loc here = access_loc(check->kernel, pair->a.access), there = access_loc(check->kernel, pair->b.access);
	struct race race = { .kind = pair->interval->kind };
	bool swap = there.line < here.line ||
		    (there.line == here.line && there.column < here.column);
	access_fill(check, swap ? pair->b.access : pair->a.access, &race.access[0]);
	access_fill(check, swap ? pair->a.access : pair->b.access, &race.access[1]);
	race.space = pair->a.access->object->space;
	race.object = arena_strdup(check->run, pair->a.access->object->name);
	race.cause = cause;
	budget_whole(check);
	race.severity = race_same_value(check, question, answer) ? SEVERITY_WARNING : SEVERITY_ERROR;
	if (race.severity == SEVERITY_WARNING)
		race.cause = arena_printf(check->run, "%s; all writes store the same value", race.cause);
	witness_fill(check, question, answer, swap, &race.witness);
	vec_push(check->run, &check->result->races, race);
	reported_add(check->reported, pair, race.severity == SEVERITY_ERROR);
	if (race.severity == SEVERITY_ERROR)
		budget_settled(check);
	budget_for_pairs(check);
}

/* A race in the first rounds of the loops, where addresses do not rest on what threads exchange in later ones. */
static bool race_sooner(struct check *check, const struct question *question, bool conditions)
{
	struct question first;
	if (!first_rounds(check, question, conditions, &first))
		return false;
	solver_query_limit(check->solver, SOONER_SHARE * budget_short(check));
	struct answer sooner = solve(check->solver, &first.query);
	return sooner.kind == ANSWER_SAT && !taint_of(check, &first, &sooner).computed && race_add(check, &first, &sooner);
}

bool race_add(struct check *check, const struct question *question, const struct answer *answer)
{
	const struct pair *pair = question->pair;
	struct taint taint = taint_of(check, question, answer);
	struct loc here = access_loc(check->kernel, pair->a.access);
	struct question first;
	if (taint.computed && (race_sooner(check, question, false) || race_sooner(check, question, true)))
		return true;
	if (taint.listed && same_elements(check, question, &first)) {
		solver_query_limit(check->solver, budget_short(check));
		struct answer one = solve(check->solver, &first.query);
		if (one.kind == ANSWER_SAT && !taint_of(check, &first, &one).computed &&
			same_elements_meet(check, &first, &one))
			return race_add(check, &first, &one);
	}
	if (taint.computed) {
		undecided_add(check,
			arena_printf(check->run, "an address depends on %s", taint.computed),
			taint.loc.file ? taint.loc : here);
		return false;
	}
	if (check->may_order || barrier_doubted(check, pair))
		return false;
	if (question_both_told(check, question)) {
		undecided_add(check, "lanes tell each other what an atomic has found before both threads get here", here);
		return false;
	}
	if ((pair->a.state | pair->b.state) & INSTANCE_PARTIAL) {
		undecided_add(check,
			pair->interval->flight
				? "asynchronous copy that some wait for a barrier may complete"
				: pair->interval->kind == RACE_INTER_BLOCK
				? "cluster barrier, and the size of a cluster is not known"
				: "warp barrier with a mask that may leave threads out",
			here);
		return false;
	}
	race_put(check, question, answer, cause_of(check, question, &taint));
	return true;
}
