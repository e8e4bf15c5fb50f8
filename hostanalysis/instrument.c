#include "hostanalysis/invariant.h"

#include <stdint.h>

#include <llvm-c/DebugInfo.h>

#include "hostanalysis/class_casts.h"
#include "hostanalysis/pass.h"
#include "ir/func.h"

/*
 * Where relations between members hold. In a function that writes none of them: everywhere. In a writer: until the first
 * store. From a store on the object is unsettled; at the next place where somebody else may look at it (a return, a call of a
 * function that is not known to leave such objects alone, an exception) the relations are owed, and then
 * it is settled again. So an object may be out of order between two stores, and nowhere else.
 */

enum { MAX_OBJECTS = 32 };

struct object {
	LLVMValueRef key;     /* its address, or the local variable that is set to it once */
	LLVMValueRef address; /* where it was first written */
	bool kept;	      /* key is a variable */
	bool hidden;	      /* it is being made, and only what is given its address can look at it */
	const struct class_entry *entry;
};

struct put {
	struct arena *arena;
	struct invariants *invariants;
	struct classes *classes;
	LLVMBuilderRef b;
	struct strmap *unsettled; /* constructor and class -> this map: it leaves its object unsettled */
	struct ptrmap *harmless; /* function -> itself: yes; -> NULL or this struct: no */
	bool owed;
	/* of one function */
	struct func *func;
	unsigned site;
	VEC(struct object) objects;
	uint32_t sticky; /* objects that are written through kept addresses */
	uint32_t *in;	 /* by block: objects that are unsettled at its start */
	bool *ends;	 /* by block: they are settled at its end */
};

static int class_number(const struct put *put, const struct class_entry *entry)
{
	for (size_t i = 0; i < put->invariants->classes.n; i++)
		if (!strcmp(put->invariants->classes.at[i]->name, entry->name))
			return (int)i;
	return -1;
}

/* The member of one of the classes whose address a value is. */
static const struct class_entry *listed(const struct put *put, LLVMValueRef value)
{
	unsigned member;
	const struct class_entry *entry = member_address(put->classes, value, &member);
	return entry && class_number(put, entry) >= 0 ? entry : NULL;
}

static bool is_set_once(LLVMValueRef slot)
{
	unsigned stores = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot)
			stores++;
		else if (!LLVMIsALoadInst(user) &&
			 !(is_call(user) && !strncmp(call_name(user), "llvm.lifetime", 13)))
			return false;
	}
	return stores == 1;
}

/* Is the object what the constructor that is looked at makes; nothing else refers to it. */
static bool is_made(const struct put *put, LLVMValueRef key, const struct class_entry *entry)
{
	if (strncmp(value_name(key), "this.addr", 9) || !LLVMIsAAllocaInst(key))
		return false;
	const char *name = value_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(key)));
	return constructs_base(put->classes, name, entry) || strstr(name, "C1E");
}

/* Is a function one of the class or of a class around it, which keeps no address of the object. */
static bool is_member_call(const struct put *put, LLVMValueRef call, const struct class_entry *entry)
{
	return constructs_base(put->classes, call_name(call), entry) ||
	       behind_type(call_name(call), entry->name);
}

/* Is a pointer to the object neither stored nor given to a function that could keep it. */
static bool pointer_stays(
	const struct put *put, LLVMValueRef pointer, const struct class_entry *entry)
{
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool address = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer;
		if (!address && !LLVMIsALoadInst(user) && !LLVMIsAGetElementPtrInst(user) &&
			!LLVMIsAICmpInst(user) &&
			!(is_call(user) && is_member_call(put, user, entry)))
			return false;
	}
	return true;
}

static bool is_hidden(const struct put *put, LLVMValueRef slot, const struct class_entry *entry)
{
	if (!is_made(put, slot, entry))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u))
		if (LLVMIsALoadInst(LLVMGetUser(u)) &&
			!pointer_stays(put, LLVMGetUser(u), entry))
			return false;
	return true;
}

