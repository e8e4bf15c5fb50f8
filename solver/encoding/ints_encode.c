#include "solver/encoding/ints.h"

/* Translation of one term, operator by operator. */

static void nodes_grow(struct ints *in, uint32_t id)
{
	if (id < in->node_room)
		return;
	size_t room = 2 * (size_t)id + 64;
	struct node **nodes = arena_alloc(in->arena, room * sizeof(*nodes));
	if (in->node_room)
		memcpy(nodes, in->nodes, in->node_room * sizeof(*nodes));
	in->nodes = nodes;
	in->node_room = room;
}

const struct node *ints_node(const struct ints *in, const struct et *et)
{
	assert(et->id < in->node_room && in->nodes[et->id] && in->nodes[et->id]->done);
	return in->nodes[et->id];
}

static const struct form *form_of(const struct ints *in, const struct et *et)
{
	assert(et->width == 1);
	return ints_node(in, et)->form;
}

static struct value encode_leaf(struct ints *in, const struct et *et)
{
	const struct symbol *sym = et->sym;
	bool is_unsigned = sym->id < in->sign_room && in->signs[sym->id] == 2;
	int128 half = (int128)1 << (et->width - 1);
	int128 lo = is_unsigned ? 0 : -half, hi = is_unsigned ? 2 * half - 1 : half - 1;
	if (sym->bounded && sym->lo <= sym->hi) {
		lo = sym->lo;
		hi = sym->hi;
	}
	const struct bound *bound = bounds_find(&in->bounds, et);
	if (bound && bound->lo <= hi && bound->hi >= lo) {
		lo = bound->lo > lo ? bound->lo : lo;
		hi = bound->hi < hi ? bound->hi : hi;
	}
	if (lo == hi)
		return ints_const(in, lo);
	uint32_t var = ints_var(in, IVAR_LEAF, et->id, 0, 0, lo, hi);
	return (struct value){ poly_var(in->ps, var), lo, hi };
}

static const struct form *encode_bool_leaf(struct ints *in, const struct et *et)
{
	const struct form *form = form_var(in->fs, forms_new_var(in->fs));
	vec_push(in->arena, &in->bools, et);
	assert(in->bools.n == form->var + 1);
	return form;
}

static struct value arithmetic(struct ints *in, const struct et *et, struct value a, struct value b)
{
	if (et->op == ET_ADD)
		return ints_add(in, a, b);
	return et->op == ET_SUB ? ints_sub(in, a, b) : ints_mul(in, a, b);
}

/* Operands of a flagged operator are read by its sign and the result is in range. */
static struct value encode_arithmetic(struct ints *in, const struct et *et)
{
	int128 half = (int128)1 << (et->width - 1);
	bool nsw = et->flags & ET_NSW;
	if (!et->flags)
		return arithmetic(in, et, ints_value(in, et->arg[0]), ints_value(in, et->arg[1]));
	struct value a = ints_view(in, et->arg[0], nsw), b = ints_view(in, et->arg[1], nsw);
	int128 lo = nsw ? -half : 0, hi = nsw ? half - 1 : 2 * half - 1;
	struct value result =
		et->op == ET_MUL ? ints_mul_within(in, a, b, lo, hi) : arithmetic(in, et, a, b);
	ints_rule_range(in, result.poly, lo, hi);
	return ints_bounded(in, result.poly, lo, hi);
}

/* 0 or 1, the value of a formula. */
static struct value encode_truth(struct ints *in, const struct form *form)
{
	if (form->op == FORM_TRUE || form->op == FORM_FALSE)
		return ints_const(in, form->op == FORM_TRUE);
	uint32_t var = ints_var(in, IVAR_BOOL, form->id, 0, 0, 0, 1);
	const struct poly *bit = poly_var(in->ps, var);
	const struct form *one = form_ge(in->fs, poly_add_const(in->ps, bit, -1));
	ints_define(in, form_iff(in->fs, form, one));
	return (struct value){ bit, 0, 1 };
}

static struct value encode_trunc(struct ints *in, const struct et *et)
{
	struct value a = ints_value(in, et->arg[0]);
	const struct poly *dropped, *rest;
	int128 lo, hi;
	if (a.lo >= 0 && a.hi < (int128)1 << et->width)
		return a;
	if (et_is_cut(in->ets, et))
		return ints_view_of(in, et, a, false);
	poly_split_const(in->ps, a.poly, (int128)1 << et->width, &dropped, &rest);
	if (dropped->n == 0)
		return a;
	ints_range(in, rest, &lo, &hi);
	return (struct value){ rest, lo, hi };
}

