#include "hostanalysis/classes/class_casts.h"

#include <string.h>

#include "hostanalysis/classes/class_pointers.h"
#include "hostanalysis/pass.h"

enum { DEPTH = 6 };

/* Is a class the one named, a base of it or derived from it. */
static bool is_related(
	const struct classes *classes, const struct class_entry *entry, const char *name)
{
	const struct class_entry *other = strmap_get(classes->by_name, name);
	return class_has_base(classes, entry, name) ||
	       (other && class_has_base(classes, other, entry->name));
}

/* Opening. */

static void open_class(struct classes *classes, struct class_entry *entry, LLVMValueRef function,
	const char *what, unsigned depth)
{
	if (entry->members.n)
		class_open(classes, entry, function, what);
	vec_each(name, &entry->bases) {
		struct class_entry *base = strmap_get(classes->by_name, *name);
		if (base && depth)
			open_class(classes, base, function, what, depth - 1);
	}
}

/* A class and its bases, as far as they have members. */
struct parts {
	struct class_entry *at[DEPTH];
	unsigned n;
	bool all; /* there are no more */
};

static void parts_add(struct classes *classes, struct class_entry *entry, struct parts *parts)
{
	parts->all &= parts->n < DEPTH;
	if (entry->members.n && parts->all)
		parts->at[parts->n++] = entry;
	vec_each(name, &entry->bases) {
		struct class_entry *base = strmap_get(classes->by_name, *name);
		if (base && parts->all)
			parts_add(classes, base, parts);
	}
}

static bool same_members(const struct class_entry *a, const struct class_entry *b)
{
	bool same = a->members.n == b->members.n;
	for (size_t i = 0; same && i < a->members.n; i++) {
		const struct class_member *x = &a->members.at[i], *y = &b->members.at[i];
		same = x->offset == y->offset && x->width == y->width &&
		       x->is_unsigned == y->is_unsigned;
	}
	return same;
}

static void join(struct arena *arena, struct class_entry *entry, const char *name)
{
	vec_each(known, &entry->joined)
		if (!strcmp(*known, name))
			return;
	vec_push(arena, &entry->joined, name);
}

/* Two classes with the same members: what the functions of either do is done to objects of both. */
static bool joins(struct classes *classes, struct class_entry *entry, struct class_entry *other)
{
	struct parts a = { .all = true }, b = { .all = true };
	parts_add(classes, entry, &a);
	parts_add(classes, other, &b);
	bool same = a.all && b.all && a.n == b.n;
	for (unsigned i = 0; same && i < a.n; i++)
		same = same_members(a.at[i], b.at[i]);
	for (unsigned i = 0; same && i < a.n; i++)
		join(classes->arena, a.at[i], b.at[i]->name);
	return same;
}

/* `name`: of the type that an object is taken for; NULL: it is no class. */
static void cast_found(struct classes *classes, struct class_entry *entry, LLVMValueRef function,
	const char *name)
{
	struct class_entry *other = name ? strmap_get(classes->by_name, name) : NULL;
	if (!other || !joins(classes, entry, other))
		open_class(classes, entry, function, "an object is taken for one of another type",
			DEPTH);
}

/* Which of the class's members, and those of its bases, bytes take in. */
struct extent {
	bool some, all;
};

static void extent_add(const struct classes *classes, const struct class_entry *entry,
	uint64_t start, uint64_t end, struct extent *extent, unsigned depth)
{
	vec_each(member, &entry->members) {
		uint64_t first = member->offset, behind = first + member->width / 8;
		extent->some |= first < end && behind > start;
		extent->all &= first >= start && behind <= end;
	}
	vec_each(name, &entry->bases) {
		const struct class_entry *base = strmap_get(classes->by_name, *name);
		if (base && depth)
			extent_add(classes, base, start, end, extent, depth - 1);
	}
}

static struct extent extent_of(const struct classes *classes, const struct class_entry *entry,
	uint64_t start, uint64_t size)
{
	struct extent extent = { false, true };
	extent_add(classes, entry, start, start + size, &extent, DEPTH);
	return extent;
}

/* A place in an object of a class. */
struct place {
	struct class_entry *entry; /* NULL: it is none */
	uint64_t offset;
};

static struct place field_place(const struct classes *classes, LLVMValueRef address)
{
	LLVMTypeRef type;
	int field = gep_field(address, &type);
	struct class_entry *entry = field < 0 ? NULL : ptrmap_get(classes->types, type);
	struct place place = { entry, 0 };
	if (entry)
		place.offset = LLVMOffsetOfElement(classes->layout, type, (unsigned)field);
	return place;
}

static struct place object_place(const struct classes *classes, LLVMValueRef address)
{
	struct place place = { class_pointee(classes, address), 0 };
	return place.entry ? place : field_place(classes, address);
}

/* Instructions. */

/* Does a structure type that is named belong to a class, a base of it or one derived from it. */
static bool is_own_type(
	const struct classes *classes, const struct class_entry *entry, LLVMTypeRef type)
{
	const struct class_entry *of = ptrmap_get(classes->types, type);
	const char *last = type_last_name(type);
	if (of || !last)
		return !last || is_related(classes, entry, of->name);
	char *name = arena_strdup(classes->arena, last);
	name[strcspn(name, ".")] = '\0';
	if (class_has_base_like(classes, entry, name))
		return true;
	vec_each(other, &classes->list)
		if (strstr((*other)->name, name) && class_has_base(classes, *other, entry->name))
			return true;
	return false;
}

