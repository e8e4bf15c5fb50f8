#include "hostanalysis/pass.h"

/*
 * Pointers of a launch that loops and branches of the host hand round, in a way that its terms do not follow: two of them that
 * may come from one allocation may be the same.
 */

enum { MOST_WAYS = 64 };

struct ways {
	struct host_pass *pass;
	LLVMValueRef at[MOST_WAYS]; /* joins, and where they come from */
	unsigned n;
	bool joined, more; /* more than were kept */
};

static void ways_add(struct ways *ways, LLVMValueRef pointer)
{
	int64_t offset;
	LLVMValueRef base = pointer_base(ways->pass, pointer, &offset);
	if (LLVMIsNull(base) || LLVMIsUndef(base))
		return;
	for (unsigned i = 0; i < ways->n; i++)
		if (ways->at[i] == base)
			return;
	if (ways->n < MOST_WAYS)
		ways->at[ways->n++] = base;
	else
		ways->more = true;
}

static bool is_join(LLVMValueRef value)
{
	return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static void ways_fill(struct ways *ways, struct host_pass *pass, LLVMValueRef pointer)
{
	ways->pass = pass;
	ways->n = 0;
	ways->more = false;
	ways_add(ways, pointer);
	ways->joined = ways->n && is_join(ways->at[0]);
	for (unsigned i = 0; i < ways->n; i++) {
		LLVMValueRef value = ways->at[i];
		if (LLVMIsASelectInst(value)) {
			ways_add(ways, LLVMGetOperand(value, 1));
			ways_add(ways, LLVMGetOperand(value, 2));
		}
		for (unsigned k = 0; LLVMIsAPHINode(value) && k < LLVMCountIncoming(value); k++)
			ways_add(ways, LLVMGetIncomingValue(value, k));
	}
}

/* May both come from one place, and are not the same pointer but for an offset. */
static bool meet(const struct ways *a, const struct ways *b)
{
	if (!a->n || !b->n || a->at[0] == b->at[0] || (!a->joined && !b->joined))
		return false;
	if (a->more || b->more)
		return true;
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n && !is_join(a->at[i]); k++)
			if (a->at[i] == b->at[k])
				return true;
	return false;
}

void launch_exchanged_fill(struct root *root, LLVMValueRef call, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	unsigned n = (unsigned)LLVMGetNumArgOperands(call);
	struct ways a, b;
	for (unsigned i = LAUNCH_ARGS; i < n; i++) {
		if (LLVMGetTypeKind(LLVMTypeOf(call_arg(call, i))) != LLVMPointerTypeKind)
			continue;
		ways_fill(&a, pass, call_arg(call, i));
		for (unsigned k = i + 1; k < n; k++) {
			if (LLVMGetTypeKind(LLVMTypeOf(call_arg(call, k))) != LLVMPointerTypeKind)
				continue;
			ways_fill(&b, pass, call_arg(call, k));
			struct host_exchange exchange = { { host_term(root, call_arg(call, i)),
				host_term(root, call_arg(call, k)) } };
			if (meet(&a, &b) && host_alias(pass->arena, pass->ets, exchange.pointer[0],
						    exchange.pointer[1]).alias == HOST_ALIAS_UNKNOWN)
				vec_push(pass->arena, &launch->exchanged, exchange);
		}
	}
}
