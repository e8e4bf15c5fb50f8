#include "driver/contexts_internal.h"
#include "driver/invariants.h"
#include "report/merge.h"

/* Objects that are given by reference, see docs/cross-unit.md. */

static bool proved(struct contexts *c, struct item *item, const struct entry *entry,
	struct entry *with)
{
	bool any = false;
	vec_each(launch, &c->host->launches) {
		if (!context_launches(launch, item) || launch->root < 0 ||
			c->plan.roots.at[launch->root] != entry->root ||
			!same_loc(&launch->loc, &entry->result.loc))
			continue;
		*with = *context_ask(c, item, launch);
		any = true;
		if (with->result.verdict != VERDICT_RACE_FREE || with->findings.n ||
			context_is_given(with, entry->root))
			return false;
	}
	return any;
}

/* Proves all entries of a place that were dropped at a level; false when one cannot be. */
static bool level_proved(struct contexts *c, struct item *item, struct loc place, unsigned level)
{
	bool any = false;
	struct entry with;
	vec_each(entry, &item->entries) {
		if (!entry->dropped || entry->level != level ||
			!same_loc(&entry->result.loc, &place))
			continue;
		if (!entry->root || !proved(c, item, entry, &with))
			return false;
		any = true;
	}
	return any;
}

/* What was found above the level makes way for the proofs at it. */
static void level_take(struct contexts *c, struct item *item, struct loc place, unsigned level)
{
	vec_each(entry, &item->entries) {
		struct entry with;
		if (!same_loc(&entry->result.loc, &place))
			continue;
		if (entry->dropped && entry->level == level && proved(c, item, entry, &with))
			*entry = with;
		else if (entry->level > level)
			entry->dropped = true;
	}
}

static bool is_same_context(const struct entry *a, const struct entry *b)
{
	return !a->dropped && a->root == b->root && same_loc(&a->result.loc, &b->result.loc);
}

/* The launch that an entry is about, in the plan at hand; NULL: it is not there. */
static const struct host_launch *launch_of(
	const struct contexts *c, const struct item *item, const struct entry *entry)
{
	const struct host_launch *found = NULL;
	size_t before = 0;
	for (const struct entry *other = item->entries.at; other != entry; other++)
		before += is_same_context(other, entry);
	vec_each(launch, &c->host->launches) {
		if (!context_launches(launch, item) || launch->unreached || launch->root < 0 ||
			c->plan.roots.at[launch->root] != entry->root ||
			!same_loc(&launch->loc, &entry->result.loc))
			continue;
		found = launch;
		if (!before--)
			break;
	}
	return found;
}

/*
 * A race that is found with more facts than it needs is one: what they exclude it does without. Nobody is left to ask then, so that
 * the entry is settled.
 */
static void entry_search(struct contexts *c, struct item *item, struct entry *entry)
{
	const struct host_launch *launch = launch_of(c, item, entry);
	if (!launch)
		return;
	c->searching = true;
	const struct entry *found = context_ask(c, item, launch);
	c->searching = false;
	if (found->result.verdict == VERDICT_VACUOUS)
		return;
	entry->result = found->result;
	entry->findings = found->findings;
	entry->searched = true;
	if (entry->result.verdict != VERDICT_RACE_FREE)
		entry->result.assumptions &= ~(unsigned)(ASSUME_UNSHARED_OBJECTS | ASSUME_CLASS_INVARIANTS);
}

static void place_unshared(struct contexts *c, struct item *item, struct entry *entry)
{
	struct entry with;
	for (unsigned level = 0; level < entry->level; level++) {
		if (!level_proved(c, item, entry->result.loc, level))
			continue;
		level_take(c, item, entry->result.loc, level);
		return;
	}
	if (proved(c, item, entry, &with))
		*entry = with;
	else if (c->last && entry->result.unsearched)
		entry_search(c, item, entry);
}

static bool is_unproved(struct contexts *c, struct item *item, const struct entry *entry)
{
	return context_wants_facts(c, item, entry) && !entry->root->is_main;
}

/* A launch of a kernel that is not proved, with the functions that it was looked at from on all levels. */
struct question {
	struct item *item;
	struct loc place;
	function_vec roots;
	bool asked; /* in the group that is made */
};
typedef VEC(struct question) question_vec;

static void roots_add(struct contexts *c, const function_vec *more, function_vec *roots)
{
	vec_each(root, more)
		if (!context_has_root(roots, *root))
			vec_push(c->arena, roots, *root);
}

