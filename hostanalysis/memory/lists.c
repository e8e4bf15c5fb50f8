#include "hostanalysis/memory/contents.h"

#include <string.h>

#include "base/ptrmap.h"
#include "expr/linear.h"
#include "hostanalysis/canonical/uses.h"

/*
 * Lists in an array of vectors to which one loop appends, one number in a round or none: `lists[i % n].push_back(i)`. Each number goes to
 * one list and one place, so that the elements of a list are as far apart as the numbers of different rounds, and farther where the round
 * says by its remainder which list it is.
 */

enum { LIST = 24, FINISH = 8, LEAST_SIZE = 4 }; /* bytes: of a vector, of where its end is kept, of an element */

struct lists {
	struct root *root;
	LLVMValueRef base;  /* the array of vectors */
	LLVMValueRef push;  /* the one store of an element */
	LLVMValueRef moves; /* the one store that moves an end on */
	struct ptrmap *seen;
};

/* Which vector's begin (0) or end (FINISH) an address of the array is; NULL: that is not known. */
static const struct et *list_of(const struct lists *lists, LLVMValueRef address, int64_t part)
{
	struct root *root = lists->root;
	const struct et *bytes = et_difference(root->pass->ets, value_et(root->env, address), value_et(root->env, lists->base));
	return et_element(root->pass->ets, bytes, part, LIST);
}

static bool is_only_measured(LLVMValueRef number)
{
	for (LLVMUseRef u = LLVMGetFirstUse(number); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool apart = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub;
		if (!apart && !LLVMIsAICmpInst(user))
			return false;
	}
	return true;
}

/* Is a call given the elements to copy, or to end their life. */
static bool call_spares(LLVMValueRef call, LLVMValueRef pointer)
{
	static const char *const ends[] = { "_ZdlPv", "_ZdlPvm", "free" };
	const char *name = call_name(call);
	bool spares = !strncmp(name, "llvm.lifetime.", 14);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		spares |= !strcmp(name, ends[i]);
	return spares || (is_block_copy(name) && call_arg(call, 0) != pointer);
}

/* Does a store by a pointer to elements, or of it, put one at the end or move the end on; then that is noted. */
static bool store_fits(struct lists *lists, LLVMValueRef store, LLVMValueRef pointer)
{
	if (LLVMGetOperand(store, 0) == pointer)
		return store == lists->moves;
	if (lists->push && lists->push != store)
		return false;
	lists->push = store;
	return pointer == LLVMGetOperand(LLVMGetOperand(lists->moves, 0), 0);
}

/* Do all uses of a pointer that was read from the array look at elements alone, but for those. */
static bool elements_fit(struct lists *lists, LLVMValueRef pointer)
{
	if (ptrmap_get(lists->seen, pointer))
		return true;
	ptrmap_set(lists->seen, pointer, pointer);
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool fits = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user);
		if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
			fits = elements_fit(lists, user);
		else if (LLVMIsAStoreInst(user))
			fits = store_fits(lists, user, pointer);
		else if (LLVMIsAPtrToIntInst(user))
			fits = is_only_measured(user);
		else if (is_call(user))
			fits = call_spares(user, pointer);
		if (!fits)
			return false;
	}
	return true;
}

/* The same of all pointers that are read from the array. */
static bool loads_fit(struct lists *lists, LLVMValueRef place)
{
	if (ptrmap_get(lists->seen, place))
		return true;
	ptrmap_set(lists->seen, place, place);
	for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool pointer = LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind, fits = true;
		if (LLVMIsALoadInst(user))
			fits = pointer && !LLVMGetVolatile(user) && elements_fit(lists, user);
		else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
			fits = loads_fit(lists, user);
		if (!fits)
			return false;
	}
	return true;
}