/* &object[i] of another type, or a number of bytes behind the start. */
static void step_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	struct class_entry *entry = class_pointee(classes, LLVMGetOperand(i, 0));
	LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
	if (!entry)
		return;
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind && is_own_type(classes, entry, type))
		return;
	LLVMValueRef index = LLVMGetOperand(i, 1);
	bool byte = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
	if (byte && LLVMIsAConstantInt(index) &&
		!extent_of(classes, entry, LLVMConstIntGetZExtValue(index), 1).some)
		return;
	if (address_use(i) != ADDRESS_READS)
		cast_found(classes, entry, function, NULL);
}

static void stored_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	struct class_entry *entry = class_pointee(classes, LLVMGetOperand(i, 0));
	const char *name = entry ? class_noted(classes, i) : NULL;
	if (name && !is_related(classes, entry, name))
		cast_found(classes, entry, function, name);
	entry = class_pointee(classes, LLVMGetOperand(i, 1));
	if (!entry)
		return;
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
	struct extent extent =
		extent_of(classes, entry, 0, LLVMStoreSizeOfType(classes->layout, type));
	if (extent.some && !extent.all)
		cast_found(classes, entry, function, NULL);
}

/* Values that clang keeps for a moment have no type that a program could name. */
static bool is_temporary(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMIsAAllocaInst(value) ? LLVMGetAllocatedType(value) : NULL;
	return type && (LLVMGetTypeKind(type) == LLVMIntegerTypeKind ||
			       (LLVMGetTypeKind(type) == LLVMStructTypeKind &&
				       !LLVMGetStructName(type)));
}

static bool copies_whole(const struct classes *classes, LLVMValueRef call, struct place to,
	struct extent extent)
{
	const char *name = call_name(call);
	LLVMValueRef source = call_arg(call, 1);
	if (!extent.all)
		return false;
	if (strstr(name, "memset"))
		return LLVMIsAConstantInt(source) && !LLVMConstIntGetZExtValue(source);
	struct place from = object_place(classes, source);
	if (!from.entry)
		return is_temporary(source) && !to.offset;
	return from.offset == to.offset && is_related(classes, to.entry, from.entry->name);
}

static bool is_block_write(LLVMValueRef call)
{
	static const char *const names[] = { "llvm.memcpy", "llvm.memmove", "llvm.memset" };
	const char *name = call_name(call);
	for (size_t k = 0; k < 3; k++)
		if (!strncmp(name, names[k], strlen(names[k])) || !strcmp(name, names[k] + 5))
			return true;
	return false;
}

static void block_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef call,
	struct place to)
{
	LLVMValueRef size = call_arg(call, 2);
	if (!to.entry)
		return;
	struct extent extent = extent_of(classes, to.entry, to.offset,
		LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : UINT32_MAX);
	if (extent.some &&
		(!LLVMIsAConstantInt(size) || !copies_whole(classes, call, to, extent)))
		open_class(classes, to.entry, function, "a part of an object is overwritten", DEPTH);
}

/* What the runtime, the compiler and the standard library are given changes no member, or is an allocation. */
static bool is_harmless_callee(const struct classes *classes, LLVMValueRef callee)
{
	const char *name = value_name(callee);
	return LLVMGetIntrinsicID(callee) || api_find(name) >= 0 ||
	       !strncmp(name, "_Zd", 3) || !strcmp(name, "free") ||
	       (!LLVMIsDeclaration(callee) && function_is_system(classes->arena, callee));
}

static void arguments_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	if (!callee || is_harmless_callee(classes, callee))
		return;
	for (unsigned k = 0; k < call_args(call); k++) {
		struct class_entry *entry = class_pointee(classes, call_arg(call, k));
		const char *type =
			entry ? parameter_pointee(classes->arena, callee, k, call_args(call)) : NULL;
		if (type && !is_related(classes, entry, type))
			cast_found(classes, entry, function, type);
	}
}

static void return_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	LLVMValueRef value = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
	struct class_entry *entry = value ? class_pointee(classes, value) : NULL;
	const char *type = entry ? result_pointee(classes->arena, function) : NULL;
	if (type && !is_related(classes, entry, type))
		cast_found(classes, entry, function, type);
}

void class_casts_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	if (LLVMIsAGetElementPtrInst(i))
		step_visit(classes, function, i);
	else if (LLVMIsAStoreInst(i))
		stored_visit(classes, function, i);
	else if (LLVMIsAReturnInst(i))
		return_visit(classes, function, i);
	else if (is_call(i) && is_block_write(i)) {
		struct place outer = field_place(classes, call_arg(i, 0));
		struct place object = { class_pointee(classes, call_arg(i, 0)), 0 };
		block_visit(classes, function, i, outer);
		block_visit(classes, function, i, object);
	} else if (is_call(i)) {
		arguments_visit(classes, function, i);
	}
}

void class_gep_learn(struct classes *classes, LLVMValueRef i)
{
	LLVMTypeRef type;
	if (gep_field(i, &type) < 0 || ptrmap_get(classes->types, type))
		return;
	struct class_entry *entry = class_pointee(classes, LLVMGetOperand(i, 0));
	if (entry && type_bears_name(type, entry->shown)) {
		ptrmap_set(classes->types, type, entry);
		entry->type = entry->type ? entry->type : type;
	}
}

bool class_copied(const struct classes *classes, LLVMValueRef i)
{
	return is_call(i) && is_block_write(i) && !strstr(call_name(i), "memset") &&
	       object_place(classes, call_arg(i, 1)).entry;
}
