#include "kernelanalysis/signals/wait_memo.h"

/*
 * Words that a launch both changes and takes back: what a later launch of the kernel finds in one. Counters that only grow, flags that
 * are only set, and words that are taken back to just what they began with by everybody who is through are understood; of all others it
 * is not known whether a wait goes on with what is left.
 */

struct left_word {
	struct kernel *kernel;
	const struct acquire *acquire;
	const struct et *value;		/* what the wait reads */
	const struct et *counted;	/* by all that count up, together; NULL: none, or not known */
	bool counts, refuses, lets;	/* who counts up; who writes what refuses, or lets on */
	bool surely;			/* who sees the signal, or gives it, always takes it back */
};

/* Is the term the symbol's value, or more by what does not depend on it. */
static bool grows_with(struct arena *arena, const struct et *term, const struct et *value)
{
	if (term->op == ET_ADD)
		return (grows_with(arena, term->arg[0], value) &&
			       !et_mentions(arena, term->arg[1], value)) ||
		       (grows_with(arena, term->arg[1], value) &&
			       !et_mentions(arena, term->arg[0], value));
	return term == value;
}

static bool is_zero(const struct et *term)
{
	return et_is_const(term) && !term->value;
}

bool test_is_monotone(struct arena *arena, const struct et *term, const struct et *value, bool up)
{
	if (!et_mentions(arena, term, value))
		return true;
	if (term->width != 1)
		return false;
	switch (term->op) {
	case ET_AND:
	case ET_OR:
		return test_is_monotone(arena, term->arg[0], value, up) &&
		       test_is_monotone(arena, term->arg[1], value, up);
	case ET_XOR:
		return et_is_true(term->arg[1]) && test_is_monotone(arena, term->arg[0], value, !up);
	case ET_EQ:
		return !up && (is_zero(term->arg[0]) || is_zero(term->arg[1])) &&
		       (term->arg[0] == value || term->arg[1] == value);
	case ET_ULT:
	case ET_ULE:
	case ET_SLT:
	case ET_SLE:
		return grows_with(arena, term->arg[up], value) &&
		       !et_mentions(arena, term->arg[!up], value);
	default:
		return false;
	}
}

bool counter_rises(const struct access *op)
{
	if (op->rmw == RMW_INC && (!LLVMIsAConstantInt(op->operand) ||
					  LLVMConstIntGetSExtValue(op->operand) != -1))
		return false;
	return counter_step(op) > 0;
}

/* Does the guard name just the threads that come there: one along an axis, or all but one. */
static bool names_threads(const struct et *guard)
{
	if (guard->op == ET_AND && guard->width == 1)
		return names_threads(guard->arg[0]) && names_threads(guard->arg[1]);
	if (guard->op == ET_XOR && guard->width == 1 && et_is_true(guard->arg[1]))
		return names_threads(guard->arg[0]);
	return et_is_true(guard) ||
	       (guard->op == ET_EQ && et_is_const(guard->arg[1]) && guard->arg[0]->op == ET_SYM &&
		       guard->arg[0]->sym->builtin != BUILTIN_NONE);
}

/* Who comes to the access at all, as loops before it end. */
static const struct et *comers(struct kernel *kernel, const struct access *op)
{
	return value_reach_past(kernel->env, kernel->func->blocks.at[0], op->block);
}

/* How far all threads together take the word at the access, up or down; NULL: that is not known. */
static const struct et *whole_step(struct kernel *kernel, const struct access *op, uint64_t step)
{
	const struct et *comes = step && op->size == 4 && !op->block->loop ? comers(kernel, op) : NULL;
	if (!comes || !names_threads(comes))
		return NULL;
	return et_binary(kernel->ets, ET_MUL, ET_NSW | ET_NUW, threads_let(kernel, op->object, comes),
		et_const(kernel->ets, 32, step));
}

/* Writes to the word, other than by who leaves it as it is. */
static bool changes_word(const struct left_word *word, const struct access *write)
{
	bool writes = access_writes(write);
	return writes && write->object == word->acquire->op->object && !keeps_value(write) &&
	       accesses_may_meet(write, word->acquire->op);
}

