#include "solver/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/effort.h"
#include "base/stats.h"
#include "expr/known.h"
#include "solver/digits.h"
#include "solver/recall.h"

#define FIRST_ROUND_SECONDS 0.3

/*
 * A kernel under one launch: all pairs of accesses of all intervals are asked
 * about; the answers make the verdict.
 */

void undecided_add(struct check *check, const char *reason, struct loc loc)
{
	vec_each(known, &check->result->undecided) {
		if (!strcmp(known->reason, reason) && known->loc.line == loc.line)
			return;
	}
	struct undecided entry = { reason, loc };
	vec_push(check->run, &check->result->undecided, entry);
}

static bool writes(const struct access *access)
{
	return access->type == ACCESS_WRITE || (access->type == ACCESS_ATOMIC && access->writes);
}

static bool scope_suffices(const struct access *access, enum race_kind kind)
{
	return access->scope >= (kind == RACE_INTER_BLOCK ? SCOPE_DEVICE : SCOPE_BLOCK);
}

/* Volatile, or a weak access of inline PTX that a fence.sc makes a flag's (ptx-ila, Fig. 11). */
static bool is_relaxed(const struct access *access)
{
	return access->is_volatile || (access->asm_weak && access->spin_flag);
}

/* Pairs that cannot race whatever their addresses (SEMANTICS, race 1). */
static bool pruned(const struct access *a, const struct access *b, enum race_kind kind)
{
	if (!writes(a) && !writes(b))
		return true;
	if (a->type == ACCESS_ATOMIC && b->type == ACCESS_ATOMIC)
		return a->size == b->size && scope_suffices(a, kind) && scope_suffices(b, kind);
	if (is_relaxed(a) && is_relaxed(b) && (a->spin_flag || b->spin_flag))
		return true;
	const struct access *atomic = a->type == ACCESS_ATOMIC ? a : b;
	const struct access *other = atomic == a ? b : a;
	if (atomic->type != ACCESS_ATOMIC)
		return false;
	bool flag = atomic->spin_flag || other->spin_flag;
	bool beside = other->type == ACCESS_READ ? is_relaxed(other) || other->cas_seed
						 : is_relaxed(other) && flag;
	return beside && scope_suffices(atomic, kind);
}

static bool may_share(
	const struct access *a, const struct access *b, const struct interval *interval)
{
	bool shared = a->object->space == SPACE_SHARED || b->object->space == SPACE_SHARED;
	bool cluster = interval->extent == EXTENT_CLUSTER && (a->mapped || b->mapped);
	if (shared && interval->kind == RACE_INTER_BLOCK && !cluster)
		return false;
	if (a->object == b->object)
		return true;
	if (a->object->space == SPACE_UNKNOWN || b->object->space == SPACE_UNKNOWN)
		return true;
	bool promised = a->object->restricted && b->object->restricted;
	return a->object->kind == OBJECT_PARAM && b->object->kind == OBJECT_PARAM && !promised;
}

/* Key of what a race would be reported as: both lines and the kind. */
static void *race_key(struct check *check, const struct pair *pair)
{
	size_t index = (size_t)pair->a.access->index * check->kernel->accesses.n +
		       pair->b.access->index;
	return (void *)(uintptr_t)((index * RACE_KINDS + pair->interval->kind + 1) << 4);
}

static void use_proof(struct check *check, const struct answer *answer)
{
	vec_each(index, &answer->core) check->used_facts[*index] = true;
	check->result->assumptions |= answer->assumptions;
}

static void dump_question(
	struct check *check, const struct question *question, const struct answer *answer)
{
	static const char *const answers[] = { "unsat", "sat", "unknown" };
	if (!check->options->dump)
		return;
	struct arena *arena = check->kernel->arena;
	const char *text = arena_printf(arena, "query %s\n  offset 1: %s\n  offset 2: %s\n",
		question->query.label, et_show(arena, question->query.offset[0], true),
		et_show(arena, question->query.offset[1], true));
	vec_each(condition, &question->query.conditions) text =
		arena_printf(arena, "%s  %s\n", text, et_show(arena, *condition, true));
	text = arena_printf(arena, "%s  => %s%s%s\n", text, answers[answer->kind],
		answer->reason ? ": " : "", answer->reason ? answer->reason : "");
	check->options->dump(check->options->dump_data, text);
}

