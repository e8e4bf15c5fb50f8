#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/* Tables of pointers that an earlier launch has filled. */

static const struct et *combined(
	struct ets *ets, enum lay_op op, const struct et *a, const struct et *b)
{
	static const enum et_op ops[] = {
		[LAY_ADD] = ET_ADD, [LAY_SUB] = ET_SUB, [LAY_MUL] = ET_MUL, [LAY_DIV] = ET_SDIV
	};
	return et_binary(ets, ops[op], op == LAY_DIV ? 0 : ET_NSW, a, b);
}

/* How many bytes the rows are apart; NULL: not known. */
static const struct et *bytes_between(struct root *root, LLVMValueRef call, const struct lay *lay)
{
	struct ets *ets = root->pass->ets;
	const struct et *stack[LAY_STEPS];
	unsigned n = 0;
	for (unsigned i = 0; i < lay->n; i++) {
		const struct lay_step *step = &lay->step[i];
		LLVMValueRef number =
			step->op == LAY_PARAM ? launch_value_of(root, call, (int)step->value) : NULL;
		const struct et *term = number ? host_term(root, number) : NULL;
		if (step->op == LAY_PARAM && !term)
			return NULL;
		if (step->op == LAY_NUMBER)
			stack[n++] = et_const(ets, 64, (uint64_t)step->value);
		else if (step->op == LAY_PARAM)
			stack[n++] = term->width < 64 ? et_cast(ets, ET_SEXT, 64, term) : term;
		else
			n--, stack[n - 1] = combined(ets, step->op, stack[n - 1], stack[n]);
	}
	return n == 1 ? stack[0] : NULL;
}

static bool is_same_stream(struct root *root, LLVMValueRef a, LLVMValueRef b)
{
	return value_et(root->env, call_arg(a, LAUNCH_STREAM)) ==
	       value_et(root->env, call_arg(b, LAUNCH_STREAM));
}

/* Has this launch alone filled the table, from its start. */
static bool is_only_filling(struct root *root, const struct buffer *buffer, LLVMValueRef filler,
	LLVMValueRef table, LLVMValueRef at)
{
	struct filling filling = { .write = filler };
	return !buffer->escapes && !buffer->stores.n && !buffer->copies.n &&
	       buffer->others.n == 1 && buffer_start(root, table) == buffer->base &&
	       filling_precedes(root, &filling, at) && is_same_stream(root, filler, at);
}

static bool rows_add(struct root *root, const struct lay *lay, LLVMValueRef filler,
	const struct et *base, struct host_launch *launch)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef rows = launch_value_of(root, filler, lay->base);
	const struct et *apart = bytes_between(root, filler, lay);
	if (!rows || !apart)
		return false;
	struct host_contents contents = { .base = base,
		.stride = 8,
		.width = 64,
		.within = et_bool(ets, true),
		.computed = true };
	contents_text(root, filler, &contents);
	const struct et *k = et_sym(ets, contents.index);
	contents.value = et_binary(ets, ET_ADD, ET_NSW, host_term(root, rows),
		et_binary(ets, ET_MUL, ET_NSW, k, apart));
	vec_push(root->pass->arena, &launch->contents, contents);
	return true;
}

bool launch_lays(struct root *root, LLVMValueRef base, LLVMValueRef at, struct host_launch *launch)
{
	const struct host_options *options = root->pass->options;
	const struct buffer *buffer = buffer_of(root, base);
	for (size_t i = 0; options->lays && i < buffer->others.n; i++) {
		LLVMValueRef other = buffer->others.at[i];
		const struct stub *stub = is_call(other) && !strcmp(call_name(other), "hgrd.launch")
						  ? launched_stub(root, other)
						  : NULL;
		for (unsigned arg = LAUNCH_ARGS; stub && other != at && arg < call_args(other);
			arg++) {
			struct lay lay;
			int param = buffer_around(root, call_arg(other, arg)) == base
					    ? launch_param_of(root, other, arg)
					    : -1;
			if (param < 0)
				continue;
			options->lays(options->settled_data, root->pass->arena, stub->kernel,
				(unsigned)param, &lay);
			if (lay.kind == LAY_NOTHING || lay.kind == LAY_FRESH)
				continue;
			return lay.kind == LAY_ANY ||
			       !is_only_filling(root, buffer, other, call_arg(other, arg), at) ||
			       !rows_add(root, &lay, other, value_et(root->env, base), launch);
		}
	}
	return false;
}