/* What the write puts there, whatever it finds; NULL: not known. */
static const struct et *word_put(struct kernel *kernel, const struct access *write)
{
	bool masks = write->rmw == RMW_OTHER && LLVMIsAAtomicRMWInst(write->instruction) &&
		     LLVMGetAtomicRMWBinOp(write->instruction) == LLVMAtomicRMWBinOpAnd &&
		     LLVMIsNull(LLVMGetOperand(write->instruction, 1));
	return masks ? et_const(kernel->ets, write->size * 8, 0) : value_written(kernel, write);
}

struct guard_leaves {
	const struct left_word *word;
	const struct et *known;
	bool other;
};

static void leaf_visit(void *data, const struct et *et)
{
	struct guard_leaves *leaves = data;
	const struct kernel *kernel = leaves->word->kernel;
	if ((et->op != ET_SYM && et->op != ET_APP) || et->sym->builtin != BUILTIN_NONE)
		return;
	LLVMValueRef origin = et->sym->kind == SYM_DATA ? (LLVMValueRef)(uintptr_t)et->sym->origin : NULL;
	bool drawn = origin && (LLVMIsAAtomicRMWInst(origin) || LLVMIsAExtractValueInst(origin));
	leaves->other |= !drawn && !et_mentions(kernel->arena, leaves->known, et);
}

/* Does what decides whether somebody comes to the write decide as well whether the word is waited for or set, but for ids and draws. */
static bool is_decided_alike(const struct left_word *word, const struct access *write)
{
	struct kernel *kernel = word->kernel;
	struct guard_leaves leaves = { word, word->acquire->op->guard, false };
	vec_each(each, &kernel->accesses)
		if (changes_word(word, *each) && *each != write)
			leaves.known = et_or(kernel->ets, leaves.known, (*each)->guard);
	et_once(kernel->arena, write->guard, leaf_visit, &leaves);
	return !leaves.other;
}

static bool follows_change(const struct left_word *word, const struct access *write)
{
	const struct kernel *kernel = word->kernel;
	if (always_follows(kernel, word->acquire->op->instruction, write->instruction))
		return true;
	vec_each(each, &kernel->accesses)
		if (*each != write && changes_word(word, *each) &&
			always_follows(kernel, (*each)->instruction, write->instruction))
			return true;
	return false;
}

/* Sorts what is written; false: something is, of which nothing is known. */
static bool word_sort(struct left_word *word)
{
	struct kernel *kernel = word->kernel;
	struct ets *ets = kernel->ets;
	bool known = true;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		if (!changes_word(word, write))
			continue;
		if (counter_step(write)) {
			const struct et *step = whole_step(kernel, write, counter_step(write));
			known &= step != NULL;
			word->counted = step && word->counted ? et_binary(ets, ET_ADD, ET_NSW | ET_NUW, word->counted, step)
							      : step;
			word->counts = true;
			continue;
		}
		const struct et *value = word_put(kernel, write);
		bool puts = value && value->width == word->value->width;
		bool refuses = !puts || et_is_false(acquire_test(kernel, word->acquire, value));
		word->lets |= !refuses;
		word->refuses |= refuses;
		word->surely |= refuses && (follows_change(word, write) || is_decided_alike(word, write));
	}
	word->counted = known ? word->counted : NULL;
	return known;
}

/* The test with remainders of what is read left out, as far as all that is counted divides by what they are of. */
struct remainders {
	struct left_word *word;
	const struct et *doubt;
};

static const struct et *remainder_leaf(void *data, struct ets *ets, const struct et *et)
{
	struct remainders *rest = data;
	struct left_word *word = rest->word;
	bool masks = et->op == ET_AND && et->width > 1 && et_is_const(et->arg[1]) &&
		     !(et->arg[1]->value & (et->arg[1]->value + 1));
	if ((et->op != ET_UREM && !masks) || !grows_with(word->kernel->arena, et->arg[0], word->value) || et->width != 32)
		return NULL;
	const struct et *zero = et_const(ets, 32, 0);
	const struct et *divides = word->counted
		? et_binary(ets, ET_EQ, 0, et_binary(ets, (enum et_op)et->op, 0, word->counted, et->arg[1]), zero)
		: et_bool(ets, false);
	rest->doubt = et_or(ets, rest->doubt, et_not(ets, divides));
	return zero;
}

