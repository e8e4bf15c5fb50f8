#include "kernelanalysis/barriers/async.h"
#include "kernelanalysis/values/left_pointers.h"

#include <string.h>

/*
 * Objects: what pointers point into. Roots are found on the IR by stripping
 * address arithmetic and casts and by looking through phis and selects.
 */

#define SPACE_NUMBER_GLOBAL 1
#define SPACE_NUMBER_SHARED 3
#define SPACE_NUMBER_CONSTANT 4

static struct object *object_new(struct kernel *kernel, enum object_kind kind, enum space space,
	LLVMValueRef value, const char *name)
{
	struct object *object = arena_alloc(kernel->arena, sizeof(*object));
	object->index = (unsigned)kernel->objects.n;
	object->kind = kind;
	object->space = space;
	object->value = value;
	object->name = name;
	vec_push(kernel->arena, &kernel->objects, object);
	ptrmap_set(kernel->object_map, value, object);
	return object;
}

static void give_base(struct kernel *kernel, struct object *object)
{
	struct symbol *base = symbol_new(kernel->ets, SYM_BASE,
		object->space == SPACE_LOCAL    ? LEVEL_THREAD
		: object->space == SPACE_SHARED && !kernel->maps_shared ? LEVEL_BLOCK
						: LEVEL_GRID,
		64, object->name);
	base->origin = object;
	object->base = base;
}

/* "_ZZ6reducePfE4tile" or "_Z5table" or "table" to the variable's own name. */
static const char *variable_name(struct arena *arena, const char *mangled)
{
	const char *name = NULL;
	size_t length = 0;
	const char *start = !strncmp(mangled, "_ZZ", 3) ? strrchr(mangled, 'E') : NULL;
	for (const char *p = start ? start + 1 : mangled; *p;) {
		if (*p < '0' || *p > '9') {
			p++;
			continue;
		}
		size_t size = 0;
		while (*p >= '0' && *p <= '9')
			size = size * 10 + (size_t)(*p++ - '0');
		if (size > strlen(p))
			break;
		name = p;
		length = size;
		p += size;
	}
	if (strncmp(mangled, "_Z", 2) || !name || !length)
		return mangled;
	return arena_strndup(arena, name, length);
}

static struct object *global_object(struct kernel *kernel, LLVMValueRef value)
{
	const char *name = variable_name(kernel->arena, value_name(value));
	unsigned number = LLVMGetPointerAddressSpace(LLVMTypeOf(value));
	bool constant = number == SPACE_NUMBER_CONSTANT || LLVMIsGlobalConstant(value);
	struct object *object;
	if (number == SPACE_NUMBER_SHARED)
		object = object_new(kernel, OBJECT_SHARED, SPACE_SHARED, value, name);
	else
		object = object_new(kernel, constant ? OBJECT_CONSTANT : OBJECT_GLOBAL,
			constant ? SPACE_CONSTANT : SPACE_GLOBAL, value, name);
	give_base(kernel, object);
	return object;
}

static bool has_attribute(struct kernel *kernel, LLVMValueRef argument, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	for (unsigned i = 0; i < LLVMCountParams(kernel->llvm); i++)
		if (LLVMGetParam(kernel->llvm, i) == argument)
			return LLVMGetEnumAttributeAtIndex(kernel->llvm, i + 1, kind) != NULL;
	return false;
}

static struct object *argument_object(struct kernel *kernel, LLVMValueRef value)
{
	const char *name = arena_strdup(kernel->arena, value_name(value));
	bool byval = has_attribute(kernel, value, "byval");
	struct object *object = object_new(kernel, byval ? OBJECT_BYVAL : OBJECT_PARAM,
		byval ? SPACE_CONSTANT : SPACE_GLOBAL, value, name);
	object->restricted = has_attribute(kernel, value, "noalias");
	give_base(kernel, object);
	return object;
}

/* The variable or parameter that a chain of loads starts from, for messages. */
static const char *chain_name(struct kernel *kernel, LLVMValueRef load)
{
	for (unsigned i = 0; i < 8 && LLVMIsALoadInst(load); i++) {
		const struct object *from = object_of(kernel, LLVMGetOperand(load, 0));
		if (from->kind != OBJECT_LOADED)
			return from->name;
		load = from->value;
	}
	return "memory";
}

/* The memory behind a texture or surface handle: one object for each parameter that is one. */
static struct object *handle_object(struct kernel *kernel, LLVMValueRef call)
{
	LLVMValueRef handle = call_arg(call, 0);
	if (LLVMIsALoadInst(handle))
		return object_new(kernel, OBJECT_LOADED, SPACE_GLOBAL, call,
			chain_name(kernel, handle));
	if (!LLVMIsAArgument(handle))
		return object_new(kernel, OBJECT_UNKNOWN, SPACE_UNKNOWN, call, "memory");
	struct object *object = ptrmap_get(kernel->object_map, handle);
	if (object)
		return object;
	object = object_new(kernel, OBJECT_PARAM, SPACE_GLOBAL, handle,
		arena_strdup(kernel->arena, value_name(handle)));
	give_base(kernel, object);
	return object;
}

