#include "hostanalysis/classes/classes.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

/*
 * Classes as debug information describes them. Operands of nodes are in the order of LLVM's
 * DebugInfoMetadata.h: file, scope, name, size and offset first for types; then what the enumerations name.
 */

enum { OP_FILE = 0, OP_NAME = 2, OP_BASE = 5, OP_ELEMENTS = 6, OP_IDENTIFIER = 9, OPERANDS = 10 };
enum { OP_LINKAGE = 3, OP_TYPE = 4, OP_TYPES = 5 }; /* of functions and their types */
enum { /* DWARF */
	TAG_CLASS = 0x02,
	TAG_MEMBER = 0x0d,
	TAG_TYPEDEF = 0x16,
	TAG_INHERITANCE = 0x1c,
	TAG_PUBLIC_BY_DEFAULT = 0x13,
	TAG_BASIC = 0x24,
	TAG_CONST = 0x26,
	TAG_VOLATILE = 0x35
};
enum { ACCESS_MASK = 3, ACCESS_PUBLIC = 3 };
enum { MAX_NODES = 1 << 18 };

struct walk {
	struct classes *classes;
	struct ptrmap *seen;
	VEC(LLVMValueRef) queue;
};

typedef VEC(LLVMValueRef) node_list;

static node_list operands(struct arena *arena, LLVMValueRef node)
{
	node_list list = { 0 };
	unsigned n = LLVMIsAMDNode(node) ? LLVMGetMDNodeNumOperands(node) : 0;
	if (!n)
		return list;
	list.at = arena_alloc(arena, n * sizeof(*list.at));
	list.n = list.room = n;
	LLVMGetMDNodeOperands(node, list.at);
	return list;
}

static const char *text_of(struct arena *arena, LLVMValueRef value)
{
	unsigned length = 0;
	const char *text = value && LLVMIsAMDString(value) ? LLVMGetMDString(value, &length) : NULL;
	return text && length ? arena_strndup(arena, text, length) : NULL;
}

static LLVMMetadataKind kind_of(LLVMValueRef node)
{
	return LLVMGetMetadataKind(LLVMValueAsMetadata(node));
}

/* The integer type behind names and qualifiers; NULL: it is another. */
static const char *integer_type(struct arena *arena, LLVMValueRef type)
{
	for (unsigned depth = 0; type && depth < 16; depth++) {
		if (kind_of(type) != LLVMDIDerivedTypeMetadataKind)
			break;
		node_list list = operands(arena, type);
		uint16_t tag = LLVMGetDINodeTag(LLVMValueAsMetadata(type));
		bool alias = tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE;
		type = alias && list.n > OP_BASE ? list.at[OP_BASE] : NULL;
	}
	if (!type || kind_of(type) != LLVMDIBasicTypeMetadataKind)
		return NULL;
	node_list list = operands(arena, type);
	const char *name = list.n > OP_NAME ? text_of(arena, list.at[OP_NAME]) : NULL;
	bool integer = name && (strstr(name, "int") || strstr(name, "long")) &&
		       !strstr(name, "double") && !strstr(name, "128");
	return integer ? name : NULL;
}

static void member_add(struct classes *classes, struct class_entry *entry, LLVMValueRef node,
	bool public_by_default)
{
	node_list list = operands(classes->arena, node);
	LLVMMetadataRef type = LLVMValueAsMetadata(node);
	unsigned access = (unsigned)LLVMDITypeGetFlags(type) & ACCESS_MASK;
	bool is_static = (unsigned)LLVMDITypeGetFlags(type) & LLVMDIFlagStaticMember;
	const char *integer =
		list.n > OP_BASE ? integer_type(classes->arena, list.at[OP_BASE]) : NULL;
	uint64_t width = LLVMDITypeGetSizeInBits(type);
	bool is_public = access == ACCESS_PUBLIC || (!access && public_by_default);
	if (!integer || is_static || (is_public && !classes->all) || (width != 32 && width != 64))
		return;
	entry->is_public |= is_public;
	struct class_member member = { (unsigned)(LLVMDITypeGetOffsetInBits(type) / 8),
		(unsigned)width, strstr(integer, "unsigned") != NULL,
		text_of(classes->arena, list.at[OP_NAME]) };
	if (member.name)
		vec_push(classes->arena, &entry->members, member);
}

