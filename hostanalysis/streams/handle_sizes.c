#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/mangled.h"

/*
 * How many streams a vector has that is made with a number of them and never changes its size: how far its end is from its
 * start, as in `streams[i++ % streams.size()]`.
 */

enum { VECTOR_END = 8, VECTOR_SIZE = 24 };

struct sized {
	struct root *root;
	const struct handle_uses *uses;
	LLVMValueRef made; /* the constructor's call; NULL: none yet */
	value_list starts, ends; /* loads of the vector's first two members */
	bool changes;
};

/* Is it a call that makes a vector of that many null handles. */
static bool is_sizing(LLVMValueRef call, const struct mangled *read)
{
	bool constructs = read->kind == MANGLED_COMPLETE || read->kind == MANGLED_BASE;
	return constructs && mangled_in(read, "St6vector") && call_args(call) == 3 && !strncmp(read->parameters, "mRK", 3);
}

static void call_add(struct sized *sized, LLVMValueRef call)
{
	struct mangled read;
	bool known = mangled_read(call_name(call), &read);
	if (!strncmp(call_name(call), "llvm.lifetime.", 14) ||
		(known && (read.kind == MANGLED_DESTRUCTOR || (read.kind == MANGLED_PLAIN && read.constant))))
		return;
	sized->changes |= !known || sized->made || !is_sizing(call, &read);
	sized->made = call;
}

/* Reads what becomes of a place in the object. */
static void part_add(struct sized *sized, LLVMValueRef part)
{
	int64_t behind;
	struct host_pass *pass = sized->root->pass;
	bool own = pointer_base(pass, part, &behind) == sized->uses->object;
	behind -= sized->uses->offset;
	bool inside = own && behind >= 0 && behind < VECTOR_SIZE;
	for (LLVMUseRef u = LLVMGetFirstUse(part); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAGetElementPtrInst(user))
			part_add(sized, user);
		else if (LLVMIsALoadInst(user) && inside && (behind == 0 || behind == VECTOR_END))
			vec_push(pass->arena, behind ? &sized->ends : &sized->starts, user);
		else if (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) {
			if (inside || !own)
				call_add(sized, user);
		} else if (!LLVMIsALoadInst(user))
			sized->changes |= inside || !own;
	}
}

static void varies_visit(void *data, const struct et *et)
{
	*(bool *)data |= et->op == ET_APP || (et->op == ET_SYM && et->sym->kind != SYM_HOST);
}

static const struct et *member_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct sized *sized = data;
	struct value_env *env = sized->root->env;
	vec_each(load, &sized->starts)
		if (value_et(env, *load) == leaf)
			return et_const(ets, 64, 0);
	vec_each(load, &sized->ends)
		if (value_et(env, *load) == leaf)
			return et_binary(ets, ET_MUL, ET_NSW | ET_NUW, value_et(env, call_arg(sized->made, 1)),
				et_const(ets, 64, sizeof(void *)));
	return NULL;
}

const struct et *handle_sized(struct root *root, const struct handle_uses *uses, const struct et *place)
{
	struct sized sized = { .root = root, .uses = uses };
	bool varies = false;
	part_add(&sized, uses->object);
	if (sized.changes || !sized.made || !instruction_block(root->func, sized.made) ||
		instruction_block(root->func, sized.made)->loop)
		return place;
	et_once(root->pass->arena, value_et(root->env, call_arg(sized.made, 1)), varies_visit, &varies);
	return varies ? place : et_map_apply(et_map_new(root->pass->ets, member_leaf, &sized), place);
}