static struct value encode_cast(struct ints *in, const struct et *et)
{
	if (et->op == ET_TRUNC)
		return encode_trunc(in, et);
	bool is_signed = et->op == ET_SEXT;
	if (et->arg[0]->width > 1)
		return ints_view(in, et->arg[0], is_signed);
	return ints_scale(in, encode_truth(in, form_of(in, et->arg[0])), is_signed ? -1 : 1);
}

static struct value encode_choice(struct ints *in, const struct et *et)
{
	const struct form *when = form_of(in, et->arg[0]);
	struct value a = ints_value(in, et->arg[1]), b = ints_value(in, et->arg[2]);
	if (when->op == FORM_TRUE || when->op == FORM_FALSE)
		return when->op == FORM_TRUE ? a : b;
	const struct poly *difference = poly_sub(in->ps, a.poly, b.poly);
	int128 lo = a.lo < b.lo ? a.lo : b.lo, hi = a.hi > b.hi ? a.hi : b.hi;
	if (difference && poly_is_const(difference)) {
		struct value step = ints_const(in, poly_constant(difference));
		struct value result = ints_add(in, b, ints_mul(in, step, encode_truth(in, when)));
		return ints_bounded(in, result.poly, lo, hi);
	}
	uint32_t var = ints_var(in, IVAR_ITE, when->id, a.poly->id, b.poly->id, lo, hi);
	const struct poly *result = poly_var(in->ps, var);
	const struct form *then = form_equal(in->fs, result, a.poly);
	const struct form *otherwise = form_equal(in->fs, result, b.poly);
	ints_define(in, form_implies(in->fs, when, then));
	ints_define(in, form_or(in->fs, when, otherwise));
	return (struct value){ result, lo, hi };
}

static struct value encode_const(struct ints *in, const struct et *et)
{
	return ints_const(in, et_signed(et));
}

static struct value encode_value(struct ints *in, const struct et *et)
{
	static struct value (*const encoders[ET_OPS])(struct ints *, const struct et *) = {
		[ET_CONST] = encode_const,
		[ET_SYM] = encode_leaf,
		[ET_APP] = encode_leaf,
		[ET_ADD] = encode_arithmetic,
		[ET_SUB] = encode_arithmetic,
		[ET_MUL] = encode_arithmetic,
		[ET_UDIV] = ints_divide,
		[ET_SDIV] = ints_divide,
		[ET_UREM] = ints_divide,
		[ET_SREM] = ints_divide,
		[ET_AND] = ints_bitwise,
		[ET_OR] = ints_bitwise,
		[ET_XOR] = ints_bitwise,
		[ET_SHL] = ints_shift,
		[ET_LSHR] = ints_shift,
		[ET_ASHR] = ints_shift,
		[ET_ZEXT] = encode_cast,
		[ET_SEXT] = encode_cast,
		[ET_TRUNC] = encode_cast,
		[ET_ITE] = encode_choice,
	};
	assert(encoders[et->op]);
	return encoders[et->op](in, et);
}

static const struct form *encode_equal(struct ints *in, const struct et *et)
{
	if (et->arg[0]->width == 1)
		return form_iff(in->fs, form_of(in, et->arg[0]), form_of(in, et->arg[1]));
	struct value a = ints_value(in, et->arg[0]), b = ints_value(in, et->arg[1]);
	int128 modulus = (int128)1 << et->arg[0]->width;
	struct value d = { poly_sub(in->ps, a.poly, b.poly), a.lo - b.hi, a.hi - b.lo };
	assert(d.poly);
	d = ints_bounded(in, d.poly, d.lo, d.hi);
	if (d.lo > -modulus && d.hi < modulus)
		return form_eq(in->fs, d.poly);
	bool is_signed = a.lo < 0 || b.lo < 0;
	a = ints_view(in, et->arg[0], is_signed);
	b = ints_view(in, et->arg[1], is_signed);
	return form_equal(in->fs, a.poly, b.poly);
}

static const struct form *encode_order(struct ints *in, const struct et *et)
{
	bool is_signed = et->op == ET_SLT || et->op == ET_SLE;
	bool strict = et->op == ET_ULT || et->op == ET_SLT;
	if (et->arg[0]->width == 1) {
		const struct form *a = form_of(in, et->arg[is_signed]);
		const struct form *b = form_of(in, et->arg[!is_signed]);
		return strict ? form_and(in->fs, form_not(in->fs, a), b)
			      : form_implies(in->fs, a, b);
	}
	struct value a = ints_view(in, et->arg[0], is_signed);
	struct value b = ints_view(in, et->arg[1], is_signed);
	const struct poly *room = poly_sub(in->ps, b.poly, a.poly);
	assert(room);
	return form_ge(in->fs, poly_add_const(in->ps, room, strict ? -1 : 0));
}