/* Is it a new block that is the begin and the end of one vector, whose room is not looked at otherwise. */
static bool is_room(const struct lists *lists, LLVMValueRef block)
{
	const struct et *list = NULL;
	bool parts[2] = { false, false };
	if (!LLVMIsACallInst(block) || strcmp(call_name(block), "_Znwm"))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(block); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef store = LLVMGetUser(u);
		if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != block ||
			LLVMGetInstructionParent(store) != LLVMGetInstructionParent(block))
			return false;
		for (int part = 0; part < LIST; part += FINISH) {
			const struct et *of = list_of(lists, LLVMGetOperand(store, 1), part);
			if (of && list && of != list)
				return false;
			list = of ? of : list;
			if (of && part <= FINISH)
				parts[part / FINISH] = true;
		}
	}
	return parts[0] && parts[1];
}

/* Does a store move the end of a vector on by what is stored at the end in the same block; then that is noted. */
static bool moves_end(struct lists *lists, LLVMValueRef store)
{
	LLVMValueRef next = LLVMGetOperand(store, 0), end = LLVMIsAGetElementPtrInst(next) ? LLVMGetOperand(next, 0) : NULL;
	if (lists->moves || !end || !LLVMIsALoadInst(end) || LLVMGetOperand(end, 0) != LLVMGetOperand(store, 1) ||
		LLVMGetInstructionParent(end) != LLVMGetInstructionParent(store) || !list_of(lists, LLVMGetOperand(store, 1), FINISH))
		return false;
	lists->moves = store;
	return true;
}

/* Is the array one of vectors to which one store appends; it is that of a function that has it made. */
static bool are_lists(struct lists *lists)
{
	const struct buffer *buffer = buffer_of(lists->root, lists->base);
	int64_t step = 0;
	if (!LLVMIsAInstruction(lists->base) || buffer->escapes || buffer->copies.n)
		return false;
	vec_each(other, &buffer->others)
		if (strncmp(call_name(*other), "llvm.memset.", 12))
			return false;
	vec_each(store, &buffer->stores) {
		LLVMValueRef stored = LLVMGetOperand(*store, 0);
		if (!LLVMIsAConstantPointerNull(stored) && !is_room(lists, stored) && !moves_end(lists, *store))
			return false;
	}
	return lists->moves && loads_fit(lists, lists->base) && lists->push &&
	       LLVMGetInstructionParent(lists->push) == LLVMGetInstructionParent(lists->moves) &&
	       gep_offset(lists->root->pass->layout, LLVMGetOperand(lists->moves, 0), &step) &&
	       step == store_size(lists->root, lists->push) && step >= LEAST_SIZE;
}

/* What is read at the begin or end of a list, for a number that is the difference of two such; NULL: it is none. */
static LLVMValueRef read_for(LLVMValueRef number, unsigned operand)
{
	LLVMValueRef cast = LLVMIsABinaryOperator(number) && LLVMGetInstructionOpcode(number) == LLVMSub ? LLVMGetOperand(number, operand) : NULL;
	LLVMValueRef read = cast && LLVMIsAPtrToIntInst(cast) ? LLVMGetOperand(cast, 0) : NULL;
	return read && LLVMIsALoadInst(read) ? read : NULL;
}

/* Are as many bytes copied as the list has, which is not changed meanwhile. */
static bool is_whole(const struct lists *lists, LLVMValueRef begin, LLVMValueRef copy)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(copy);
	LLVMValueRef bytes = call_arg(copy, 2), from = read_for(bytes, 1), end = read_for(bytes, 0);
	if (!from || !end || LLVMGetInstructionParent(begin) != block || LLVMGetInstructionParent(from) != block ||
		LLVMGetInstructionParent(end) != block)
		return false;
	vec_each(store, &buffer_of(lists->root, lists->base)->stores)
		if (LLVMGetInstructionParent(*store) == block)
			return false;
	const struct et *list = list_of(lists, LLVMGetOperand(begin, 0), 0);
	return list && list == list_of(lists, LLVMGetOperand(from, 0), 0) && list == list_of(lists, LLVMGetOperand(end, 0), FINISH);
}