static uint32_t object_bit(struct put *put, LLVMValueRef object, const struct class_entry *entry)
{
	LLVMValueRef key = object;
	LLVMValueRef slot = LLVMIsALoadInst(object) ? LLVMGetOperand(object, 0) : NULL;
	bool kept = slot && LLVMIsAAllocaInst(slot) && is_set_once(slot);
	if (kept)
		key = slot;
	for (size_t i = 0; i < put->objects.n; i++)
		if (put->objects.at[i].key == key && put->objects.at[i].entry == entry)
			return (uint32_t)1 << i;
	if (put->objects.n == MAX_OBJECTS)
		return (uint32_t)1 << (MAX_OBJECTS - 1);
	struct object made = { key, object, kept, kept && is_hidden(put, key, entry), entry };
	vec_push(put->arena, &put->objects, made);
	return (uint32_t)1 << (put->objects.n - 1);
}

static uint32_t member_bit(struct put *put, LLVMValueRef address, const struct class_entry *entry)
{
	return object_bit(put, LLVMGetOperand(address, 0), entry);
}

static bool leaves_unsettled(
	struct put *put, LLVMValueRef function, const struct class_entry *entry);

/* The object whose base is constructed by a call that does not settle it. */
static uint32_t constructed(struct put *put, LLVMValueRef call)
{
	uint32_t bits = 0;
	vec_each(entry, &put->classes->list)
		if (call_args(call) && class_number(put, *entry) >= 0 &&
			constructs_base(put->classes, call_name(call), *entry) &&
			leaves_unsettled(put, call_target(call), *entry))
			bits |= object_bit(put, call_arg(call, 0), *entry);
	return bits;
}

static uint32_t written(struct put *put, LLVMValueRef i)
{
	uint32_t bits = 0;
	const struct class_entry *entry;
	if (LLVMIsAStoreInst(i)) {
		entry = listed(put, LLVMGetOperand(i, 1));
		bits |= entry ? member_bit(put, LLVMGetOperand(i, 1), entry) : 0;
		entry = listed(put, LLVMGetOperand(i, 0));
		if (entry && address_use(LLVMGetOperand(i, 0)) != ADDRESS_READS)
			put->sticky |= bits |= member_bit(put, LLVMGetOperand(i, 0), entry);
	}
	if (is_call(i))
		bits |= constructed(put, i);
	for (unsigned k = 0; is_call(i) && k < call_args(i); k++) {
		entry = listed(put, call_arg(i, k));
		if (entry && address_use(call_arg(i, k)) != ADDRESS_READS)
			bits |= member_bit(put, call_arg(i, k), entry);
	}
	return bits;
}

/* Calls that leave objects of the classes alone, and do not look at them. */

static bool call_is_harmless(struct put *put, LLVMValueRef call);

static bool body_is_harmless(struct put *put, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (listed(put, i) || class_copied(put->classes, i) ||
				(is_call(i) && !call_is_harmless(put, i)))
				return false;
	return true;
}

static bool call_is_harmless(struct put *put, LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	int size, count;
	if (!callee || stub_kernel(put->arena, value_name(callee)))
		return false;
	const char *name = value_name(callee);
	if (LLVMGetIntrinsicID(callee) || api_find(name) >= 0 || effect_known(name) ||
		host_allocator(name, &size, &count) || !strncmp(name, "_Zd", 3) ||
		!strncmp(name, "hgrd.", 5))
		return true;
	if (LLVMIsDeclaration(callee))
		return false;
	void *known = ptrmap_get(put->harmless, callee);
	if (!known) {
		ptrmap_set(put->harmless, callee, put); /* recursion is harmful */
		known = body_is_harmless(put, callee) ? (void *)callee : (void *)put;
		ptrmap_set(put->harmless, callee, known);
	}
	return known == (void *)callee;
}

