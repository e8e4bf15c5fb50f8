#include "hostanalysis/streams/streams.h"

#include <string.h>

#include "expr/place.h"

/* Copies and fills in streams, which may run beside launches in others. */

static const struct transfer_row {
	const char *name;
	int to, from, bytes;
	int rows, to_pitch, from_pitch; /* -1: there is one row */
	int layers, to_between, from_between; /* -1: there is one layer */
	int to_offset, from_offset;	/* behind the start of a device variable; -1: it is a pointer */
} rows[] = {
#define TRANSFER(name, to, from, bytes) { #name, to, from, bytes, -1, -1, -1, -1, -1, -1, -1, -1 },
#define TRANSFER_2D(name, to, from, bytes, rows, to_pitch, from_pitch) \
	TRANSFER_3D(name, to, from, bytes, rows, to_pitch, from_pitch, -1, -1, -1)
#define TRANSFER_3D(name, to, from, bytes, rows, to_pitch, from_pitch, layers, to_between, from_between) \
	{ #name, to, from, bytes, rows, to_pitch, from_pitch, layers, to_between, from_between, -1, -1 },
#define TRANSFER_TO(name, to, from, bytes, offset) { #name, to, from, bytes, -1, -1, -1, -1, -1, -1, offset, -1 },
#define TRANSFER_FROM(name, to, from, bytes, offset) { #name, to, from, bytes, -1, -1, -1, -1, -1, -1, -1, offset },
#include "hostanalysis/streams/transfer.def"
#undef TRANSFER
#undef TRANSFER_2D
#undef TRANSFER_3D
#undef TRANSFER_TO
#undef TRANSFER_FROM
};

static const struct transfer_row *row_of(LLVMValueRef call)
{
	const char *name = runtime_name(call);
	for (size_t i = 0; name && i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

static bool has_argument(LLVMValueRef call, int arg)
{
	return arg >= 0 && (unsigned)arg < call_args(call);
}

static const struct host_alloc *origin_of(const struct place *place)
{
	bool leaf = place->base->op == ET_SYM || place->base->op == ET_APP;
	return leaf && place->base->sym->kind == SYM_BASE ? place->base->sym->origin : NULL;
}

/* Is it a device variable, whose address the host has asked for. */
static bool is_device_variable(struct root *root, const struct host_alloc *alloc)
{
	LLVMValueRef variable =
		alloc->memory == HOST_GLOBAL ? LLVMGetNamedGlobal(root->pass->module->llvm, alloc->function) : NULL;
	LLVMValueRef contents = variable ? LLVMGetInitializer(variable) : NULL;
	return contents && LLVMIsUndef(contents);
}

/* Is what an argument points to, wherever that is, known to be the device's or page-locked; or is there no argument. */
static bool is_reached(struct root *root, LLVMValueRef call, int arg, bool device_only)
{
	place_list places = { 0 };
	if (arg < 0)
		return true;
	if (!has_argument(call, arg) ||
		!address_places(root->pass->ets, host_term(root, call_arg(call, (unsigned)arg)), &places))
		return false;
	vec_each(place, &places) {
		const struct host_alloc *alloc = origin_of(place);
		if (!alloc || !(memory_behind(alloc) == HOST_DEVICE || is_device_variable(root, alloc) ||
				      (!device_only && memory_behind(alloc) == HOST_PINNED)))
			return false;
	}
	return true;
}

/* Does a pointer maybe point to memory that kernels reach. */
static bool may_be_reached(struct root *root, const struct et *pointer)
{
	place_list places = { 0 };
	if (!address_places(root->pass->ets, pointer, &places))
		return false;
	vec_each(place, &places) {
		const struct host_alloc *alloc = origin_of(place);
		if (alloc && (memory_behind(alloc) <= HOST_PINNED || is_device_variable(root, alloc)))
			return true;
	}
	return false;
}

bool transfer_is_task(LLVMValueRef i)
{
	return is_call(i) && !strncmp(call_name(i), "hgrd.task_", 10);
}

bool transfer_is_awaited(struct root *root, LLVMValueRef call)
{
	const struct transfer_row *row = row_of(call);
	bool fills = row && row->from < 0 && !strncmp(row->name, "cudaMemset", 10);
	return row && !transfer_is_task(call) && !(is_reached(root, call, row->to_offset < 0 ? row->to : -1, fills) &&
			      is_reached(root, call, row->from_offset < 0 ? row->from : -1, false));
}

static void piece_add(struct root *root, struct host_launch *launch, const struct et *value)
{
	struct host_arg arg = { .size = 8 };
	const struct host_piece piece = { 0, 64, value };
	vec_push(root->pass->arena, &arg.pieces, piece);
	vec_push(root->pass->arena, &launch->args, arg);
}

void range_put(struct root *root, struct host_launch *launch, bool writes, const struct et *start, const struct et *bytes)
{
	launch->transfer_writes |= (unsigned)writes << launch->args.n / 2;
	piece_add(root, launch, start);
	piece_add(root, launch, bytes);
}

#define WHOLE (-2) /* for the number of bytes */

/* The size of the one allocation that a pointer is the beginning of; NULL: it is not known to be one. */
static const struct et *size_behind(const struct et *pointer)
{
	const struct place here = { .base = pointer };
	const struct host_alloc *alloc = origin_of(&here);
	return alloc ? alloc->size : NULL;
}

static void bytes_add(struct root *root, struct host_arg *bytes, const struct et *value)
{
	const struct host_piece piece = { 8 * (unsigned)bytes->pieces.n, 64, value };
	vec_push(root->pass->arena, &bytes->pieces, piece);
}

/* How many rows there are, and how far apart, behind the bytes of each; then how many layers, and how far apart. */
static void rows_add(struct root *root, LLVMValueRef call, const struct transfer_row *row, bool to, struct host_launch *launch)
{
	struct host_arg *bytes = &launch->args.at[launch->args.n - 1];
	const int pitch = to ? row->to_pitch : row->from_pitch, between = to ? row->to_between : row->from_between;
	if (!has_argument(call, pitch))
		return;
	const struct et *apart = host_term(root, call_arg(call, (unsigned)pitch));
	bytes_add(root, bytes, host_term(root, call_arg(call, (unsigned)row->rows)));
	bytes_add(root, bytes, apart);
	if (!has_argument(call, between))
		return;
	bytes_add(root, bytes, host_term(root, call_arg(call, (unsigned)row->layers)));
	bytes_add(root, bytes, et_binary(root->pass->ets, ET_MUL, ET_NSW, host_term(root, call_arg(call, (unsigned)between)), apart));
}

/* Some bytes behind the start of a device variable; NULL: it is none. */
static const struct et *variable_part(struct root *root, LLVMValueRef call, int argument, int offset)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef variable = symbol_copied(call, (unsigned)argument);
	if (!LLVMIsAGlobalVariable(variable) || !has_argument(call, offset))
		return NULL;
	return et_binary(ets, ET_ADD, ET_NSW, host_term(root, variable), host_term(root, call_arg(call, (unsigned)offset)));
}

/* The bytes from where a pointer points to; memory that kernels do not reach is left out. */
static void range_add(struct root *root, LLVMValueRef call, const struct transfer_row *row, bool writes, struct host_launch *launch)
{
	const struct et *start, *size;
	int pointer = writes ? row->to : row->from, bytes = row->bytes, offset = writes ? row->to_offset : row->from_offset;
	if (!has_argument(call, pointer) || (bytes != WHOLE && !has_argument(call, bytes)))
		return;
	start = offset < 0 ? host_term(root, call_arg(call, (unsigned)pointer)) : variable_part(root, call, pointer, offset);
	if (!start)
		return;
	size = bytes == WHOLE ? size_behind(start) : host_term(root, call_arg(call, (unsigned)bytes));
	if (!size || size->width != 64 || (offset < 0 && !may_be_reached(root, start)))
		return;
	range_put(root, launch, writes, start, size);
	rows_add(root, call, row, writes, launch);
}

void transfer_place(struct root *root, LLVMValueRef i, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	launch->function = arena_strdup(pass->arena, value_name(root->llvm));
	launch->root = root_number(root->llvm);
	launch->loc = instruction_loc(pass->arena, i);
	instruction_stack(pass->arena, i, &launch->stack);
	launch->shared = et_const(pass->ets, 64, 0);
	for (unsigned axis = 0; axis < 3; axis++)
		launch->grid[axis] = launch->block[axis] = et_const(pass->ets, 32, 1);
	facts_fill(root, i, et_bool(pass->ets, true), launch);
}

static const char *shown_name(LLVMValueRef call, const struct transfer_row *row)
{
	if (transfer_is_task(call))
		return "the function of a stream";
	return strcmp(row->name, "hgrd.allocated") ? row->name : "cudaMallocAsync";
}

static struct host_launch transfer_of(struct root *root, LLVMValueRef call, const struct transfer_row *row, const struct et *stream)
{
	struct host_launch launch = { .transfer = stream_is_node(stream) ? "the node" : shown_name(call, row), .args_known = true, .stream = stream };
	launch.task = transfer_is_task(call);
	range_add(root, call, row, true, &launch);
	range_add(root, call, row, false, &launch);
	if (launch.args.n)
		transfer_place(root, call, &launch);
	return launch;
}

static void transfer_add(struct root *root, LLVMValueRef call, launch_call_list *calls)
{
	const struct transfer_row *row = row_of(call);
	struct stream_op op = stream_op_of(call);
	if (!row || (op.action != STREAM_ENQUEUE && op.action != STREAM_JOIN))
		return;
	const struct et *stream = stream_handle(root, call, op.stream);
	if (!stream)
		return;
	struct launch_call one = { call, transfer_of(root, call, row, stream) };
	if (one.launch.args.n)
		vec_push(root->pass->arena, calls, one);
}

bool transfers_have_streams(struct root *root)
{
	vec_each(block, &root->func->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i)) {
			if (!is_call(i) || !row_of(i))
				continue;
			const struct et *stream = stream_handle(root, i, stream_op_of(i).stream);
			if (stream && !et_is_const(stream))
				return true;
		}
	}
	return false;
}

void transfers_add(struct root *root, launch_call_list *calls)
{
	vec_each(block, &root->func->blocks)
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i; i = LLVMGetNextInstruction(i))
			if (is_call(i))
				transfer_add(root, i, calls);
}
