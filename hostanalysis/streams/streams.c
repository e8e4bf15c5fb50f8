#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "base/ptrmap.h"

#define PER_THREAD 2   /* cudaStreamPerThread */
#define NON_BLOCKING 1 /* cudaStreamNonBlocking */

/* Calls of ours whose first operand is a number, but no row of what the runtime has. */
static bool has_no_row(const char *name)
{
	return !strcmp(name, "hgrd.launch") || !strcmp(name, "hgrd.sized") ||
	       !strcmp(name, "hgrd.array_copied") || !strncmp(name, "hgrd.compare.", 13);
}

const char *runtime_name(LLVMValueRef call)
{
	const char *name = call_name(call);
	if (!strncmp(name, "hgrd.", 5) && !has_no_row(name)) {
		LLVMValueRef row = call_args(call) ? call_arg(call, 0) : NULL;
		return row && LLVMIsAConstantInt(row)
			       ? api_row((int)LLVMConstIntGetZExtValue(row))->name
			       : name;
	}
	int row = api_find(name);
	return row < 0 ? name : api_row(row)->name;
}

static const struct stream_row {
	const char *name;
	struct stream_op op;
} rows[] = {
#define QUIET(name) { #name, { STREAM_QUIET, -1, -1 } },
#define QUERY_STREAM(name, stream) { #name, { STREAM_QUERY, -1, stream } },
#define QUERY_EVENT(name, event) { #name, { STREAM_QUERY, event, -1 } },
#define CREATE(name) { #name, { STREAM_CREATE, -1, -1 } },
#define ENQUEUE(name, stream) { #name, { STREAM_ENQUEUE, -1, stream } },
#define ENQUEUE_DEFAULT(name) { #name, { STREAM_ENQUEUE, -1, DEFAULT_STREAM } },
#define RECORD(name, event, stream) { #name, { STREAM_RECORD, event, stream } },
#define AWAIT(name, event, stream) { #name, { STREAM_AWAIT, event, stream } },
#define JOIN_STREAM(name, stream) { #name, { STREAM_JOIN, -1, stream } },
#define JOIN_EVENT(name, event) { #name, { EVENT_JOIN, event, -1 } },
#define JOIN_DEFAULT(name) { #name, { STREAM_JOIN, -1, DEFAULT_STREAM } },
#include "hostanalysis/streams/stream.def"
#undef QUIET
#undef QUERY_STREAM
#undef QUERY_EVENT
#undef CREATE
#undef ENQUEUE
#undef ENQUEUE_DEFAULT
#undef RECORD
#undef AWAIT
#undef JOIN_STREAM
#undef JOIN_EVENT
#undef JOIN_DEFAULT
};

/* A query whose result decides something may be repeated until what it asks for is done. */
static struct stream_op query_op(const struct stream_op *row, LLVMValueRef call)
{
	const enum stream_action join = row->stream < 0 ? EVENT_JOIN : STREAM_JOIN;
	return (struct stream_op){ query_is_idle(call) || !LLVMGetFirstUse(call) ? STREAM_QUIET : join, row->event, row->stream };
}