/* A failed assert ends the program. */
static bool ends_program(LLVMValueRef call)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call));
	return LLVMIsAUnreachableInst(last) && LLVMGetNextInstruction(call) == last &&
	       strcmp(call_name(call), "__cxa_throw");
}

static bool looks(struct put *put, LLVMValueRef i)
{
	if (LLVMIsAReturnInst(i) || LLVMIsAResumeInst(i))
		return true;
	return is_call(i) && !ends_program(i) &&
	       (class_copied(put->classes, i) || !call_is_harmless(put, i));
}

/* Objects that a call cannot look at, as it is not given them. */
static uint32_t out_of_sight(const struct put *put, LLVMValueRef i)
{
	uint32_t bits = 0;
	for (size_t k = 0; is_call(i) && k < put->objects.n; k++) {
		bool given = !put->objects.at[k].hidden;
		for (unsigned n = 0; n < call_args(i) && !given; n++) {
			LLVMValueRef arg = call_arg(i, n);
			given = LLVMIsALoadInst(arg) &&
				LLVMGetOperand(arg, 0) == put->objects.at[k].key;
		}
		bits |= given ? 0 : (uint32_t)1 << k;
	}
	return bits;
}

static uint32_t settle(struct put *put, LLVMValueRef i, uint32_t mask)
{
	if (mask && looks(put, i))
		mask &= put->sticky | out_of_sight(put, i);
	return mask | written(put, i);
}

static uint32_t block_out(struct put *put, const struct block *block)
{
	uint32_t mask = put->in[block->index];
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i; i = LLVMGetNextInstruction(i))
		mask = settle(put, i, mask);
	return put->ends[block->index] ? mask & put->sticky : mask;
}

static void unsettled_fill(struct put *put)
{
	put->in = arena_alloc(put->arena, put->func->blocks.n * sizeof(*put->in));
	for (bool again = true; again;) {
		again = false;
		vec_each(each, &put->func->blocks) {
			uint32_t out = block_out(put, *each);
			vec_each(succ, &(*each)->succs) {
				again |= (put->in[(*succ)->index] | out) != put->in[(*succ)->index];
				put->in[(*succ)->index] |= out;
			}
		}
	}
}

/* Does somebody look at the objects in the block before one is written. */
static bool looks_first(struct put *put, const struct block *block, uint32_t mask)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(block->llvm); i;
		i = LLVMGetNextInstruction(i)) {
		if (looks(put, i) && mask & ~out_of_sight(put, i))
			return true;
		if (written(put, i))
			return false;
	}
	return false;
}

/*
 * Where branches meet and somebody looks at the object next, each branch settles it at its own end: there its asserts are
 * known.
 */
static void ends_fill(struct put *put)
{
	vec_each(each, &put->func->blocks) {
		struct block *block = *each;
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block->llvm);
		bool all = LLVMIsABranchInst(last) || LLVMIsASwitchInst(last);
		uint32_t mask = block_out(put, block);
		vec_each(succ, &block->succs)
			all = all && (block_is_dead_end(*succ) ||
					     ((*succ)->preds.n > 1 &&
						     looks_first(put, *succ, mask)));
		put->ends[block->index] = all && mask;
	}
}

static void function_fill(struct put *put, LLVMValueRef function)
{
	put->func = func_new(put->arena, function);
	put->objects.n = 0;
	put->sticky = 0;
	put->ends = arena_alloc(put->arena, put->func->blocks.n);
	unsettled_fill(put);
	ends_fill(put);
	unsettled_fill(put);
}

static bool is_own(const struct put *put, size_t object)
{
	return is_made(put, put->objects.at[object].key, put->objects.at[object].entry);
}