/* What a pointer points to that is a member of a struct parameter, which is as good as a parameter; NULL: it is none. */
static struct object *member_object(struct kernel *kernel, LLVMValueRef load)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel->llvm));
	LLVMValueRef from = LLVMGetOperand(load, 0);
	int64_t offset = 0;
	while (LLVMIsAGetElementPtrInst(from) && gep_offset(layout, from, &offset))
		from = LLVMGetOperand(from, 0);
	if (!LLVMIsAArgument(from) || object_of(kernel, from)->kind != OBJECT_BYVAL)
		return NULL;
	const struct et *term = value_et(kernel->env, load);
	if (term->op != ET_SYM || term->sym->kind != SYM_BASE)
		return NULL;
	struct object *object = object_of_base(kernel, term->sym);
	if (!object) {
		object = object_new(kernel, OBJECT_PARAM, SPACE_GLOBAL, load, chain_name(kernel, load));
		object->base = term->sym;
	}
	ptrmap_set(kernel->object_map, load, object);
	return object;
}

/* What pointers loaded from one address point to is one object. */
static struct object *loaded_object(struct kernel *kernel, LLVMValueRef load)
{
	enum { DEPTH = 8 };
	struct object *member = member_object(kernel, load);
	if (member)
		return member;
	vec_each(each, &kernel->objects) {
		struct object *object = *each;
		if (object->kind != OBJECT_LOADED || !LLVMIsALoadInst(object->value) ||
			!same_value(object->value, load, DEPTH))
			continue;
		ptrmap_set(kernel->object_map, load, object);
		return object;
	}
	/* known before its name: a list's next pointer may be loaded through itself */
	struct object *object = object_new(kernel, OBJECT_LOADED, SPACE_GLOBAL, load, "memory");
	object->name = chain_name(kernel, load);
	return object;
}

static struct object *leaf_object(struct kernel *kernel, LLVMValueRef value)
{
	if (call_is_handle_memory(value))
		return handle_object(kernel, value);
	if (LLVMIsAGlobalVariable(value))
		return global_object(kernel, value);
	if (LLVMIsAArgument(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		return argument_object(kernel, value);
	if (LLVMIsAAllocaInst(value)) {
		struct object *object = object_new(kernel, OBJECT_LOCAL, SPACE_LOCAL, value,
			arena_strdup(kernel->arena, value_name(value)));
		give_base(kernel, object);
		return object;
	}
	if (LLVMIsALoadInst(value))
		return loaded_object(kernel, value);
	return object_new(kernel, OBJECT_UNKNOWN, SPACE_UNKNOWN, value, "memory");
}

struct roots {
	struct kernel *kernel;
	struct ptrmap *seen;
	struct object *only;
	const struct object *wanted; /* NULL: none is looked for */
	bool several, found;
	enum space space; /* of all of them; SPACE_UNKNOWN when they differ */
};

static void roots_add(struct roots *roots, LLVMValueRef value);

static void roots_leaf(struct roots *roots, LLVMValueRef value)
{
	struct object *object = ptrmap_get(roots->kernel->object_map, value);
	if (!object)
		object = leaf_object(roots->kernel, value);
	roots->found |= object == roots->wanted || object->kind == OBJECT_UNKNOWN ||
			object->kind == OBJECT_LOADED;
	if (roots->only && roots->only != object)
		roots->several = true;
	if (!roots->only)
		roots->space = object->space;
	else if (roots->space != object->space)
		roots->space = SPACE_UNKNOWN;
	roots->only = object;
}

static bool is_null(LLVMValueRef value)
{
	return LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value);
}

static void roots_add(struct roots *roots, LLVMValueRef value)
{
	if (ptrmap_get(roots->seen, value) || is_null(value))
		return;
	ptrmap_set(roots->seen, value, value);
	LLVMOpcode opcode = 0;
	if (LLVMIsAInstruction(value))
		opcode = LLVMGetInstructionOpcode(value);
	else if (LLVMIsAConstantExpr(value))
		opcode = LLVMGetConstOpcode(value);
	switch (opcode) {
	case LLVMGetElementPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze:
		roots_add(roots, LLVMGetOperand(value, 0));
		return;
	case LLVMSelect:
		roots_add(roots, LLVMGetOperand(value, 1));
		roots_add(roots, LLVMGetOperand(value, 2));
		return;
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			roots_add(roots, LLVMGetIncomingValue(value, i));
		return;
	case LLVMIntToPtr:
		if (LLVMIsAInstruction(LLVMGetOperand(value, 0)) &&
			LLVMGetInstructionOpcode(LLVMGetOperand(value, 0)) == LLVMPtrToInt) {
			roots_add(roots, LLVMGetOperand(LLVMGetOperand(value, 0), 0));
			return;
		}
		break;
	default:
		break;
	}
	value_list left = { 0 };
	if (cluster_mapped(roots->kernel, value))
		roots_add(roots, call_arg(value, 0));
	else if (LLVMIsALoadInst(value) && pointers_left(roots->kernel->arena, value, &left))
		vec_each(pointer, &left) roots_add(roots, *pointer);
	else
		roots_leaf(roots, value);
}

static bool may_be_mapped(struct kernel *kernel, struct ptrmap *seen, LLVMValueRef pointer)
{
	if (ptrmap_get(seen, pointer) || !LLVMIsAInstruction(pointer))
		return false;
	ptrmap_set(seen, pointer, pointer);
	if (cluster_mapped(kernel, pointer))
		return true;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(pointer); i++)
		if (may_be_mapped(kernel, seen, LLVMGetOperand(pointer, i)))
			return true;
	return false;
}

