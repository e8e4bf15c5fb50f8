#include "hostanalysis/canonical/vtables.h"

#include <string.h>

#include "base/mangled.h"
#include "base/ptrmap.h"

/*
 * Tables of virtual functions, as clang describes them for optimisation of whole programs ("!type" metadata,
 * https://llvm.org/docs/TypeMetadata.html): for each class that a table serves, its place in it.
 */

/* The text of a class's identifier; NULL: it is of one unit alone and has none. */
static const char *class_text(const struct host_pass *pass, LLVMMetadataRef class)
{
	unsigned length = 0;
	LLVMValueRef value = LLVMMetadataAsValue(pass->module->context, class);
	const char *text = LLVMIsAMDString(value) ? LLVMGetMDString(value, &length) : NULL;
	return text ? arena_strndup(pass->arena, text, length) : NULL;
}

static void point_add(struct vtables *tables, LLVMValueRef table, LLVMMetadataRef type)
{
	LLVMValueRef parts[2], node = LLVMMetadataAsValue(tables->pass->module->context, type);
	if (LLVMGetMDNodeNumOperands(node) != 2)
		return;
	LLVMGetMDNodeOperands(node, parts);
	if (!parts[0] || !LLVMIsAConstantInt(parts[0]))
		return;
	struct table_point point = { table, LLVMConstIntGetZExtValue(parts[0]), LLVMValueAsMetadata(parts[1]) };
	vec_push(tables->pass->arena, &tables->points, point);
}

static void points_fill(struct vtables *tables, LLVMValueRef table)
{
	static const char name[] = "type";
	unsigned kind = LLVMGetMDKindIDInContext(tables->pass->module->context, name, sizeof(name) - 1);
	size_t n = 0;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(table, &n);
	for (unsigned i = 0; i < n; i++)
		if (LLVMValueMetadataEntriesGetKind(entries, i) == kind)
			point_add(tables, table, LLVMValueMetadataEntriesGetMetadata(entries, i));
	LLVMDisposeValueMetadataEntries(entries);
}

/* A class "_ZTS5shape" or "_ZTSN2ns5shapeE" has members "_ZN5shape...", "_ZN2ns5shape...". */
static bool is_member_of(const struct mangled *read, const char *class)
{
	static const char prefix[] = "_ZTS";
	if (strncmp(class, prefix, sizeof(prefix) - 1))
		return false;
	class += sizeof(prefix) - 1;
	size_t size = strlen(class);
	if (*class == 'N')
		class++, size -= 2;
	return size == read->scope_size && !strncmp(class, read->scope, size);
}

/* Every class with virtual functions has constructors, written or made by the compiler, where it is declared. */
static bool is_built_here(const struct vtables *tables, const char *class)
{
	LLVMModuleRef module = tables->pass->module->llvm;
	struct mangled read;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && mangled_read(value_name(f), &read) && read.kind != MANGLED_PLAIN &&
			is_member_of(&read, class))
			return is_of_program(tables->pass, f);
	return false;
}

bool class_is_own(const struct vtables *tables, LLVMMetadataRef class)
{
	const char *text = class_text(tables->pass, class);
	if (text && !ptrmap_get(tables->own, class) && is_built_here(tables, text))
		ptrmap_set(tables->own, class, class);
	return !text || ptrmap_get(tables->own, class);
}

void table_class_open(struct vtables *tables, LLVMMetadataRef class)
{
	ptrmap_set(tables->open, class, class);
}

struct vtables *vtables_new(struct host_pass *pass)
{
	struct vtables *tables = arena_alloc(pass->arena, sizeof(*tables));
	tables->pass = pass;
	tables->own = ptrmap_new(pass->arena);
	tables->open = ptrmap_new(pass->arena);
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g))
		if (!LLVMIsDeclaration(g) && LLVMIsGlobalConstant(g))
			points_fill(tables, g);
	return tables;
}

static bool is_placeholder(LLVMValueRef function)
{
	return !strcmp(value_name(function), "__cxa_pure_virtual") ||
	       !strcmp(value_name(function), "__cxa_deleted_virtual");
}

