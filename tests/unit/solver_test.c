#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "solver/witnesses/search.h"
#include "solver/solve.h"
#include "solver/witnesses/trial.h"
#include "solver/verdict.h"

/*
 * The situations of index arithmetic the solver is built for, each with a twin
 * that lacks the fact or guard it needs.
 */
struct world {
	struct arena *arena;
	struct ets *ets;
	const struct et *tid[2][3], *ctaid[2][3], *ntid[3], *nctaid[3];
	fact_list facts;
	struct query query;
	struct answer answer;
	struct solve_stats stats;
	bool sampled; /* evaluation finds a witness */
};

typedef const struct et *term;

static term builtin(struct world *w, enum builtin kind, unsigned axis, unsigned copy)
{
	static const char *const names[] = { "", "threadIdx", "blockIdx", "blockDim", "gridDim" };
	static const enum level levels[] = { LEVEL_GRID, LEVEL_THREAD, LEVEL_BLOCK, LEVEL_GRID,
		LEVEL_GRID };
	static const int64_t most[] = { 0, 1023, 2147483646, 1024, 2147483647 };
	const char *name = arena_printf(w->arena, "%s.%c", names[kind], "xyz"[axis]);
	struct symbol *sym = symbol_new(w->ets, SYM_ID, levels[kind], 32, name);
	sym->builtin = kind;
	sym->axis = (uint8_t)axis;
	sym->copy = (uint8_t)copy;
	sym->bounded = true;
	sym->lo = kind == BUILTIN_NTID || kind == BUILTIN_NCTAID;
	sym->hi = most[kind];
	return et_sym(w->ets, sym);
}

static term symbol(
	struct world *w, enum sym_kind kind, const char *name, unsigned width, unsigned copy)
{
	struct symbol *sym =
		symbol_new(w->ets, kind, copy ? LEVEL_THREAD : LEVEL_GRID, width, name);
	sym->copy = (uint8_t)copy;
	return et_sym(w->ets, sym);
}

static term param(struct world *w, const char *name)
{
	return symbol(w, SYM_PARAM, name, 32, 0);
}

static term bounded(struct world *w, enum sym_kind kind, const char *name, unsigned copy,
	int64_t lo, int64_t hi)
{
	struct symbol *sym = symbol_new(w->ets, kind, copy ? LEVEL_THREAD : LEVEL_GRID, 32, name);
	sym->copy = (uint8_t)copy;
	sym->bounded = true;
	sym->lo = lo;
	sym->hi = hi;
	return et_sym(w->ets, sym);
}

static term num(struct world *w, int64_t value)
{
	return et_const(w->ets, 32, (uint64_t)value);
}

static term op(struct world *w, enum et_op o, term a, term b)
{
	return et_binary(w->ets, o, 0, a, b);
}

static term nsw(struct world *w, enum et_op o, term a, term b)
{
	return et_binary(w->ets, o, ET_NSW, a, b);
}

static term add(struct world *w, term a, term b)
{
	return op(w, ET_ADD, a, b);
}

static term mul(struct world *w, term a, term b)
{
	return op(w, ET_MUL, a, b);
}

static void condition(struct world *w, term cond)
{
	vec_push(w->arena, &w->query.conditions, cond);
}

static void fact(struct world *w, term cond, const char *text)
{
	struct fact f = { .kind = FACT_ASSERT, .cond = cond, .text = text };
	vec_push(w->arena, &w->facts, f);
}

/* Byte offset of element `index` (signed 32 bits) of `size` bytes. */
static void access(struct world *w, unsigned which, term index, unsigned size)
{
	term wide = et_cast(w->ets, ET_SEXT, 64, index);
	w->query.offset[which] =
		et_binary(w->ets, ET_MUL, ET_NSW, wide, et_const(w->ets, 64, size));
	w->query.size[which] = size;
}

static void access_unsigned(struct world *w, unsigned which, term index, unsigned size)
{
	term wide = et_cast(w->ets, ET_ZEXT, 64, index);
	w->query.offset[which] = op(w, ET_MUL, wide, et_const(w->ets, 64, size));
	w->query.size[which] = size;
}

