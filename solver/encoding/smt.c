#include "solver/encoding/smt_z3.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

#define LONGEST 3600.0 /* seconds */
#define Z3_TABLES (24 << 20) /* bytes that Z3 fills when it starts */

static void on_error(Z3_context z3, Z3_error_code code)
{
	const char *message = Z3_get_error_msg(z3, code);
	if (code == Z3_MEMOUT_FAIL || strstr(message, "out of memory"))
		memory_out();
	bug("z3: %s", message);
}

static void interrupt(void *z3)
{
	Z3_interrupt(z3);
}

struct smt *smt_new(struct arena *arena, struct ints *in)
{
	heap_prepare(Z3_TABLES);
	struct smt *smt = arena_alloc(arena, sizeof(*smt));
	Z3_config config = Z3_mk_config();
	smt->arena = arena;
	smt->in = in;
	smt->z3 = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(smt->z3, on_error);
	smt->watchdog = watchdog_new(interrupt, smt->z3);
	return smt;
}

static void close_solver(struct smt *smt)
{
	if (smt->model)
		Z3_model_dec_ref(smt->z3, smt->model);
	if (smt->solver)
		Z3_solver_dec_ref(smt->z3, smt->solver);
	smt->model = NULL;
	smt->solver = NULL;
}

void smt_free(struct smt *smt)
{
	watchdog_free(smt->watchdog);
	close_solver(smt);
	Z3_del_context(smt->z3);
}

Z3_ast *smt_slot(struct smt *smt, ast_table *table, uint32_t index)
{
	while (table->n <= index)
		vec_push(smt->arena, table, NULL);
	return &table->at[index];
}

Z3_symbol smt_symbol(struct smt *smt, const struct et *leaf, const char *prefix, uint32_t id)
{
	const char *name = leaf && leaf->sym->name ? leaf->sym->name : prefix;
	unsigned copy = leaf ? leaf->sym->copy : 0;
	const char *text =
		copy ? arena_printf(smt->arena, "%s.%u!%s%" PRIu32, name, copy, prefix, id)
		     : arena_printf(smt->arena, "%s!%s%" PRIu32, name, prefix, id);
	return Z3_mk_string_symbol(smt->z3, text);
}

static Z3_ast var_ast(struct smt *smt, uint32_t var)
{
	Z3_ast *slot = smt_slot(smt, &smt->vars, var);
	if (!*slot) {
		const struct et *leaf = smt->in->vars.at[var].leaf;
		Z3_symbol name = smt_symbol(smt, leaf, "v", var);
		*slot = Z3_mk_const(smt->z3, name, Z3_mk_int_sort(smt->z3));
	}
	return *slot;
}

static Z3_ast number_ast(struct smt *smt, int128 value)
{
	Z3_sort sort = Z3_mk_int_sort(smt->z3);
	const int128 ten = (int128)1000000000000000000;
	if (value >= INT64_MIN && value <= INT64_MAX)
		return Z3_mk_int64(smt->z3, (int64_t)value, sort);
	int128 size = value < 0 ? -value : value;
	assert(size / ten < ten);
	const char *text = arena_printf(smt->arena, "%s%" PRId64 "%018" PRId64,
		value < 0 ? "-" : "", (int64_t)(size / ten), (int64_t)(size % ten));
	return Z3_mk_numeral(smt->z3, text, sort);
}

static Z3_ast mono_ast(struct smt *smt, const struct mono *mono)
{
	Z3_ast *slot = smt_slot(smt, &smt->monos[smt->mode], mono->id), result;
	if (*slot)
		return *slot;
	if (mono->degree == 0) {
		result = number_ast(smt, 1);
	} else if (mono->degree == 1) {
		result = var_ast(smt, mono->var[0]);
	} else if (smt->mode == SMT_LINEAR) {
		Z3_symbol name = smt_symbol(smt, NULL, "product", mono->id);
		result = Z3_mk_const(smt->z3, name, Z3_mk_int_sort(smt->z3));
	} else {
		Z3_ast factors[POLY_DEGREE_MAX];
		for (uint32_t i = 0; i < mono->degree; i++)
			factors[i] = var_ast(smt, mono->var[i]);
		result = Z3_mk_mul(smt->z3, mono->degree, factors);
	}
	return *smt_slot(smt, &smt->monos[smt->mode], mono->id) = result;
}

