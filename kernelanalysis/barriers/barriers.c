#include "kernelanalysis/barriers/barriers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * Barriers by the name of their intrinsic or function, and those of inline PTX:
 * bar, barrier.cta, bar.warp.sync (PTX ISA, Parallel Synchronization and
 * Communication Instructions).
 */

enum operands { OPERANDS_NONE, OPERANDS_COUNT, OPERANDS_ID, OPERANDS_ID_COUNT, OPERANDS_MASK, OPERANDS_EXTENT,
	OPERANDS_TOKEN, OPERANDS_PARITY, OPERANDS_BYTES, OPERANDS_PIPELINE, OPERANDS_ROLES, OPERANDS_FULL, OPERANDS_EMPTY };
enum role { NEITHER, ARRIVES, WAITS, BOTH };

struct barrier_row {
	const char *prefix;
	const char *suffix; /* "": any */
	enum sync_kind kind;
	uint32_t extent;
	enum operands operands;
	unsigned roles;
};

#define CTA "llvm.nvvm.barrier.cta."
static const struct barrier_row rows[] = {
	{ CTA "sync.", ".all", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID, BOTH },
	{ CTA "red.", ".all", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID, BOTH },
	{ CTA "sync.", ".count", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID_COUNT, BOTH },
	{ CTA "red.", ".count", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID_COUNT, BOTH },
	{ CTA "arrive.", ".count", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID_COUNT, ARRIVES },
	{ "llvm.nvvm.barrier0", "", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_NONE, BOTH },
	{ "llvm.nvvm.barrier.sync.cnt", "", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID_COUNT,
		BOTH },
	{ "llvm.nvvm.barrier.sync", "", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID, BOTH },
	{ "llvm.nvvm.barrier.n", "", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID, BOTH },
	{ "llvm.nvvm.bar.sync", "", SYNC_BLOCK_BARRIER, EXTENT_BLOCK, OPERANDS_ID, BOTH },
	{ "llvm.nvvm.bar.warp.sync", "", SYNC_WARP_BARRIER, EXTENT_WARP, OPERANDS_MASK, BOTH },
	{ "__hgrd_tile_sync", "", SYNC_TILE_BARRIER, 0, OPERANDS_EXTENT, BOTH },
	{ "__hgrd_grid_sync", "", SYNC_GRID_BARRIER, EXTENT_GRID, OPERANDS_NONE, BOTH },
	{ "__hgrd_grid_arrive", "", SYNC_GRID_BARRIER, EXTENT_GRID, OPERANDS_NONE, ARRIVES },
	{ "__hgrd_grid_wait", "", SYNC_GRID_BARRIER, EXTENT_GRID, OPERANDS_NONE, WAITS },
	{ "__hgrd_block_arrive", "", SYNC_PHASE, EXTENT_BLOCK, OPERANDS_COUNT, ARRIVES },
	{ "__hgrd_block_wait", "", SYNC_PHASE, EXTENT_BLOCK, OPERANDS_COUNT, WAITS },
	{ "llvm.nvvm.barrier.cluster.arrive", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER,
		OPERANDS_NONE, ARRIVES },
	{ "llvm.nvvm.barrier.cluster.wait", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER,
		OPERANDS_NONE, WAITS },
	{ "__cluster_barrier_arrive", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER, OPERANDS_NONE,
		ARRIVES },
	{ "__cluster_barrier_wait", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER, OPERANDS_NONE,
		WAITS },
	{ "__hgrd_cluster_arrive", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER, OPERANDS_NONE, ARRIVES },
	{ "__hgrd_cluster_wait", "", SYNC_CLUSTER_BARRIER, EXTENT_CLUSTER, OPERANDS_NONE, WAITS },
	{ "__hgrd_barrier_init", "", SYNC_PHASE, 0, OPERANDS_ID_COUNT, NEITHER },
	{ "__hgrd_barrier_arrive", "", SYNC_PHASE, 0, OPERANDS_ID_COUNT, ARRIVES },
	{ "__hgrd_barrier_expect", "", SYNC_PHASE, 0, OPERANDS_BYTES, NEITHER },
	{ "__hgrd_barrier_wait_parity", "", SYNC_PHASE, 0, OPERANDS_PARITY, WAITS },
	{ "__hgrd_barrier_wait", "", SYNC_PHASE, 0, OPERANDS_TOKEN, WAITS },
	{ "__hgrd_pipeline_roles", "", SYNC_PHASE, 0, OPERANDS_ROLES, NEITHER },
	{ "__hgrd_pipeline_init", "", SYNC_PHASE, 0, OPERANDS_PIPELINE, NEITHER },
	{ "__hgrd_pipeline_commit", "", SYNC_PHASE, 0, OPERANDS_FULL, ARRIVES },
	{ "__hgrd_pipeline_wait", "", SYNC_PHASE, 0, OPERANDS_FULL, WAITS },
	{ "__hgrd_pipeline_release", "", SYNC_PHASE, 0, OPERANDS_EMPTY, ARRIVES },
	{ "__hgrd_pipeline_acquire", "", SYNC_PHASE, 0, OPERANDS_EMPTY, WAITS },
};
#undef CTA

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool ends(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);
	return length >= tail && !strcmp(text + length - tail, suffix);
}

