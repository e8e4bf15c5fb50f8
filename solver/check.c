#include "solver/reductions/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/effort.h"
#include "base/stats.h"
#include "solver/reductions/coarse.h"
#include "solver/reductions/recall.h"
#include "solver/reductions/siblings.h"
#include "solver/witnesses/trial.h"

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
	budget_doomed(check);
}

bool check_failed(const struct check *check)
{
	bool modelled = !check->kernel->unsupported.n || !check->launch->host;
	return check->proof_only && (!modelled || check->result->undecided.n);
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
	if (check_failed(check) || same_pair(&check->foremost, pair))
		return;
	if (pair_ruled_out(check, pair->interval, &pair->a, &pair->b))
		stats.pruned++;
	else if (!pair_waits(check, pair) && !time_is_over(check, pair))
		ask_pair(check, pair);
}

/* The best of those that wait first, as their accesses failed least. */
static void ask_waiting(struct check *check)
{
	for (unsigned most = 1; check->waiting.n && !check_failed(check); most *= 4) {
		pair_list pairs = { 0 };
		waiting_take(check, most, &pairs);
		vec_each(pair, &pairs)
			if (!time_is_over(check, pair))
				ask_pair(check, pair);
	}
}

/* What needs Z3, in the same order. */
static void ask_hard(struct check *check)
{
	for (unsigned most = 0; check->hard.n && !check_failed(check); most = most ? 4 * most : 1) {
		size_t n = 0;
		for (size_t i = 0; i < check->hard.n; i++) {
			struct question *question = check->hard.at[i];
			if (question_rank(check, question) > most)
				check->hard.at[n++] = question;
			else if (!question->settled && !reported_has(check->reported, question->pair) &&
				 !time_is_over(check, question->pair) && !proved_for_all_kinds(check, question)) {
				question->settled = true;
				ask_first(check, question);
			}
		}
		check->hard.n = n;
	}
}

static void ask_each(struct check *check, const pair_list *pairs)
{
	vec_each(pair, pairs)
		if (!check_failed(check) && !time_is_over(check, pair))
			ask_pair(check, pair);
}

/* What many signals may order, which takes longest: races of a few threads that are drawn come before the whole of it. */
static void ask_signalled(struct check *check)
{
	pair_list pairs = { 0 };
	put_off_take(check, &pairs);
	check->drawing = !check->proof_only;
	if (check->drawing)
		ask_each(check, &pairs);
	check->drawing = false;
	ask_each(check, &pairs);
}

/* Where all is proved as if nobody set back the counters that threads draw from it is asked who does. */
static void ask_set_draws(struct check *check)
{
	if (!check->set_draws.n || check->doomed || check->settled || check_failed(check))
		return;
	pair_list pairs = check->set_draws;
	check->set_draws = (pair_list){ 0 };
	check->later.n = check->open.n = 0;
	check->asks_sets = true;
	ask_each(check, &pairs);
	ask_again(check);
}

