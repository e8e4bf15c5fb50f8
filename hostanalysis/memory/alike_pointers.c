#include "hostanalysis/memory/contents.h"
#include "hostanalysis/memory/doubled.h"

/*
 * Pointers that a loop puts into a table beside one that leads to the same memory: taken from one
 * allocation made before the loop, read from another entry, kept from round to round until another
 * one is made, or put into two entries of a round. Which of several such a pointer is may be chosen
 * by conditions.
 */

enum { MOST_CHOICES = 24, MOST_STEPS = 64 };

/* Where a stored pointer may have come from. */
struct origins {
	LLVMValueRef at[MOST_CHOICES];
	bool carried[MOST_CHOICES];	   /* from an earlier round */
	LLVMValueRef passed[MOST_CHOICES]; /* choices on the way */
	unsigned n, steps;
	bool stays; /* as it is from one round to the next */
	bool lost;  /* there are more */
};

/* The loop around the store that the value is carried along by; NULL: none. */
static const struct loop *carrying_loop(
	struct root *root, LLVMValueRef value, const struct block *store)
{
	const struct block *block =
		LLVMIsAPHINode(value) ? instruction_block(root->func, value) : NULL;
	const struct loop *loop = block ? block->loop : NULL;
	return loop && loop->header == block && loop_contains(loop, store) ? loop : NULL;
}

static bool comes_from_round(
	struct root *root, const struct loop *loop, LLVMValueRef phi, unsigned i)
{
	const struct block *from = instruction_block(
		root->func, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
	return !from || loop_contains(loop, from);
}

/* May the value be the phi itself, unchanged. */
static bool leads_back(LLVMValueRef value, LLVMValueRef phi, unsigned *left)
{
	if (value == phi || !*left)
		return true;
	--*left;
	for (unsigned i = 0; LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++)
		if (leads_back(LLVMGetIncomingValue(value, i), phi, left))
			return true;
	return LLVMIsASelectInst(value) && (leads_back(LLVMGetOperand(value, 1), phi, left) ||
						   leads_back(LLVMGetOperand(value, 2), phi, left));
}

static bool is_passed(const struct origins *origins, LLVMValueRef choice)
{
	for (unsigned i = 0; i < origins->steps; i++)
		if (origins->passed[i] == choice)
			return true;
	return false;
}

static void origins_add(struct root *root, struct origins *origins, LLVMValueRef value,
	const struct block *store, bool carried);

static void choices_add(struct root *root, struct origins *origins, LLVMValueRef phi,
	const struct block *store, bool carried)
{
	const struct loop *loop = carrying_loop(root, phi, store);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		bool round = loop && comes_from_round(root, loop, phi, i);
		unsigned left = MOST_STEPS;
		if (loop && !round)
			continue;
		origins->stays |= round && leads_back(LLVMGetIncomingValue(phi, i), phi, &left);
		origins_add(root, origins, LLVMGetIncomingValue(phi, i), store, carried || round);
	}
}

static void origins_add(struct root *root, struct origins *origins, LLVMValueRef value,
	const struct block *store, bool carried)
{
	bool chosen = LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
	if (is_passed(origins, value))
		return;
	if (origins->n == MOST_CHOICES || (chosen && origins->steps == MOST_CHOICES)) {
		origins->lost = true;
		return;
	}
	if (!chosen) {
		origins->carried[origins->n] = carried;
		origins->at[origins->n++] = value;
		return;
	}
	origins->passed[origins->steps++] = value;
	if (LLVMIsAPHINode(value)) {
		choices_add(root, origins, value, store, carried);
		return;
	}
	origins_add(root, origins, LLVMGetOperand(value, 1), store, carried);
	origins_add(root, origins, LLVMGetOperand(value, 2), store, carried);
}

static bool has_constant_steps(LLVMValueRef pointer)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(pointer, i)))
			return false;
	return true;
}

/* Has the pointer come from one that is the same in all rounds of the loop; as one of several, by
 * no steps that differ. */
static bool is_from_outside(
	struct root *root, const struct loop *loop, LLVMValueRef pointer, bool chosen)
{
	while (LLVMIsAGetElementPtrInst(pointer) && (!chosen || has_constant_steps(pointer)))
		pointer = LLVMGetOperand(pointer, 0);
	if (chosen && LLVMIsAArgument(pointer))
		return true;
	const struct block *block =
		is_call(pointer) ? instruction_block(root->func, pointer) : NULL;
	return block && !loop_contains(loop, block);
}

static bool is_put_there(
	struct root *root, const struct buffer *buffer, LLVMValueRef store, LLVMValueRef pointer)
{
	const struct host_contents pointers = { .width = 64, .stride = 8 };
	bool plain = pointer == LLVMGetOperand(store, 0);
	return is_entry_of(buffer, pointer) &&
	       !(plain && is_permuting(root, buffer, store, &pointers));
}

static struct origins origins_of(struct root *root, LLVMValueRef store)
{
	struct origins origins = { 0 };
	origins_add(root, &origins, LLVMGetOperand(store, 0), instruction_block(root->func, store),
		false);
	return origins;
}

/* Is one pointer put by both stores, by one after the other or, where they are one store, in two
 * rounds. */
static bool share_origin(
	struct root *root, LLVMValueRef store, const struct origins *a, LLVMValueRef other)
{
	struct origins b = origins_of(root, other);
	for (unsigned i = 0; i < a->n; i++) {
		for (unsigned k = 0; k < b.n; k++) {
			bool one = a->at[i] == b.at[k] && may_be_of_device(a->at[i]);
			if (one && (a->carried[i] != b.carried[k] ||
					   (store != other && follows(root->pass->arena, a->at[i],
								      store, other))))
				return true;
		}
	}
	return false;
}

bool puts_alike(struct root *root, const struct buffer *buffer, LLVMValueRef store)
{
	const struct block *block = instruction_block(root->func, store);
	LLVMValueRef value = LLVMGetOperand(store, 0);
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || !block)
		return false;
	struct origins origins = origins_of(root, store);
	if (origins.stays || origins.lost)
		return true;
	for (unsigned i = 0; i < origins.n; i++)
		if ((block->loop && is_from_outside(root, block->loop, origins.at[i],
					    origins.at[i] != value)) ||
			is_put_there(root, buffer, store, origins.at[i]))
			return true;
	vec_each(other, &buffer->stores)
		if (LLVMTypeOf(LLVMGetOperand(*other, 0)) == LLVMTypeOf(value) &&
			instruction_block(root->func, *other) &&
			member_tag(root->pass, *other) == member_tag(root->pass, store) &&
			share_origin(root, store, &origins, *other))
			return true;
	return false;
}