bool pointer_is_mapped(struct kernel *kernel, LLVMValueRef pointer)
{
	return kernel->maps_shared && may_be_mapped(kernel, ptrmap_new(kernel->arena), pointer);
}

/* Some memory of the thread's own. */
static struct object *own_object(struct kernel *kernel, LLVMValueRef pointer)
{
	struct object *object = ptrmap_get(kernel->object_map, pointer);
	if (object)
		return object;
	object = object_new(kernel, OBJECT_LOCAL, SPACE_LOCAL, pointer, "memory");
	give_base(kernel, object);
	return object;
}

struct object *object_of(struct kernel *kernel, LLVMValueRef pointer)
{
	if (pointer_is_own(kernel, pointer))
		return own_object(kernel, pointer);
	struct roots roots = { .kernel = kernel, .seen = ptrmap_new(kernel->arena) };
	roots_add(&roots, pointer);
	ptrmap_drop(roots.seen);
	if (roots.only && !roots.several)
		return roots.only;
	struct object *object = ptrmap_get(kernel->object_map, pointer);
	if (object)
		return object;
	enum space space = roots.only ? roots.space : SPACE_UNKNOWN;
	return object_new(kernel, OBJECT_UNKNOWN, space, pointer, "memory");
}

bool object_may_be(struct kernel *kernel, const struct object *object, const struct object *other)
{
	struct roots roots = { .kernel = kernel, .seen = ptrmap_new(kernel->arena), .wanted = other };
	if (object == other || object->kind != OBJECT_UNKNOWN)
		return object == other;
	roots_add(&roots, object->value);
	ptrmap_drop(roots.seen);
	return roots.found || !roots.only;
}

struct object *object_of_base(const struct kernel *kernel, const struct symbol *base)
{
	const struct symbol *original = base->original ? base->original : base;
	vec_each(object, &kernel->objects) {
		if ((*object)->base == original)
			return *object;
	}
	return NULL;
}

bool object_is_global(const struct object *object, const char *name)
{
	return LLVMIsAGlobalVariable(object->value) && name &&
	       !strcmp(value_name(object->value), name);
}

/* Marks every object that a pointer may point to as written. */
static void mark_written(struct kernel *kernel, struct ptrmap *seen, LLVMValueRef pointer)
{
	if (ptrmap_get(seen, pointer) || is_null(pointer))
		return;
	ptrmap_set(seen, pointer, pointer);
	if (LLVMIsAPHINode(pointer)) {
		for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
			mark_written(kernel, seen, LLVMGetIncomingValue(pointer, i));
	} else if (LLVMIsASelectInst(pointer)) {
		mark_written(kernel, seen, LLVMGetOperand(pointer, 1));
		mark_written(kernel, seen, LLVMGetOperand(pointer, 2));
	} else if (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
		   LLVMIsAAddrSpaceCastInst(pointer)) {
		mark_written(kernel, seen, LLVMGetOperand(pointer, 0));
	} else {
		object_of(kernel, pointer)->written = true;
	}
}

static LLVMValueRef written_pointer(LLVMValueRef i)
{
	enum scope scope;
	if (LLVMIsAStoreInst(i))
		return LLVMGetOperand(i, 1);
	if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return LLVMGetOperand(i, 0);
	if (!LLVMIsACallInst(i))
		return NULL;
	if (async_of_call(i).kind == ASYNC_COPY)
		return async_of_call(i).to;
	if (!strcmp(call_name(i), "__hgrd_barrier_init"))
		return call_arg(i, 0);
	if (call_is_atomic(i, &scope) || !strncmp(call_name(i), "llvm.mem", 8))
		return call_arg(i, 0);
	return NULL;
}

void objects_fill(struct kernel *kernel)
{
	struct ptrmap *seen = ptrmap_new(kernel->arena);
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef pointer = written_pointer(i);
			if (pointer)
				mark_written(kernel, seen, pointer);
		}
	}
}