static void question_add(struct contexts *c, struct item *item, struct loc place,
	question_vec *questions)
{
	struct question question = { .item = item, .place = place };
	vec_each(known, questions)
		if (known->item == item && same_loc(&known->place, &place))
			return;
	vec_each(entry, &item->entries)
		if (entry->root && same_loc(&entry->result.loc, &place) &&
			!context_has_root(&question.roots, entry->root))
			vec_push(c->arena, &question.roots, entry->root);
	if (question.roots.n <= PLAN_ROOTS)
		vec_push(c->arena, questions, question);
}

static void questions_fill(struct contexts *c, question_vec *questions)
{
	vec_each(item, &c->items)
		vec_each(entry, &item->entries)
			if (is_unproved(c, item, entry))
				question_add(c, item, entry->result.loc, questions);
}

static size_t roots_together(const function_vec *a, const function_vec *b)
{
	size_t n = a->n;
	vec_each(root, b)
		n += !context_has_root(a, *root);
	return n;
}

/* Takes as many questions, from the given one on, as one plan holds; returns the first that is left. */
static size_t group_fill(struct contexts *c, const question_vec *questions, size_t first,
	function_vec *roots)
{
	size_t end = first;
	for (; end < questions->n; end++) {
		const function_vec *more = &questions->at[end].roots;
		if (roots_together(roots, more) > PLAN_ROOTS)
			break;
		roots_add(c, more, roots);
	}
	return end;
}

static void question_ask(struct contexts *c, const struct question *question)
{
	struct item *item = question->item;
	context_level_start(c, item);
	for (size_t i = 0; i < item->entries.n; i++)
		if (is_unproved(c, item, &item->entries.at[i]) &&
			same_loc(&item->entries.at[i].result.loc, &question->place))
			place_unshared(c, item, &item->entries.at[i]);
}

/*
 * Asks once more about what is not proved when there is nobody left to climb to: with the
 * assumption that objects which are given to the first function by reference are not changed by
 * calls that are not given them. Members that an assert was about keep their values then. The
 * lowest level at which that proves all contexts of a place stands for those above it.
 * What is not proved then is asked about with the relations that the classes' functions keep.
 */
static void group_ask(struct contexts *c, const function_vec *roots,
	const struct question *questions, size_t n)
{
	const char *error = NULL;
	trace_plan(&c->trace, TRACE_ROOTS, roots, NULL, &c->plan);
	context_scope_enter(c);
	bool good = context_host_fill(c, &error);
	for (size_t i = 0; i < n && good; i++)
		question_ask(c, &questions[i]);
	context_scope_leave(c);
}

static void questions_ask(struct contexts *c, const question_vec *questions)
{
	unsigned groups = 0;
	double start = processor_seconds();
	for (size_t at = 0; at < questions->n && groups < PLAN_GROUPS; groups++) {
		if (groups && !contexts_have_time(c, start))
			break;
		function_vec roots = { 0 };
		size_t end = group_fill(c, questions, at, &roots);
		group_ask(c, &roots, &questions->at[at], end - at);
		at = end;
	}
}

static const char *need_host(void *data, size_t unit)
{
	struct contexts *c = data;
	return whole_need(c->arena, c->trace.whole, c->cache, unit, SIDE_HOST);
}

/* The relations that classes keep whose members the call paths to the questions use; NULL: none. */
static struct invariants *infer(struct contexts *c, const question_vec *questions)
{
	struct infer_options options = { .program = c->program, .unit = c->unit,
		.need = need_host, .data = c, .arch = options_arch_number(c->options) };
	function_vec roots = { 0 };
	vec_each(question, questions)
		roots_add(c, &question->roots, &roots);
	trace_plan(&c->trace, TRACE_ROOTS, &roots, NULL, &c->plan);
	trace_classes(&c->trace);
	c->current = NULL;
	return invariants_infer(c->arena, &options, &c->plan);
}

/* Does one plan hold all questions. */
static bool are_few(struct contexts *c, const question_vec *questions)
{
	function_vec roots = { 0 };
	return group_fill(c, questions, 0, &roots) == questions->n;
}

/*
 * Where there are many questions, host code is analysed once for all of them: proofs say then that they rest on the classes'
 * relations, even if they do without.
 */
void contexts_ask_again(struct contexts *c)
{
	question_vec questions = { 0 }, left = { 0 };
	questions_fill(c, &questions);
	c->unshared = true;
	if (are_few(c, &questions))
		questions_ask(c, &questions);
	questions_fill(c, &left);
	c->invariants = left.n ? infer(c, &left) : NULL;
	c->last = true;
	if (c->invariants || !are_few(c, &left))
		questions_ask(c, &left);
}
