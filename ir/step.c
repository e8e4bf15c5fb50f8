#include "ir/value_internal.h"

#include "expr/known.h"

/* How far one round of a loop moves a header phi. */

static unsigned wrap_flags(LLVMValueRef next)
{
	return (LLVMGetNSW(next) ? ET_NSW : 0u) | (LLVMGetNUW(next) ? ET_NUW : 0u);
}

static struct step pointer_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	struct ets *ets = env->ets;
	struct step none = { 0 };
	for (int i = 1; i < LLVMGetNumOperands(next); i++)
		if (value_varies(env, loop, LLVMGetOperand(next, (unsigned)i)))
			return none;
	const struct et *from = et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 64, "p"));
	ptrmap_set(env->memo->terms, phi, from);
	const struct et *to = value_et(env, next);
	const struct et *by = et_binary(ets, ET_SUB, 0, to, from);
	ptrmap_set(env->memo->terms, phi, NULL);
	ptrmap_set(env->memo->terms, next, NULL);
	return by->op == ET_SUB ? none : (struct step){ by, ET_NSW };
}

/* next = phi + step, phi - step or a pointer moved by an invariant number of elements. */
static struct step plain_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	struct ets *ets = env->ets;
	struct step none = { 0 };
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	LLVMValueRef a = LLVMGetOperand(next, 0);
	LLVMValueRef b = LLVMGetNumOperands(next) > 1 ? LLVMGetOperand(next, 1) : NULL;
	if (opcode == LLVMAdd && b == phi) {
		LLVMValueRef swap = a;
		a = b;
		b = swap;
	}
	if (a != phi || !b)
		return none;
	if (opcode == LLVMGetElementPtr)
		return pointer_step(env, loop, phi, next);
	if ((opcode != LLVMAdd && opcode != LLVMSub) || value_varies(env, loop, b))
		return none;
	unsigned nsw = LLVMGetNSW(next) ? ET_NSW : 0;
	const struct et *by = value_et(env, b);
	if (opcode == LLVMAdd)
		return (struct step){ by, wrap_flags(next) };
	return (struct step){ et_binary(ets, ET_SUB, nsw, et_const(ets, by->width, 0), by), nsw };
}

static bool widens(LLVMValueRef value, LLVMValueRef phi)
{
	if (!LLVMIsAInstruction(value))
		return false;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	return (opcode == LLVMSExt || opcode == LLVMZExt) && LLVMGetOperand(value, 0) == phi;
}

/* i += n in a wider type: next = trunc(ext(phi) + n). */
static struct step widened_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	struct step none = { 0 };
	LLVMValueRef sum = LLVMGetOperand(next, 0);
	if (LLVMGetInstructionOpcode(next) != LLVMTrunc || !LLVMIsAInstruction(sum) ||
		LLVMGetInstructionOpcode(sum) != LLVMAdd)
		return none;
	unsigned other = widens(LLVMGetOperand(sum, 0), phi);
	LLVMValueRef by = LLVMGetOperand(sum, other);
	if (!widens(LLVMGetOperand(sum, !other), phi) || value_varies(env, loop, by))
		return none;
	return (struct step){
		et_cast(env->ets, ET_TRUNC, type_width(phi), value_et(env, by)), 0
	};
}

struct steady {
	const struct value_env *env;
	const struct loop *loop;
	bool no;
};

static bool counts_around(const struct steady *steady, const struct symbol *counter)
{
	for (const struct loop *at = steady->loop->parent; at; at = at->parent)
		if (steady->env->loops[at->index].counter == counter)
			return true;
	return false;
}

/* Only what is known to be the same in every round; values of instructions may not be, but for the host's outside of all loops and
 * entries of memory that the kernel leaves alone. */
static void steady_visit(void *data, const struct et *et)
{
	struct steady *steady = data;
	if (et->op == ET_APP)
		steady->no |= et->sym->kind != SYM_LOAD;
	else if (et->op == ET_SYM && et->sym->kind == SYM_LOOP)
		steady->no |= !counts_around(steady, et->sym);
	else if (et->op == ET_SYM)
		steady->no |= et->sym->kind != SYM_PARAM && et->sym->kind != SYM_ID && et->sym->kind != SYM_HOST;
}

/* Terms share parts in ways without number: each is looked at once. */
struct away {
	struct step step; /* by: NULL when the term is no distance from the symbol */
	bool has;	  /* it has the symbol in it */
};

struct walk {
	struct value_env *env;
	const struct et *from;
	struct ptrmap *known; /* to struct away */
};

static const struct away *away(const struct walk *walk, const struct et *term);

static struct step sum_distance(const struct walk *walk, const struct et *sum)
{
	const struct away *a = away(walk, sum->arg[0]), *b = away(walk, sum->arg[1]);
	const struct away *with = b->has ? b : a;
	if (!with->step.by || (a->has && b->has))
		return (struct step){ 0 };
	unsigned flags = with->step.flags & sum->flags;
	const struct et *by = et_binary(
		walk->env->ets, ET_ADD, flags, with->step.by, sum->arg[with == a]);
	return (struct step){ by, flags };
}