/* Condition for the wait to go on with more than it began with where it would not with as much less. */
static const struct et *growth_doubt(struct left_word *word, const struct et *test)
{
	struct kernel *kernel = word->kernel;
	struct ets *ets = kernel->ets;
	const struct et *no = et_bool(ets, false);
	bool compares = test->op == ET_EQ && test->arg[0]->width > 1;
	if (!et_mentions(kernel->arena, test, word->value) ||
		test_is_monotone(kernel->arena, test, word->value, false))
		return no;
	for (unsigned i = 0; compares && i < 2; i++)
		if (grows_with(kernel->arena, test->arg[i], word->value) &&
			!et_mentions(kernel->arena, test->arg[1 - i], word->value))
			return no;
	if ((test->op == ET_AND || test->op == ET_OR) && test->width == 1) {
		const struct et *a = growth_doubt(word, test->arg[0]), *b = growth_doubt(word, test->arg[1]);
		bool speaks = et_mentions(kernel->arena, test->arg[0], word->value) &&
			      et_mentions(kernel->arena, test->arg[1], word->value);
		return test->op == ET_AND && speaks ? et_and(ets, a, b) : et_or(ets, a, b);
	}
	struct remainders rest = { word, no };
	struct et_map *map = et_map_new(ets, NULL, NULL);
	et_map_operations(map, remainder_leaf, &rest);
	const struct et *without = et_map_apply(map, test);
	return et_mentions(kernel->arena, without, word->value) ? et_bool(ets, true) : rest.doubt;
}

const struct et *counter_taken_by(struct kernel *kernel, const struct access *op)
{
	struct ets *ets = kernel->ets;
	bool subtracts = op->rmw == RMW_OTHER && LLVMIsAAtomicRMWInst(op->instruction) &&
			 LLVMGetAtomicRMWBinOp(op->instruction) == LLVMAtomicRMWBinOpSub;
	if (op->size != 4 || (op->rmw != RMW_ADD && !subtracts))
		return NULL;
	const struct et *amount = value_et(kernel->env, op->operand);
	return subtracts ? amount : et_binary(ets, ET_SUB, 0, et_const(ets, 32, 0), amount);
}

/* Condition for a write that is no step up to put something else there than the count began with. */
static const struct et *reset_doubt(struct left_word *word, const struct access *write)
{
	struct kernel *kernel = word->kernel;
	struct ets *ets = kernel->ets;
	const struct et *maybe, *value = word_put(kernel, write);
	const struct et *down = counter_taken_by(kernel, write);
	if (down && word->counted) {
		const struct et *all = whole_step(kernel, write, counter_fall(write));
		const struct et *same = et_binary(ets, ET_EQ, 0, down, word->counted);
		return et_not(ets, et_or(ets, same, all ? et_binary(ets, ET_EQ, 0, all, word->counted) : same));
	}
	if (!value || value->width != word->value->width || !term_is_common(value, LEVEL_GRID))
		return et_bool(ets, true);
	const struct et *begins = counter_begins(kernel, word->acquire->op, &maybe);
	return et_not(ets, et_binary(ets, ET_EQ, 0, value, begins));
}

static bool is_part(const struct et *condition, const struct et *part)
{
	bool joins = condition->op == ET_AND && condition->width == 1;
	return condition == part || (joins && (is_part(condition->arg[0], part) || is_part(condition->arg[1], part)));
}

/* Is each of the condition's parts one of the other's, or does it name threads, or compare `found` with what is put into *number. */
static bool asks_only(const struct et *condition, const struct et *other, const struct et *found, const struct et **number)
{
	if (condition->op == ET_AND && condition->width == 1)
		return asks_only(condition->arg[0], other, found, number) &&
		       asks_only(condition->arg[1], other, found, number);
	for (unsigned i = 0; condition->op == ET_EQ && found && i < 2; i++)
		if (condition->arg[i] == found && (!*number || *number == condition->arg[!i])) {
			*number = condition->arg[!i];
			return true;
		}
	return names_threads(condition) || is_part(other, condition);
}

