#include "hostanalysis/contents.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Tables of counts: host memory that is set to 0 and to which only what is never negative is added, in whatever order and
 * places, or what is summed up from that. None of its words is ever negative, by induction over the stores of all such tables that are added to each other.
 */

struct counts {
	struct root *root;
	struct ptrmap *tables; /* that are, or are being, shown to be such; and joins of values */
};

static bool is_no_negative(struct counts *counts, LLVMValueRef value);

static bool bound_leaf(void *data, const struct et *leaf, struct span *span)
{
	const struct symbol *sym = leaf->sym;
	(void)data;
	if (!sym->bounded || sym->lo < 0 || sym->hi < sym->lo)
		return false;
	*span = span_steps(leaf->width, (uint64_t)sym->lo, (uint64_t)sym->hi, 1);
	return true;
}

struct span known_span(struct root *root, const struct et *term)
{
	return span_of(root->pass->arena, term, bound_leaf, NULL);
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
	if (ptrmap_get(counts->tables, base))
		return ptrmap_get(counts->tables, base) == LLVMTypeOf(load);
	ptrmap_set(counts->tables, base, LLVMTypeOf(load));
	return is_counting(counts, buffer, LLVMTypeOf(load));
}

/* Is no value that comes to a join negative, given that no earlier one of the join is. */
static bool joins_no_negative(struct counts *counts, LLVMValueRef phi)
{
	if (ptrmap_get(counts->tables, phi))
		return true;
	ptrmap_set(counts->tables, phi, phi);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (!is_no_negative(counts, LLVMGetIncomingValue(phi, i)))
			return false;
	return true;
}

/* How many operands of a calculation must not be negative for its result not to be; 0: that tells nothing. */
static unsigned operands_that_tell(LLVMValueRef value)
{
	if (!LLVMIsABinaryOperator(value))
		return 0;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
	case LLVMMul:
		return LLVMGetNSW(value) ? 2 : 0;
	case LLVMSDiv:
		return 2;
	case LLVMSRem:
		return 1;
	default:
		return 0;
	}
}

static bool is_no_negative(struct counts *counts, LLVMValueRef value)
{
	if (LLVMIsALoadInst(value))
		return is_count(counts, value);
	if (LLVMIsASExtInst(value))
		return is_no_negative(counts, LLVMGetOperand(value, 0));
	unsigned n = operands_that_tell(value);
	if (n && is_no_negative(counts, LLVMGetOperand(value, 0)) &&
		(n == 1 || is_no_negative(counts, LLVMGetOperand(value, 1))))
		return true;
	const struct et *term = value_et(counts->root->env, value);
	if (known_span(counts->root, term).hi <= mask_bits(term->width) >> 1)
		return true;
	return LLVMIsAPHINode(value) && joins_no_negative(counts, value);
}

bool is_never_negative(struct root *root, LLVMValueRef number)
{
	struct counts counts = { root, ptrmap_new(root->pass->arena) };
	return LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMIntegerTypeKind &&
	       is_no_negative(&counts, number);
}
