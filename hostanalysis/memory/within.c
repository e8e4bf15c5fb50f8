#include "hostanalysis/memory/contents.h"

#include "expr/known.h"
#include "expr/linear.h"

/* What a round of a loop has come past when it is at a place, and what follows of the elements that
 * it reads there. */

/* What a finished loop's counter is: how often the loop went round. */
struct finals {
	struct root *root;
	const struct loop *loop;
};

static const struct et *final_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct finals *finals = data;
	const struct loop *loop = leaf->sym->kind == SYM_LOOP ? leaf->sym->origin : NULL;
	bool outside = loop && loop->parent != finals->loop && (!loop->parent || loop_encloses(loop->parent, finals->loop));
	bool before = outside && !loop_encloses(loop, finals->loop);
	const struct et *rounds = before ? loop_rounds(finals->root->env, loop) : NULL;
	return rounds ? et_cast(ets, ET_TRUNC, leaf->width, rounds) : NULL;
}

/* Behind the test that a loop alone is left by, its round is one of those that it goes round. */
static const struct et *round_counted(struct finals *finals, const struct block *block)
{
	struct root *root = finals->root;
	struct ets *ets = root->pass->ets;
	const struct loop *loop = block->loop;
	const struct et *rounds = loop_rounds(root->env, loop);
	if (!rounds || loop->exits.at[0].from != loop->header || block == loop->header)
		return et_bool(ets, true);
	const struct et *k = et_sym(ets, root->env->loops[loop->index].counter);
	return et_binary(ets, ET_SLT, 0, k, et_map_once(ets, rounds, final_leaf, finals));
}

struct known *known_in_round(struct root *root, LLVMValueRef value)
{
	const struct block *block =
		LLVMIsAInstruction(value) ? instruction_block(root->func, value) : NULL;
	if (!block || !block->loop || root->func->irreducible)
		return NULL;
	struct finals finals = { root, block->loop };
	struct known *known = known_new(root->pass->arena, root->pass->ets);
	const struct et *reach = value_reach_from(root->env, block->loop->header, block);
	const struct et *ended = et_map_once(root->pass->ets, reach, final_leaf, &finals), *counted = round_counted(&finals, block);
	known_add(known, reach);
	known_add(known, ended);
	known_add(known, counted);
	known_add(known, et_unflagged(root->pass->ets, ended));
	known_add(known, et_unflagged(root->pass->ets, counted));
	return known;
}

/* A number that is no greater, read with its sign: n, where it is n or else 0, and be n negative.
 */
static const struct et *no_greater(struct ets *ets, const struct et *end)
{
	if (end->op == ET_ZEXT)
		return et_cast(ets, ET_SEXT, end->width, no_greater(ets, end->arg[0]));
	if (end->op != ET_ITE || !et_is_const(end->arg[2]) || end->arg[2]->value)
		return end;
	bool positive = end->arg[0] == et_binary(ets, ET_SLT, 0, end->arg[2], end->arg[1]);
	return positive ? end->arg[1] : end;
}

static bool is_known(
	struct known *known, struct ets *ets, enum et_op op, const struct et *a, const struct et *b)
{
	const struct et *term = et_binary(ets, op, 0, a, b);
	return et_is_true(known_apply(known, term)) || et_is_true(known_apply(known, et_unflagged(ets, term)));
}

/* Is a number that is greater by a few, without a wrap, known to be below: `i` where the loop goes on while `i + 2 < n`. */
static bool is_before_below(struct known *known, struct ets *ets, const struct et *number, const struct et *end)
{
	enum { FEW = 4 };
	for (uint64_t by = 1; by <= FEW; by++) {
		const struct et *greater = et_binary(ets, ET_ADD, ET_NSW, number, et_const(ets, number->width, by));
		if (et_is_true(known_apply(known, et_binary(ets, ET_SLT, 0, greater, end))))
			return true;
	}
	return false;
}

/* What is widened to the number, with its sign, from so many bits; NULL: nothing is. */
static const struct et *narrow_of(struct ets *ets, const struct et *number, unsigned width)
{
	if (number->op == ET_SEXT)
		return number->arg[0]->width == width ? number->arg[0] : NULL;
	const struct et *narrow = et_is_const(number) ? et_const(ets, width, number->value) : NULL;
	return narrow && et_signed(narrow) == et_signed(number) ? narrow : NULL;
}

static bool is_below(struct root *root, struct known *known, const struct et *number, const struct et *end)
{
	struct ets *ets = root->pass->ets;
	const struct et *least = no_greater(ets, end);
	const struct et *narrow = number->op == ET_SEXT ? narrow_of(ets, least, number->arg[0]->width) : NULL;
	if (is_known(known, ets, ET_SLT, number, end) ||
		is_known(known, ets, ET_SLT, number, least) || is_before_below(known, ets, number, least))
		return true;
	if (narrow && (is_known(known, ets, ET_SLT, number->arg[0], narrow) || is_before_below(known, ets, number->arg[0], narrow)))
		return true;
	bool counts = end->op == ET_ZEXT || known_span(root, end).hi <= mask_bits(end->width) >> 1;
	return counts && is_known(known, ets, ET_ULT, number, end);
}

static bool are_known(struct root *root, struct known *known, const struct et *condition)
{
	if (condition->op == ET_AND)
		return are_known(root, known, condition->arg[0]) &&
		       are_known(root, known, condition->arg[1]);
	if (condition->op == ET_SLT)
		return is_below(root, known, condition->arg[0], condition->arg[1]);
	return et_is_true(known_apply(known, condition));
}

bool is_within(struct root *root, LLVMValueRef load, const struct et *within)
{
	struct known *known = et_is_const(within) ? NULL : known_in_round(root, load);
	return known && are_known(root, known, within);
}