/* Pairs of a copy in flight with what can run meanwhile. */
static void ask_flight(struct check *check, struct interval *interval)
{
	const struct kernel *kernel = check->kernel;
	const struct access *copy = interval->flight;
	for (unsigned n = copy->index; n < kernel->accesses.n; n++) {
		if (kernel->accesses.at[n]->instruction != copy->instruction ||
			(n > copy->index && access_ends_alone(copy)))
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
	if (interval->doubted &&
		et_is_false(grid_barriers_doubt(check->kernel, check->launch->map)))
		return;
	if (check_failed(check))
		return;
	struct batch *batch = batch_new(check, interval);
	for (size_t i = 0; i < interval->instances.n; i++) {
		for (size_t j = i; j < interval->instances.n; j++) {
			struct pair pair = { interval, interval->instances.at[i],
				interval->instances.at[j] };
			if (interval->split && !((pair.a.state ^ pair.b.state) & INSTANCE_CROSSED))
				continue;
			if (batch_proved(batch, i, j))
				stats.batched++;
			else
				ask_instances(check, &pair);
		}
	}
}

static bool vacuous(struct check *check)
{
	if (trial_holds(&check->launch->facts))
		return false;
	struct answer answer = solve_facts(check->solver, &check->launch->facts);
	if (answer.kind != ANSWER_UNSAT || (answer.assumptions & ASSUME_NO_WRAP))
		return false;
	use_proof(check, &answer);
	check->result->verdict = VERDICT_VACUOUS;
	keep_facts(check);
	return true;
}

/* Does it read what no kernel changes that may run beside this one. */
static bool reads_calm(const struct check *check, const struct host_launch *host, const struct access *access)
{
	vec_each(param, &check->kernel->params) {
		if (param->sym != access->object->base || access_writes(access) || param->arg >= host->args.n)
			continue;
		vec_each(piece, &host->args.at[param->arg].pieces)
			vec_each(pointer, &host->calm)
				if (piece->offset == param->offset && piece->value == *pointer)
					return true;
	}
	return false;
}

/* The launch may overlap the kernel before it in its stream, which pairs of kernels do not say. */
static void ask_dependency(struct check *check)
{
	const struct host_launch *host = check->launch->host;
	bool early = host && host->early && !(et_is_const(host->early) && !host->early->value);
	vec_each(access, &check->kernel->accesses) {
		if (!early || !access_is_before_dependency(check->kernel, *access) || reads_calm(check, host, *access))
			continue;
		undecided_add(check,
			"the kernel may run beside the one before it in its stream, and accesses memory "
			"before it waits for it (griddepcontrol.wait)",
			access_loc(check->kernel, *access));
		return;
	}
}

static void ask_barriers(struct check *check, struct results *results)
{
	if (check_failed(check))
		return;
	vec_each(divergence, &check->kernel->divergences)
		ask_divergence(check, divergence, results);
	ask_coverage(check, results);
}

/* What other launches have shown comes first; from then on questions that need Z3 are put off. */
static void ask_as_before(struct check *check)
{
	if (check->proof_only)
		return;
	budget_cheap(check);
	family_ask(check->family, check);
	check->cheap_until = 0;
	family_ask_open(check->family, check);
	budget_cheap(check);
}

/* Where something may order the threads that is not modelled there is neither a proof nor a race. */
static void ask_pairs(struct check *check)
{
	if (check->may_order)
		return;
	ask_as_before(check);
	vec_each(interval, &check->kernel->intervals)
		ask_interval(check, *interval);
	ask_waiting(check);
	check->cheap_until = 0;
	if (!check->proof_only && !check->settled)
		family_ask(check->family, check);
	ask_hard(check);
	ask_signalled(check);
	ask_again(check);
	ask_set_draws(check);
	race_by_run(check);
	races_by_chain(check);
}

static void check_launch(struct check *check, struct results *results)
{
	double start = wall_now();
	launch_describe(check);
	check->used_facts = arena_alloc(check->kernel->arena, check->launch->facts.n + 1);
	solver_named(check->solver, &check->launch->facts, check->used_facts, &check->result->assumptions);
	check->reported = reported_new(check->kernel);
	check->coarse = coarse_new(check->kernel->arena, check->kernel->ets, check->launch);
	check->late = arena_alloc(check->kernel->arena, check->kernel->accesses.n + 1);
	vec_each(entry, &check->kernel->unsupported) {
		bool suffers = launch_suffers(check->launch, entry);
		check->may_order |= suffers && entry->may_order;
		if (suffers)
			budget_doomed(check);
	}
	check->failures = arena_alloc(check->kernel->arena,
		(check->kernel->accesses.n + 1) * sizeof(*check->failures));
	if (!vacuous(check)) {
		ask_strays(check);
		ask_pairs(check);
		budget_whole(check);
		ask_barriers(check, results);
		ask_dependency(check);
		launch_conclude(check);
		family_keep(check->family, check);
	}
	check->result->seconds = wall_now() - start;
}

/*
 * The verdict of a launch. A race that may rest on conditions of many parts, which stand as unknown bits, is asked about once more with
 * what these are; it stays where that decides nothing.
 */
static struct launch_result result_of(const struct check *launch, struct results *results)
{
	struct launch_result first = { 0 }, second = { 0 };
	struct check check = *launch, exact = *launch;
	check.result = &first;
	budget_whole(&check);
	check_launch(&check, results);
	if (first.verdict != VERDICT_RACE || !launch->launch->host || !launch->launch->host->exact.n)
		return first;
	exact.result = &second;
	exact.launch = launch_exact(launch->launch, launch->options);
	budget_whole(&exact);
	check_launch(&exact, results);
	second.seconds += first.seconds;
	first.seconds = second.seconds;
	return second.verdict == VERDICT_UNDECIDED ? first : second;
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

typedef VEC(struct launch *) launch_list;

/* The launches of the kernel, each once; one without host facts where none is in sight or where
 * the kernel may be launched in other ways too. */
static void launches_fill(struct kernel *kernel, const struct host *host,
	const struct check_options *options, launch_list *launches)
{
	key_list keys = { 0 };
	for (size_t i = 0; i <= (host ? host->launches.n : 0); i++) {
		const struct host_launch *launch =
			host && i < host->launches.n ? &host->launches.at[i] : NULL;
		if (launch && (!launch->kernel || strcmp(launch->kernel, kernel->mangled)))
			continue;
		const struct host_escape *escape =
			host && !launch ? host_escape_of(host, kernel->mangled) : NULL;
		if (!launch && launches->n && !escape)
			continue;
		struct launch *found = launch_new(kernel, launch, options);
		found->unlisted = escape && escape->listed ? escape : NULL;
		if (!seen_before(kernel->arena, &keys, launch_key(kernel->arena, found)))
			vec_push(kernel->arena, launches, found);
	}
}

static bool wants_proof(const struct kernel *kernel, enum check_wish wish)
{
	return wish == WISH_PROOF || (wish == WISH_PROOF_FIRST && !kernel->unsupported.n);
}

void check_kernel(struct arena *run, struct kernel *kernel, const struct host *host,
	const struct check_options *options, struct kernel_result *result, struct results *results)
{
	struct solver_options solver_options = { .query_seconds = options->seconds,
		.linear_first = options->linear_first,
		.proof_only = wants_proof(kernel, options->wish),
		.check = options->check,
		.dump_dir = options->dump_dir };
	struct solver *solver = solver_new(kernel->arena, kernel->ets, &solver_options);
	effort_start();
	double deadline = effort_now() + options->seconds;
	result->name = arena_strdup(run, kernel->name);
	result->mangled = arena_strdup(run, kernel->mangled);
	result->loc = kernel->loc;
	name_list params = kernel_numbers(run, kernel);
	vec_each(param, &params)
		vec_push(run, &result->params, *param);
	launch_list launches = { 0 };
	launches_fill(kernel, host, options, &launches);
	struct recall *recall = recall_new(kernel->arena);
	struct siblings *siblings = options->siblings ? options->siblings : siblings_new(kernel->arena);
	for (size_t i = 0; i < launches.n; i++) {
		struct check check = { .run = run,
			.kernel = kernel,
			.solver = solver,
			.options = options,
			.recall = recall,
			.family = family_of(siblings, kernel),
			.proof_only = solver_options.proof_only,
			.host = host,
			.launch = launches.at[i] };
		check.end = budget_launch(options->seconds, deadline, launches.n - i);
		vec_push(run, &result->launches, result_of(&check, results));
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