static void base_add(struct classes *classes, struct class_entry *entry, LLVMValueRef node)
{
	node_list list = operands(classes->arena, node);
	LLVMValueRef base = list.n > OP_BASE ? list.at[OP_BASE] : NULL;
	LLVMMetadataRef type = LLVMValueAsMetadata(node);
	bool first = !LLVMDITypeGetOffsetInBits(type) &&
		     !((unsigned)LLVMDITypeGetFlags(type) & LLVMDIFlagVirtual);
	if (!base || !first || kind_of(base) != LLVMDICompositeTypeMetadataKind)
		return;
	node_list of = operands(classes->arena, base);
	const char *name = of.n > OP_IDENTIFIER ? text_of(classes->arena, of.at[OP_IDENTIFIER]) : NULL;
	if (name)
		vec_push(classes->arena, &entry->bases, name);
}

/* Could a member function, when it is called, write integers that its caller gives it. */
static void setter_add(struct classes *classes, struct class_entry *entry, LLVMValueRef node)
{
	struct arena *arena = classes->arena;
	node_list list = operands(arena, node), type = { 0 }, types = { 0 };
	const char *name = list.n > OP_TYPE ? text_of(arena, list.at[OP_LINKAGE]) : NULL;
	if (!name || !strncmp(name, "_ZNK", 4) || !list.at[OP_TYPE])
		return;
	type = operands(arena, list.at[OP_TYPE]);
	if (type.n > OP_TYPES && type.at[OP_TYPES])
		types = operands(arena, type.at[OP_TYPES]);
	for (size_t i = 1; i < types.n && !types.at[0]; i++)
		if (types.at[i] && integer_type(arena, types.at[i])) {
			vec_push(arena, &entry->setters, name);
			return;
		}
}

static bool is_users(struct arena *arena, LLVMValueRef file)
{
	unsigned length = 0;
	const char *path = file ? LLVMDIFileGetFilename(LLVMValueAsMetadata(file), &length) : NULL;
	return path && !path_is_system(arena_strndup(arena, path, length));
}

static struct loc place_of(struct arena *arena, LLVMValueRef node, LLVMValueRef file)
{
	unsigned length = 0;
	const char *path = LLVMDIFileGetFilename(LLVMValueAsMetadata(file), &length);
	return (struct loc){ arena_strndup(arena, path, length),
		LLVMDITypeGetLine(LLVMValueAsMetadata(node)), 1 };
}

static void elements_add(struct classes *classes, struct class_entry *entry, LLVMValueRef elements,
	bool public_by_default)
{
	node_list list = operands(classes->arena, elements);
	vec_each(element, &list) {
		if (*element && kind_of(*element) == LLVMDISubprogramMetadataKind)
			setter_add(classes, entry, *element);
		if (!*element || kind_of(*element) != LLVMDIDerivedTypeMetadataKind)
			continue;
		uint16_t tag = LLVMGetDINodeTag(LLVMValueAsMetadata(*element));
		if (tag == TAG_MEMBER)
			member_add(classes, entry, *element, public_by_default);
		else if (tag == TAG_INHERITANCE)
			base_add(classes, entry, *element);
	}
}

static void class_add(struct classes *classes, LLVMValueRef node)
{
	struct arena *arena = classes->arena;
	uint16_t tag = LLVMGetDINodeTag(LLVMValueAsMetadata(node));
	node_list list = operands(arena, node);
	if ((tag != TAG_CLASS && tag != TAG_PUBLIC_BY_DEFAULT) || list.n < OPERANDS ||
		!list.at[OP_ELEMENTS] || !is_users(arena, list.at[OP_FILE]))
		return;
	struct class_entry *entry = arena_alloc(arena, sizeof(*entry));
	entry->name = text_of(arena, list.at[OP_IDENTIFIER]);
	entry->shown = text_of(arena, list.at[OP_NAME]);
	if (!entry->name || !entry->shown || strstr(entry->name, "_GLOBAL__N_") ||
		strmap_get(classes->by_name, entry->name))
		return;
	entry->loc = place_of(arena, node, list.at[OP_FILE]);
	elements_add(classes, entry, list.at[OP_ELEMENTS], tag == TAG_PUBLIC_BY_DEFAULT);
	if (entry->members.n > CLASS_MEMBERS)
		entry->members.n = 0;
	if (!entry->members.n && !entry->bases.n)
		return;
	strmap_set(classes->by_name, entry->name, entry);
	vec_push(arena, &classes->list, entry);
}