bool barrier_number(const struct barrier_operand *operand, uint64_t *number)
{
	if (!operand->given)
		return false;
	if (operand->value && !LLVMIsAConstantInt(operand->value))
		return false;
	*number = operand->value ? LLVMConstIntGetZExtValue(operand->value) : operand->number;
	return true;
}

static struct barrier_operand argument(LLVMValueRef call, unsigned index)
{
	struct barrier_operand operand = { 0 };
	operand.given = index < call_args(call);
	operand.value = operand.given ? call_arg(call, index) : NULL;
	return operand;
}

/* A tile's size is a power of two; up to a warp it is a warp barrier of that extent. */
static void set_extent(struct barrier_call *barrier, const struct barrier_operand *size)
{
	uint64_t extent;
	if (!barrier_number(size, &extent) || extent > 1024 || (extent & (extent - 1))) {
		barrier->unsupported = "barrier of a tile whose size is not known";
		return;
	}
	barrier->extent = extent > 1 ? (uint32_t)extent : 0;
	if (extent <= EXTENT_WARP)
		barrier->kind = SYNC_WARP_BARRIER;
}

static void apply(const struct barrier_row *row, LLVMValueRef call, struct barrier_call *barrier)
{
	struct barrier_operand first = argument(call, 0);
	barrier->kind = row->kind;
	barrier->extent = row->extent;
	barrier->arrives = row->roles & ARRIVES;
	barrier->waits = row->roles & WAITS;
	switch (row->operands) {
	case OPERANDS_NONE:
		return;
	case OPERANDS_COUNT:
		barrier->count = first;
		return;
	case OPERANDS_ID_COUNT:
		barrier->count = argument(call, 1);
		barrier->id = first;
		return;
	case OPERANDS_ID:
		barrier->id = first;
		return;
	case OPERANDS_MASK:
		barrier->mask = first;
		return;
	case OPERANDS_TOKEN:
		barrier->id = first;
		barrier->token = argument(call, 1);
		return;
	case OPERANDS_BYTES:
		barrier->id = first;
		barrier->bytes = argument(call, 1);
		return;
	case OPERANDS_PARITY:
		barrier->id = first;
		barrier->parity = argument(call, 1);
		return;
	case OPERANDS_ROLES:
		barrier->id = first;
		barrier->stages = argument(call, 1);
		barrier->role = argument(call, 2);
		barrier->part = PHASED_FULL;
		return;
	case OPERANDS_PIPELINE:
		barrier->count = argument(call, 2);
		/* fall through */
	case OPERANDS_FULL:
	case OPERANDS_EMPTY:
		barrier->id = first;
		barrier->stages = argument(call, 1);
		barrier->part = row->operands == OPERANDS_EMPTY ? PHASED_EMPTY : PHASED_FULL;
		return;
	case OPERANDS_EXTENT:
		set_extent(barrier, &first);
		return;
	}
}

