#include "hostanalysis/memory/contents.h"

#include "base/ptrmap.h"
#include "expr/place.h"
#include "expr/linear.h"
#include "hostanalysis/memory/measures.h"

/*
 * Running sums: a[i + 1] = a[i] + x, or a[i] = sum with sum += x in each round. Elements grow from one to the next by what is
 * added, at least by the least that it can be. Where conditions and inner loops decide how much that is, as in counting the
 * entries of a row, no element is less than the one before. The sum may also be the end of a vector that grows (growth.c),
 * and the elements how far it is from the beginning.
 */

struct sum {
	struct root *root;
	LLVMValueRef base;
	const struct loop *loop;
	const struct held *held;
	LLVMValueRef at;	/* what each round comes to by which an element is greater than the one before it */
	LLVMValueRef phi;	/* what carries the sum from round to round; NULL: memory does */
	unsigned origins;	/* how often the sum before it is in it */
	value_list added;	/* the other numbers */
	const struct et *step;	/* 64 bits; NULL: nothing is known of what is added */
	bool is_signed;
	struct ptrmap *joined; /* what is, or is being, shown to be no less than the sum before it */
};

static bool is_add(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMAdd;
}

/* Is it the element before that which the store of this round writes. */
static bool is_element_before(const struct sum *sum, LLVMValueRef load)
{
	const struct host_contents *contents = &sum->held->contents;
	const struct block *block =
		LLVMIsALoadInst(load) ? instruction_block(sum->root->func, load) : NULL;
	int64_t stride, offset;
	return block && block->loop == sum->loop && !LLVMGetVolatile(load) &&
	       element_of(sum->root, sum->base, LLVMGetOperand(load, 0), sum->loop, &stride, &offset) &&
	       stride == (int64_t)contents->stride &&
	       offset == stride * (sum->held->first - 1) + (int64_t)contents->offset;
}

struct variables {
	const struct loop *loop;
	bool vary;
};

static void variables_visit(void *data, const struct et *et)
{
	struct variables *variables = data;
	if (et->op != ET_SYM && et->op != ET_APP)
		return;
	const struct symbol *sym = et->sym;
	bool around = sym->kind == SYM_LOOP && !loop_encloses(variables->loop, sym->origin);
	variables->vary |= et->nargs || (sym->kind != SYM_HOST && !around);
}

/* What is added in each round, or the least that it can be; NULL: it may be negative. */
static const struct et *growth_of(struct sum *sum, LLVMValueRef added)
{
	struct host_pass *pass = sum->root->pass;
	const struct et *term = value_et(sum->root->env, added);
	struct variables variables = { sum->loop, false };
	et_once(pass->arena, term, variables_visit, &variables);
	if (!variables.vary && !et_is_const(term))
		return term->width < 64 ? et_cast(pass->ets, sum->is_signed ? ET_SEXT : ET_ZEXT, 64, term)
					: term;
	struct span span = known_span(sum->root, term);
	uint64_t most = mask_bits(term->width) >> 1;
	if (span.hi <= most)
		return et_const(pass->ets, 64, span.lo);
	bool grows = is_never_negative(sum->root, added) || is_never_negative_at(sum->root, added, sum->at);
	return grows ? et_const(pass->ets, 64, 0) : NULL;
}

static bool is_before(const struct sum *sum, LLVMValueRef value)
{
	return sum->phi ? value == sum->phi : is_element_before(sum, value);
}

static const struct block *block_inside(const struct sum *sum, LLVMValueRef value)
{
	const struct block *block =
		LLVMIsAInstruction(value) ? instruction_block(sum->root->func, value) : NULL;
	return block && loop_contains(sum->loop, block) ? block : NULL;
}