/* A witness whose offsets are negative is replaced by one whose are not, if that is easy to find. */
static void prefer_inside(struct check *check, const struct question *question, struct answer *answer)
{
	struct arena *arena = check->kernel->arena;
	struct query query = question->query;
	uint64_t offset;
	if (!model_eval(arena, answer, query.offset[0], &offset) || (int64_t)offset >= 0)
		return;
	query.inside[0] = true;
	solver_query_limit(check->solver, FIRST_ROUND_SECONDS);
	struct answer inside = solve(check->solver, &query);
	if (inside.kind == ANSWER_SAT)
		*answer = inside;
}

/* Proofs are remembered, and failures to prove that were not meant to find a witness. */
static struct answer answer_to(struct check *check, const struct query *query, double seconds)
{
	const struct answer *known = recall_find(check->recall, query);
	if (known) {
		stats.recalled++;
		return *known;
	}
	struct answer answer = { 0 };
	if (digits_prove(check->kernel->arena, query, &answer)) {
		stats.digits++;
	} else {
		solver_query_limit(check->solver, seconds);
		answer = solve(check->solver, query);
	}
	if (answer.kind == ANSWER_UNSAT || query->proof_only)
		recall_keep(check->recall, query, &answer);
	return answer;
}

/* Asks; a question left open is kept for later when `first_round`, else it makes the launch
 * undecided. */
static void ask(
	struct check *check, struct question *question, bool first_round, double seconds)
{
	struct answer answer = answer_to(check, &question->query, seconds);
	dump_question(check, question, &answer);
	switch (answer.kind) {
	case ANSWER_UNSAT:
		use_proof(check, &answer);
		break;
	case ANSWER_SAT:
		prefer_inside(check, question, &answer);
		if (race_add(check, question, &answer))
			ptrmap_set(check->asked, race_key(check, question->pair), check);
		break;
	case ANSWER_UNKNOWN:
		if (first_round) {
			vec_push(check->kernel->arena, &check->later, question);
			break;
		}
		undecided_add(check, answer.reason,
			answer.loc.file ? answer.loc
					: access_loc(check->kernel, question->pair->a.access));
		break;
	}
}

/* The second round shares the time that is left among the questions still open. */
static void ask_again(struct check *check)
{
	for (size_t i = 0; i < check->later.n; i++) {
		struct question *question = check->later.at[i];
		double left = check->deadline - effort_now();
		double share = left / (double)(check->later.n - i);
		if (ptrmap_get(check->asked, race_key(check, question->pair)))
			continue;
		ask(check, question, false,
			share > FIRST_ROUND_SECONDS ? share : FIRST_ROUND_SECONDS);
	}
}

/*
 * Can two bases be one object, and under which condition? Entries of a table
 * of pointers are taken to point to different objects (no-alias): the entries
 * must be the same one. What device-side malloc returns is the thread's own.
 */
static bool same_base(struct check *check, const struct place *a, const struct place *b,
	const struct et **condition)
{
	struct ets *ets = check->kernel->ets;
	*condition = et_bool(ets, true);
	if (a->base == b->base)
		return true;
	const struct symbol *x = a->base->sym, *y = b->base->sym;
	if ((x->original ? x->original : x) != (y->original ? y->original : y) ||
		symbol_is_fresh(check->kernel, x))
		return false;
	if (x != y || a->base->op != ET_APP) {
		*condition = et_binary(ets, ET_EQ, 0, a->base, b->base);
		return true;
	}
	check->result->assumptions |= ASSUME_NO_ALIAS;
	for (unsigned i = 0; i < a->base->nargs; i++)
		*condition = et_and(ets, *condition,
			et_binary(ets, ET_EQ, 0, a->base->arg[i], b->base->arg[i]));
	return true;
}

