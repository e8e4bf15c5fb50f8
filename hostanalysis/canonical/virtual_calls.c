#include "hostanalysis/canonical/vtables.h"

#include <string.h>

#include "base/ptrmap.h"
#include "hostanalysis/canonical/rewrite.h"

/*
 * Calls of virtual functions in a program that is all here: the classes that an object may be of are those whose tables serve
 * the class that it is declared as (class hierarchy analysis: Dean, Grove, Chambers, Optimization of Object-Oriented Programs
 * Using Static Class Hierarchy Analysis). Where all have one function, it is called by its name; else a function of our own
 * chooses by the object's table. clang names the class in a test of the table's type in front of each call; the tests are
 * dropped afterwards.
 */

enum { MOST_CLASSES = 16 };

/* What is called at one place of the tables of one class. */
struct slot {
	struct vtables *tables;
	LLVMValueRef load;     /* of the address of the table */
	uint64_t offset;       /* behind it */
	VEC(struct table_point) points;
	value_list targets;    /* for each of the points */
	bool unknown, several; /* targets */
};

static LLVMMetadataRef tested_class(LLVMValueRef test)
{
	return LLVMValueAsMetadata(call_arg(test, 1));
}

static void slot_fill(struct slot *slot, LLVMMetadataRef class)
{
	struct vtables *tables = slot->tables;
	vec_each(point, &tables->points) {
		if (point->class != class)
			continue;
		LLVMValueRef target = table_function(tables, point->table, point->offset + slot->offset);
		if (!target)
			continue;
		slot->several |= slot->targets.n && slot->targets.at[0] != target;
		vec_push(tables->pass->arena, &slot->points, *point);
		vec_push(tables->pass->arena, &slot->targets, target);
	}
	slot->unknown = !slot->points.n || slot->points.n > MOST_CLASSES;
}

static bool fits(LLVMValueRef target, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(target);
	return type == LLVMGetCalledFunctionType(call) && !LLVMIsFunctionVarArg(type);
}

/* Which argument is the object; -1: none. */
static int object_of(LLVMValueRef call, LLVMValueRef object)
{
	for (unsigned i = 0; i < call_args(call); i++)
		if (call_arg(call, i) == object)
			return (int)i;
	return -1;
}

static void call_build(LLVMBuilderRef b, LLVMValueRef target, LLVMValueRef function)
{
	unsigned n = LLVMCountParams(function);
	LLVMValueRef args[n + 1];
	LLVMGetParams(function, args);
	LLVMTypeRef type = LLVMGlobalGetValueType(target);
	LLVMValueRef result = LLVMBuildCall2(b, type, target, args, n, "");
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, result);
}

static LLVMValueRef table_load(struct slot *slot, LLVMBuilderRef b, LLVMValueRef object)
{
	struct host_pass *pass = slot->tables->pass;
	unsigned kind = LLVMGetMDKindIDInContext(pass->module->context, "tbaa", 4);
	LLVMValueRef load = LLVMBuildLoad2(b, type_ptr(pass), object, "vtable");
	LLVMSetMetadata(load, kind, LLVMGetMetadata(slot->load, kind));
	return load;
}

/* A function that calls the one which the object's table has. */
static LLVMValueRef chooser_build(struct slot *slot, LLVMTypeRef type, unsigned object)
{
	struct host_pass *pass = slot->tables->pass;
	LLVMContextRef context = pass->module->context;
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMValueRef function = LLVMAddFunction(pass->module->llvm, "virtual.call", type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, function, ""));
	LLVMValueRef table = table_load(slot, b, LLVMGetParam(function, object));
	for (size_t i = 0; i < slot->points.n; i++) {
		const struct table_point *point = &slot->points.at[i];
		LLVMValueRef index = LLVMConstInt(type_i64(pass), point->offset, false);
		LLVMValueRef address = LLVMConstInBoundsGEP2(
			LLVMInt8TypeInContext(context), point->table, &index, 1);
		LLVMBasicBlockRef then = LLVMAppendBasicBlockInContext(context, function, "");
		LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(context, function, "");
		LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, table, address, ""), then, next);
		LLVMPositionBuilderAtEnd(b, then);
		call_build(b, slot->targets.at[i], function);
		LLVMPositionBuilderAtEnd(b, next);
	}
	LLVMBuildUnreachable(b);
	LLVMDisposeBuilder(b);
	return function;
}