static bool is_choice(LLVMValueRef value)
{
	return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static bool is_no_less(struct sum *sum, LLVMValueRef value);

static bool adds_no_less(struct sum *sum, LLVMValueRef add)
{
	LLVMValueRef part = LLVMGetOperand(add, 0), added = LLVMGetOperand(add, 1);
	if (!is_before(sum, part) && !is_choice(part) && !is_add(part)) {
		LLVMValueRef other = part;
		part = added;
		added = other;
	}
	sum->is_signed &= LLVMGetNSW(add);
	return is_never_negative(sum->root, added) && is_no_less(sum, part);
}

static bool chooses_no_less(struct sum *sum, LLVMValueRef choice)
{
	if (LLVMIsASelectInst(choice))
		return is_no_less(sum, LLVMGetOperand(choice, 1)) &&
		       is_no_less(sum, LLVMGetOperand(choice, 2));
	for (unsigned i = 0; i < LLVMCountIncoming(choice); i++)
		if (!is_no_less(sum, LLVMGetIncomingValue(choice, i)))
			return false;
	return true;
}

/* Is it a later address than the sum before the round, or the same. */
static bool moves_no_less(struct sum *sum, LLVMValueRef value)
{
	LLVMValueRef from, by;
	return address_moved(value, &from, &by) && is_never_negative(sum->root, by) && is_no_less(sum, from);
}

/* Is a value, on every way to it in this round, the sum before the round and numbers that are never negative. */
static bool is_no_less(struct sum *sum, LLVMValueRef value)
{
	const struct block *block = block_inside(sum, value);
	if (is_before(sum, value) || ptrmap_get(sum->joined, value))
		return true;
	if (!block || (LLVMIsAPHINode(value) && block == sum->loop->header))
		return false;
	ptrmap_set(sum->joined, value, value);
	if (is_choice(value))
		return chooses_no_less(sum, value);
	return is_add(value) ? adds_no_less(sum, value) : moves_no_less(sum, value);
}

static bool is_grown(struct sum *sum, LLVMValueRef choice)
{
	bool is_signed = sum->is_signed;
	sum->joined = ptrmap_new(sum->root->pass->arena);
	bool sums = is_choice(choice) || LLVMIsAGetElementPtrInst(choice);
	bool grown = sums && is_no_less(sum, choice);
	sum->is_signed = grown ? sum->is_signed : is_signed;
	return grown;
}

static void parts_add(struct sum *sum, LLVMValueRef value)
{
	struct ets *ets = sum->root->pass->ets;
	if (is_before(sum, value) || is_grown(sum, value)) {
		sum->origins++;
		return;
	}
	const struct block *block = is_add(value) ? block_inside(sum, value) : NULL;
	if (block && block->loop == sum->loop) {
		sum->is_signed &= LLVMGetNSW(value);
		parts_add(sum, LLVMGetOperand(value, 0));
		parts_add(sum, LLVMGetOperand(value, 1));
		return;
	}
	vec_push(sum->root->pass->arena, &sum->added, value);
	const struct et *growth = growth_of(sum, value);
	sum->step = sum->step && growth ? et_binary(ets, ET_ADD, ET_NSW, sum->step, growth) : NULL;
}

/* Is a value the sum before it and numbers that do not make it less. */
static bool is_sum(struct sum *sum, LLVMValueRef value)
{
	sum->step = et_const(sum->root->pass->ets, 64, 0);
	sum->is_signed = true;
	parts_add(sum, value);
	return sum->origins == 1 && sum->step;
}

/* What a phi of the loop's header is in the next round; NULL: not known. */
static LLVMValueRef next_of(const struct loop *loop, LLVMValueRef phi)
{
	return phi_value_from(phi, loop->latch->llvm);
}

/* The phi of the loop's header that a value is, or else one that it is the next round's value of. */
static LLVMValueRef carrier(const struct loop *loop, LLVMValueRef value, LLVMValueRef *next)
{
	LLVMValueRef made = NULL;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(loop->header->llvm); LLVMIsAPHINode(phi);
		phi = LLVMGetNextInstruction(phi)) {
		if (!next_of(loop, phi) || (phi != value && next_of(loop, phi) != value))
			continue;
		made = phi;
		if (phi == value)
			break;
	}
	*next = made ? next_of(loop, made) : NULL;
	return made;
}

/* A number that is added behind each element, from the first one on: over k, or else the least that it can be. */
static const struct et *part_gain(struct sum *sum, LLVMValueRef added, int64_t first)
{
	struct held gain = { .first = first, .contents = sum->held->contents };
	enum et_op op = sum->is_signed ? ET_SEXT : ET_ZEXT;
	if (!element_value(sum->root, added, sum->loop, &gain))
		return growth_of(sum, added);
	const struct et *value = gain.contents.value;
	return value->width < 64 ? et_cast(sum->root->pass->ets, op, 64, value) : value;
}

/* All that is added behind each element; NULL: no more than the step. */
static const struct et *gain_of(struct sum *sum, int64_t first)
{
	enum { MOST_PARTS = 4 };
	struct ets *ets = sum->root->pass->ets;
	const struct et *gain = et_const(ets, 64, 0);
	if (sum->added.n > MOST_PARTS || !et_is_const(sum->step))
		return NULL;
	vec_each(added, &sum->added)
		gain = et_binary(ets, ET_ADD, ET_NSW, gain, part_gain(sum, *added, first));
	return gain != sum->step ? gain : NULL;
}