bool query_simplify(struct arena *arena, struct query *query)
{
	struct arena *scratch = arena_new();
	struct known *known = known_new(scratch, query->ets);
	size_t n = 0;
	const struct et **left = known_conjuncts(
		scratch, known, query->conditions.n, query->conditions.at, &n);
	query->conditions.n = 0;
	for (size_t i = 0; left && i < n; i++)
		vec_push(arena, &query->conditions, left[i]);
	for (unsigned i = 0; left && i < 2; i++)
		query->offset[i] = known_apply(known, query->offset[i]);
	arena_free(scratch);
	return left != NULL;
}

/* Is it known that a base is the first byte of its object, and not a pointer into one? */
static bool is_first_byte(const struct kernel *kernel, const struct et *base)
{
	const struct object *object = object_of_base(kernel, base->sym);
	if (object)
		return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_SHARED;
	const struct host_alloc *alloc = base->sym->origin;
	return base->sym->kind == SYM_BASE && alloc && alloc->memory != HOST_ARGUMENT &&
	       alloc->memory != HOST_UNKNOWN;
}

static void ask_places(struct check *check, const struct pair *pair, struct pair_terms *terms,
	const struct place *a, const struct place *b, const struct et *condition)
{
	static const char *const kinds[] = { "inter-block", "intra-block", "intra-warp" };
	struct arena *arena = check->kernel->arena;
	struct question *question = arena_alloc(arena, sizeof(*question));
	question->pair = arena_alloc(arena, sizeof(*pair));
	*question->pair = *pair;
	question->terms = terms;
	question->base = a->base->sym;
	struct query *query = &question->query;
	query->ets = check->kernel->ets;
	query->offset[0] = a->offset;
	query->offset[1] = b->offset;
	query->size[0] = pair->a.access->size;
	query->size[1] = pair->b.access->size;
	query->facts = &check->launch->facts;
	query->label = arena_printf(arena, "a%u-a%u %s", pair->a.access->index,
		pair->b.access->index, kinds[pair->interval->kind]);
	vec_each(each, &terms->conditions) vec_push(arena, &query->conditions, *each);
	vec_push(arena, &query->conditions, a->guard);
	vec_push(arena, &query->conditions, b->guard);
	vec_push(arena, &query->conditions, condition);
	query->inside[0] = is_first_byte(check->kernel, a->base);
	query->inside[1] = is_first_byte(check->kernel, b->base);
	if (query_simplify(arena, query))
		ask(check, question, true, FIRST_ROUND_SECONDS);
}

static void ask_pair(struct check *check, const struct pair *pair)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms *terms = arena_alloc(kernel->arena, sizeof(*terms));
	place_list places[2] = { { 0 }, { 0 } };
	if (ptrmap_get(check->asked, race_key(check, pair)))
		return;
	stats.pairs++;
	pair_terms(kernel, pair, check->launch->map, terms);
	for (unsigned t = 0; t < 2; t++) {
		const struct access *access = t ? pair->b.access : pair->a.access;
		if (address_places(kernel->ets, terms->address[t], &places[t]))
			continue;
		undecided_add(check, "address that is no object plus offset",
			access_loc(kernel, access));
		return;
	}
	vec_each(a, &places[0]) {
		vec_each(b, &places[1]) {
			const struct et *condition;
			if (same_base(check, a, b, &condition))
				ask_places(check, pair, terms, a, b, condition);
		}
	}
}

bool pair_ruled_out(struct check *check, const struct interval *interval,
	const struct instance *x, const struct instance *y)
{
	const struct access *a = x->access, *b = y->access;
	return !may_share(a, b, interval) || pruned(a, b, interval->kind) ||
	       (check->kernel->lockstep && interval->kind == RACE_INTRA_WARP &&
		       accesses_in_step(check->kernel, a, b));
}

bool ask_proof(struct check *check, struct query *query, double seconds)
{
	struct question question = { .query = *query };
	struct answer answer = answer_to(check, query, seconds);
	dump_question(check, &question, &answer);
	if (answer.kind == ANSWER_UNSAT)
		use_proof(check, &answer);
	return answer.kind == ANSWER_UNSAT;
}

