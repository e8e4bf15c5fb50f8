#include "hostanalysis/classes/classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "hostanalysis/classes/class_blank.h"
#include "hostanalysis/classes/class_bytes.h"
#include "hostanalysis/classes/class_casts.h"
#include "hostanalysis/pass.h"

/*
 * Accesses to members. clang addresses a member by a GEP over the class's structure type, and notes at loads
 * and stores of scalars the type's name and the member's offset. A structure type for which both agree, and that
 * bears the class's name, is the class's.
 */

enum { BASES = 10 }; /* of bases, one above the other */

/* An access's class by its note, and the offset of what it accesses. */
static struct class_entry *noted_class(
	const struct classes *classes, LLVMValueRef access, uint64_t *offset)
{
	LLVMValueRef tag = LLVMGetMetadata(access, classes->tbaa), parts[4] = { 0 };
	if (!tag || LLVMGetMDNodeNumOperands(tag) < 3 || LLVMGetMDNodeNumOperands(tag) > 4)
		return NULL;
	LLVMGetMDNodeOperands(tag, parts);
	if (!parts[0] || !LLVMIsAMDNode(parts[0]) || !parts[2] || !LLVMIsAConstantInt(parts[2]))
		return NULL;
	unsigned n = LLVMGetMDNodeNumOperands(parts[0]), length = 0;
	LLVMValueRef *type = n ? arena_alloc(classes->arena, n * sizeof(LLVMValueRef)) : NULL;
	if (!type)
		return NULL;
	LLVMGetMDNodeOperands(parts[0], type);
	const char *name =
		type[0] && LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], &length) : NULL;
	*offset = LLVMConstIntGetZExtValue(parts[2]);
	return name && length > 4 && !strncmp(name, "_ZTS", 4)
		       ? strmap_get(classes->by_name, arena_strndup(classes->arena, name, length))
		       : NULL;
}

static LLVMValueRef accessed(LLVMValueRef i)
{
	if (LLVMIsALoadInst(i))
		return LLVMGetOperand(i, 0);
	return LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
}

int gep_field(LLVMValueRef value, LLVMTypeRef *type)
{
	if (!LLVMIsAGetElementPtrInst(value) || LLVMGetNumOperands(value) != 3)
		return -1;
	*type = LLVMGetGEPSourceElementType(value);
	LLVMValueRef first = LLVMGetOperand(value, 1), second = LLVMGetOperand(value, 2);
	if (LLVMGetTypeKind(*type) != LLVMStructTypeKind || !LLVMIsAConstantInt(first) ||
		!LLVMIsAConstantInt(second) || LLVMConstIntGetZExtValue(first))
		return -1;
	return (int)LLVMConstIntGetZExtValue(second);
}

const char *type_last_name(LLVMTypeRef type)
{
	const char *name = LLVMGetStructName(type);
	const char *last = name;
	if (!name)
		return NULL;
	for (const char *at = strstr(name, "::"); at; at = strstr(at + 2, "::"))
		last = at + 2;
	if (last == name)
		last = strchr(name, '.') ? strchr(name, '.') + 1 : name;
	return last;
}

bool type_bears_name(LLVMTypeRef type, const char *shown)
{
	const char *last = type_last_name(type);
	size_t length = strcspn(shown, "<");
	return last && !strncmp(last, shown, length) && (!last[length] || last[length] == '.');
}

static void type_learn(struct classes *classes, LLVMValueRef i)
{
	LLVMTypeRef type;
	uint64_t offset;
	LLVMValueRef address = accessed(i);
	int field = address ? gep_field(address, &type) : -1;
	if (field < 0 || ptrmap_get(classes->types, type))
		return;
	struct class_entry *entry = noted_class(classes, i, &offset);
	if (!entry || LLVMOffsetOfElement(classes->layout, type, (unsigned)field) != offset ||
		!type_bears_name(type, entry->shown))
		return;
	ptrmap_set(classes->types, type, entry);
	if (!entry->type)
		entry->type = type;
}

typedef void instruction_fn(struct classes *classes, LLVMValueRef function, LLVMValueRef i);

static void each_instruction(struct classes *classes, instruction_fn *visit)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(classes->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
			block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
				i = LLVMGetNextInstruction(i))
				visit(classes, f, i);
}

static void type_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	(void)function;
	type_learn(classes, i);
	class_gep_learn(classes, i);
}

void classes_types_fill(struct classes *classes)
{
	each_instruction(classes, type_visit);
}

struct classes *classes_new(struct arena *arena, LLVMModuleRef module, bool all)
{
	struct classes *classes = arena_alloc(arena, sizeof(*classes));
	classes->arena = arena;
	classes->llvm = module;
	classes->layout = LLVMGetModuleDataLayout(module);
	classes->tbaa = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "tbaa", 4);
	classes->by_name = strmap_new(arena);
	classes->types = ptrmap_new(arena);
	classes->all = all;
	classes_debug_fill(classes);
	if (classes->list.n)
		classes_types_fill(classes);
	return classes;
}

struct class_entry *member_address(
	const struct classes *classes, LLVMValueRef value, unsigned *member)
{
	LLVMTypeRef type;
	int field = gep_field(value, &type);
	struct class_entry *entry = field < 0 ? NULL : ptrmap_get(classes->types, type);
	if (!entry)
		return NULL;
	uint64_t offset = LLVMOffsetOfElement(classes->layout, type, (unsigned)field);
	for (unsigned i = 0; i < entry->members.n; i++)
		if (entry->members.at[i].offset == offset) {
			*member = i;
			return entry;
		}
	return NULL;
}

/* Writers. */

