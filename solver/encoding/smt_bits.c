#include "solver/encoding/smt_z3.h"

/*
 * Terms as bit-vectors. Division by zero gives zero here as in the evaluator,
 * where SMT-LIB gives all ones or the dividend; shifts agree as they are.
 */
static Z3_ast term_ast(struct smt *smt, const struct et *et);

static Z3_ast number(struct smt *smt, unsigned width, uint64_t value)
{
	return Z3_mk_unsigned_int64(smt->z3, value, Z3_mk_bv_sort(smt->z3, width));
}

static Z3_ast truth(struct smt *smt, Z3_ast cond)
{
	return Z3_mk_ite(smt->z3, cond, number(smt, 1, 1), number(smt, 1, 0));
}

static Z3_ast is_one(struct smt *smt, Z3_ast bit)
{
	return Z3_mk_eq(smt->z3, bit, number(smt, 1, 1));
}

static Z3_ast unless_zero(struct smt *smt, const struct et *et, Z3_ast divisor, Z3_ast result)
{
	Z3_ast zero = number(smt, et->width, 0);
	return Z3_mk_ite(smt->z3, Z3_mk_eq(smt->z3, divisor, zero), zero, result);
}

static Z3_ast symbol_ast(struct smt *smt, const struct et *et)
{
	Z3_symbol name = smt_symbol(smt, et, "x", et->id);
	return Z3_mk_const(smt->z3, name, Z3_mk_bv_sort(smt->z3, et->width));
}

static Z3_ast application_ast(struct smt *smt, const struct et *et, const Z3_ast *args)
{
	uint32_t id = et->sym->id;
	while (smt->functions.n <= id)
		vec_push(smt->arena, &smt->functions, NULL);
	if (!smt->functions.at[id]) {
		Z3_sort *sorts = arena_alloc(smt->arena, et->nargs * sizeof(*sorts));
		for (unsigned i = 0; i < et->nargs; i++)
			sorts[i] = Z3_mk_bv_sort(smt->z3, et->arg[i]->width);
		smt->functions.at[id] = Z3_mk_func_decl(smt->z3, smt_symbol(smt, et, "f", id),
			et->nargs, sorts, Z3_mk_bv_sort(smt->z3, et->width));
	}
	return Z3_mk_app(smt->z3, smt->functions.at[id], et->nargs, args);
}

static Z3_ast make_term(struct smt *smt, const struct et *et, const Z3_ast *args)
{
	Z3_context z3 = smt->z3;
	Z3_ast a = et->nargs ? args[0] : NULL, b = et->nargs > 1 ? args[1] : NULL;
	unsigned more = et->nargs ? et->width - et->arg[0]->width : 0;
	switch ((enum et_op)et->op) {
	case ET_CONST:
		return number(smt, et->width, et->value);
	case ET_SYM:
		return symbol_ast(smt, et);
	case ET_APP:
		return application_ast(smt, et, args);
	case ET_ADD:
		return Z3_mk_bvadd(z3, a, b);
	case ET_SUB:
		return Z3_mk_bvsub(z3, a, b);
	case ET_MUL:
		return Z3_mk_bvmul(z3, a, b);
	case ET_UDIV:
		return unless_zero(smt, et, b, Z3_mk_bvudiv(z3, a, b));
	case ET_SDIV:
		return unless_zero(smt, et, b, Z3_mk_bvsdiv(z3, a, b));
	case ET_UREM:
		return unless_zero(smt, et, b, Z3_mk_bvurem(z3, a, b));
	case ET_SREM:
		return unless_zero(smt, et, b, Z3_mk_bvsrem(z3, a, b));
	case ET_AND:
		return Z3_mk_bvand(z3, a, b);
	case ET_OR:
		return Z3_mk_bvor(z3, a, b);
	case ET_XOR:
		return Z3_mk_bvxor(z3, a, b);
	case ET_SHL:
		return Z3_mk_bvshl(z3, a, b);
	case ET_LSHR:
		return Z3_mk_bvlshr(z3, a, b);
	case ET_ASHR:
		return Z3_mk_bvashr(z3, a, b);
	case ET_ZEXT:
		return Z3_mk_zero_ext(z3, more, a);
	case ET_SEXT:
		return Z3_mk_sign_ext(z3, more, a);
	case ET_TRUNC:
		return Z3_mk_extract(z3, et->width - 1u, 0, a);
	case ET_EQ:
		return truth(smt, Z3_mk_eq(z3, a, b));
	case ET_ULT:
		return truth(smt, Z3_mk_bvult(z3, a, b));
	case ET_ULE:
		return truth(smt, Z3_mk_bvule(z3, a, b));
	case ET_SLT:
		return truth(smt, Z3_mk_bvslt(z3, a, b));
	case ET_SLE:
		return truth(smt, Z3_mk_bvsle(z3, a, b));
	case ET_ITE:
		return Z3_mk_ite(z3, is_one(smt, a), b, args[2]);
	case ET_OPS:
		break;
	}
	bug("make_term: unknown operator");
}