/* Arithmetic on single bits is logic. */
static const struct form *bit_differs(struct forms *fs, const struct form *a, const struct form *b)
{
	return form_not(fs, form_iff(fs, a, b));
}

static const struct form *bit_without(struct forms *fs, const struct form *a, const struct form *b)
{
	return form_and(fs, a, form_not(fs, b));
}

static const struct form *bit_first(struct forms *fs, const struct form *a, const struct form *b)
{
	(void)fs;
	(void)b;
	return a;
}

static const struct form *bit_zero(struct forms *fs, const struct form *a, const struct form *b)
{
	(void)a;
	(void)b;
	return form_bool(fs, false);
}

static const struct form *encode_bit(struct ints *in, const struct et *et)
{
	static const struct form *(*const encoders[ET_OPS])(
		struct forms *, const struct form *, const struct form *) = {
		[ET_ADD] = bit_differs,
		[ET_SUB] = bit_differs,
		[ET_XOR] = bit_differs,
		[ET_MUL] = form_and,
		[ET_AND] = form_and,
		[ET_UDIV] = form_and,
		[ET_SDIV] = form_and,
		[ET_OR] = form_or,
		[ET_UREM] = bit_zero,
		[ET_SREM] = bit_zero,
		[ET_SHL] = bit_without,
		[ET_LSHR] = bit_without,
		[ET_ASHR] = bit_first,
	};
	assert(encoders[et->op]);
	return encoders[et->op](in->fs, form_of(in, et->arg[0]), form_of(in, et->arg[1]));
}

static const struct form *encode_low_bit(struct ints *in, const struct et *et)
{
	struct value a = ints_value(in, et->arg[0]);
	struct value twice = ints_scale(in, ints_floor(in, a, 2), 2);
	const struct poly *bit = poly_sub(in->ps, a.poly, twice.poly);
	assert(bit);
	return form_ge(in->fs, poly_add_const(in->ps, bit, -1));
}

static const struct form *encode_form(struct ints *in, const struct et *et)
{
	switch (et_op_class((enum et_op)et->op)) {
	case ET_LEAF:
		if (et_is_const(et))
			return form_bool(in->fs, et->value);
		return encode_bool_leaf(in, et);
	case ET_ARITH:
	case ET_SHIFT:
		return encode_bit(in, et);
	case ET_CAST:
		assert(et->op == ET_TRUNC);
		return encode_low_bit(in, et);
	case ET_COMPARE:
		return et->op == ET_EQ ? encode_equal(in, et) : encode_order(in, et);
	case ET_CHOOSE: {
		const struct form *c = form_of(in, et->arg[0]);
		const struct form *a = form_of(in, et->arg[1]), *b = form_of(in, et->arg[2]);
		return form_and(in->fs, form_implies(in->fs, c, a), form_or(in->fs, c, b));
	}
	}
	bug("encode_form: unknown class");
}

/* Where the integer is the signed value, what is known of that holds. */
static struct value narrow(struct ints *in, const struct et *et, struct value a)
{
	const struct bound *bound = bounds_find(&in->bounds, et);
	int128 half = (int128)1 << (et->width - 1);
	if (bound && bound->lo >= 0 && et->op == ET_TRUNC && (a.lo < -half || a.hi >= half))
		a = ints_view_of(in, et, a, false);
	if (!bound || a.lo < -half || a.hi >= half)
		return a;
	if (bound->lo > a.hi || bound->hi < a.lo || poly_is_const(a.poly))
		return a;
	ints_define(in, form_between(in->fs, a.poly, bound->lo, bound->hi));
	a.lo = bound->lo > a.lo ? bound->lo : a.lo;
	a.hi = bound->hi < a.hi ? bound->hi : a.hi;
	return a.lo == a.hi ? ints_const(in, a.lo) : a;
}

const struct node *ints_encode(struct ints *in, const struct et *et)
{
	nodes_grow(in, et->id);
	if (in->nodes[et->id])
		return ints_node(in, et);
	struct node *node = arena_alloc(in->arena, sizeof(*node));
	in->nodes[et->id] = node;
	in->node = node;
	in->term = et;
	if (et->width == 1)
		node->form = encode_form(in, et);
	else
		node->value = narrow(in, et, encode_value(in, et));
	node->done = true;
	in->node = NULL;
	in->term = NULL;
	return node;
}
