#include "hostanalysis/classes/instrument_internal.h"

#include <llvm-c/DebugInfo.h>

#include "hostanalysis/pass.h"


static LLVMTypeRef int_type(const struct put *put, unsigned width)
{
	return LLVMIntTypeInContext(LLVMGetModuleContext(put->classes->llvm), width);
}

LLVMValueRef put_own(struct put *put, const char *name, LLVMTypeRef result, bool variadic)
{
	LLVMValueRef function = LLVMGetNamedFunction(put->classes->llvm, name);
	if (function)
		return function;
	LLVMTypeRef word = int_type(put, 32);
	LLVMTypeRef type = LLVMFunctionType(result, &word, variadic, variadic);
	function = LLVMAddFunction(put->classes->llvm, name, type);
	effects_set(function, false, false);
	function_add_attribute(function, "willreturn");
	return function;
}

static LLVMValueRef member_at(
	struct put *put, const struct class_entry *entry, unsigned offset, LLVMValueRef object)
{
	LLVMValueRef bytes = LLVMConstInt(int_type(put, 64), offset, false);
	if (!entry->type)
		return LLVMBuildGEP2(put->b, int_type(put, 8), object, &bytes, 1, "");
	unsigned field = LLVMElementAtOffset(put->classes->layout, entry->type, offset);
	return LLVMBuildStructGEP2(put->b, entry->type, object, field, "");
}

static LLVMValueRef member_load(
	struct put *put, const struct class_entry *entry, size_t member, LLVMValueRef object)
{
	const struct class_member *m = &entry->members.at[member];
	if (!object) {
		LLVMValueRef any = put_own(put, "hgrd.any", int_type(put, 64), false);
		LLVMValueRef value = LLVMBuildCall2(
			put->b, LLVMGlobalGetValueType(any), any, NULL, 0, "any");
		return LLVMBuildIntCast2(put->b, value, int_type(put, m->width), false, "");
	}
	LLVMValueRef address = member_at(put, entry, m->offset, object);
	return LLVMBuildLoad2(put->b, int_type(put, m->width), address, m->name);
}

/* `object` NULL: one that cannot be named where `before` stands. */
static void members_call(struct put *put, const char *name, LLVMValueRef before,
	const struct class_entry *entry, LLVMValueRef object, int number, unsigned site)
{
	LLVMValueRef args[MEMBERS_VALUES + CLASS_MEMBERS];
	LLVMTypeRef word = int_type(put, 32);
	LLVMValueRef function = put_own(put, name,
		LLVMVoidTypeInContext(LLVMGetModuleContext(put->classes->llvm)), true);
	LLVMPositionBuilderBefore(put->b, before);
	LLVMSetCurrentDebugLocation2(put->b, LLVMInstructionGetDebugLoc(before));
	args[MEMBERS_CLASS] = LLVMConstInt(word, (unsigned)number, false);
	args[MEMBERS_SITE] = LLVMConstInt(word, site, false);
	for (size_t i = 0; i < entry->members.n; i++)
		args[MEMBERS_VALUES + i] = member_load(put, entry, i, object);
	LLVMBuildCall2(put->b, LLVMGlobalGetValueType(function), function, args,
		MEMBERS_VALUES + (unsigned)entry->members.n, "");
}

static void known_call(struct put *put, LLVMValueRef before, const struct class_entry *entry,
	LLVMValueRef object)
{
	int number = put_declared(put, object, entry);
	members_call(put, MEMBERS_KNOWN, before, entry, object,
		number < 0 ? put_class(put, entry) : number, 0);
}

static unsigned site_of(struct put *put, const struct object *object, bool made)
{
	const char *function = value_name(put->func->llvm);
	struct class_site site = { .number = put_declared(put, object->address, object->entry),
		.made = made };
	for (unsigned i = 0; i < put->invariants->sites.n; i++) {
		const struct class_site *known = &put->invariants->sites.at[i];
		if (known->number == site.number && known->made == made &&
			!strcmp(known->function, function))
			return i;
	}
	site.function = arena_strdup(put->arena, function);
	vec_push(put->arena, &put->invariants->sites, site);
	return (unsigned)put->invariants->sites.n - 1;
}

static void owe(struct put *put, LLVMValueRef before, size_t number)
{
	const struct object *object = &put->objects.at[number];
	bool several = number == MAX_OBJECTS - 1;
	LLVMValueRef address = NULL;
	LLVMPositionBuilderBefore(put->b, before);
	LLVMSetCurrentDebugLocation2(put->b, LLVMInstructionGetDebugLoc(before));
	if (object->kept && !several)
		address = LLVMBuildLoad2(put->b, LLVMTypeOf(object->address), object->key, "");
	else if (!several && (!LLVMIsAInstruction(object->key) ||
				      instruction_dominates(put->func, object->key, before)))
		address = object->key;
	members_call(put, MEMBERS_OWED, before, object->entry, address,
		put_class(put, object->entry), site_of(put, object, put_is_own(put, number)));
}