static void assert_bounds(struct smt *smt, const struct et *et, Z3_ast ast)
{
	const struct symbol *sym = et->sym;
	if (!sym->bounded)
		return;
	Z3_ast lo = number(smt, et->width, (uint64_t)sym->lo & mask_bits(et->width));
	Z3_ast hi = number(smt, et->width, (uint64_t)sym->hi & mask_bits(et->width));
	Z3_solver_assert(smt->z3, smt->solver, Z3_mk_bvsle(smt->z3, lo, ast));
	Z3_solver_assert(smt->z3, smt->solver, Z3_mk_bvsle(smt->z3, ast, hi));
}

static Z3_ast term_ast(struct smt *smt, const struct et *et)
{
	if (*smt_slot(smt, &smt->bits, et->id))
		return smt->bits.at[et->id];
	Z3_ast *args = arena_alloc(smt->arena, et->nargs * sizeof(*args));
	for (unsigned i = 0; i < et->nargs; i++)
		args[i] = term_ast(smt, et->arg[i]);
	Z3_ast result = make_term(smt, et, args);
	if (et->op == ET_SYM || et->op == ET_APP)
		assert_bounds(smt, et, result);
	return smt->bits.at[et->id] = result;
}

void smt_open_bits(struct smt *smt, bool uninterpreted)
{
	const char *logic = uninterpreted ? "QF_UFBV" : "QF_BV";
	smt_open_with(smt, Z3_mk_solver_for_logic(smt->z3, Z3_mk_string_symbol(smt->z3, logic)));
	smt->bits.n = 0; /* bounds of leaves are asserted again */
}

void smt_assert_bits(struct smt *smt, const struct form *lit, const struct et *cond)
{
	assert(cond->width == 1);
	Z3_ast ast = is_one(smt, term_ast(smt, cond));
	if (lit)
		ast = Z3_mk_implies(smt->z3, smt_bool_ast(smt, lit->var), ast);
	Z3_solver_assert(smt->z3, smt->solver, ast);
}

static void assert_no_overflow(struct smt *smt, const struct et *et, bool is_signed)
{
	Z3_context z3 = smt->z3;
	Z3_ast a = term_ast(smt, et->arg[0]), b = term_ast(smt, et->arg[1]), over = NULL;
	Z3_ast under = NULL;
	if (et->op == ET_ADD) {
		over = Z3_mk_bvadd_no_overflow(z3, a, b, is_signed);
		under = is_signed ? Z3_mk_bvadd_no_underflow(z3, a, b) : NULL;
	} else if (et->op == ET_SUB) {
		over = is_signed ? Z3_mk_bvsub_no_overflow(z3, a, b) : NULL;
		under = Z3_mk_bvsub_no_underflow(z3, a, b, is_signed);
	} else if (et->op == ET_MUL) {
		over = Z3_mk_bvmul_no_overflow(z3, a, b, is_signed);
		under = is_signed ? Z3_mk_bvmul_no_underflow(z3, a, b) : NULL;
	}
	if (over)
		Z3_solver_assert(z3, smt->solver, over);
	if (under)
		Z3_solver_assert(z3, smt->solver, under);
}

void smt_assert_defined(struct smt *smt, const struct et *et)
{
	Z3_context z3 = smt->z3;
	bool divides =
		et->op == ET_UDIV || et->op == ET_SDIV || et->op == ET_UREM || et->op == ET_SREM;
	if (divides) {
		Z3_ast zero = Z3_mk_eq(z3, term_ast(smt, et->arg[1]), number(smt, et->width, 0));
		Z3_solver_assert(z3, smt->solver, Z3_mk_not(z3, zero));
	}
	if (et_op_class((enum et_op)et->op) == ET_SHIFT && et->width > 1) {
		Z3_ast width = number(smt, et->width, et->width & mask_bits(et->width));
		Z3_solver_assert(
			z3, smt->solver, Z3_mk_bvult(z3, term_ast(smt, et->arg[1]), width));
	}
	if (et->flags & ET_NSW)
		assert_no_overflow(smt, et, true);
	if (et->flags & ET_NUW)
		assert_no_overflow(smt, et, false);
}

uint64_t smt_bits_value(struct smt *smt, const struct et *leaf)
{
	uint64_t value = 0;
	Z3_ast ast = smt_model_ast(smt, term_ast(smt, leaf));
	if (!Z3_get_numeral_uint64(smt->z3, ast, &value))
		bug("z3: bit-vector value is no numeral");
	return value;
}
