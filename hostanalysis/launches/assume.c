#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hostanalysis/host.h"

/*
 * --assume=EXPR by recursive descent, one function for all binary operators
 * (precedence climbing). Values carry their signedness; operands of different
 * kinds are widened to 64 bits, so that "n == gridDim.x" compares numbers and
 * not bit patterns.
 */

struct value {
	const struct et *term; /* NULL after an error */
	bool is_unsigned;
	bool is_constant;
};

struct parser {
	struct arena *arena;
	struct ets *ets;
	const char *text, *at;
	assume_name_fn *name;
	void *data;
	const char *error;
};

static struct value fail(struct parser *p, const char *message)
{
	if (!p->error)
		p->error = arena_printf(p->arena, "%s at column %zu of '%s'", message,
			(size_t)(p->at - p->text) + 1, p->text);
	return (struct value){ 0 };
}

static void skip_space(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

/* Longer operators first; precedence as in C, higher binds tighter. */
static const struct binary {
	const char *text;
	unsigned precedence;
} binaries[] = {
	{ "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 }, { "<<", 8 },
	{ ">>", 8 }, { "<", 7 }, { ">", 7 }, { "|", 3 }, { "^", 4 }, { "&", 5 }, { "+", 9 },
	{ "-", 9 }, { "*", 10 }, { "/", 10 }, { "%", 10 },
};

static const struct binary *binary_at(struct parser *p)
{
	skip_space(p);
	for (size_t i = 0; i < sizeof(binaries) / sizeof(binaries[0]); i++)
		if (!strncmp(p->at, binaries[i].text, strlen(binaries[i].text)))
			return &binaries[i];
	return NULL;
}

static const struct et *truth(struct parser *p, struct value v)
{
	if (v.term->width == 1)
		return v.term;
	const struct et *zero = et_const(p->ets, v.term->width, 0);
	return et_not(p->ets, et_binary(p->ets, ET_EQ, 0, v.term, zero));
}

static struct value widen(struct parser *p, struct value v, unsigned width)
{
	bool zero_extend = v.is_unsigned || v.term->width == 1;
	if (v.term->width < width)
		v.term = et_cast(p->ets, zero_extend ? ET_ZEXT : ET_SEXT, width, v.term);
	return v;
}

/* A constant takes the kind of the other operand where it fits. */
static bool adapts(struct value constant, struct value other)
{
	int64_t value;
	if (!constant.is_constant || !constant.term || other.term->width == 1)
		return false;
	value = et_signed(constant.term);
	if (other.is_unsigned && value < 0)
		return false;
	return other.term->width == 64 || (other.is_unsigned ? value <= (int64_t)UINT32_MAX
							     : value == (int32_t)value);
}

static struct value adapt(struct parser *p, struct value constant, struct value other)
{
	constant.term = et_const(p->ets, other.term->width,
		(uint64_t)et_signed(constant.term) & mask_bits(other.term->width));
	constant.is_unsigned = other.is_unsigned;
	return constant;
}

static void balance(struct parser *p, struct value *a, struct value *b)
{
	if (a->is_constant && !b->is_constant && adapts(*a, *b))
		*a = adapt(p, *a, *b);
	else if (b->is_constant && !a->is_constant && adapts(*b, *a))
		*b = adapt(p, *b, *a);
	if (a->term->width == b->term->width && a->term->width >= 32 &&
		a->is_unsigned == b->is_unsigned)
		return;
	*a = widen(p, *a, 64);
	*b = widen(p, *b, 64);
	a->is_unsigned = b->is_unsigned = a->is_unsigned && b->is_unsigned;
}

static const struct et *comparison(struct parser *p, const char *op, struct value a, struct value b)
{
	enum et_op less = a.is_unsigned ? ET_ULT : ET_SLT;
	enum et_op most = a.is_unsigned ? ET_ULE : ET_SLE;
	switch (op[0]) {
	case '=':
		return et_binary(p->ets, ET_EQ, 0, a.term, b.term);
	case '!':
		return et_not(p->ets, et_binary(p->ets, ET_EQ, 0, a.term, b.term));
	case '<':
		return et_binary(p->ets, op[1] ? most : less, 0, a.term, b.term);
	default:
		return et_binary(p->ets, op[1] ? most : less, 0, b.term, a.term);
	}
}

static const struct et *arithmetic(struct parser *p, const char *op, struct value a, struct value b)
{
	unsigned flags = a.is_unsigned ? ET_NUW : ET_NSW;
	switch (op[0]) {
	case '+':
		return et_binary(p->ets, ET_ADD, flags, a.term, b.term);
	case '-':
		return et_binary(p->ets, ET_SUB, flags, a.term, b.term);
	case '*':
		return et_binary(p->ets, ET_MUL, flags, a.term, b.term);
	case '/':
		return et_binary(p->ets, a.is_unsigned ? ET_UDIV : ET_SDIV, 0, a.term, b.term);
	case '%':
		return et_binary(p->ets, a.is_unsigned ? ET_UREM : ET_SREM, 0, a.term, b.term);
	case '&':
		return et_binary(p->ets, ET_AND, 0, a.term, b.term);
	case '|':
		return et_binary(p->ets, ET_OR, 0, a.term, b.term);
	case '^':
		return et_binary(p->ets, ET_XOR, 0, a.term, b.term);
	case '<':
		return et_binary(p->ets, ET_SHL, flags, a.term, b.term);
	default:
		return et_binary(p->ets, a.is_unsigned ? ET_LSHR : ET_ASHR, 0, a.term, b.term);
	}
}

static struct value combine(
	struct parser *p, const struct binary *op, struct value a, struct value b)
{
	struct value result = { .is_constant = a.is_constant && b.is_constant };
	if (op->precedence <= 2) {
		const struct et *x = truth(p, a), *y = truth(p, b);
		result.term = op->precedence == 1 ? et_or(p->ets, x, y) : et_and(p->ets, x, y);
		return result;
	}
	balance(p, &a, &b);
	if (op->precedence == 6 || op->precedence == 7) {
		result.term = comparison(p, op->text, a, b);
	} else {
		result.term = arithmetic(p, op->text, a, b);
		result.is_unsigned = a.is_unsigned;
	}
	return result;
}

static struct value number(struct parser *p)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(p->at, &end, 0);
	if (errno || value > INT64_MAX)
		return fail(p, "number too large");
	const char *start = p->at;
	p->at = end;
	while (*p->at && strchr("uUlL", *p->at))
		p->at++;
	if (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '.') {
		p->at = start;
		return fail(p, "not an integer");
	}
	unsigned width = value <= INT32_MAX ? 32 : 64;
	return (struct value){ et_const(p->ets, width, value), false, true };
}

static struct value identifier(struct parser *p)
{
	const char *start = p->at, *at = p->at;
	while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
		at++;
	const char *name = arena_strndup(p->arena, start, (size_t)(at - start));
	struct value v = { 0 };
	v.term = p->name(p->data, name, &v.is_unsigned);
	if (!v.term)
		return fail(p, arena_printf(p->arena, "no parameter or built-in '%s'", name));
	p->at = at;
	if (v.term->width > 1 && v.term->width < 32)
		v = widen(p, v, 32);
	return v;
}

static struct value expression(struct parser *p, unsigned precedence);

static struct value unary(struct parser *p)
{
	skip_space(p);
	char op = *p->at;
	if (op == '(') {
		p->at++;
		struct value v = expression(p, 1);
		skip_space(p);
		if (v.term && *p->at != ')')
			return fail(p, "expected ')'");
		p->at += v.term != NULL;
		return v;
	}
	if (op && strchr("!-+~", op)) {
		p->at++;
		struct value v = unary(p);
		if (!v.term || op == '+')
			return v;
		if (op == '!') {
			v.term = et_not(p->ets, truth(p, v));
			v.is_unsigned = false;
			return v;
		}
		v = widen(p, v, 32);
		if (op == '~') {
			v.term = et_binary(p->ets, ET_XOR, 0, v.term,
				et_const(p->ets, v.term->width, mask_bits(v.term->width)));
			return v;
		}
		/* the negative of an unsigned value is a negative number here */
		if (v.is_unsigned)
			v = widen(p, v, 64);
		v.is_unsigned = false;
		v.term = et_binary(
			p->ets, ET_SUB, ET_NSW, et_const(p->ets, v.term->width, 0), v.term);
		return v;
	}
	if (isdigit((unsigned char)op))
		return number(p);
	if (isalpha((unsigned char)op) || op == '_')
		return identifier(p);
	return fail(p, op ? "expected a value" : "expression ends early: expected a value");
}

static struct value expression(struct parser *p, unsigned precedence)
{
	struct value left = unary(p);
	const struct binary *op;
	while (left.term && (op = binary_at(p)) && op->precedence >= precedence) {
		p->at += strlen(op->text);
		struct value right = expression(p, op->precedence + 1);
		if (!right.term)
			return right;
		left = combine(p, op, left, right);
	}
	return left;
}

static void facts_add(struct parser *p, const struct et *cond, fact_list *facts)
{
	if (cond->op == ET_AND && cond->width == 1) {
		facts_add(p, cond->arg[0], facts);
		facts_add(p, cond->arg[1], facts);
		return;
	}
	struct fact fact = { FACT_ASSUME, cond,
		arena_printf(p->arena, "--assume '%s'", p->text), { 0 } };
	vec_push(p->arena, facts, fact);
}

const char *assume_parse(struct arena *arena, struct ets *ets, const char *text,
	assume_name_fn *name, void *data, fact_list *facts)
{
	struct parser p = { .arena = arena, .ets = ets, .text = text, .at = text, .name = name,
		.data = data };
	struct value v = expression(&p, 1);
	skip_space(&p);
	if (v.term && *p.at)
		v = fail(&p, "unexpected text");
	if (!v.term)
		return p.error;
	facts_add(&p, truth(&p, v), facts);
	return NULL;
}
