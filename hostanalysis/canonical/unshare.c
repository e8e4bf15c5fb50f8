#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"
#include "hostanalysis/classes/classes.h"

/*
 * Objects that are given to a root are reached through what they are given by alone (unshared-objects), so that a call
 * which is not given them leaves them as they are. References and `this` always; pointers to objects of classes where
 * nothing that the root is given is changed or handed on before a goal: two pointers may be the same, and
 * what is done to one is done to the other then.
 */

struct marked {
	const struct host_pass *pass;
	LLVMValueRef root;
	struct ptrmap *blocks;	/* from which a goal is reached */
	struct ptrmap *before;	/* instructions of such blocks */
	VEC(LLVMBasicBlockRef) work;
};

/* References and `this` are pointers of a known size, as clang emits them. */
static bool is_reference(LLVMValueRef function, unsigned param)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
	return LLVMGetEnumAttributeAtIndex(function, param + 1, kind) != NULL;
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_class_pointer(const struct host_pass *pass, LLVMValueRef function, unsigned param)
{
	const char *name = NULL;
	if (is_pointer(LLVMGetParam(function, param)))
		name = parameter_pointee(pass->arena, function, param, LLVMCountParams(function));
	return name && *name;
}

/* What is executed before a goal. */

static void instructions_mark(struct marked *m, LLVMValueRef last)
{
	for (LLVMValueRef i = last; i; i = LLVMGetPreviousInstruction(i))
		ptrmap_set(m->before, i, i);
}

static void predecessors_mark(struct marked *m, LLVMBasicBlockRef block)
{
	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsATerminatorInst(user))
			continue;
		LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
		if (ptrmap_get(m->blocks, from))
			continue;
		ptrmap_set(m->blocks, from, from);
		instructions_mark(m, user);
		vec_push(m->pass->arena, &m->work, from);
	}
}

static void before_mark(struct marked *m)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->root); block;
		block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && is_goal(m->pass, i)) {
				instructions_mark(m, i);
				predecessors_mark(m, block);
			}
	while (m->work.n)
		predecessors_mark(m, m->work.at[--m->work.n]);
}

/* Pointers that are made of a parameter. */
struct uses {
	struct marked *marked;
	struct ptrmap *seen;
	bool object;
	bool changes; /* may what they point to be changed before a goal, or through a copy that is kept */
};

static void uses_follow(struct uses *uses, LLVMValueRef pointer);

/* Calls of the runtime, launches among them, change what is on the device. */
static bool leaves_alone(const struct uses *uses, LLVMValueRef call)
{
	const char *name = call_name(call);
	bool runtime = !strncmp(name, "hgrd.", 5) || api_find(name) >= 0;
	return call_has_no_effect(call) || !strncmp(name, "llvm.lifetime.", 14) ||
	       !strncmp(name, "llvm.dbg.", 9) || (runtime && !uses->object);
}

static void use_add(struct uses *uses, LLVMValueRef user)
{
	if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
		uses_follow(uses, user);
	else if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
		 !ptrmap_get(uses->marked->before, user))
		return;
	else if (!is_call(user) || !leaves_alone(uses, user))
		uses->changes = true;
}

static void uses_follow(struct uses *uses, LLVMValueRef pointer)
{
	if (ptrmap_get(uses->seen, pointer))
		return;
	ptrmap_set(uses->seen, pointer, pointer);
	for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && !uses->changes; u = LLVMGetNextUse(u))
		use_add(uses, LLVMGetUser(u));
}

/* Is something that the root is given changed or handed on before a goal. */
static bool changes_given(const struct host_pass *pass, LLVMValueRef root)
{
	struct marked m = { .pass = pass, .root = root, .blocks = ptrmap_new(pass->arena),
		.before = ptrmap_new(pass->arena) };
	bool changes = false;
	before_mark(&m);
	for (unsigned i = 0; i < LLVMCountParams(root) && !changes; i++) {
		struct uses uses = { &m, ptrmap_new(pass->arena),
			is_reference(root, i) || is_class_pointer(pass, root, i), false };
		if (is_pointer(LLVMGetParam(root, i)))
			uses_follow(&uses, LLVMGetParam(root, i));
		changes = uses.changes;
	}
	return changes;
}

void roots_unshare(struct host_pass *pass)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("noalias", 7);
	LLVMAttributeRef noalias = LLVMCreateEnumAttribute(pass->module->context, kind, 0);
	vec_each(root, &pass->roots) {
		bool pointers = !pass->options->owed && !changes_given(pass, *root);
		for (unsigned i = 0; i < LLVMCountParams(*root); i++)
			if (is_reference(*root, i) ||
				(pointers && is_class_pointer(pass, *root, i)))
				LLVMAddAttributeAtIndex(*root, i + 1, noalias);
	}
}