bool sum_fill(struct root *root, LLVMValueRef base, LLVMValueRef store, struct held *held)
{
	enum { LEAST_WIDTH = 32 };
	struct host_contents *contents = &held->contents;
	LLVMValueRef stored = LLVMGetOperand(store, 0), next = stored;
	struct sum sum = { .root = root, .base = base, .held = held, .at = store,
		.loop = instruction_block(root->func, store)->loop };
	if (LLVMGetTypeKind(LLVMTypeOf(stored)) != LLVMIntegerTypeKind || contents->width < LEAST_WIDTH)
		return false;
	struct measure measure = measure_read(stored);
	if (measure.from && block_inside(&sum, measure.from))
		return false;
	if (measure.from)
		next = measure.of;
	sum.phi = carrier(sum.loop, measure.of, &next);
	if (measure.from && !sum.phi)
		return false;
	bool before_sum = sum.phi == stored;
	if (before_sum)
		sum.at = LLVMGetBasicBlockTerminator(sum.loop->latch->llvm);
	bool known = is_sum(&sum, sum.phi ? next : stored);
	int64_t lowest = held->first - 1;
	if (known && !sum.phi)
		held->first--;
	contents->step = known && held->first >= 0 ? sum.step : NULL;
	contents->is_signed = sum.is_signed;
	if (contents->step && !measure.from)
		contents->gain = gain_of(&sum, before_sum ? held->first : lowest);
	return contents->step != NULL;
}

/* The value that a loop hands on to what comes behind it. */
static LLVMValueRef inner_value(LLVMValueRef value)
{
	while (LLVMIsAPHINode(value) && LLVMCountIncoming(value) == 1)
		value = LLVMGetIncomingValue(value, 0);
	return value;
}

static LLVMValueRef start_of(const struct loop *loop, LLVMValueRef phi)
{
	LLVMValueRef start = NULL;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) != loop->latch->llvm)
			start = LLVMCountIncoming(phi) == 2 ? LLVMGetIncomingValue(phi, i) : NULL;
	return start;
}

/* Is a stored number what the sum that the loop stores begins with. */
static bool begins_with(struct root *root, LLVMValueRef store, LLVMValueRef start, LLVMValueRef stored)
{
	struct measure sum = measure_read(LLVMGetOperand(store, 0));
	if (sum.from)
		return start == sum.from && LLVMIsAConstantInt(stored) && !LLVMConstIntGetZExtValue(stored);
	return LLVMTypeOf(stored) == LLVMTypeOf(start) &&
	       value_et(root->env, stored) == value_et(root->env, start);
}

/* Elements are the sums with what each round adds; before the first one stands what the loop began with. */
static void start_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, LLVMValueRef phi,
	struct filling *filling, struct held *held)
{
	LLVMValueRef start = start_of(filling->loop, phi);
	vec_each(each, &buffer->stores) {
		struct filling before = { .write = *each, .behind = filling->write, .past = filling->past };
		LLVMValueRef stored = LLVMGetOperand(*each, 0);
		const struct et *element = element_written(root, buffer->base, *each, &held->contents);
		if (!start || !held->first || !element || !et_is_const(element) ||
			et_signed(element) != held->first - 1 || instruction_block(root->func, *each)->loop ||
			!begins_with(root, filling->write, start, stored) ||
			!filling_precedes(root, &before, phi) ||
			!is_settled(root, buffer, &before, &held->contents, at, NULL))
			continue;
		filling->before = *each;
		held->first--;
		return;
	}
}

/* Is it the element behind the last one that a loop has filled which its header leaves. */
static bool is_behind(struct root *root, const struct filling *filling, const struct held *held,
	const struct et *element)
{
	struct ets *ets = root->pass->ets;
	const struct et *k = et_sym(ets, root->env->loops[filling->loop->index].counter);
	int64_t factor, constant;
	return same_count(element, held->end) || (et_linear(element, k, &factor, &constant) &&
							 factor == 1 && constant == held->first);
}

/* Elements are the sums before what each round adds; behind the last one stands the whole sum. */
static void end_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, LLVMValueRef phi,
	struct filling *filling, struct held *held)
{
	struct measure sum = measure_read(LLVMGetOperand(filling->write, 0));
	struct ets *ets = root->pass->ets;
	if (filling->exit->from != filling->loop->header)
		return;
	vec_each(each, &buffer->stores) {
		struct filling last = { .write = *each };
		const struct et *element = element_written(root, buffer->base, *each, &held->contents);
		struct measure whole = measure_read(LLVMGetOperand(*each, 0));
		if (*each == filling->write || inner_value(whole.of) != phi || whole.from != sum.from || !element ||
			!is_behind(root, filling, held, element) || !filling_precedes(root, filling, *each) ||
			!filling_precedes(root, &last, at))
			continue;
		filling->behind = *each;
		held->end = et_binary(
			ets, ET_ADD, ET_NSW | ET_NUW, held->end, et_const(ets, 64, 1));
		return;
	}
}

void sum_ends(struct root *root, const struct buffer *buffer, LLVMValueRef at, struct filling *filling,
	struct held *held)
{
	LLVMValueRef stored = measure_read(LLVMGetOperand(filling->write, 0)).of, next;
	LLVMValueRef phi = held->contents.step ? carrier(filling->loop, stored, &next) : NULL;
	if (phi && phi == stored)
		end_add(root, buffer, at, phi, filling, held);
	else if (phi)
		start_add(root, buffer, at, phi, filling, held);
}