static term differ(struct world *w, const struct et *const *a, const struct et *const *b)
{
	term same = et_bool(w->ets, true);
	for (unsigned i = 0; i < 3; i++)
		same = et_and(w->ets, same, op(w, ET_EQ, a[i], b[i]));
	return et_not(w->ets, same);
}

/* Two threads of one block, or of two blocks, and what ids obey. */
static struct world *world_new(bool one_block)
{
	struct arena *arena = arena_new();
	struct world *w = arena_alloc(arena, sizeof(*w));
	w->arena = arena;
	w->ets = ets_new(arena);
	w->query.ets = w->ets;
	w->query.facts = &w->facts;
	for (unsigned i = 0; i < 3; i++) {
		w->ntid[i] = builtin(w, BUILTIN_NTID, i, 0);
		w->nctaid[i] = builtin(w, BUILTIN_NCTAID, i, 0);
		for (unsigned k = 0; k < 2; k++) {
			w->tid[k][i] = builtin(w, BUILTIN_TID, i, k + 1);
			w->ctaid[k][i] = one_block && k ? w->ctaid[0][i]
							: builtin(w, BUILTIN_CTAID, i, k + 1);
			condition(w, op(w, ET_ULT, w->tid[k][i], w->ntid[i]));
			condition(w, op(w, ET_ULT, w->ctaid[k][i], w->nctaid[i]));
		}
	}
	condition(w,
		one_block ? differ(w, w->tid[0], w->tid[1]) : differ(w, w->ctaid[0], w->ctaid[1]));
	return w;
}

/* Fixes dimensions of the launch that a test does not use to 1. */
static void flat(struct world *w, unsigned from)
{
	for (unsigned i = from; i < 3; i++) {
		condition(w, op(w, ET_EQ, w->ntid[i], num(w, 1)));
		condition(w, op(w, ET_EQ, w->nctaid[i], num(w, 1)));
	}
}

/* blockIdx * blockDim + threadIdx */
static term global_id(struct world *w, unsigned k, unsigned axis)
{
	return add(w, mul(w, w->ctaid[k][axis], w->ntid[axis]), w->tid[k][axis]);
}

static const char *const answers[] = { "unsat", "sat", "unknown" };

/* What evaluation finds is a witness of what has one, and holds. */
static bool sampled(struct world *w, struct solver *solver, enum answer_kind kind)
{
	struct answer found;
	uint64_t value;
	if (!w->query.offset[0] || !solve_by_sample(solver, &w->query, &found))
		return false;
	assert_int_equal(found.kind, ANSWER_SAT);
	assert_int_equal(kind, ANSWER_SAT);
	vec_each(condition, &w->query.conditions)
		assert_true(model_eval(w->arena, &found, *condition, &value) && value);
	vec_each(fact, &w->facts)
		assert_true(model_eval(w->arena, &found, fact->cond, &value) && value);
	return true;
}

static void expect(struct world *w, enum answer_kind kind, const char *what)
{
	struct solver_options options = { .query_seconds = 5, .linear_first = true, .check = true };
	options.dump_dir = getenv("SOLVER_TEST_DUMP");
	options.linear_first = !getenv("SOLVER_TEST_PLAIN");
	struct solver *solver = solver_new(w->arena, w->ets, &options);
	w->query.label = what;
	w->sampled = sampled(w, solver, kind);
	w->answer = solve(solver, &w->query);
	w->stats = *solver_stats(solver);
	print_message("%-40s %-7s %8.2f ms %s%s\n", what, answers[w->answer.kind],
		w->stats.seconds * 1e3, w->sampled ? "(sampled)" : "", w->answer.reason ? w->answer.reason : "");
	if (options.linear_first)
		assert_int_equal(w->answer.kind, kind);
	solver_free(solver);
}

static bool in_core(const struct world *w, size_t index)
{
	vec_each(it, &w->answer.core)
		if (*it == index)
			return true;
	return false;
}

static void world_free(struct world *w)
{
	arena_free(w->arena);
}

