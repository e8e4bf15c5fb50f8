#include "hostanalysis/memory/contents.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/known.h"

/*
 * Tables of counts: host memory that is set to 0 and to which only what is never negative is added, in whatever order and
 * places, or what is summed up from that. None of its words is ever negative, by induction over the stores of all such tables that are added to each other.
 */

enum { MOST_LOOKS = 1000 };

struct counts {
	struct root *root;
	struct ptrmap *assumed; /* a table's memory, or a join -> struct assumed, while it is being shown to be such */
	unsigned products, remainders; /* that are being looked into */
	unsigned looks;
};

/* What is taken not to be negative while what comes to it is looked at. */
struct assumed {
	LLVMTypeRef type;
	unsigned products, remainders; /* that were being looked into when it was met first */
};

static bool is_no_negative(struct counts *counts, LLVMValueRef value);

/* What holds in a round that comes to a place. */
struct light {
	struct ets *ets;
	struct known *known; /* NULL: nothing */
};

static bool bound_leaf(void *data, const struct et *leaf, struct span *span)
{
	const struct light *light = data;
	const struct symbol *sym = leaf->sym;
	const struct et *zero = et_const(light->ets, leaf->width, 0);
	bool bounded = sym->bounded && sym->lo >= 0 && sym->hi >= sym->lo;
	if (bounded)
		*span = span_steps(leaf->width, (uint64_t)sym->lo, (uint64_t)sym->hi, 1);
	else if (light->known && et_is_true(known_apply(light->known, et_binary(light->ets, ET_SLT, 0, zero, leaf))))
		*span = span_steps(leaf->width, 1, mask_bits(leaf->width) >> 1, 1);
	else if (light->known && et_is_false(known_apply(light->known, et_binary(light->ets, ET_SLT, 0, leaf, zero))))
		*span = span_steps(leaf->width, 0, mask_bits(leaf->width) >> 1, 1);
	else
		return false;
	return true;
}

struct span known_span(struct root *root, const struct et *term)
{
	struct light light = { root->pass->ets, NULL };
	return span_of(root->pass->arena, term, bound_leaf, &light);
}

/* Is it one value in a round of the loop around a place; those of loops in it are several. */
static bool is_of_round(struct root *root, LLVMValueRef number, LLVMValueRef at)
{
	return !LLVMIsAInstruction(number) ||
	       instruction_block(root->func, number)->loop == instruction_block(root->func, at)->loop;
}

bool is_never_negative_at(struct root *root, LLVMValueRef number, LLVMValueRef at)
{
	const struct et *term = value_et(root->env, number);
	struct light light = { root->pass->ets, known_in_round(root, at) };
	if (!light.known || !is_of_round(root, number, at))
		return false;
	term = known_apply(light.known, term);
	return span_of(root->pass->arena, term, bound_leaf, &light).hi <= mask_bits(term->width) >> 1;
}

static bool is_zeros(LLVMValueRef call)
{
	return is_call(call) && !strncmp(call_name(call), "llvm.memset.", 12) &&
	       LLVMIsNull(call_arg(call, 1));
}

/* Is it the number of bytes that an allocation was asked for. */
static bool is_all(struct root *root, LLVMValueRef base, LLVMValueRef bytes)
{
	int size, count;
	bool asks = is_call(base) && host_allocator(call_name(base), &size, &count) && count < 0;
	return (asks && call_arg(base, (unsigned)size) == bytes) ||
	       size_is(root, base, value_et(root->env, bytes), 1);
}

static bool is_cleared(struct root *root, const struct buffer *buffer, LLVMValueRef call, LLVMValueRef load)
{
	return buffer_start(root, call_arg(call, 0)) == buffer->base &&
	       is_all(root, buffer->base, call_arg(call, 2)) &&
	       instruction_dominates(root->func, call, load);
}

/* Does a loop store 0 to each word, or a vector's constructor. */
static bool is_filled(struct root *root, const struct buffer *buffer, LLVMValueRef store, LLVMValueRef load)
{
	struct filling filling;
	struct held held;
	if (!LLVMIsNull(LLVMGetOperand(store, 0)))
		return false;
	if (is_call(buffer->base) && !strcmp(call_name(buffer->base), "_Znwm"))
		return true;
	return store_contents(root, buffer->base, store, load, &filling, &held) && !held.first &&
	       size_is(root, buffer->base, held.end, held.contents.stride) &&
	       filling_precedes(root, &filling, load);
}

/* Have the words been set to 0 whenever the load is reached. */
static bool is_set_before(struct root *root, const struct buffer *buffer, LLVMValueRef load)
{
	if (is_call(buffer->base) && !strcmp(call_name(buffer->base), "calloc"))
		return true;
	vec_each(call, &buffer->others)
		if (is_zeros(*call) && is_cleared(root, buffer, *call, load))
			return true;
	vec_each(store, &buffer->stores)
		if (is_filled(root, buffer, *store, load))
			return true;
	return false;
}

/*
 * Assumes that nothing of a type in a table, or that a join gives, is negative; false: that is assumed already, and *holds says
 * whether it may be used here. A number that each round multiplies, with no remainder taken, grows beyond its width in a few
 * rounds, as a hash does: of such nothing is said, although the language lets numbers with a sign not do so.
 */