LLVMValueRef table_function(const struct vtables *tables, LLVMValueRef table, uint64_t offset)
{
	LLVMTargetDataRef layout = tables->pass->layout;
	LLVMValueRef at = LLVMGetInitializer(table);
	while (at && !LLVMIsAFunction(at)) {
		LLVMTypeRef type = LLVMTypeOf(at);
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned member = LLVMElementAtOffset(layout, type, offset);
			offset -= LLVMOffsetOfElement(layout, type, member);
			at = LLVMGetAggregateElement(at, member);
		} else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
			uint64_t size = LLVMABISizeOfType(layout, LLVMGetElementType(type));
			at = offset / size < LLVMGetArrayLength2(type) ?
				LLVMGetAggregateElement(at, (unsigned)(offset / size)) : NULL;
			offset %= size;
		} else {
			return NULL;
		}
	}
	return at && !offset && !is_placeholder(at) ? at : NULL;
}

/* Is a table read by calls that are followed, and by nothing else. */
static bool is_settled(const struct vtables *tables, LLVMValueRef table)
{
	static const char member[] = ".virtual";
	vec_each(point, &tables->points) {
		if (point->table != table)
			continue;
		const char *text = class_text(tables->pass, point->class);
		bool of_member = text && strlen(text) > sizeof(member) &&
				 !strcmp(text + strlen(text) - (sizeof(member) - 1), member);
		if (ptrmap_get(tables->open, point->class) || (!of_member && !class_is_own(tables, point->class)))
			return false;
	}
	return true;
}

bool is_left_behind(LLVMValueRef constant)
{
	if (!LLVMIsAConstant(constant) || LLVMIsAGlobalValue(constant))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(constant); use; use = LLVMGetNextUse(use))
		if (!is_left_behind(LLVMGetUser(use)))
			return false;
	return true;
}

/* The constant with no functions in it. */
static LLVMValueRef emptied(struct vtables *tables, LLVMValueRef constant)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
	if (LLVMIsAFunction(constant))
		return LLVMConstNull(type);
	if (!array && LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return constant;
	unsigned n = array ? (unsigned)LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
	LLVMValueRef *parts = arena_alloc(tables->pass->arena, (n + 1) * sizeof(LLVMValueRef));
	for (unsigned i = 0; i < n; i++)
		parts[i] = emptied(tables, LLVMGetAggregateElement(constant, i));
	return array ? LLVMConstArray2(LLVMGetElementType(type), parts, n) :
		       LLVMConstStructInContext(tables->pass->module->context, parts, n, LLVMIsPackedStruct(type));
}

void tables_empty(struct vtables *tables)
{
	LLVMValueRef last = NULL;
	for (size_t i = 0; i < tables->points.n && !tables->all_open; i++) {
		LLVMValueRef table = tables->points.at[i].table;
		if (table != last && is_settled(tables, table))
			LLVMSetInitializer(table, emptied(tables, LLVMGetInitializer(table)));
		last = table;
	}
}

bool is_table_load(struct host_pass *pass, LLVMValueRef load)
{
	static const char name[] = "vtable pointer";
	LLVMValueRef tag = LLVMGetMetadata(load, LLVMGetMDKindIDInContext(pass->module->context, "tbaa", 4));
	LLVMValueRef parts[4] = { NULL }, type[4] = { NULL };
	unsigned length = 0;
	if (!tag || LLVMGetMDNodeNumOperands(tag) > 4)
		return false;
	LLVMGetMDNodeOperands(tag, parts);
	if (!parts[0] || !LLVMIsAMDNode(parts[0]) || LLVMGetMDNodeNumOperands(parts[0]) > 4)
		return false;
	LLVMGetMDNodeOperands(parts[0], type);
	const char *text = type[0] && LLVMIsAMDString(type[0]) ? LLVMGetMDString(type[0], &length) : NULL;
	return text && length == sizeof(name) - 1 && !memcmp(text, name, length);
}