/* HGRD's copy-upper-to-lower: a[row * stride + col] = a[col * stride + row] below the diagonal. */
static void copy_upper(bool with_fact, bool read)
{
	struct world *w = world_new(false);
	term rows = param(w, "rows"), cols = param(w, "cols"), index[2];
	flat(w, 2);
	fact(w, op(w, ET_SLE, num(w, 1), cols), "cols >= 1");
	if (with_fact)
		fact(w, op(w, ET_EQ, rows, cols), "rows == cols");
	for (unsigned k = 0; k < 2; k++) {
		term x = global_id(w, k, 0), y = global_id(w, k, 1);
		condition(w, op(w, ET_SLT, x, cols));
		condition(w, op(w, ET_SLT, y, rows));
		condition(w, op(w, ET_SLT, x, y));
		index[k] =
			nsw(w, ET_ADD, nsw(w, ET_MUL, k && read ? x : y, cols), k && read ? y : x);
	}
	access(w, 0, index[0], 4);
	access(w, 1, index[1], 4);
	expect(w, read && !with_fact ? ANSWER_SAT : ANSWER_UNSAT,
		read ? with_fact ? "copy upper: write/read" : "copy upper: write/read, no fact"
		: with_fact ? "copy upper: write/write"
			    : "copy upper: w/w, no fact");
	if (read && with_fact)
		assert_true(in_core(w, 1));
	world_free(w);
}

static void test_copy_upper(void **state)
{
	(void)state;
	copy_upper(true, false);
	copy_upper(true, true);
	copy_upper(false, false);
	copy_upper(false, true);
}

/* Stride `rows` where `cols` bounds the column: needs rows == cols. */
static void rectangle(bool with_fact)
{
	struct world *w = world_new(false);
	term rows = param(w, "rows"), cols = param(w, "cols");
	flat(w, 2);
	if (with_fact)
		fact(w, op(w, ET_EQ, rows, cols), "rows == cols");
	for (unsigned k = 0; k < 2; k++) {
		term x = global_id(w, k, 0), y = global_id(w, k, 1);
		condition(w, op(w, ET_SLT, x, cols));
		condition(w, op(w, ET_SLT, y, rows));
		access(w, k, nsw(w, ET_ADD, nsw(w, ET_MUL, y, rows), x), 4);
	}
	expect(w, with_fact ? ANSWER_UNSAT : ANSWER_SAT,
		with_fact ? "rectangle" : "rectangle, no fact");
	if (with_fact)
		assert_true(in_core(w, 0));
	world_free(w);
}

static void test_rectangle(void **state)
{
	(void)state;
	rectangle(true);
	rectangle(false);
}