static bool returns_unsettled(struct put *put, const struct class_entry *entry)
{
	vec_each(each, &put->func->blocks) {
		uint32_t mask = put->in[(*each)->index];
		LLVMValueRef last = LLVMGetBasicBlockTerminator((*each)->llvm);
		for (LLVMValueRef i = LLVMGetFirstInstruction((*each)->llvm); i != last;
			i = LLVMGetNextInstruction(i))
			mask = settle(put, i, mask);
		for (size_t k = 0; LLVMIsAReturnInst(last) && k < put->objects.n; k++)
			if (mask >> k & 1 && put->objects.at[k].entry == entry && is_own(put, k))
				return true;
	}
	return false;
}

/* Does a constructor of a base object leave it to its caller to show what it owes. */
static bool leaves_unsettled(
	struct put *put, LLVMValueRef function, const struct class_entry *entry)
{
	struct put of = *put;
	if (!function || LLVMIsDeclaration(function))
		return true;
	const char *key = arena_printf(put->arena, "%s %s", value_name(function), entry->name);
	void *known = strmap_get(put->unsettled, key);
	if (known)
		return known == (void *)put->unsettled;
	strmap_set(put->unsettled, key, put->unsettled);
	memset(&of.objects, 0, sizeof(of.objects));
	function_fill(&of, function);
	bool leaves = returns_unsettled(&of, entry);
	strmap_set(put->unsettled, key, leaves ? (void *)put->unsettled : (void *)put->arena);
	return leaves;
}

/* Calls. */

static LLVMTypeRef int_type(const struct put *put, unsigned width)
{
	return LLVMIntTypeInContext(LLVMGetModuleContext(put->classes->llvm), width);
}

static LLVMValueRef own(struct put *put, const char *name, LLVMTypeRef result, bool variadic)
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
		LLVMValueRef any = own(put, "hgrd.any", int_type(put, 64), false);
		LLVMValueRef value = LLVMBuildCall2(
			put->b, LLVMGlobalGetValueType(any), any, NULL, 0, "any");
		return LLVMBuildIntCast2(put->b, value, int_type(put, m->width), false, "");
	}
	LLVMValueRef address = member_at(put, entry, m->offset, object);
	return LLVMBuildLoad2(put->b, int_type(put, m->width), address, m->name);
}

/* `object` NULL: one that cannot be named where `before` stands. */
static void members_call(struct put *put, const char *name, LLVMValueRef before,
	const struct class_entry *entry, LLVMValueRef object)
{
	LLVMValueRef args[MEMBERS_VALUES + CLASS_MEMBERS];
	LLVMTypeRef word = int_type(put, 32);
	LLVMValueRef function = own(put, name,
		LLVMVoidTypeInContext(LLVMGetModuleContext(put->classes->llvm)), true);
	LLVMPositionBuilderBefore(put->b, before);
	LLVMSetCurrentDebugLocation2(put->b, LLVMInstructionGetDebugLoc(before));
	args[MEMBERS_CLASS] = LLVMConstInt(word, (unsigned)class_number(put, entry), false);
	args[MEMBERS_SITE] = LLVMConstInt(word, put->site, false);
	for (size_t i = 0; i < entry->members.n; i++)
		args[MEMBERS_VALUES + i] = member_load(put, entry, i, object);
	LLVMBuildCall2(put->b, LLVMGlobalGetValueType(function), function, args,
		MEMBERS_VALUES + (unsigned)entry->members.n, "");
}

static void owe(struct put *put, LLVMValueRef before, const struct object *object)
{
	LLVMValueRef address = NULL;
	LLVMPositionBuilderBefore(put->b, before);
	LLVMSetCurrentDebugLocation2(put->b, LLVMInstructionGetDebugLoc(before));
	if (object->kept)
		address = LLVMBuildLoad2(put->b, LLVMTypeOf(object->address), object->key, "");
	else if (!LLVMIsAInstruction(object->key) ||
		 instruction_dominates(put->func, object->key, before))
		address = object->key;
	members_call(put, MEMBERS_OWED, before, object->entry, address);
}

