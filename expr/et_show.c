#include <inttypes.h>

#include "expr/et.h"

enum { DEPTH_MOST = 24, NODES_MOST = 80 };

/* Binding strength for parentheses, as in C; on single bits & and | are && and ||. */
static unsigned strength(const struct et *et)
{
	if (et->width == 1 && (et->op == ET_AND || et->op == ET_OR))
		return et->op == ET_AND ? 2 : 1;
	return et_operator((enum et_op)et->op)->strength;
}

static const char *show(struct arena *arena, const struct et *et, bool exact, unsigned depth);

static const char *show_in(
	struct arena *arena, const struct et *et, bool exact, unsigned outer, unsigned depth)
{
	const char *text = show(arena, et, exact, depth);
	if (!exact)
		while (et_op_class((enum et_op)et->op) == ET_CAST)
			et = et->arg[0];
	return strength(et) < outer ? arena_printf(arena, "(%s)", text) : text;
}

static const char *show_symbol(
	struct arena *arena, const struct et *et, bool exact, unsigned depth)
{
	const struct symbol *sym = et->sym;
	const char *text = sym->name && *sym->name ? sym->name : "_";
	if (exact)
		text = arena_printf(arena, "%s#%u%s", text, sym->id,
			sym->copy ? (sym->copy == 1 ? "$1" : "$2") : "");
	if (!et->nargs)
		return text;
	if (!exact && sym->kind != SYM_LOAD)
		return text;
	text = arena_printf(arena, "%s%s", text, sym->kind == SYM_LOAD ? "[" : "(");
	for (unsigned i = 0; i < et->nargs; i++)
		text = arena_printf(arena, "%s%s%s", text, i ? ", " : "",
			show_in(arena, et->arg[i], exact, 0, depth));
	return arena_printf(arena, "%s%s", text, sym->kind == SYM_LOAD ? "]" : ")");
}

static const char *plain_text(const struct et *et, bool exact)
{
	if (exact)
		return et_op_text((enum et_op)et->op);
	switch ((enum et_op)et->op) {
	case ET_UDIV:
		return "/";
	case ET_UREM:
		return "%";
	case ET_LSHR:
		return ">>";
	case ET_ULT:
		return "<";
	case ET_ULE:
		return "<=";
	default:
		break;
	}
	if (et->width == 1 && et->op == ET_AND)
		return "&&";
	if (et->width == 1 && et->op == ET_OR)
		return "||";
	return et_op_text((enum et_op)et->op);
}

static const char *show(struct arena *arena, const struct et *et, bool exact, unsigned depth)
{
	if (depth > DEPTH_MOST)
		return "...";
	depth++;
	switch (et_op_class((enum et_op)et->op)) {
	case ET_LEAF:
		if (et->op != ET_CONST)
			return show_symbol(arena, et, exact, depth);
		if (et->width == 1 && !exact)
			return et->value ? "true" : "false";
		return arena_printf(arena, "%" PRId64, et_signed(et));
	case ET_CAST:
		if (!exact)
			return show(arena, et->arg[0], exact, depth);
		return arena_printf(arena, "%s%u(%s)", et_op_text((enum et_op)et->op), et->width,
			show(arena, et->arg[0], exact, depth));
	case ET_CHOOSE:
		return arena_printf(arena, "%s ? %s : %s",
			show_in(arena, et->arg[0], exact, 1, depth),
			show_in(arena, et->arg[1], exact, 1, depth),
			show_in(arena, et->arg[2], exact, 0, depth));
	case ET_ARITH:
	case ET_SHIFT:
	case ET_COMPARE:
		break;
	}
	if (et->op == ET_XOR && et->width == 1 && et_is_true(et->arg[1])) {
		const struct et *inner = et->arg[0];
		if (inner->op == ET_EQ)
			return arena_printf(arena, "%s != %s",
				show_in(arena, inner->arg[0], exact, 7, depth),
				show_in(arena, inner->arg[1], exact, 7, depth));
		return arena_printf(arena, "!%s", show_in(arena, inner, exact, 20, depth));
	}
	unsigned own = strength(et);
	return arena_printf(arena, "%s %s %s", show_in(arena, et->arg[0], exact, own, depth),
		plain_text(et, exact), show_in(arena, et->arg[1], exact, own + 1, depth));
}

/* Nodes of the tree down to a depth, `most` at most: shared terms are written again and again. */
static size_t count(const struct et *et, unsigned depth, size_t most)
{
	size_t n = 1;
	for (unsigned i = 0; depth && i < et->nargs && n < most; i++)
		n += count(et->arg[i], depth - 1, most - n);
	return n;
}

/* For people what is deep in a long term is left out. */
const char *et_show(struct arena *arena, const struct et *et, bool exact)
{
	unsigned depth = DEPTH_MOST;
	while (!exact && depth > 4 && count(et, depth, NODES_MOST) >= NODES_MOST)
		depth--;
	return show(arena, et, exact, DEPTH_MOST - depth);
}
