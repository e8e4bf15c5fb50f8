#include "hostanalysis/flags/leftovers.h"

/* What an earlier launch of a kernel was given, beside a later one: sizes and arguments. */

static bool same_value(struct root *root, const struct et *a, const struct et *b)
{
	return a == b && is_steady(root, a);
}

const struct host_piece *piece_at(const struct host_launch *launch, unsigned arg, unsigned offset)
{
	if (!launch->args_known || arg >= launch->args.n)
		return NULL;
	vec_each(piece, &launch->args.at[arg].pieces)
		if (piece->offset == offset)
			return piece;
	return NULL;
}

bool same_size(struct root *root, const struct host_launch *a, const struct host_launch *b)
{
	bool same = true;
	for (unsigned i = 0; i < 3; i++)
		same &= same_value(root, a->grid[i], b->grid[i]) &&
			same_value(root, a->block[i], b->block[i]);
	return same;
}

bool argument_kept(struct root *root, const struct host_launch *first, const struct host_launch *second, unsigned arg)
{
	vec_each(piece, &second->args.at[arg].pieces) {
		const struct host_piece *old = piece_at(first, arg, piece->offset);
		if (!old || !same_value(root, old->value, piece->value))
			return false;
	}
	return true;
}

bool given_steadily(struct root *root, const struct host_launch *first, const struct host_launch *second)
{
	bool steady = true;
	for (unsigned arg = 0; arg < second->args.n; arg++) {
		vec_each(piece, &second->args.at[arg].pieces) {
			const struct host_piece *old = piece_at(first, arg, piece->offset);
			steady &= !old || old->value == piece->value ||
				  (is_steady(root, old->value) && is_steady(root, piece->value));
		}
	}
	return steady;
}

bool given_in_turns(struct root *root, const struct host_launch *first, const struct host_launch *second)
{
	bool steady = true;
	for (unsigned arg = 0; arg < second->args.n; arg++) {
		vec_each(piece, &second->args.at[arg].pieces) {
			const struct host_piece *old = piece_at(first, arg, piece->offset);
			steady &= is_steady(root, piece->value) && (!old || is_steady(root, old->value));
		}
	}
	return !steady;
}

/* The argument of an earlier launch, where it is one number. */
static const struct et *value_was(struct root *root, const struct host_launch *first,
	const struct host_launch *second, unsigned arg)
{
	struct ets *ets = root->pass->ets;
	const struct host_piece *old = piece_at(first, arg, 0), *now = piece_at(second, arg, 0);
	if (old && now && second->args.at[arg].pieces.n == 1 && old->width == now->width)
		return old->value;
	return et_sym(ets, symbol_new(ets, SYM_HOST, LEVEL_GRID, now ? now->width : 64, "an argument before"));
}

void given_add(struct root *root, const struct host_launch *first, uint64_t number, const struct host_launch *second,
	const struct et *(*then)(void *, const struct et *), void *data)
{
	struct ets *ets = root->pass->ets;
	struct host_before *before = second->before;
	if (!before->which)
		before->which = et_sym(ets, symbol_new(ets, SYM_HOST, LEVEL_GRID, 32, "a launch before"));
	const struct et *here =
		et_binary(ets, ET_EQ, 0, before->which, et_const(ets, before->which->width, number));
	for (unsigned arg = 0; arg < second->args.n; arg++) {
		const struct et *value = value_was(root, first, second, arg);
		value = then ? then(data, value) : value;
		if (before->was.n <= arg)
			vec_push(root->pass->arena, &before->was, value);
		else
			before->was.at[arg] = et_ite(ets, here, value, before->was.at[arg]);
	}
}