/* Statement "op a, b;" of inline PTX: `at` is the text of its operands. */
static struct barrier_operand text_operand(LLVMValueRef call, const char **at)
{
	struct barrier_operand operand = { 0 };
	const char *p = *at;
	while (*p && (isspace((unsigned char)*p) || *p == ','))
		p++;
	bool placeholder = *p == '$';
	p += placeholder;
	placeholder |= *p == '{';
	p += *p == '{';
	if (!isdigit((unsigned char)*p))
		return operand;
	char *end;
	operand.number = strtoull(p, &end, 0);
	*at = end + strcspn(end, ",;\n");
	if (!placeholder) {
		operand.given = true;
		return operand;
	}
	/* outputs come first among the placeholders; a barrier without result has none */
	return argument(call, (unsigned)operand.number);
}

/* "barrier.cluster.arrive; barrier.cluster.wait;" */
static bool is_whole_cluster_barrier(const char *first, const char *second)
{
	const char *end = strchr(second, ';');
	return starts(first, "barrier.cluster.arrive") && starts(second, "barrier.cluster.wait") &&
	       !(end && end[1 + strspn(end + 1, " \t\n}")]);
}

static const char *only_statement(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length = 0;
	const char *text = callee && LLVMIsAInlineAsm(callee)
				   ? LLVMGetInlineAsmAsmString(callee, &length)
				   : NULL;
	if (!text)
		return NULL;
	text += strspn(text, " \t\n{");
	const char *end = strchr(text, ';');
	const char *second = end ? end + 1 + strspn(end + 1, " \t\n}") : "";
	if (*second && !is_whole_cluster_barrier(text, second))
		return NULL;
	return starts(text, "bar.") || starts(text, "barrier.") ? text : NULL;
}

static bool assembly_barrier(LLVMValueRef call, struct barrier_call *barrier)
{
	const char *text = only_statement(call);
	if (!text)
		return false;
	size_t length = strcspn(text, " \t;\n");
	const char *operands = text + length;
	char opcode[64] = "";
	if (length >= sizeof(opcode))
		return false;
	memcpy(opcode, text, length);
	bool cluster = strstr(opcode, ".cluster") != NULL;
	barrier->arrives = !cluster || strstr(opcode, ".arrive");
	barrier->waits = cluster ? strstr(text, ".wait") != NULL : !strstr(opcode, ".arrive");
	barrier->relaxed = strstr(opcode, ".relaxed") != NULL;
	if (cluster) {
		barrier->kind = SYNC_CLUSTER_BARRIER;
		barrier->extent = EXTENT_CLUSTER;
	} else if (starts(opcode, "bar.warp.sync")) {
		barrier->kind = SYNC_WARP_BARRIER;
		barrier->extent = EXTENT_WARP;
		barrier->mask = text_operand(call, &operands);
	} else if (strstr(opcode, ".red")) {
		return false;
	} else {
		barrier->kind = SYNC_BLOCK_BARRIER;
		barrier->extent = EXTENT_BLOCK;
		barrier->id = text_operand(call, &operands);
		barrier->count = text_operand(call, &operands);
	}
	return true;
}

bool barrier_of_call(LLVMValueRef call, struct barrier_call *barrier)
{
	const char *name = call_name(call);
	*barrier = (struct barrier_call){ 0 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!starts(name, rows[i].prefix) || !ends(name, rows[i].suffix))
			continue;
		apply(&rows[i], call, barrier);
		barrier->relaxed = strstr(name, "relaxed") != NULL;
		barrier->clusterwide = ends(name, "_cluster");
		return true;
	}
	return !*name && assembly_barrier(call, barrier);
}