/* Is an object settled while those of the mask are not: an object that is being made is no other one. */
static bool is_settled(struct put *put, LLVMValueRef address, const struct class_entry *entry,
	uint32_t mask)
{
	uint32_t bit = put_member(put, address, entry);
	for (size_t k = 0; k < put->objects.n; k++)
		if (mask >> k & 1 && (bit >> k & 1 || !put_is_own(put, k)))
			return false;
	return true;
}

static void known_put(struct put *put, LLVMValueRef i, LLVMValueRef address, uint32_t mask)
{
	const struct class_entry *entry = put_listed(put, address);
	if (entry && is_settled(put, address, entry, mask))
		known_call(put, i, entry, LLVMGetOperand(address, 0));
}

/* Before its first store an object is in order, but for one that is being made. */
static void known_before(struct put *put, LLVMValueRef store, uint32_t mask)
{
	const struct class_entry *entry = put_listed(put, LLVMGetOperand(store, 1));
	uint32_t bit = entry ? put_member(put, LLVMGetOperand(store, 1), entry) : 0;
	for (size_t k = 0; k < put->objects.n; k++)
		if (bit >> k & 1 && put_is_own(put, k))
			return;
	known_put(put, store, LLVMGetOperand(store, 1), mask);
}

/* Where a call that may have changed objects goes on. */
static LLVMValueRef behind(const struct put *put, LLVMValueRef call)
{
	if (LLVMIsACallInst(call))
		return LLVMGetNextInstruction(call);
	const struct block *next = func_block(put->func, LLVMGetNormalDest(call));
	LLVMValueRef first = next ? LLVMGetFirstInstruction(next->llvm) : NULL;
	return first && next->preds.n == 1 && !LLVMIsAPHINode(first) ? first : NULL;
}

/* After a call that looks at objects all of them are in order again. */
static void looked_put(struct put *put, LLVMValueRef call)
{
	LLVMValueRef next = behind(put, call);
	for (size_t k = 0; next && k < put->objects.n; k++) {
		const struct object *object = &put->objects.at[k];
		LLVMPositionBuilderBefore(put->b, next);
		LLVMSetCurrentDebugLocation2(put->b, LLVMInstructionGetDebugLoc(call));
		if (object->kept)
			known_call(put, next, object->entry,
				LLVMBuildLoad2(put->b, LLVMTypeOf(object->address), object->key, ""));
		else if (!LLVMIsAInstruction(object->key) ||
			 instruction_dominates(put->func, object->key, call))
			known_call(put, next, object->entry, object->key);
	}
}

/* The object of a base constructor belongs to its caller. */
static bool is_under_construction(const struct put *put, size_t object)
{
	const struct object *o = &put->objects.at[object];
	return !strncmp(value_name(o->key), "this.addr", 9) &&
	       constructs_base(put->classes, value_name(put->func->llvm), o->entry);
}

static void instruction_put(struct put *put, LLVMValueRef i, uint32_t mask)
{
	if (LLVMIsALoadInst(i))
		known_put(put, i, LLVMGetOperand(i, 0), mask);
	if (LLVMIsAStoreInst(i))
		known_before(put, i, mask);
	for (unsigned k = 0; is_call(i) && k < call_args(i); k++)
		known_put(put, i, call_arg(i, k), mask);
	if (is_call(i) && !put_settle(put, i, mask) && put_looks(put, i))
		looked_put(put, i);
	bool end = put->ends[instruction_block(put->func, i)->index] &&
		   i == LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(i));
	if (!put->owed || !mask || !(end || put_looks(put, i)))
		return;
	mask &= end ? ~(uint32_t)0 : ~put_out_of_sight(put, i);
	for (size_t k = 0; k < put->objects.n; k++)
		if (mask >> k & 1 && !(LLVMIsAReturnInst(i) && is_under_construction(put, k)) &&
			!(LLVMIsAResumeInst(i) && put_is_own(put, k))) /* it was never made */
			owe(put, i, k);
}

static bool accesses(struct put *put, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (put_listed(put, i) || (is_call(i) && call_args(i) && put_constructed(put, i)))
				return true;
	return false;
}

static void function_put(struct put *put, LLVMValueRef function)
{
	put_function_fill(put, function);
	vec_each(each, &put->func->blocks) {
		uint32_t mask = put->in[(*each)->index];
		LLVMValueRef next;
		for (LLVMValueRef i = LLVMGetFirstInstruction((*each)->llvm); i; i = next) {
			next = LLVMGetNextInstruction(i);
			uint32_t after = put_settle(put, i, mask);
			instruction_put(put, i, mask);
			mask = after;
		}
	}
}

void invariants_put(
	struct arena *arena, LLVMModuleRef module, struct invariants *invariants, bool owed)
{
	struct put put = { .arena = arena, .invariants = invariants, .owed = owed,
		.classes = classes_new(arena, module, invariants->all), .harmless = ptrmap_new(arena),
		.unsettled = strmap_new(arena) };
	if (!put.classes->list.n)
		return;
	put.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && accesses(&put, f))
			function_put(&put, f);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		blanks_put(&put, f);
	LLVMDisposeBuilder(put.b);
}