struct stream_op stream_op_of(LLVMValueRef call)
{
	const struct stream_op any = { STREAM_ANY, -1, -1 }, none = { STREAM_QUIET, -1, -1 };
	const char *own = call_name(call), *name;
	if (!strncmp(own, "llvm.", 5) || !strcmp(own, "hgrd.status") || !strncmp(own, "hgrd.task_value.", 16) ||
		effect_known(own))
		return none;
	name = runtime_name(call);
	for (size_t i = 0; name && i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return rows[i].op.action == STREAM_QUERY ? query_op(&rows[i].op, call) : rows[i].op;
	return call_stands_by(call) ? none : any;
}

const struct et *stream_handle(struct root *root, LLVMValueRef call, int arg)
{
	if (arg == DEFAULT_STREAM)
		return et_const(root->pass->ets, 64, 0);
	if (arg == LAST_ARGUMENT && call_args(call))
		arg = (int)call_args(call) - 1;
	return arg >= 0 && (unsigned)arg < call_args(call) ? host_term(root, call_arg(call, (unsigned)arg)) : NULL;
}

bool streams_per_thread(const struct module *module)
{
	if (LLVMGetNamedGlobal(module->llvm, "__hgrd_per_thread_default_stream"))
		return true;
	for (LLVMValueRef f = LLVMGetFirstFunction(module->llvm); f; f = LLVMGetNextFunction(f)) {
		const char *name = value_name(f), *end = strrchr(name, '_');
		if (end && (!strcmp(end, "_ptsz") || !strcmp(end, "_ptds")) && api_find(name) >= 0)
			return true;
	}
	return false;
}

const struct et *stream_narrow(const struct host_pass *pass, const struct et *stream)
{
	bool zero = stream && et_is_const(stream) && !stream->value;
	return zero && pass->per_thread ? et_const(pass->ets, stream->width, PER_THREAD) : stream;
}

static void leaves_add(struct arena *arena, const struct et *handle, handle_list *leaves)
{
	if (handle->op == ET_ITE) {
		leaves_add(arena, handle->arg[1], leaves);
		leaves_add(arena, handle->arg[2], leaves);
		return;
	}
	vec_push(arena, leaves, handle);
}

bool is_creator(const char *name)
{
	return !strncmp(name, "cudaStreamCreate", 16) || !strncmp(name, "cudaEventCreate", 15);
}

/* The call that created a stream or event; NULL: not known to be one. */
static const struct host_alloc *creation(const struct et *leaf)
{
	if ((leaf->op != ET_SYM && leaf->op != ET_APP) || leaf->sym->kind != SYM_BASE)
		return NULL;
	const struct host_alloc *origin = leaf->sym->origin;
	return origin && is_creator(origin->function) ? origin : NULL;
}

static bool is_default(const struct et *leaf)
{
	return et_is_const(leaf) && leaf->value <= 1;
}

/* cudaStreamPerThread: a stream like those that are created, one for the host thread. */
static bool is_per_thread(const struct et *leaf)
{
	return et_is_const(leaf) && leaf->value == PER_THREAD;
}

static bool is_single(const struct host_pass *pass, const struct et *leaf)
{
	return ptrmap_get(pass->singles, leaf->sym);
}

/*
 * Two leaves that are never one handle; rounds of a loop that creates them are not told apart. 0 may stand for the
 * stream of the host thread, where the program is compiled so.
 */
static bool differ(const struct host_pass *pass, const struct et *a, const struct et *b)
{
	if (et_is_const(a) && et_is_const(b))
		return a->value && b->value && a->value != b->value;
	if (et_is_const(a) || et_is_const(b))
		return creation(a) || creation(b);
	if (!creation(a) || !creation(b))
		return false;
	bool placed = handle_place(pass, a), other = handle_place(pass, b);
	if (placed && other)
		return !handles_share_array(pass, a, b);
	return placed || other ? is_single(pass, placed ? b : a) : a->sym != b->sym;
}

bool handles_may_meet(const struct host_pass *pass, const struct et *a, const struct et *b)
{
	handle_list left = { 0 }, right = { 0 };
	leaves_add(pass->arena, a, &left);
	leaves_add(pass->arena, b, &right);
	vec_each(x, &left)
		vec_each(y, &right)
			if (!differ(pass, *x, *y))
				return true;
	return false;
}

bool stream_may_be_default(struct arena *arena, const struct et *stream)
{
	handle_list leaves = { 0 };
	leaves_add(arena, stream, &leaves);
	vec_each(leaf, &leaves)
		if (!creation(*leaf) && !is_per_thread(*leaf))
			return true;
	return false;
}

bool stream_is_foreign(const struct host_pass *pass, const struct et *stream)
{
	handle_list leaves = { 0 };
	leaves_add(pass->arena, stream, &leaves);
	vec_each(leaf, &leaves)
		if (!et_is_const(*leaf) && !creation(*leaf))
			return true;
	return false;
}

static bool waits_for_default(const struct et *leaf)
{
	const struct host_alloc *origin = creation(leaf);
	return !origin || !(origin->flags & NON_BLOCKING);
}

bool stream_is_default(const struct et *stream)
{
	return is_default(stream);
}

bool stream_may_wait_for_default(struct arena *arena, const struct et *stream)
{
	handle_list leaves = { 0 };
	leaves_add(arena, stream, &leaves);
	vec_each(leaf, &leaves)
		if (waits_for_default(*leaf) && !is_per_thread(*leaf))
			return true;
	return false;
}

bool stream_waits_for_default(struct arena *arena, const struct et *stream)
{
	handle_list leaves = { 0 };
	leaves_add(arena, stream, &leaves);
	vec_each(leaf, &leaves)
		if (!waits_for_default(*leaf) || is_per_thread(*leaf))
			return false;
	return true;
}

static const struct et *same_arguments(struct ets *ets, const struct et *a, const struct et *b)
{
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < a->nargs && i < b->nargs; i++)
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, a->arg[i], b->arg[i]));
	return same;
}

bool stream_is_node(const struct et *stream)
{
	const struct host_alloc *origin = creation(stream);
	return origin && origin->flags == GRAPH_NODE;
}

static const struct et *leaves_apart(
	const struct host_pass *pass, const struct et *a, const struct et *b)
{
	struct ets *ets = pass->ets;
	if (stream_is_node(a) != stream_is_node(b))
		return et_bool(ets, false);
	if (is_default(a) || is_default(b))
		return et_bool(ets, !waits_for_default(is_default(a) ? b : a));
	if (is_per_thread(a) || is_per_thread(b))
		return et_bool(ets, creation(is_per_thread(a) ? b : a) != NULL);
	if (!creation(a) || !creation(b))
		return et_bool(ets, false);
	const struct et *x = handle_place(pass, a), *y = handle_place(pass, b);
	if (x && y && !handles_share_array(pass, a, b))
		return et_bool(ets, true);
	if (x && y)
		return et_not(ets, et_binary(ets, ET_EQ, 0, x, y));
	if (x || y)
		return et_bool(ets, is_single(pass, x ? b : a));
	return a->sym != b->sym ? et_bool(ets, true) : et_not(ets, same_arguments(ets, a, b));
}

const struct et *streams_apart(
	const struct host_pass *pass, const struct et *a, const struct et *b)
{
	struct ets *ets = pass->ets;
	if (a->op == ET_ITE)
		return et_ite(ets, a->arg[0], streams_apart(pass, a->arg[1], b),
			streams_apart(pass, a->arg[2], b));
	if (b->op == ET_ITE)
		return et_ite(ets, b->arg[0], streams_apart(pass, a, b->arg[1]),
			streams_apart(pass, a, b->arg[2]));
	return leaves_apart(pass, a, b);
}