static void mark_late(struct check *check, const struct access *access)
{
	if (access->type == ACCESS_READ || check->late[access->index])
		return;
	check->late[access->index] = true;
	undecided_add(check, "time-out", access_loc(check->kernel, access));
}

/* Without time left a pair is not asked about: that makes its writes undecided. */
static bool time_is_over(struct check *check, const struct pair *pair)
{
	check->over = check->over || effort_now() >= check->deadline;
	if (check->over) {
		mark_late(check, pair->a.access);
		mark_late(check, pair->b.access);
	}
	return check->over;
}

/* Asks about a pair of instances, in either order, unless it cannot race. */
static void ask_instances(struct check *check, struct pair *pair)
{
	if (pair->a.access->index > pair->b.access->index) {
		struct instance swap = pair->a;
		pair->a = pair->b;
		pair->b = swap;
	}
	if (pair_ruled_out(check, pair->interval, &pair->a, &pair->b))
		stats.pruned++;
	else if (!time_is_over(check, pair))
		ask_pair(check, pair);
}

/* Pairs of a copy in flight with what can run meanwhile. */
static void ask_flight(struct check *check, struct interval *interval)
{
	const struct kernel *kernel = check->kernel;
	const struct access *copy = interval->flight;
	for (unsigned n = copy->index; n < kernel->accesses.n; n++) {
		if (kernel->accesses.at[n]->instruction != copy->instruction)
			break;
		vec_each(other, &interval->instances) {
			struct pair pair = { interval, { kernel->accesses.at[n], 0 }, *other };
			ask_instances(check, &pair);
		}
	}
}

static void ask_interval(struct check *check, struct interval *interval)
{
	if (interval->flight) {
		ask_flight(check, interval);
		return;
	}
	const struct batch *batch = batch_new(check, interval);
	for (size_t i = 0; i < interval->instances.n; i++) {
		for (size_t j = i; j < interval->instances.n; j++) {
			struct pair pair = { interval, interval->instances.at[i],
				interval->instances.at[j] };
			if (batch_proved(batch, i, j))
				stats.batched++;
			else
				ask_instances(check, &pair);
		}
	}
}

/* Dimensions and relations enter by substitution, so every proof of a seen launch rests on them. */
struct mention {
	const struct et_set *terms;
	bool found;
};

static void mention_visit(void *data, const struct et *et)
{
	struct mention *mention = data;
	mention->found |= et->op == ET_SYM && et->sym->kind == SYM_LOOP &&
			  et_set_has(mention->terms, et);
}

static void ignore_visit(void *data, const struct et *et)
{
	(void)data;
	(void)et;
}

/* Parameters that follow a host loop's counter enter by substitution: so do its bounds. */
static void use_loop_bounds(struct check *check)
{
	struct kernel *kernel = check->kernel;
	struct et_set *terms = et_set_new(kernel->arena);
	vec_each(param, &kernel->params) et_each(terms,
		et_map_apply(check->launch->map, et_sym(kernel->ets, param->sym)), ignore_visit, NULL);
	for (size_t i = 0; i < check->launch->facts.n; i++) {
		struct mention mention = { terms, false };
		if (check->launch->facts.at[i].kind != FACT_LOOP_BOUND)
			continue;
		et_each(et_set_new(kernel->arena), check->launch->facts.at[i].cond, mention_visit,
			&mention);
		check->used_facts[i] |= mention.found;
	}
}

static void keep_dimensions(struct check *check)
{
	const struct host_launch *host = check->launch->host;
	const struct et *const *dims[] = { check->launch->grid, check->launch->block };
	static const char *const names[] = { "gridDim", "blockDim" };
	if (!host || check->result->verdict != VERDICT_RACE_FREE)
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct fact fact = { i ? FACT_BLOCK : FACT_GRID, et_bool(check->kernel->ets, true),
			NULL, host->loc };
		fact.text = arena_printf(check->run, "%s = (%s, %s, %s)", names[i],
			et_show(check->run, dims[i][0], false), et_show(check->run, dims[i][1], false),
			et_show(check->run, dims[i][2], false));
		vec_push(check->run, &check->result->facts, fact);
	}
}