static bool call_resolve(struct slot *slot, LLVMValueRef call)
{
	int object = object_of(call, LLVMGetOperand(slot->load, 0));
	vec_each(target, &slot->targets)
		if (!fits(*target, call))
			return false;
	if (slot->unknown || (slot->several && object < 0))
		return false;
	LLVMValueRef target = slot->several ?
		chooser_build(slot, LLVMGetCalledFunctionType(call), (unsigned)object) : slot->targets.at[0];
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, target);
	slot->tables->pass->chooses_calls |= slot->several;
	return true;
}

/* What is loaded from a place of the table is called, and nothing else. */
static bool function_resolve(struct slot *slot, LLVMValueRef load)
{
	for (LLVMUseRef use = LLVMGetFirstUse(load), next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (!is_call(call) || LLVMGetCalledValue(call) != load || !call_resolve(slot, call))
			return false;
	}
	return true;
}

/* Does something behind the address of a table read a function, other than what is told of the class in front of it. */
static bool place_resolve(struct vtables *tables, LLVMValueRef load, LLVMValueRef place, LLVMMetadataRef class)
{
	int64_t offset;
	struct slot slot = { .tables = tables, .load = load };
	if (pointer_base(tables->pass, place, &offset) != load)
		return false;
	if (offset < 0)
		return true;
	slot.offset = (uint64_t)offset;
	if (class && class_is_own(tables, class))
		slot_fill(&slot, class);
	else
		slot.unknown = true;
	for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_call(user) && strstr(call_name(user), "type.test") && place == load)
			continue;
		if (LLVMIsAGetElementPtrInst(user) ? !place_resolve(tables, load, user, class) :
						     !LLVMIsALoadInst(user) || !function_resolve(&slot, user))
			return false;
	}
	return true;
}

static LLVMValueRef test_of(LLVMValueRef load)
{
	for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)) && strstr(call_name(LLVMGetUser(use)), "type.test"))
			return LLVMGetUser(use);
	return NULL;
}

static void table_use_resolve(struct vtables *tables, LLVMValueRef load)
{
	LLVMValueRef test = test_of(load);
	if (place_resolve(tables, load, load, test ? tested_class(test) : NULL))
		return;
	if (test)
		table_class_open(tables, tested_class(test));
	else
		tables->all_open = true;
}

static void tests_list(struct host_pass *pass, value_list *tests)
{
	static const char *const names[] = { "llvm.type.test", "llvm.public.type.test" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(pass->module->llvm, names[i]);
		for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL; use;
			use = LLVMGetNextUse(use))
			vec_push(pass->arena, tests, LLVMGetUser(use));
	}
}

/* What is assumed of a test goes with it. */
static void test_drop(struct host_pass *pass, LLVMValueRef test)
{
	value_list assumed = { 0 };
	for (LLVMUseRef use = LLVMGetFirstUse(test); use; use = LLVMGetNextUse(use))
		if (!strcmp(call_name(LLVMGetUser(use)), "llvm.assume"))
			vec_push(pass->arena, &assumed, LLVMGetUser(use));
	vec_each(call, &assumed)
		LLVMInstructionEraseFromParent(*call);
	LLVMReplaceAllUsesWith(test, LLVMConstInt(LLVMInt1TypeInContext(pass->module->context), 1, false));
	LLVMInstructionEraseFromParent(test);
}

static void table_loads_list(struct host_pass *pass, value_list *loads)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsALoadInst(i) && is_table_load(pass, i))
					vec_push(pass->arena, loads, i);
}

/* Of what is tested and is no address of a table, as that of a pointer to a member function, no more is known. */
static void others_open(struct vtables *tables, const value_list *tests)
{
	vec_each(test, tests) {
		LLVMValueRef tested = call_arg(*test, 0);
		if (!LLVMIsALoadInst(tested) || !is_table_load(tables->pass, tested))
			table_class_open(tables, tested_class(*test));
	}
}

void virtual_calls_resolve(struct host_pass *pass)
{
	value_list tests = { 0 }, loads = { 0 };
	tests_list(pass, &tests);
	if (pass->closed && tests.n) {
		struct vtables *tables = vtables_new(pass);
		table_loads_list(pass, &loads);
		others_open(tables, &tests);
		vec_each(load, &loads)
			table_use_resolve(tables, *load);
		tables_empty(tables);
	}
	vec_each(test, &tests)
		test_drop(pass, *test);
}