static struct step choice_distance(const struct walk *walk, const struct et *choice)
{
	struct step a = away(walk, choice->arg[1])->step, b = away(walk, choice->arg[2])->step;
	if (!a.by || !b.by)
		return (struct step){ 0 };
	return (struct step){ et_ite(walk->env->ets, choice->arg[0], a.by, b.by), a.flags & b.flags };
}

static const struct away *away(const struct walk *walk, const struct et *term)
{
	struct away *result = ptrmap_get(walk->known, term);
	if (result)
		return result;
	result = arena_alloc(walk->env->arena, sizeof(*result));
	result->has = term == walk->from;
	for (unsigned i = 0; i < term->nargs; i++)
		result->has |= away(walk, term->arg[i])->has;
	if (term == walk->from)
		result->step = (struct step){ et_const(walk->env->ets, term->width, 0),
			ET_NSW | ET_NUW };
	else if (term->op == ET_ADD)
		result->step = sum_distance(walk, term);
	else if (term->op == ET_ITE)
		result->step = choice_distance(walk, term);
	ptrmap_set(walk->known, term, result);
	return result;
}

/* How far a term is from a symbol; NULL when that is not a distance. */
static struct step distance(struct value_env *env, const struct et *term, const struct et *from)
{
	struct walk walk = { env, from, ptrmap_new(env->arena) };
	return away(&walk, term)->step;
}

bool term_is_steady(struct value_env *env, const struct loop *loop, const struct et *term)
{
	struct steady steady = { env, loop, false };
	et_once(env->arena, term, steady_visit, &steady);
	return !steady.no;
}

/* Loops in loops make their terms anew for each other; beyond so many no more are made. */
#define REMADE_MOST 10000

bool terms_remade(const struct value_env *env)
{
	return env->remade > REMADE_MOST;
}

const struct et *phis_next(struct value_env *env, const struct loop *loop, LLVMValueRef next,
	unsigned n, const LLVMValueRef *phis, const struct symbol *const *from)
{
	struct value_memo *memo = env->memo;
	struct known *known = known_new(env->arena, env->ets);
	env->memo = value_memo_new(env->arena, memo);
	for (unsigned i = 0; i < n; i++)
		ptrmap_set(env->memo->terms, phis[i], (void *)et_sym(env->ets, from[i]));
	const struct et *term = value_et(env, next);
	known_add(known, value_reach_from(env, loop->header, loop->latch));
	known_add(known, value_edge(env, loop->latch, loop->header));
	env->memo = memo;
	return known_apply(known, term);
}

struct inner {
	struct value_env *env;
	const struct loop *loop;
};

static const struct et *inner_rounds(void *data, struct ets *ets, const struct et *leaf)
{
	const struct inner *inner = data;
	(void)ets;
	if (leaf->op != ET_SYM || leaf->sym->kind != SYM_LOOP)
		return NULL;
	const struct loop *of = leaf->sym->origin;
	return of != inner->loop && loop_encloses(inner->loop, of) ? loop_rounds(inner->env, of)
								   : NULL;
}

/* The final counters of loops inside `loop`, as far as they are known. */
static const struct et *with_rounds(
	struct value_env *env, const struct loop *loop, const struct et *term)
{
	struct inner inner = { env, loop };
	return et_map_once(env->ets, term, inner_rounds, &inner);
}

/*
 * Arms that leave the phi or move it, by a choice that is the same in every round; inner loops that
 * move it as often in each.
 */
static struct step joined_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	if (terms_remade(env))
		return (struct step){ 0 };
	const struct symbol *sym = symbol_new(env->ets, SYM_HAVOC, LEVEL_GRID, type_width(phi), "p");
	struct step step = distance(
		env, phis_next(env, loop, next, 1, &phi, &sym), et_sym(env->ets, sym));
	for (size_t i = 0; step.by && i < loop->children.n; i++)
		step.by = with_rounds(env, loop, step.by);
	if (LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMPointerTypeKind)
		step.flags |= ET_NSW;
	return step.by && term_is_steady(env, loop, step.by) ? step : (struct step){ 0 };
}

struct step phi_step(
	struct value_env *env, const struct loop *loop, LLVMValueRef phi, LLVMValueRef next)
{
	struct block *home = LLVMIsAInstruction(next) ? instruction_block(env->func, next) : NULL;
	struct step none = { 0 };
	if (next == phi)
		return (struct step){ et_const(env->ets, type_width(phi), 0), ET_NSW | ET_NUW };
	if (!home || !loop_contains(loop, home))
		return none;
	if (LLVMIsATruncInst(next))
		return widened_step(env, loop, phi, next);
	struct step step = none;
	if (!LLVMIsAPHINode(next))
		step = plain_step(env, loop, phi, next);
	return step.by ? step : joined_step(env, loop, phi, next);
}