static void keep_facts(struct check *check)
{
	struct launch *launch = check->launch;
	keep_dimensions(check);
	if (check->result->verdict == VERDICT_RACE_FREE)
		use_loop_bounds(check);
	for (size_t i = 0; i < launch->facts.n; i++) {
		if (!check->used_facts[i])
			continue;
		struct fact fact = launch->facts.at[i];
		bool known = false;
		vec_each(other, &check->result->facts) known |=
			other->kind == fact.kind && other->loc.line == fact.loc.line &&
			!strcmp(other->text, fact.text);
		if (!known)
			vec_push(check->run, &check->result->facts, fact);
	}
}

static bool vacuous(struct check *check)
{
	struct answer answer = solve_facts(check->solver, &check->launch->facts);
	if (answer.kind != ANSWER_UNSAT || (answer.assumptions & ASSUME_NO_WRAP))
		return false;
	use_proof(check, &answer);
	check->result->verdict = VERDICT_VACUOUS;
	keep_facts(check);
	return true;
}

static void describe(struct check *check)
{
	struct launch_result *result = check->result;
	const struct host_launch *host = check->launch->host;
	if (host)
		result->loc = host->loc;
	for (unsigned i = 0; i < 3; i++) {
		result->grid[i] = et_show(check->run, check->launch->grid[i], false);
		result->block[i] = et_show(check->run, check->launch->block[i], false);
	}
	result->assumptions = check->launch->assumptions;
}

static void conclude(struct check *check)
{
	struct launch_result *result = check->result;
	vec_each(entry, &check->kernel->unsupported)
		undecided_add(check, entry->what, entry->loc);
	if (result->races.n)
		result->verdict = VERDICT_RACE;
	else if (result->undecided.n)
		result->verdict = VERDICT_UNDECIDED;
	else
		result->verdict = VERDICT_RACE_FREE;
	if (result->verdict == VERDICT_RACE_FREE)
		result->assumptions |= ASSUME_IN_BOUNDS | ASSUME_DISTINCT;
	keep_facts(check);
}

/* Barriers that some threads of a block skip (SEMANTICS, barrier divergence). */
static void ask_divergence(
	struct check *check, const struct divergence *divergence, struct results *results)
{
	struct kernel *kernel = check->kernel;
	struct pair_terms terms = { 0 };
	struct loc loc = sync_loc(kernel, divergence->barrier);
	const char *rule = divergence->held ? "barrier-mask" : "barrier-divergence";
	vec_each(finding, &results->findings) {
		if (finding->loc.line == loc.line && !strcmp(finding->rule, rule))
			return;
	}
	divergence_terms(kernel, divergence, check->launch->map, &terms);
	struct query query = { .ets = kernel->ets, .facts = &check->launch->facts,
		.label = "barrier divergence" };
	vec_each(condition, &terms.conditions) vec_push(kernel->arena, &query.conditions, *condition);
	enum answer_kind answer = ANSWER_UNKNOWN;
	if (divergence->elsewhere || !shared_decides(check, &query))
		answer = solve(check->solver, &query).kind;
	if (divergence->elsewhere && answer != ANSWER_UNSAT)
		undecided_add(check, "lanes of a warp may meet at barriers in different places", loc);
	if (divergence->elsewhere || answer != ANSWER_SAT)
		return;
	struct finding finding = { rule, SEVERITY_ERROR, loc,
		"some threads of a block can skip this barrier that others wait at" };
	if (divergence->held)
		finding.message = arena_printf(check->run,
			"the mask of this warp barrier names a lane that can skip it, "
			"and that waits for the others at line %u",
			sync_loc(kernel, divergence->held).line);
	vec_push(check->run, &results->findings, finding);
}

struct decided {
	struct check *check;
	bool found;
};

