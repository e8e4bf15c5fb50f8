#include "hostanalysis/memory/contents.h"

#include "expr/linear.h"
#include "expr/place.h"
#include "ir/numbers.h"

/* Elements that the host writes one by one, or takes from constants. */

bool store_place(struct root *root, LLVMValueRef base, LLVMValueRef store, int64_t *place)
{
	place_list places = { 0 };
	if (!address_places(root->pass->ets, value_et(root->env, LLVMGetOperand(store, 1)), &places) ||
		places.n != 1 || places.at[0].base != value_et(root->env, base) ||
		!et_is_const(places.at[0].offset))
		return false;
	*place = et_signed(places.at[0].offset);
	return true;
}

const struct et *element_written(struct root *root, LLVMValueRef base, LLVMValueRef store, const struct host_contents *contents)
{
	struct ets *ets = root->pass->ets;
	place_list places = { 0 };
	if (!address_places(ets, value_et(root->env, LLVMGetOperand(store, 1)), &places) ||
		places.n != 1 || places.at[0].base != value_et(root->env, base))
		return NULL;
	return et_element(ets, places.at[0].offset, contents->offset, contents->stride);
}

int64_t store_size(struct root *root, LLVMValueRef store)
{
	return (int64_t)LLVMStoreSizeOfType(
		root->pass->layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
}

bool stores_apart(struct root *root, LLVMValueRef base, LLVMValueRef a, LLVMValueRef b)
{
	int64_t x, y;
	return store_place(root, base, a, &x) && store_place(root, base, b, &y) &&
	       (x + store_size(root, a) <= y || y + store_size(root, b) <= x);
}

/* Where in an element a store writes, in whatever round of its loops: bytes from its start; negative: not known. */
static int64_t part_written(struct root *root, LLVMValueRef base, LLVMValueRef store, int64_t element)
{
	enum { MOST_BYTES = 1024 };
	struct ets *ets = root->pass->ets;
	place_list places = { 0 };
	if (!address_places(ets, value_et(root->env, LLVMGetOperand(store, 1)), &places) || places.n != 1 ||
		places.at[0].base != value_et(root->env, base))
		return -1;
	for (int64_t part = 0; part < element && part < MOST_BYTES; part++)
		if (et_element(ets, places.at[0].offset, part, element))
			return part;
	return -1;
}

bool words_apart(struct root *root, LLVMValueRef base, LLVMValueRef store, const struct host_contents *contents)
{
	int64_t part = part_written(root, base, store, contents->stride), size = store_size(root, store);
	return instruction_block(root->func, store)->loop && part >= 0 && part + size <= contents->stride &&
	       (part + size <= contents->offset || contents->offset + contents->width / 8 <= part);
}

bool follows_load(struct root *root, LLVMValueRef base, const struct filling *filling, LLVMValueRef store, LLVMValueRef load)
{
	const struct block *block = instruction_block(root->func, store);
	int64_t stride[2], offset[2], size = store_size(root, store);
	const struct loop *loop = block->loop;
	if (!LLVMIsALoadInst(load) || !loop || instruction_block(root->func, load)->loop != loop ||
		!instruction_dominates(root->func, load, store) ||
		!element_of(root, base, LLVMGetOperand(load, 0), loop, &stride[0], &offset[0]) ||
		!element_of(root, base, LLVMGetOperand(store, 1), loop, &stride[1], &offset[1]) || stride[0] != stride[1] ||
		offset[0] != offset[1] || LLVMStoreSizeOfType(root->pass->layout, LLVMTypeOf(load)) != (unsigned long long)size ||
		(stride[0] < size && stride[0] > -size))
		return false;
	vec_each(exit, &loop->exits)
		if (comes_between(root, filling, LLVMGetFirstInstruction(exit->to->llvm), load))
			return false;
	return true;
}

void contents_text(struct root *root, LLVMValueRef write, struct host_contents *contents)
{
	contents->index = root->pass->element;
	contents->loc = instruction_loc(root->pass->arena, write);
	contents->text = host_source_line(root->pass, contents->loc);
}

/* Is a term, a pointer or a number, small and the same in all rounds of all loops. */
static bool is_plain(const struct et *value, bool pointer, unsigned *left)
{
	if (!(*left)--)
		return false;
	for (unsigned i = 0; i < value->nargs; i++)
		if (*left == 0 || !is_plain(value->arg[i], pointer, left))
			return false;
	return (value->op != ET_SYM && value->op != ET_APP) || value->sym->kind == SYM_HOST ||
	       (pointer && value->op == ET_SYM && value->sym->kind == SYM_BASE);
}

bool element_contents(struct root *root, LLVMValueRef base, LLVMValueRef store,
	struct filling *filling, struct held *held)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef stored = LLVMGetOperand(store, 0);
	int64_t place, size = store_size(root, store);
	unsigned most_parts = 16;
	*filling = (struct filling){ .write = store };
	if (instruction_block(root->func, store)->loop || LLVMGetVolatile(store) || size > 8 ||
		!is_word(stored) ||
		!store_place(root, base, store, &place) || place < 0 || place % size)
		return false;
	const struct et *value = value_et(root->env, stored);
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(stored)) == LLVMPointerTypeKind || LLVMIsAPtrToIntInst(stored);
	if (!is_plain(value, pointer, &most_parts) || value->width != 8 * size)
		return false;
	*held = (struct held){ .first = place / size };
	held->end = et_const(ets, 64, (uint64_t)held->first + 1);
	held->contents = (struct host_contents){ .stride = (unsigned)size,
		.width = (unsigned)(8 * size), .value = value, .computed = true, .one = true };
	contents_text(root, store, &held->contents);
	return true;
}

static unsigned entry_width(LLVMTypeRef type)
{
	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind ||
		(LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type)))
		type = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type)
								  : LLVMStructGetTypeAtIndex(type, 0);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* Entry k of a table. */
static const struct et *entry_of(struct ets *ets, const struct numbers *table, const struct et *k)
{
	int64_t by;
	if (!numbers_grow_evenly(table, &by))
		return numbers_choose(ets, table, k, 1);
	const struct et *index = et_cast(ets, ET_TRUNC, table->width, k);
	const struct et *rise = et_binary(
		ets, ET_MUL, ET_NSW, index, et_const(ets, table->width, (uint64_t)by));
	return et_binary(ets, ET_ADD, ET_NSW, rise,
		et_const(ets, table->width, (uint64_t)table->value[0]));
}

bool constant_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, struct held *held)
{
	enum { LEAST = 8, MOST = 64 };
	struct ets *ets = root->pass->ets;
	int64_t offset = 0;
	LLVMValueRef base = pointer_base(root->pass, source, &offset);
	LLVMValueRef contents = LLVMIsAGlobalVariable(base) ? LLVMGetInitializer(base) : NULL;
	struct numbers table = { .width = contents ? entry_width(LLVMTypeOf(contents)) : 0 };
	if (offset || !contents || !LLVMIsGlobalConstant(base) || table.width < LEAST ||
		table.width > MOST || table.width % LEAST || !numbers_add(&table, contents) || !table.n)
		return false;
	*held = (struct held){ .end = et_const(ets, 64, table.n) };
	held->contents = (struct host_contents){ .stride = table.width / LEAST, .width = table.width,
		.computed = true };
	held->contents.value = entry_of(ets, &table, et_sym(ets, root->pass->element));
	contents_text(root, copy, &held->contents);
	return true;
}