static bool assume(struct counts *counts, LLVMValueRef about, LLVMTypeRef type, bool *holds)
{
	struct assumed *assumed = ptrmap_get(counts->assumed, about);
	if (assumed) {
		bool grows = counts->products > assumed->products && counts->remainders == assumed->remainders;
		*holds = assumed->type == type && !grows;
		return false;
	}
	assumed = arena_alloc(counts->root->pass->arena, sizeof(*assumed));
	*assumed = (struct assumed){ type, counts->products, counts->remainders };
	ptrmap_set(counts->assumed, about, assumed);
	return true;
}

static bool is_counting(struct counts *counts, const struct buffer *buffer, LLVMTypeRef type)
{
	vec_each(call, &buffer->others)
		if (!is_zeros(*call))
			return false;
	vec_each(store, &buffer->stores) {
		LLVMValueRef stored = LLVMGetOperand(*store, 0);
		if (LLVMTypeOf(stored) != type || !is_no_negative(counts, stored))
			return false;
	}
	return true;
}

static bool is_count(struct counts *counts, LLVMValueRef load)
{
	LLVMValueRef base = buffer_around(counts->root, LLVMGetOperand(load, 0));
	struct buffer *buffer = base && !LLVMGetVolatile(load) ? buffer_of(counts->root, base) : NULL;
	if (!buffer || buffer->escapes || buffer->copies.n ||
		!is_set_before(counts->root, buffer, load))
		return false;
	bool holds;
	if (!assume(counts, base, LLVMTypeOf(load), &holds))
		return holds;
	holds = is_counting(counts, buffer, LLVMTypeOf(load));
	ptrmap_set(counts->assumed, base, NULL);
	return holds;
}

/* Is no value that comes to a join negative, given that no earlier one of the join is. */
static bool joins_no_negative(struct counts *counts, LLVMValueRef phi)
{
	bool holds;
	if (!assume(counts, phi, LLVMTypeOf(phi), &holds))
		return holds;
	holds = true;
	for (unsigned i = 0; holds && i < LLVMCountIncoming(phi); i++)
		holds = is_no_negative(counts, LLVMGetIncomingValue(phi, i));
	ptrmap_set(counts->assumed, phi, NULL);
	return holds;
}

/* Is a factor one of those that make a product wrap on purpose, as in hashes: odd, and of half the bits. */
static bool is_scrambling(LLVMValueRef factor)
{
	if (!LLVMIsAConstantInt(factor) || LLVMGetIntTypeWidth(LLVMTypeOf(factor)) > 64)
		return false;
	uint64_t value = LLVMConstIntGetZExtValue(factor);
	return value & 1 && value >> LLVMGetIntTypeWidth(LLVMTypeOf(factor)) / 2;
}

/* How many operands of a calculation must not be negative for its result not to be; 0: that tells nothing. */
static unsigned operands_that_tell(LLVMValueRef value)
{
	if (!LLVMIsABinaryOperator(value))
		return 0;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
		return LLVMGetNSW(value) ? 2 : 0;
	case LLVMMul:
		return LLVMGetNSW(value) && !is_scrambling(LLVMGetOperand(value, 1)) ? 2 : 0;
	case LLVMSDiv:
		return 2;
	case LLVMSRem:
		return 1;
	default:
		return 0;
	}
}

/* Does a calculation with bits leave the sign of what is not negative, as masks and shifts to the right do. */
static bool masks_no_negative(struct counts *counts, LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMIsABinaryOperator(value) ? LLVMGetInstructionOpcode(value) : LLVMUnreachable;
	bool masks = opcode == LLVMAnd, shifts = opcode == LLVMAShr || opcode == LLVMLShr;
	return ((masks || shifts) && is_no_negative(counts, LLVMGetOperand(value, 0))) ||
	       (masks && is_no_negative(counts, LLVMGetOperand(value, 1)));
}

/* Does a calculation give nothing negative, as its operands are not. */
static bool computes_no_negative(struct counts *counts, LLVMValueRef value)
{
	if (masks_no_negative(counts, value))
		return true;
	unsigned n = operands_that_tell(value);
	bool multiplies = n && LLVMGetInstructionOpcode(value) == LLVMMul, takes_rest = n == 1;
	counts->products += multiplies;
	counts->remainders += takes_rest;
	bool holds = n && is_no_negative(counts, LLVMGetOperand(value, 0)) &&
		     (n == 1 || is_no_negative(counts, LLVMGetOperand(value, 1)));
	counts->products -= multiplies;
	counts->remainders -= takes_rest;
	return holds;
}

static bool is_no_negative(struct counts *counts, LLVMValueRef value)
{
	if (counts->looks++ == MOST_LOOKS)
		return false;
	if (LLVMIsALoadInst(value))
		return is_count(counts, value) || load_is_not_negative(counts->root, value);
	if (LLVMIsASExtInst(value))
		return is_no_negative(counts, LLVMGetOperand(value, 0));
	if (computes_no_negative(counts, value))
		return true;
	const struct et *term = value_et(counts->root->env, value);
	if (known_span(counts->root, term).hi <= mask_bits(term->width) >> 1)
		return true;
	return LLVMIsAPHINode(value) && joins_no_negative(counts, value);
}

bool is_never_negative(struct root *root, LLVMValueRef number)
{
	struct counts counts = { .root = root, .assumed = ptrmap_new(root->pass->arena) };
	return LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMIntegerTypeKind &&
	       is_no_negative(&counts, number);
}
