#include "ir/aggregates.h"

/*
 * Structs passed by value are chains of insertvalue and extractvalue. Each
 * extractvalue becomes the scalar that was inserted, so that groups of threads
 * handed to functions keep what is known of them.
 */

#define DEEPEST 16

struct path {
	unsigned index[DEEPEST], n;
};

static bool prepend(struct path *path, const unsigned *index, unsigned n)
{
	if (path->n + n > DEEPEST)
		return false;
	for (unsigned i = path->n; i-- > 0;)
		path->index[i + n] = path->index[i];
	for (unsigned i = 0; i < n; i++)
		path->index[i] = index[i];
	path->n += n;
	return true;
}

/* Does the path begin with these indices. */
static bool begins(const struct path *path, const unsigned *index, unsigned n)
{
	for (unsigned i = 0; i < n && i < path->n; i++)
		if (path->index[i] != index[i])
			return false;
	return true;
}

static void drop(struct path *path, unsigned n)
{
	path->n -= n;
	for (unsigned i = 0; i < path->n; i++)
		path->index[i] = path->index[i + n];
}

static LLVMValueRef constant_part(LLVMValueRef value, const struct path *path)
{
	for (unsigned i = 0; value && i < path->n; i++)
		value = LLVMGetAggregateElement(value, path->index[i]);
	return value;
}

/* The scalar at the path of an aggregate; NULL when it is not plain. */
static LLVMValueRef part(LLVMValueRef value, struct path path)
{
	while (path.n) {
		if (LLVMIsAConstant(value))
			return constant_part(value, &path);
		unsigned n = 0;
		if (LLVMIsAExtractValueInst(value)) {
			if (!prepend(&path, LLVMGetIndices(value), LLVMGetNumIndices(value)))
				return NULL;
			value = LLVMGetOperand(value, 0);
			continue;
		}
		if (!LLVMIsAInsertValueInst(value))
			return NULL;
		n = LLVMGetNumIndices(value);
		if (!begins(&path, LLVMGetIndices(value), n)) {
			value = LLVMGetOperand(value, 0);
			continue;
		}
		if (n > path.n)
			return NULL;
		drop(&path, n);
		value = LLVMGetOperand(value, 1);
	}
	return value;
}

static bool replace(LLVMValueRef extract)
{
	struct path path = { .n = 0 };
	if (!prepend(&path, LLVMGetIndices(extract), LLVMGetNumIndices(extract)))
		return false;
	LLVMValueRef value = part(LLVMGetOperand(extract, 0), path);
	if (!value || value == extract)
		return false;
	LLVMReplaceAllUsesWith(extract, value);
	return true;
}

bool aggregates_split(LLVMValueRef function)
{
	bool changed = false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef next;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!LLVMIsAExtractValueInst(i) || !replace(i))
				continue;
			LLVMInstructionEraseFromParent(i);
			changed = true;
		}
	}
	return changed;
}