static void writer_add(struct classes *classes, struct class_entry *entry, LLVMValueRef function)
{
	const char *name = value_name(function);
	vec_each(known, &entry->writers) {
		if (!strcmp(*known, name))
			return;
	}
	vec_push(classes->arena, &entry->writers, arena_strdup(classes->arena, name));
}

void class_open(struct classes *classes, struct class_entry *entry, LLVMValueRef function,
	const char *what)
{
	if (!entry->open)
		entry->open = arena_printf(
			classes->arena, "%s in %s", what, value_name(function));
}

static bool has_member_at(const struct class_entry *entry, uint64_t offset)
{
	vec_each(member, &entry->members)
		if (member->offset == offset)
			return true;
	return false;
}

/* A store to a member whose address is not made in the usual way. */
static void store_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	unsigned member;
	uint64_t offset;
	struct class_entry *entry = noted_class(classes, i, &offset);
	if (entry && has_member_at(entry, offset) &&
		member_address(classes, LLVMGetOperand(i, 1), &member) != entry)
		class_open(classes, entry, function, "a member is written through another type");
}

const char *behind_type(const char *function, const char *type)
{
	const char *inner = type + strlen("_ZTS");
	size_t length = strlen(inner);
	if (*inner == 'N') {
		inner++;
		length -= 2;
	}
	if (strncmp(function, "_ZN", 3) || strncmp(function + 3, inner, length))
		return NULL;
	const char *behind = function + 3 + length;
	return *behind && *behind != 'I' ? behind : NULL;
}

static bool has_base(const struct classes *classes, const struct class_entry *entry,
	const char *name, bool like, unsigned depth)
{
	if (like ? strstr(entry->name, name) != NULL : !strcmp(entry->name, name))
		return true;
	vec_each(base, &entry->bases) {
		const struct class_entry *next = strmap_get(classes->by_name, *base);
		if ((like ? strstr(*base, name) != NULL : !strcmp(*base, name)) ||
			(next && depth && has_base(classes, next, name, like, depth - 1)))
			return true;
	}
	return false;
}

bool class_has_base(
	const struct classes *classes, const struct class_entry *entry, const char *name)
{
	return has_base(classes, entry, name, false, BASES);
}

bool class_has_base_like(
	const struct classes *classes, const struct class_entry *entry, const char *part)
{
	return has_base(classes, entry, part, true, BASES);
}

bool constructs_base(
	const struct classes *classes, const char *function, const struct class_entry *entry)
{
	if (!mangled_is_base(function))
		return false;
	vec_each(each, &classes->list) {
		const char *behind = behind_type(function, (*each)->name);
		if (behind && !strncmp(behind, "C2", 2) &&
			class_has_base(classes, *each, entry->name))
			return true;
	}
	return false;
}

/* Who has a base object constructed answers for its members. */
static void construct_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	vec_each(entry, &classes->list)
		if ((*entry)->members.n && constructs_base(classes, call_name(i), *entry))
			writer_add(classes, *entry, function);
}

/* Members that follow each other copied at once, as clang does it in constructors it makes itself. */
static bool is_whole_copy(
	const struct classes *classes, LLVMValueRef address, const struct class_entry *entry)
{
	LLVMUseRef use = LLVMGetFirstUse(address);
	LLVMValueRef copy = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
	unsigned from, to;
	if (!copy || !is_call(copy) || strncmp(call_name(copy), "llvm.memcpy", 11) ||
		!LLVMIsAConstantInt(call_arg(copy, 2)))
		return false;
	uint64_t size = LLVMConstIntGetZExtValue(call_arg(copy, 2));
	if (member_address(classes, call_arg(copy, 0), &to) != entry ||
		member_address(classes, call_arg(copy, 1), &from) != entry || from != to)
		return false;
	unsigned start = entry->members.at[to].offset;
	vec_each(member, &entry->members)
		if (member->offset < start || member->offset + member->width / 8 > start + size)
			return false;
	return true;
}

static void access_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i)
{
	unsigned member;
	if (LLVMIsAStoreInst(i))
		store_visit(classes, function, i);
	if (is_call(i) && call_args(i))
		construct_visit(classes, function, i);
	if (!function_is_system(classes->arena, function))
		class_casts_visit(classes, function, i);
	if (classes->all)
		class_bytes_visit(classes, function, i);
	class_blank_visit(classes, function, i);
	struct class_entry *entry = member_address(classes, i, &member);
	if (!entry || is_whole_copy(classes, i, entry))
		return;
	enum address_use use = address_use(i);
	if (use == ADDRESS_LEAKS)
		class_open(classes, entry, function, "the address of a member is taken");
	else if (use == ADDRESS_WRITES)
		writer_add(classes, entry, function);
}

static bool holds(const struct classes *classes, LLVMTypeRef type, const struct class_entry **entry)
{
	*entry = ptrmap_get(classes->types, type);
	if (*entry)
		return true;
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (kind == LLVMArrayTypeKind)
		return holds(classes, LLVMGetElementType(type), entry);
	if (kind != LLVMStructTypeKind)
		return false;
	for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
		if (holds(classes, LLVMStructGetTypeAtIndex(type, i), entry))
			return true;
	return false;
}

/* Objects that exist before the program starts, made by the compiler. */
static void globals_visit(struct classes *classes)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(classes->llvm); g; g = LLVMGetNextGlobal(g)) {
		LLVMValueRef contents = LLVMGetInitializer(g);
		const struct class_entry *entry;
		if (contents && !LLVMIsNull(contents) &&
			holds(classes, LLVMGlobalGetValueType(g), &entry))
			class_open(classes, (struct class_entry *)entry, g,
				"a constant object is made");
	}
}

void classes_writers_fill(struct classes *classes)
{
	each_instruction(classes, access_visit);
	globals_visit(classes);
	class_blank_variables(classes);
}