/* The sum without its constant. */
static Z3_ast sum_ast(struct smt *smt, const struct poly *poly)
{
	Z3_ast parts[POLY_TERMS_MAX];
	unsigned n = 0;
	for (uint32_t i = 0; i < poly->n; i++) {
		if (!poly->at[i].mono->degree)
			continue;
		Z3_ast factors[] = { number_ast(smt, poly->at[i].coef),
			mono_ast(smt, poly->at[i].mono) };
		parts[n++] = poly->at[i].coef == 1 ? factors[1] : Z3_mk_mul(smt->z3, 2, factors);
	}
	assert(n);
	return n == 1 ? parts[0] : Z3_mk_add(smt->z3, n, parts);
}

Z3_ast smt_bool_ast(struct smt *smt, uint32_t var)
{
	Z3_ast *slot = smt_slot(smt, &smt->bools, var);
	if (!*slot) {
		Z3_symbol name = smt_symbol(smt, smt->in->bools.at[var], "b", var);
		*slot = Z3_mk_const(smt->z3, name, Z3_mk_bool_sort(smt->z3));
	}
	return *slot;
}

static Z3_ast form_ast(struct smt *smt, const struct form *form);

static Z3_ast make_form(struct smt *smt, const struct form *form)
{
	Z3_ast args[2] = { NULL, NULL };
	for (unsigned i = 0; i < 2; i++)
		if (form->arg[i])
			args[i] = form_ast(smt, form->arg[i]);
	switch ((enum form_op)form->op) {
	case FORM_TRUE:
		return Z3_mk_true(smt->z3);
	case FORM_FALSE:
		return Z3_mk_false(smt->z3);
	case FORM_GE:
		return Z3_mk_ge(smt->z3, sum_ast(smt, form->poly),
			number_ast(smt, -poly_constant(form->poly)));
	case FORM_EQ:
		return Z3_mk_eq(smt->z3, sum_ast(smt, form->poly),
			number_ast(smt, -poly_constant(form->poly)));
	case FORM_VAR:
		return smt_bool_ast(smt, form->var);
	case FORM_NOT:
		return Z3_mk_not(smt->z3, args[0]);
	case FORM_AND:
		return Z3_mk_and(smt->z3, 2, args);
	case FORM_OR:
		return Z3_mk_or(smt->z3, 2, args);
	case FORM_IFF:
		return Z3_mk_iff(smt->z3, args[0], args[1]);
	}
	bug("make_form: unknown operator");
}

static Z3_ast form_ast(struct smt *smt, const struct form *form)
{
	Z3_ast *slot = smt_slot(smt, &smt->forms[smt->mode], form->id);
	if (*slot)
		return *slot;
	Z3_ast result = make_form(smt, form);
	return *smt_slot(smt, &smt->forms[smt->mode], form->id) = result;
}

void smt_open_with(struct smt *smt, Z3_solver solver)
{
	close_solver(smt);
	smt->solver = solver;
	Z3_solver_inc_ref(smt->z3, smt->solver);
}

static void set_option(struct smt *smt, const char *name, unsigned value)
{
	Z3_params params = Z3_mk_params(smt->z3);
	Z3_params_inc_ref(smt->z3, params);
	Z3_params_set_uint(smt->z3, params, Z3_mk_string_symbol(smt->z3, name), value);
	Z3_solver_set_params(smt->z3, smt->solver, params);
	Z3_params_dec_ref(smt->z3, params);
}

/*
 * The plain SMT core, without tactics: those bring time-outs of their own
 * (see watchdog.h). For the linear problems Z3's older arithmetic (2) takes a
 * quarter less time than the newer one (6).
 */
void smt_open(struct smt *smt, enum smt_mode mode)
{
	smt->mode = mode;
	smt_open_with(smt, Z3_mk_simple_solver(smt->z3));
	if (mode == SMT_LINEAR)
		set_option(smt, "arith.solver", 2);
}

void smt_assert(struct smt *smt, const struct form *form)
{
	assert(smt->solver);
	Z3_solver_assert(smt->z3, smt->solver, form_ast(smt, form));
}

static void take_core(struct smt *smt)
{
	Z3_ast_vector core = Z3_solver_get_unsat_core(smt->z3, smt->solver);
	if (Z3_get_error_code(smt->z3) != Z3_OK)
		bug("z3: no core");
	Z3_ast_vector_inc_ref(smt->z3, core);
	for (unsigned i = 0; i < Z3_ast_vector_size(smt->z3, core); i++)
		vec_push(smt->arena, &smt->core, Z3_ast_vector_get(smt->z3, core, i));
	Z3_ast_vector_dec_ref(smt->z3, core);
}