/* By how many rounds those differ at least that append to one list: the divisor, where the list is the round's remainder. */
static int64_t rounds_apart(const struct lists *lists, const struct loop *loop)
{
	struct root *root = lists->root;
	const struct et *list = list_of(lists, LLVMGetOperand(lists->moves, 1), FINISH);
	const struct et *k = et_sym(root->pass->ets, root->env->loops[loop->index].counter);
	int64_t factor, constant;
	while (list->op == ET_SEXT || list->op == ET_ZEXT)
		list = list->arg[0];
	bool divides = (list->op == ET_SREM || list->op == ET_UREM) && et_is_const(list->arg[1]) && et_signed(list->arg[1]) > 0;
	const struct et *number = divides ? list->arg[0] : NULL;
	while (number && (number->op == ET_SEXT || number->op == ET_ZEXT))
		number = number->arg[0];
	if (!number || !et_linear(number, k, &factor, &constant) || (factor != 1 && factor != -1) ||
		(list->op == ET_UREM && (factor < 0 || constant < 0)))
		return 1;
	return et_signed(list->arg[1]);
}

/* So many elements as there are bytes, which are never less than none. */
static const struct et *length_of(struct ets *ets, const struct et *bytes, int64_t size)
{
	const struct et *length = et_binary(ets, ET_SDIV, 0, bytes, et_const(ets, 64, (uint64_t)size));
	const struct et *below = et_binary(ets, ET_SLT, 0, length, et_const(ets, 64, 0));
	return et_ite(ets, below, et_const(ets, 64, INT64_MAX), length);
}

bool list_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, struct held *held)
{
	struct ets *ets = root->pass->ets;
	struct lists lists = { .root = root, .seen = ptrmap_new(root->pass->arena) };
	lists.base = LLVMIsALoadInst(source) ? buffer_around(root, LLVMGetOperand(source, 0)) : NULL;
	if (!lists.base || root->func->irreducible || strstr(call_name(copy), "Async") || !are_lists(&lists) ||
		!is_whole(&lists, source, copy))
		return false;
	const struct loop *loop = instruction_block(root->func, lists.push)->loop;
	int64_t size = store_size(root, lists.push), factor;
	*held = (struct held){ .contents = { .stride = (unsigned)size, .width = (unsigned)(8 * size), .index = root->pass->element, .is_signed = true } };
	if (!loop || loop->parent || !element_value(root, LLVMGetOperand(lists.push, 0), loop, held) || !held->contents.computed ||
		!et_factor(root->pass->arena, held->contents.value, et_sym(ets, root->pass->element), &factor) || !factor)
		return false;
	held->end = length_of(ets, host_term(root, call_arg(copy, 2)), size);
	held->whole = true;
	held->contents.apart = et_const(ets, 64, (uint64_t)((factor < 0 ? -factor : factor) * rounds_apart(&lists, loop)));
	held->contents.value = NULL;
	held->contents.computed = false;
	contents_text(root, lists.push, &held->contents);
	return true;
}

static bool is_write(const struct buffer *buffer, LLVMValueRef i)
{
	const value_list *writes[] = { &buffer->stores, &buffer->copies, &buffer->others };
	if (!LLVMIsAStoreInst(i) && !is_call(i))
		return false;
	for (unsigned w = 0; w < 3; w++)
		vec_each(write, writes[w])
			if (*write == i)
				return true;
	return false;
}

const struct et *load_repeated(struct root *root, LLVMValueRef load)
{
	enum { MOST_BETWEEN = 64 };
	LLVMValueRef base = buffer_around(root, LLVMGetOperand(load, 0)), i = LLVMGetPreviousInstruction(load);
	const struct buffer *buffer = base ? buffer_of(root, base) : NULL;
	if (!buffer || buffer->escapes || LLVMGetVolatile(load))
		return NULL;
	for (unsigned n = 0; i && n < MOST_BETWEEN && !is_write(buffer, i); n++, i = LLVMGetPreviousInstruction(i))
		if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == LLVMGetOperand(load, 0) && LLVMTypeOf(i) == LLVMTypeOf(load))
			return value_et(root->env, i);
	return NULL;
}