/* Is an object settled while those of the mask are not: an object that is being made is no other one. */
static bool is_settled(struct put *put, LLVMValueRef address, const struct class_entry *entry,
	uint32_t mask)
{
	uint32_t bit = member_bit(put, address, entry);
	for (size_t k = 0; k < put->objects.n; k++)
		if (mask >> k & 1 && (bit >> k & 1 || !is_own(put, k)))
			return false;
	return true;
}

static void known_put(struct put *put, LLVMValueRef i, LLVMValueRef address, uint32_t mask)
{
	const struct class_entry *entry = listed(put, address);
	if (entry && is_settled(put, address, entry, mask))
		members_call(put, MEMBERS_KNOWN, i, entry, LLVMGetOperand(address, 0));
}

/* Before its first store an object is in order, but for one that is being made. */
static void known_before(struct put *put, LLVMValueRef store, uint32_t mask)
{
	const struct class_entry *entry = listed(put, LLVMGetOperand(store, 1));
	uint32_t bit = entry ? member_bit(put, LLVMGetOperand(store, 1), entry) : 0;
	for (size_t k = 0; k < put->objects.n; k++)
		if (bit >> k & 1 && is_own(put, k))
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
			members_call(put, MEMBERS_KNOWN, next, object->entry,
				LLVMBuildLoad2(put->b, LLVMTypeOf(object->address), object->key, ""));
		else if (!LLVMIsAInstruction(object->key) ||
			 instruction_dominates(put->func, object->key, call))
			members_call(put, MEMBERS_KNOWN, next, object->entry, object->key);
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
	if (is_call(i) && !settle(put, i, mask) && looks(put, i))
		looked_put(put, i);
	bool end = put->ends[instruction_block(put->func, i)->index] &&
		   i == LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(i));
	if (!put->owed || !mask || !(end || looks(put, i)))
		return;
	mask &= end ? ~(uint32_t)0 : ~out_of_sight(put, i);
	for (size_t k = 0; k < put->objects.n; k++)
		if (mask >> k & 1 && !(LLVMIsAReturnInst(i) && is_under_construction(put, k)) &&
			!(LLVMIsAResumeInst(i) && is_own(put, k))) /* it was never made */
			owe(put, i, &put->objects.at[k]);
}

static bool accesses(struct put *put, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
			i = LLVMGetNextInstruction(i))
			if (listed(put, i) || (is_call(i) && call_args(i) && constructed(put, i)))
				return true;
	return false;
}

static unsigned site_of(struct put *put, LLVMValueRef function)
{
	text_list *sites = &put->invariants->sites;
	for (size_t i = 0; i < sites->n; i++)
		if (!strcmp(sites->at[i], value_name(function)))
			return (unsigned)i;
	vec_push(put->arena, sites, arena_strdup(put->arena, value_name(function)));
	return (unsigned)sites->n - 1;
}

static void function_put(struct put *put, LLVMValueRef function)
{
	put->site = site_of(put, function);
	function_fill(put, function);
	vec_each(each, &put->func->blocks) {
		uint32_t mask = put->in[(*each)->index];
		LLVMValueRef next;
		for (LLVMValueRef i = LLVMGetFirstInstruction((*each)->llvm); i; i = next) {
			next = LLVMGetNextInstruction(i);
			uint32_t after = settle(put, i, mask);
			instruction_put(put, i, mask);
			mask = after;
		}
	}
}

void invariants_put(
	struct arena *arena, LLVMModuleRef module, struct invariants *invariants, bool owed)
{
	struct put put = { .arena = arena, .invariants = invariants, .owed = owed,
		.classes = classes_new(arena, module), .harmless = ptrmap_new(arena),
		.unsettled = strmap_new(arena) };
	if (!put.classes->list.n)
		return;
	put.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && accesses(&put, f))
			function_put(&put, f);
	LLVMDisposeBuilder(put.b);
}