/* out[width * channels * y + x * channels + c], grid from width / 16, no guard. */
static void tone_mapping(bool racy)
{
	struct world *w = world_new(false);
	term width = param(w, "width"), channels = param(w, "channels");
	flat(w, 2);
	term pitch = racy ? param(w, "pitch") : width;
	fact(w, op(w, ET_SLT, num(w, 0), width), "width > 0");
	fact(w, op(w, ET_SLT, num(w, 0), pitch), "pitch > 0");
	for (unsigned i = 0; i < 2; i++)
		fact(w, op(w, ET_EQ, w->ntid[i], num(w, 16)), "blockDim == 16");
	fact(w, op(w, ET_EQ, w->nctaid[0], op(w, ET_SDIV, width, num(w, 16))), "gridDim.x");
	for (unsigned k = 0; k < 2; k++) {
		term x = global_id(w, k, 0), y = global_id(w, k, 1);
		term c = symbol(w, SYM_LOOP, "c", 32, k + 1);
		condition(w, op(w, ET_SLE, num(w, 0), c));
		condition(w, op(w, ET_SLT, c, channels));
		term row = nsw(w, ET_MUL, nsw(w, ET_MUL, pitch, channels), y);
		term index = nsw(w, ET_ADD, nsw(w, ET_ADD, row, nsw(w, ET_MUL, x, channels)), c);
		access(w, k, index, 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy ? "tone mapping, other pitch" : "tone mapping");
	world_free(w);
}

static void test_tone_mapping(void **state)
{
	(void)state;
	tone_mapping(false);
	tone_mapping(true);
}

/* lud: m[(offset + ty) * dim + offset + tx] in one block. */
static void lud(bool racy)
{
	struct world *w = world_new(true);
	term offset = param(w, "offset"), dim = param(w, "dim");
	flat(w, 1);
	fact(w, op(w, ET_EQ, w->ntid[0], num(w, 16)), "blockDim.x == 16");
	fact(w, op(w, ET_SLE, add(w, offset, num(w, 16)), dim), "offset + 16 <= dim");
	fact(w, op(w, ET_SLE, num(w, 0), offset), "offset >= 0");
	for (unsigned k = 0; k < 2; k++) {
		term i = bounded(w, SYM_LOOP, "i", racy ? k + 1 : 0, 0, 15);
		term row = nsw(w, ET_ADD, offset, racy ? i : w->tid[k][0]);
		term index = nsw(w, ET_ADD, nsw(w, ET_ADD, nsw(w, ET_MUL, row, dim), offset),
			racy ? w->tid[0][0] : i);
		access(w, k, index, 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "lud, same column" : "lud");
	world_free(w);
}

static void test_lud(void **state)
{
	(void)state;
	lud(false);
	lud(true);
}

/* (z * ny + y) * nx + x with guards; the twin guards x by another bound. */
static void volume(bool racy)
{
	struct world *w = world_new(false);
	term nx = param(w, "nx"), ny = param(w, "ny"), nz = param(w, "nz");
	term bound = racy ? param(w, "width") : nx;
	for (unsigned k = 0; k < 2; k++) {
		term x = global_id(w, k, 0), y = global_id(w, k, 1), z = global_id(w, k, 2);
		condition(w, op(w, ET_SLT, x, bound));
		condition(w, op(w, ET_SLT, y, ny));
		condition(w, op(w, ET_SLT, z, nz));
		term plane = nsw(w, ET_ADD, nsw(w, ET_MUL, z, ny), y);
		access(w, k, nsw(w, ET_ADD, nsw(w, ET_MUL, plane, nx), x), 8);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "volume, other bound" : "volume");
	world_free(w);
}

static void test_volume(void **state)
{
	(void)state;
	volume(false);
	volume(true);
}

/* blockIdx * blockDim + threadIdx wraps in a large grid only. */
static void bounded_grid(bool bounded_by_fact)
{
	struct world *w = world_new(false);
	flat(w, 1);
	if (bounded_by_fact)
		fact(w, op(w, ET_EQ, w->nctaid[0], num(w, 100)), "gridDim == 100");
	for (unsigned k = 0; k < 2; k++)
		access_unsigned(w, k, global_id(w, k, 0), 4);
	expect(w, ANSWER_UNSAT, bounded_by_fact ? "plain index, grid known" : "plain index");
	assert_int_equal(w->answer.assumptions, bounded_by_fact ? 0 : ASSUME_NO_WRAP);
	assert_int_equal(w->answer.core.n, bounded_by_fact);
	world_free(w);
}

/* for (i = blockIdx * blockDim + threadIdx; i < n; i += stride) */
static void grid_stride(bool racy, bool is_unsigned)
{
	struct world *w = world_new(false);
	term n = param(w, "n");
	flat(w, 1);
	for (unsigned k = 0; k < 2; k++) {
		term round = bounded(w, SYM_LOOP, "round", k + 1, 0, INT32_MAX);
		term stride = racy ? w->ntid[0] : mul(w, w->nctaid[0], w->ntid[0]);
		term step = is_unsigned ? mul(w, round, stride) : nsw(w, ET_MUL, round, stride);
		term i = is_unsigned ? add(w, global_id(w, k, 0), step)
				     : nsw(w, ET_ADD, global_id(w, k, 0), step);
		condition(w, op(w, is_unsigned ? ET_ULT : ET_SLT, i, n));
		if (is_unsigned)
			access_unsigned(w, k, i, 4);
		else
			access(w, k, i, 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy	      ? "grid stride, block stride"
		: is_unsigned ? "grid stride, unsigned"
			      : "grid stride");
	if (is_unsigned)
		assert_true(w->answer.assumptions & ASSUME_NO_WRAP);
	world_free(w);
}

static void test_grid_stride(void **state)
{
	(void)state;
	bounded_grid(false);
	bounded_grid(true);
	grid_stride(false, false);
	grid_stride(false, true);
	grid_stride(true, false);
}

/* Halving reduction: d[t] += d[t + s] for t < s, s = blockDim >> k shared. */
static void halving(bool racy)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term k = bounded(w, SYM_LOOP, "k", 0, 0, 31);
	term s = op(w, ET_LSHR, w->ntid[0], add(w, k, num(w, 1)));
	for (unsigned i = 0; i < 2; i++)
		condition(w, op(w, racy ? ET_ULE : ET_ULT, w->tid[i][0], s));
	access_unsigned(w, 0, w->tid[0][0], 4);
	access_unsigned(w, 1, add(w, w->tid[1][0], s), 4);
	condition(w, op(w, ET_ULT, num(w, 0), s));
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "halving, t <= s" : "halving");
	world_free(w);
}

static void test_halving(void **state)
{
	(void)state;
	halving(false);
	halving(true);
}

/* out[t % m] races unless t < m. */
static void modulo(bool racy, bool constant)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term m = constant ? num(w, 32) : param(w, "m");
	for (unsigned i = 0; i < 2; i++) {
		if (!racy)
			condition(w, op(w, ET_ULT, w->tid[i][0], m));
		access_unsigned(w, i, op(w, ET_UREM, w->tid[i][0], m), 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy	   ? constant ? "modulo 32" : "modulo m"
		: constant ? "modulo 32, guarded"
			   : "modulo m, guarded");
	world_free(w);
}

/* (i % w) + w * (i / w) is i. */
static void split_index(bool racy)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term m = param(w, "m");
	for (unsigned i = 0; i < 2; i++) {
		term t = w->tid[i][0];
		term q = op(w, ET_UDIV, t, m), r = op(w, ET_UREM, t, m);
		access_unsigned(w, i, add(w, racy ? q : mul(w, q, m), r), 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "split index, sum" : "split index");
	world_free(w);
}

/* Transposition: (i % w) * h + i / w for i < w * h. */
static void transposed(bool racy)
{
	struct world *w = world_new(false);
	term width = param(w, "w"), h = param(w, "h");
	flat(w, 1);
	for (unsigned k = 0; k < 2; k++) {
		term i = global_id(w, k, 0);
		condition(w, op(w, ET_SLT, i, nsw(w, ET_MUL, width, h)));
		term q = op(w, ET_SDIV, i, width), r = op(w, ET_SREM, i, width);
		access(w, k, nsw(w, ET_ADD, nsw(w, ET_MUL, r, racy ? width : h), q), 4);
	}
	fact(w, op(w, ET_SLT, num(w, 0), width), "w > 0");
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy ? "transposed, wrong stride" : "transposed");
	world_free(w);
}