static void visit(struct walk *walk, LLVMValueRef value)
{
	if (!value || !LLVMIsAMDNode(value) || walk->queue.n >= MAX_NODES)
		return;
	LLVMMetadataRef node = LLVMValueAsMetadata(value);
	if (ptrmap_get(walk->seen, node))
		return;
	ptrmap_set(walk->seen, node, node);
	vec_push(walk->classes->arena, &walk->queue, value);
}

static bool leads_to_types(LLVMMetadataKind kind)
{
	return kind == LLVMDISubprogramMetadataKind || kind == LLVMDISubroutineTypeMetadataKind ||
	       kind == LLVMDIDerivedTypeMetadataKind || kind == LLVMDICompositeTypeMetadataKind ||
	       kind == LLVMMDTupleMetadataKind;
}

void classes_debug_fill(struct classes *classes)
{
	struct walk walk = { .classes = classes, .seen = ptrmap_new(classes->arena) };
	LLVMContextRef context = LLVMGetModuleContext(classes->llvm);
	for (LLVMValueRef f = LLVMGetFirstFunction(classes->llvm); f; f = LLVMGetNextFunction(f)) {
		LLVMMetadataRef program = LLVMGetSubprogram(f);
		if (program)
			visit(&walk, LLVMMetadataAsValue(context, program));
	}
	for (size_t i = 0; i < walk.queue.n; i++) {
		LLVMValueRef node = walk.queue.at[i];
		LLVMMetadataKind kind = kind_of(node);
		if (!leads_to_types(kind))
			continue;
		if (kind == LLVMDICompositeTypeMetadataKind)
			class_add(classes, node);
		node_list list = operands(classes->arena, node);
		vec_each(operand, &list)
			visit(&walk, *operand);
	}
}

/* Types of functions. */

bool function_is_system(struct arena *arena, LLVMValueRef function)
{
	LLVMMetadataRef program = LLVMGetSubprogram(function);
	LLVMMetadataRef file = program ? LLVMDIScopeGetFile(program) : NULL;
	unsigned length = 0;
	const char *path = file ? LLVMDIFileGetFilename(file, &length) : NULL;
	return path && path_is_system(arena_strndup(arena, path, length));
}

static node_list function_types(struct arena *arena, LLVMValueRef function)
{
	node_list none = { 0 };
	LLVMMetadataRef program = LLVMGetSubprogram(function);
	if (!program)
		return none;
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
	node_list list = operands(arena, LLVMMetadataAsValue(context, program));
	node_list type = { 0 };
	if (list.n > OP_TYPE && list.at[OP_TYPE])
		type = operands(arena, list.at[OP_TYPE]);
	return type.n > OP_TYPES && type.at[OP_TYPES] ? operands(arena, type.at[OP_TYPES]) : none;
}

/* Steps over names and qualifiers; *constant when one says const. */
static LLVMValueRef plain_type(struct arena *arena, LLVMValueRef type, bool *constant)
{
	for (unsigned depth = 0; type && depth < 16; depth++) {
		if (kind_of(type) != LLVMDIDerivedTypeMetadataKind)
			break;
		uint16_t tag = LLVMGetDINodeTag(LLVMValueAsMetadata(type));
		if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE)
			break;
		*constant |= tag == TAG_CONST;
		type = operands(arena, type).at[OP_BASE];
	}
	return type;
}

static const char *pointee_name(struct arena *arena, LLVMValueRef type)
{
	bool constant = false;
	type = plain_type(arena, type, &constant);
	if (!type || kind_of(type) != LLVMDIDerivedTypeMetadataKind)
		return NULL;
	constant = false;
	type = plain_type(arena, operands(arena, type).at[OP_BASE], &constant);
	if (type && kind_of(type) == LLVMDICompositeTypeMetadataKind) {
		node_list list = operands(arena, type);
		const char *name =
			list.n > OP_IDENTIFIER ? text_of(arena, list.at[OP_IDENTIFIER]) : NULL;
		return name ? name : "";
	}
	return constant ? NULL : "";
}

const char *parameter_pointee(
	struct arena *arena, LLVMValueRef function, unsigned param, unsigned args)
{
	node_list types = function_types(arena, function);
	if (types.n != args + 1 && types.n != args)
		return NULL;
	unsigned at = types.n == args ? param : param + 1; /* the place of a result comes first */
	return at ? pointee_name(arena, types.at[at]) : NULL;
}

const char *result_pointee(struct arena *arena, LLVMValueRef function)
{
	node_list types = function_types(arena, function);
	return types.n && types.at[0] ? pointee_name(arena, types.at[0]) : NULL;
}