/* Condition for a write, of who finds what the last step finds, to set the word back; `found`: by himself or for his block, or NULL. */
static const struct et *sets_as_last(const struct left_word *word, const struct access *op,
	const struct access *write, const struct et *found)
{
	struct kernel *kernel = word->kernel;
	struct ets *ets = kernel->ets;
	const struct et *comes = comers(kernel, write);
	const struct et *number = NULL;
	if (!asks_only(comes, op->guard, found, &number) || !number || number->width != word->counted->width ||
		!term_is_common(number, LEVEL_GRID))
		return et_bool(ets, false);
	const struct et *next = et_binary(ets, ET_ADD, 0, number, et_const(ets, number->width, 1));
	return et_binary(ets, ET_EQ, 0, next, word->counted);
}

static const struct et *set_by_last(const struct left_word *word, const struct access *op)
{
	struct kernel *kernel = word->kernel;
	const struct et *set = et_bool(kernel->ets, false);
	const struct et *found = value_et(kernel->env, op->instruction), *told = elected_result(kernel, found);
	vec_each(each, &kernel->accesses) {
		if (!changes_word(word, *each) || counter_step(*each))
			continue;
		set = et_or(kernel->ets, set, sets_as_last(word, op, *each, found));
		set = et_or(kernel->ets, set, sets_as_last(word, op, *each, told));
	}
	return set;
}

/* Condition for all that is counted to bring a word that the last one sets back to its limit at most, or round with that step. */
static const struct et *reaches_limit(const struct left_word *word, const struct access *op)
{
	struct ets *ets = word->kernel->ets;
	const struct et *limit = op->rmw == RMW_INC ? value_et(word->kernel->env, op->operand) : NULL;
	if (!limit || !word->counted || limit->width != word->counted->width || !term_is_common(limit, LEVEL_GRID))
		return et_bool(ets, false);
	const struct et *last = et_binary(ets, ET_SUB, 0, word->counted, et_const(ets, limit->width, 1));
	return et_and(ets, et_binary(ets, ET_ULE, 0, last, limit), set_by_last(word, op));
}

/* Condition for a count to be left where it is not known. */
static const struct et *count_doubt(struct left_word *word)
{
	struct kernel *kernel = word->kernel;
	struct ets *ets = kernel->ets;
	const struct et *doubt = et_bool(ets, false), *test = word->acquire->test;
	bool set = false;
	vec_each(each, &kernel->accesses) {
		if (!changes_word(word, *each))
			continue;
		if (counter_step(*each) && !counter_rises(*each)) {
			const struct et *ends = et_or(ets, counter_comes_back(kernel, *each), reaches_limit(word, *each));
			doubt = et_or(ets, doubt, et_not(ets, ends));
		}
		if (counter_step(*each))
			continue;
		doubt = et_or(ets, doubt, reset_doubt(word, *each));
		set = true;
	}
	bool reaches = test_is_monotone(kernel->arena, test, word->value, true);
	if (!word->surely && (set || !reaches))
		doubt = et_or(ets, doubt, growth_doubt(word, test));
	return doubt;
}

static const struct et *left_unsure(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct access *op = acquire->op;
	const struct et *no = et_bool(ets, false);
	struct left_word word = { .kernel = kernel, .acquire = acquire };
	if (op->object->kind != OBJECT_PARAM && op->object->kind != OBJECT_GLOBAL)
		return no;
	acquire_test(kernel, acquire, et_const(ets, op->size * 8, 0));
	word.value = et_sym(ets, acquire->value);
	if (!et_mentions(kernel->arena, acquire->test, word.value))
		return no;
	word_sort(&word);
	const struct et *doubt = et_bool(ets, word.lets && word.refuses && !word.surely);
	if (word.counts)
		doubt = count_doubt(&word);
	const struct et *left = et_or(ets, object_left(kernel, op->object), object_left_resized(kernel, op->object));
	const struct et *perhaps = et_and(ets, object_left_perhaps(kernel, op->object), et_not(ets, word_is_put(kernel, op)));
	return et_and(ets, doubt, et_or(ets, left, perhaps));
}

const struct et *wait_left_unsure(struct kernel *kernel, const struct acquire *acquire)
{
	struct wait_memo *memo = wait_memo_of(kernel, acquire);
	if (!memo->unsure)
		memo->unsure = left_unsure(kernel, acquire);
	return memo->unsure;
}