static void test_modulo(void **state)
{
	(void)state;
	modulo(false, true);
	modulo(true, true);
	modulo(false, false);
	modulo(true, false);
	split_index(false);
	split_index(true);
	transposed(false);
	transposed(true);
}

/* Butterfly exchange: each pair is handled by its lower thread; or by both. */
static void butterfly(bool racy, bool power)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term bit = bounded(w, SYM_LOOP, "bit", 0, 0, 9);
	term j = power ? op(w, ET_SHL, num(w, 1), bit) : num(w, 4);
	for (unsigned i = 0; i < 2; i++) {
		term partner = op(w, ET_XOR, w->tid[i][0], j);
		if (!racy)
			condition(w, op(w, ET_ULT, w->tid[i][0], partner));
		access_unsigned(w, i, i ? partner : w->tid[i][0], 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy	? power ? "butterfly 1 << k, no guard" : "butterfly 4, no guard"
		: power ? "butterfly 1 << k"
			: "butterfly 4");
	world_free(w);
}

static void test_butterfly(void **state)
{
	(void)state;
	butterfly(false, false);
	butterfly(true, false);
	butterfly(false, true);
	butterfly(true, true);
}

/* a[t - 1] where t >= 1 is checked in either signedness. */
static void before(bool is_unsigned, bool racy)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term n = param(w, "n");
	term left = add(w, w->tid[1][0], num(w, -1));
	if (is_unsigned)
		condition(w, op(w, ET_ULT, left, num(w, 1000)));
	else
		condition(w, op(w, ET_SLE, num(w, 0), left));
	access(w, 0, racy ? w->tid[0][0] : add(w, w->tid[0][0], n), 4);
	access(w, 1, left, 4);
	if (!racy)
		condition(w, op(w, ET_SLE, w->ntid[0], n));
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy	      ? "t - 1"
		: is_unsigned ? "t - 1 unsigned, apart"
			      : "t - 1, apart");
	world_free(w);
}