static void decided_visit(void *data, const struct et *et)
{
	struct decided *decided = data;
	if (et->op == ET_SYM || et->op == ET_APP)
		decided->found |= symbol_computed(decided->check->kernel, et->sym) != NULL;
}

/* Do conditions rest on values the threads computed together, which may well be the same. */
bool shared_decides(struct check *check, const struct query *query)
{
	struct decided decided = { check, false };
	struct et_set *seen = et_set_new(check->kernel->arena);
	vec_each(condition, &query->conditions) et_each(seen, *condition, decided_visit, &decided);
	return decided.found;
}

static void check_launch(struct check *check, struct results *results)
{
	double start = wall_now();
	describe(check);
	check->used_facts = arena_alloc(check->kernel->arena, check->launch->facts.n + 1);
	check->asked = ptrmap_new(check->kernel->arena);
	check->recall = recall_new(check->kernel->arena);
	check->late = arena_alloc(check->kernel->arena, check->kernel->accesses.n + 1);
	vec_each(entry, &check->kernel->unsupported) check->may_order |= entry->may_order;
	if (!vacuous(check)) {
		vec_each(interval, &check->kernel->intervals) ask_interval(check, *interval);
		ask_again(check);
		vec_each(divergence, &check->kernel->divergences)
			ask_divergence(check, divergence, results);
		ask_coverage(check, results);
		conclude(check);
	}
	check->result->seconds = wall_now() - start;
}

typedef VEC(const char *) key_list;

static bool seen_before(struct arena *arena, key_list *keys, const char *key)
{
	vec_each(known, keys) {
		if (!strcmp(*known, key))
			return true;
	}
	vec_push(arena, keys, key);
	return false;
}

/* May the kernel be launched in ways that the host analysis does not list. */
static bool escapes(const struct host *host, const struct kernel *kernel)
{
	vec_each(escape, &host->escapes) {
		if (!strcmp(escape->kernel, kernel->mangled))
			return true;
	}
	return false;
}

void check_kernel(struct arena *run, struct kernel *kernel, const struct host *host,
	const struct check_options *options, struct kernel_result *result,
	struct results *results)
{
	struct solver_options solver_options = { .query_seconds = options->seconds,
		.linear_first = options->linear_first, .check = options->check,
		.dump_dir = options->dump_dir };
	struct solver *solver = solver_new(kernel->arena, kernel->ets, &solver_options);
	effort_start();
	double deadline = effort_now() + options->seconds;
	solver_deadline(solver, deadline);
	result->name = arena_strdup(run, kernel->name);
	result->mangled = arena_strdup(run, kernel->mangled);
	result->loc = kernel->loc;
	name_list params = kernel_numbers(run, kernel);
	vec_each(param, &params) vec_push(run, &result->params, *param);
	bool launched = false;
	key_list keys = { 0 };
	for (size_t i = 0; i <= (host ? host->launches.n : 0); i++) {
		const struct host_launch *launch =
			host && i < host->launches.n ? &host->launches.at[i] : NULL;
		if (launch && (!launch->kernel || strcmp(launch->kernel, kernel->mangled)))
			continue;
		if (!launch && launched && !escapes(host, kernel))
			continue;
		launched = true;
		struct launch_result slot = { 0 };
		struct check check = { .run = run, .kernel = kernel, .solver = solver,
			.options = options, .result = &slot, .deadline = deadline };
		check.launch = launch_new(kernel, launch, options);
		const char *key = launch_key(kernel->arena, check.launch);
		if (seen_before(kernel->arena, &keys, key))
			continue;
		check_launch(&check, results);
		vec_push(run, &result->launches, slot);
		stats.launches++;
	}
	const struct solve_stats *solved = solver_stats(solver);
	stats.queries += solved->queries;
	stats.trivial += solved->trivial;
	stats.linear += solved->linear_proved;
	stats.small += solved->small_found;
	stats.nonlinear += solved->nonlinear;
	stats.bitvector += solved->bitvector;
	stats.timeouts += solved->timeouts;
	stats.rejected += solved->rejected;
	solver_free(solver);
}