/* None when the watchdog came just after the check. */
static bool take_model(struct smt *smt)
{
	Z3_model model = Z3_solver_get_model(smt->z3, smt->solver);
	if (Z3_get_error_code(smt->z3) != Z3_OK || !model)
		return false;
	smt->model = model;
	Z3_model_inc_ref(smt->z3, smt->model);
	return true;
}

static enum smt_result check(struct smt *smt, unsigned n, const Z3_ast *lits, double seconds)
{
	watchdog_arm(smt->watchdog, seconds < LONGEST ? seconds : LONGEST);
	Z3_lbool result = Z3_solver_check_assumptions(smt->z3, smt->solver, n, lits);
	watchdog_disarm(smt->watchdog);
	if (Z3_get_error_code(smt->z3) != Z3_OK)
		return SMT_UNKNOWN;
	switch (result) {
	case Z3_L_FALSE:
		take_core(smt);
		return SMT_UNSAT;
	case Z3_L_TRUE:
		return take_model(smt) ? SMT_SAT : SMT_UNKNOWN;
	case Z3_L_UNDEF:
		break;
	}
	return SMT_UNKNOWN;
}

enum smt_result smt_check(struct smt *smt, const lit_list *lits, double seconds)
{
	VEC(Z3_ast) asts = { 0 };
	if (smt->model)
		Z3_model_dec_ref(smt->z3, smt->model);
	smt->model = NULL;
	smt->core.n = 0;
	if (seconds <= 0)
		return SMT_UNKNOWN;
	vec_each(lit, lits)
		vec_push(smt->arena, &asts, form_ast(smt, *lit));
	/* An interruption is an error to Z3 and none to us. */
	Z3_set_error_handler(smt->z3, NULL);
	enum smt_result result = check(smt, (unsigned)asts.n, asts.at, seconds);
	Z3_set_error_handler(smt->z3, on_error);
	return result;
}

bool smt_in_core(const struct smt *smt, const struct form *lit)
{
	assert(lit->op == FORM_VAR && lit->var < smt->bools.n);
	for (size_t i = 0; i < smt->core.n; i++)
		if (smt->core.at[i] == smt->bools.at[lit->var])
			return true;
	return false;
}

Z3_ast smt_model_ast(struct smt *smt, Z3_ast ast)
{
	Z3_ast value = NULL;
	assert(smt->model);
	if (!Z3_model_eval(smt->z3, smt->model, ast, true, &value))
		bug("z3: model without a value");
	return value;
}

int128 smt_value(struct smt *smt, uint32_t var)
{
	Z3_ast value = smt_model_ast(smt, var_ast(smt, var));
	int64_t small;
	int128 result = 0;
	if (Z3_get_numeral_int64(smt->z3, value, &small))
		return small;
	const char *text = Z3_get_numeral_string(smt->z3, value);
	bool negative = *text == '-';
	for (text += negative; *text >= '0' && *text <= '9'; text++)
		result = result * 10 + (*text - '0');
	return negative ? -result : result;
}

bool smt_truth(struct smt *smt, const struct form *var)
{
	assert(var->op == FORM_VAR);
	return Z3_get_bool_value(smt->z3, smt_model_ast(smt, smt_bool_ast(smt, var->var))) ==
	       Z3_L_TRUE;
}

bool smt_has_model(const struct smt *smt)
{
	return smt->model;
}

void smt_dump(struct smt *smt, const lit_list *lits, const char *path)
{
	FILE *file = fopen(path, "w");
	if (!file) {
		complain("cannot write %s", path);
		return;
	}
	const char *script = arena_strdup(smt->arena, Z3_solver_to_string(smt->z3, smt->solver));
	fputs(script, file);
	vec_each(lit, lits) {
		const char *text = Z3_ast_to_string(smt->z3, smt_bool_ast(smt, (*lit)->var));
		const char *declared = arena_printf(smt->arena, "(declare-fun %s ()", text);
		if (!strstr(script, declared))
			fprintf(file, "(declare-const %s Bool)\n", text);
		fprintf(file, "(assert %s)\n", text);
	}
	fputs("(check-sat)\n", file);
	fclose(file);
}