static void test_before(void **state)
{
	(void)state;
	before(false, true);
	before(true, true);
	before(false, false);
	before(true, false);
}

/* n == gridDim * blockDim: writes below n by id, reads from n on. */
static void exact_grid(bool racy)
{
	struct world *w = world_new(false);
	term n = param(w, "n");
	flat(w, 1);
	fact(w, op(w, ET_EQ, n, mul(w, w->nctaid[0], w->ntid[0])), "n == grid * block");
	access(w, 0, global_id(w, 0, 0), 4);
	access(w, 1, nsw(w, ET_ADD, global_id(w, 1, 0), racy ? w->ntid[0] : n), 4);
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "shifted by a block" : "shifted by n");
	world_free(w);
}

/* Different access sizes: float4 next to float. */
static void sizes(bool racy)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term n = param(w, "n");
	condition(w, op(w, ET_SLE, w->ntid[0], n));
	access(w, 0, w->tid[0][0], 16);
	access(w, 1, nsw(w, ET_ADD, w->tid[1][0], racy ? n : nsw(w, ET_MUL, n, num(w, 4))), 4);
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy ? "sizes 16 and 4" : "sizes 16 and 4, apart");
	world_free(w);
}

static void test_ranges(void **state)
{
	(void)state;
	exact_grid(false);
	exact_grid(true);
	sizes(false);
	sizes(true);
}

