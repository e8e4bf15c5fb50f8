#include "kernelanalysis/pairs/order.h"
#include "kernelanalysis/values/left_pointers.h"

/*
 * Members of one struct, or of structs in one array: subscripts stay inside the array that they are applied to where that is a member
 * (in-bounds), so that an element of one member is no part of another one.
 */

enum { DEPTH = 8, MOST_STEPS = 16 };

/* The way from a base through structs. */
struct member_path {
	LLVMValueRef base;
	LLVMTypeRef type[MOST_STEPS]; /* innermost first */
	unsigned field[MOST_STEPS], n;
	LLVMTypeRef rest;   /* that subscripts behind the last member are applied to; NULL: there are none */
	LLVMTypeRef member; /* that it ends with, no subscript being behind; NULL: it ends with an element, or at the base */
};

static bool is_step(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) == opcode
					  : LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

/* Adds the members that a getelementptr passes; false: it may step out of what it begins in, or there are too many. */
static bool add_members(struct member_path *path, LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep), types[DEPTH];
	unsigned fields[DEPTH], n = 0;
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8)
		return false;
	if (path->n && LLVMGetTypeKind(type) != LLVMArrayTypeKind && LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return false;
	for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		bool member = LLVMGetTypeKind(type) == LLVMStructTypeKind;
		if (!member && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return false;
		if (member && (n == DEPTH || path->n + n == MOST_STEPS))
			return false;
		if (member) {
			types[n] = type;
			fields[n] = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i));
			type = LLVMStructGetTypeAtIndex(type, fields[n++]);
		} else {
			type = LLVMGetElementType(type);
		}
	}
	if (!path->n)
		path->rest = n ? path->rest : LLVMGetGEPSourceElementType(gep);
	if (!path->n && n && !path->rest && types[n - 1] != type &&
		LLVMStructGetTypeAtIndex(types[n - 1], fields[n - 1]) == type)
		path->member = type;
	while (n--) {
		path->type[path->n] = types[n];
		path->field[path->n++] = fields[n];
	}
	return true;
}

static bool path_of(LLVMValueRef pointer, struct member_path *path)
{
	*path = (struct member_path){ 0 };
	for (;;) {
		if (is_step(pointer, LLVMGetElementPtr)) {
			if (!add_members(path, pointer))
				return false;
		} else if (!is_step(pointer, LLVMAddrSpaceCast)) {
			break;
		}
		pointer = LLVMGetOperand(pointer, 0);
	}
	path->base = pointer;
	return true;
}

/* Does the rest of a path, which begins where the struct does, lie in the first member: clang leaves out steps of no bytes. */
static bool is_in_first(const struct member_path *path, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	while (path->rest && type != path->rest && (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)) {
		if (kind == LLVMStructTypeKind && !LLVMCountStructElementTypes(type))
			return false;
		type = kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, 0) : LLVMGetElementType(type);
		kind = LLVMGetTypeKind(type);
	}
	return !path->rest || (type == path->rest && kind == LLVMArrayTypeKind);
}

/* Does the access lie in the first member of the type as a whole, where its path ends before. */
static bool fits_first(LLVMTargetDataRef layout, const struct access *access, const struct member_path *path, LLVMTypeRef type)
{
	LLVMTypeRef first = LLVMStructGetTypeAtIndex(type, 0);
	return is_in_first(path, type) && (path->rest || access->size <= LLVMABISizeOfType(layout, first));
}

static bool fits_member(LLVMTargetDataRef layout, const struct access *access, const struct member_path *path)
{
	return !path->member || access->size <= LLVMABISizeOfType(layout, path->member);
}

bool members_differ(const struct access *a, const struct access *b)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(
		LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(a->instruction))));
	struct member_path x, y;
	unsigned i = 1;
	if (!a->pointer || !b->pointer || !path_of(a->pointer, &x) || !path_of(b->pointer, &y) ||
		!fits_member(layout, a, &x) || !fits_member(layout, b, &y) || !same_value(x.base, y.base, DEPTH))
		return false;
	for (; i <= x.n && i <= y.n && x.type[x.n - i] == y.type[y.n - i]; i++)
		if (x.field[x.n - i] != y.field[y.n - i])
			return true;
	if ((i <= x.n) == (i <= y.n))
		return false;
	const struct member_path *longer = i <= x.n ? &x : &y, *shorter = longer == &x ? &y : &x;
	LLVMTypeRef type = longer->type[longer->n - i];
	return longer->field[longer->n - i] && fits_first(layout, shorter == &x ? a : b, shorter, type);
}