/* Packed triangle: out[i * (i - 1) / 2 + j] for j < i, or j <= i. */
static void triangle(bool racy)
{
	struct world *w = world_new(false);
	flat(w, 1);
	for (unsigned k = 0; k < 2; k++) {
		term i = global_id(w, k, 0), j = bounded(w, SYM_LOOP, "j", k + 1, 0, INT32_MAX);
		term square = nsw(w, ET_MUL, i, nsw(w, ET_ADD, i, num(w, -1)));
		condition(w, op(w, racy ? ET_SLE : ET_SLT, j, i));
		access(w, k, nsw(w, ET_ADD, op(w, ET_SDIV, square, num(w, 2)), j), 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT, racy ? "triangle, j <= i" : "triangle");
	world_free(w);
}

/* Tiles of 32 in rows of n: apart when 32 divides n. */
static void tiles(bool with_fact)
{
	struct world *w = world_new(false);
	term n = param(w, "n");
	flat(w, 2);
	fact(w, op(w, ET_SLT, num(w, 0), n), "n > 0");
	fact(w, op(w, ET_EQ, w->ntid[0], num(w, 32)), "blockDim.x == 32");
	fact(w, op(w, ET_EQ, w->nctaid[0], op(w, ET_SDIV, add(w, n, num(w, 31)), num(w, 32))),
		"gridDim.x");
	if (with_fact)
		fact(w, op(w, ET_EQ, op(w, ET_AND, n, num(w, 31)), num(w, 0)), "n % 32 == 0");
	for (unsigned k = 0; k < 2; k++)
		access(w, k,
			nsw(w, ET_ADD, nsw(w, ET_MUL, global_id(w, k, 1), n), global_id(w, k, 0)),
			4);
	expect(w, with_fact ? ANSWER_UNSAT : ANSWER_SAT, with_fact ? "tiles" : "tiles, any n");
	if (with_fact)
		assert_true(in_core(w, 3));
	world_free(w);
}

static void test_shapes(void **state)
{
	(void)state;
	triangle(false);
	triangle(true);
	tiles(true);
	tiles(false);
}

/* Time limits hold whatever the question: products of four unknowns that have to meet. */
static void test_limits(void **state)
{
	(void)state;
	struct world *w = world_new(false);
	term a = param(w, "a"), b = param(w, "b"), c = param(w, "c");
	term left = mul(w, mul(w, a, mul(w, a, a)), num(w, 3));
	term right = add(w, mul(w, b, mul(w, b, b)), mul(w, c, mul(w, c, c)));
	condition(w, op(w, ET_EQ, add(w, left, num(w, 1000003)), right));
	condition(w, op(w, ET_SLT, num(w, 77777), op(w, ET_XOR, a, mul(w, b, c))));
	struct solver_options options = { .query_seconds = 0.3, .linear_first = true };
	struct solver *solver = solver_new(w->arena, w->ets, &options);
	solve(solver, &w->query);
	assert_true(solver_stats(solver)->seconds < 3);
	solver_deadline(solver, 1);
	struct answer answer = solve(solver, &w->query);
	assert_int_equal(answer.kind, ANSWER_UNKNOWN);
	assert_string_equal(answer.reason, "time-out");
	solver_free(solver);
	world_free(w);
}

/* Every witness holds in machine arithmetic, and the evaluator of models says so. */
static void test_witness(void **state)
{
	(void)state;
	struct world *w = world_new(true);
	flat(w, 1);
	term n = param(w, "n");
	access(w, 0, op(w, ET_SREM, w->tid[0][0], n), 4);
	access(w, 1, op(w, ET_SREM, w->tid[1][0], n), 4);
	expect(w, ANSWER_SAT, "witness");
	uint64_t offset[2], value;
	for (unsigned k = 0; k < 2; k++)
		assert_true(model_eval(w->arena, &w->answer, w->query.offset[k], &offset[k]));
	assert_int_equal(offset[0], offset[1]);
	assert_true(w->sampled);
	vec_each(it, &w->query.conditions) {
		assert_true(model_eval(w->arena, &w->answer, *it, &value));
		assert_int_equal(value, 1);
	}
	world_free(w);
}

static void test_facts(void **state)
{
	(void)state;
	struct world *w = world_new(false);
	term n = param(w, "n"), m = param(w, "m");
	struct solver_options options = { .query_seconds = 5, .linear_first = true };
	struct solver *solver = solver_new(w->arena, w->ets, &options);
	fact(w, op(w, ET_SLT, n, m), "n < m");
	fact(w, op(w, ET_SLT, num(w, 3), n), "3 < n");
	struct answer answer = solve_facts(solver, &w->facts);
	assert_int_equal(answer.kind, ANSWER_SAT);
	fact(w, op(w, ET_SLT, m, num(w, 5)), "m < 5");
	answer = solve_facts(solver, &w->facts);
	assert_int_equal(answer.kind, ANSWER_UNSAT);
	assert_int_equal(answer.core.n, 3);
	solver_free(solver);
	world_free(w);
}

/* Values tried before Z3: found for bounds, never for facts that contradict each other. */
static void test_trial(void **state)
{
	(void)state;
	struct world *w = world_new(false);
	term n = param(w, "n"), m = param(w, "m");
	fact(w, op(w, ET_SLT, num(w, 300), n), "300 < n");
	fact(w, op(w, ET_SLT, n, m), "n < m");
	fact(w, op(w, ET_EQ, op(w, ET_SREM, m, num(w, 16)), num(w, 0)), "m % 16 == 0");
	assert_true(trial_holds(&w->facts));
	fact(w, op(w, ET_SLT, m, num(w, 300)), "m < 300");
	assert_false(trial_holds(&w->facts));
	world_free(w);
}

/* A model may give a factor a value that no polynomial holds: it is not proposed again. */
static void test_large_pin(void **state)
{
	(void)state;
	struct world *w = world_new(false);
	bound_list bounds = { 0 };
	struct ints *in = ints_new(w->arena, w->ets, &bounds);
	struct node node = { 0 };
	in->node = &node;
	struct smt *smt = smt_new(w->arena, in);
	struct problem problem = { .arena = w->arena, .in = in };
	const int128 large = (int128)1 << 60;
	const struct poly *factor[2];
	for (unsigned k = 0; k < 2; k++)
		factor[k] = poly_var(in->ps,
			ints_var(in, IVAR_OPAQUE, k, 0, 0, 0, large * large / 2));
	const struct poly *product = poly_mul(in->ps, factor[0], factor[1]);
	vec_push(w->arena, &problem.asserted, form_ge(in->fs, product));
	smt_open(smt, SMT_LINEAR);
	smt_assert(smt, form_ge(in->fs, product));
	for (unsigned k = 0; k < 2; k++) {
		const struct poly *root = poly_var(in->ps, ints_var(in, IVAR_OPAQUE, k, 1, 0, 0, large));
		const struct poly *least = poly_mul(in->ps, root, poly_const(in->ps, large));
		smt_assert(smt, form_ge(in->fs, poly_sub(in->ps, root, poly_const(in->ps, large / 8))));
		smt_assert(smt, form_ge(in->fs, poly_sub(in->ps, factor[k], least)));
	}
	lit_list lits = { 0 };
	assert_int_equal(smt_check(smt, &lits, 5), SMT_SAT);
	struct pins pins = { { ints_new_bool(in), ints_new_bool(in) }, { 0 } };
	search_pin(&problem, smt, &pins, 1);
	assert_int_equal(smt_check(smt, &lits, 5), SMT_SAT);
	smt_free(smt);
	world_free(w);
}

/* A guard that is an over-approximation: shown only when the race does not need it. */
static void havoc(bool decisive)
{
	struct world *w = world_new(true);
	flat(w, 1);
	term guess = symbol(w, SYM_HAVOC, "guess", 32, 1);
	term low = op(w, ET_SLT, guess, num(w, 10));
	term also = decisive ? low : et_or(w->ets, low, op(w, ET_ULT, num(w, 3), w->tid[0][0]));
	condition(w, also);
	access(w, 0, num(w, 0), 4);
	access(w, 1, num(w, 0), 4);
	expect(w, decisive ? ANSWER_UNKNOWN : ANSWER_SAT,
		decisive ? "havoc decides" : "havoc aside");
	if (decisive)
		assert_string_equal(w->answer.reason, "depends on guess, which is not modelled");
	world_free(w);
}

static void test_havoc(void **state)
{
	(void)state;
	havoc(true);
	havoc(false);
}

/* out[idx[i]]: equal entries race; the same load gives the same value. */
static void loaded(bool racy)
{
	struct world *w = world_new(true);
	flat(w, 1);
	struct symbol *load = symbol_new(w->ets, SYM_LOAD, LEVEL_GRID, 32, "idx");
	term value[2];
	for (unsigned k = 0; k < 2; k++) {
		value[k] = et_app(w->ets, load, 1, &w->tid[k][0]);
		if (!racy)
			condition(w, op(w, ET_EQ, w->tid[k][0], num(w, 3)));
		access(w, k, value[k], 4);
	}
	if (!racy) {
		w->query.conditions.n = 0;
		condition(w, op(w, ET_EQ, w->tid[0][0], w->tid[1][0]));
		access(w, 1, nsw(w, ET_ADD, value[1], num(w, 1)), 4);
	}
	expect(w, racy ? ANSWER_SAT : ANSWER_UNSAT,
		racy ? "loaded index" : "loaded index, same load");
	assert_true(w->sampled == racy);
	world_free(w);
}

static void test_loaded(void **state)
{
	(void)state;
	loaded(true);
	loaded(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copy_upper),
		cmocka_unit_test(test_rectangle),
		cmocka_unit_test(test_tone_mapping),
		cmocka_unit_test(test_lud),
		cmocka_unit_test(test_volume),
		cmocka_unit_test(test_grid_stride),
		cmocka_unit_test(test_halving),
		cmocka_unit_test(test_modulo),
		cmocka_unit_test(test_butterfly),
		cmocka_unit_test(test_before),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_witness),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_trial),
		cmocka_unit_test(test_large_pin),
		cmocka_unit_test(test_havoc),
		cmocka_unit_test(test_loaded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
