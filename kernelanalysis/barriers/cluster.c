#include "kernelanalysis/passes.h"

#include <string.h>

/*
 * Clusters of blocks. Where a kernel maps shared memory of other blocks of its cluster
 * (distributed shared memory), an address of shared memory is that in the block plus
 * CLUSTER_WINDOW for each rank that the block has in its cluster, so that threads of two
 * blocks of one cluster meet where the memory of one block is meant.
 */

/* The arguments of annotate("hgrd.cluster", x, y, z), an entry of llvm.global.annotations. */
static void cluster_of_entry(struct kernel *kernel, LLVMValueRef entry)
{
	size_t length = 0;
	LLVMValueRef text = LLVMGetInitializer(LLVMGetOperand(entry, 1));
	const char *name = LLVMIsConstantString(text) ? LLVMGetAsString(text, &length) : "";
	LLVMValueRef list = LLVMGetOperand(entry, 4);
	if (LLVMGetOperand(entry, 0) != kernel->llvm || strncmp(name, "hgrd.cluster", 12) ||
		!LLVMIsAGlobalVariable(list))
		return;
	for (unsigned i = 0; i < 3; i++) {
		LLVMValueRef size = LLVMGetAggregateElement(LLVMGetInitializer(list), i);
		kernel->cluster[i] =
			size && LLVMIsAConstantInt(size) ? (unsigned)LLVMConstIntGetZExtValue(size) : 1;
	}
}

/* __cluster_dims__, as the headers spell it. */
static void read_dims(struct kernel *kernel)
{
	LLVMValueRef global = LLVMGetNamedGlobal(
		LLVMGetGlobalParent(kernel->llvm), "llvm.global.annotations");
	if (!global)
		return;
	LLVMValueRef list = LLVMGetInitializer(global);
	for (int i = 0; i < LLVMGetNumOperands(list); i++)
		cluster_of_entry(kernel, LLVMGetOperand(list, (unsigned)i));
}

static bool maps(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strncmp(call_name(i), "llvm.nvvm.mapa", 14);
}

/* Is the number made of the loop's counter by simple steps. */
static bool follows_counter(const struct loop *loop, LLVMValueRef number)
{
	if (LLVMIsAPHINode(number))
		return LLVMGetInstructionParent(number) == loop->header->llvm;
	if (LLVMIsACastInst(number))
		return follows_counter(loop, LLVMGetOperand(number, 0));
	return LLVMIsABinaryOperator(number) && (follows_counter(loop, LLVMGetOperand(number, 0)) ||
							follows_counter(loop, LLVMGetOperand(number, 1)));
}

bool loop_arrives_around(const struct loop *loop)
{
	bool arrives = false, around = false;
	vec_each(block, &loop->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			arrives |= LLVMIsACallInst(i) && !strcmp(call_name(i), CLUSTER_ARRIVAL);
			around |= maps(i) && follows_counter(loop, call_arg(i, 1));
		}
	}
	return arrives && around;
}

void cluster_fill(struct kernel *kernel)
{
	read_dims(kernel);
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i && kernel->cluster[0]; i = LLVMGetNextInstruction(i))
			kernel->maps_shared |= maps(i);
	}
}

LLVMValueRef cluster_mapped(const struct kernel *kernel, LLVMValueRef value)
{
	return kernel->maps_shared && maps(value) ? call_arg(value, 0) : NULL;
}

static const struct et *place_on_axis(struct kernel *kernel, unsigned axis)
{
	struct ets *ets = kernel->ets;
	if (kernel->cluster[axis] == 1)
		return et_const(ets, 32, 0);
	return et_binary(ets, ET_UREM, 0, et_sym(ets, kernel->ctaid[axis]),
		et_const(ets, 32, kernel->cluster[axis]));
}

/* x + y * Cx + z * Cx * Cy. */
const struct et *cluster_rank(struct kernel *kernel)
{
	struct ets *ets = kernel->ets;
	const struct et *rank = et_const(ets, 32, 0);
	for (unsigned axis = 3; axis-- > 0;) {
		const struct et *size = et_const(ets, 32, kernel->cluster[axis]);
		rank = et_binary(ets, ET_MUL, ET_NSW | ET_NUW, rank, size);
		rank = et_binary(
			ets, ET_ADD, ET_NSW | ET_NUW, rank, place_on_axis(kernel, axis));
	}
	return rank;
}

static const struct et *window(struct kernel *kernel, const struct et *rank)
{
	struct ets *ets = kernel->ets;
	return et_binary(ets, ET_MUL, ET_NSW, et_cast(ets, ET_ZEXT, 64, rank),
		et_const(ets, 64, CLUSTER_WINDOW));
}

static const struct et *without_window(void *data, struct ets *ets, const struct et *et)
{
	(void)data;
	for (unsigned i = 0; et->width == 64 && et->nargs == 2 && i < 2; i++) {
		uint64_t number = et_is_const(et->arg[i]) ? et->arg[i]->value : 0;
		uint64_t low = (uint64_t)sign_extend(number % CLUSTER_WINDOW, 32);
		if (et->op == ET_MUL && number && number % CLUSTER_WINDOW == 0)
			return et_const(ets, 64, 0);
		if (et->op == ET_ADD && number != low)
			return et_binary(ets, ET_ADD, 0, et->arg[1 - i], et_const(ets, 64, low));
	}
	bool shifts = et->op == ET_SHL && et_is_const(et->arg[1]) && et->arg[1]->value < 64 &&
		      UINT64_C(1) << et->arg[1]->value == CLUSTER_WINDOW;
	return shifts ? et_const(ets, et->width, 0) : NULL;
}

const struct et *cluster_in_block(struct kernel *kernel, const struct et *term)
{
	if (!kernel->maps_shared)
		return term;
	struct et_map *map = et_map_new(kernel->ets, NULL, NULL);
	et_map_operations(map, without_window, NULL);
	return et_map_apply(map, term);
}

LLVMValueRef cluster_mapping(const struct kernel *kernel, LLVMValueRef pointer)
{
	while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsACastInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return LLVMIsACallInst(pointer) && cluster_mapped(kernel, pointer) ? pointer : NULL;
}

const struct et *cluster_own(struct kernel *kernel, const struct et *base)
{
	if (!kernel->maps_shared)
		return base;
	return et_binary(kernel->ets, ET_ADD, ET_NSW, base, window(kernel, cluster_rank(kernel)));
}

const struct et *cluster_leaf(struct kernel *kernel, LLVMValueRef call)
{
	struct ets *ets = kernel->ets;
	if (!cluster_mapped(kernel, call))
		return NULL;
	const struct et *own = value_et(kernel->env, call_arg(call, 0));
	const struct et *shift = et_binary(ets, ET_SUB, ET_NSW,
		window(kernel, value_et(kernel->env, call_arg(call, 1))),
		window(kernel, cluster_rank(kernel)));
	return et_binary(ets, ET_ADD, ET_NSW, own, shift);
}

/* clusterid.x and nclusterid.x: blocks, by how many a cluster has. */
static const struct et *cluster_of_grid(struct kernel *kernel, const char *name)
{
	struct ets *ets = kernel->ets;
	bool all = *name == 'n';
	unsigned axis = (unsigned)(name[strlen(name) - 1] - 'x');
	if (strncmp(name + all, "clusterid.", strlen("clusterid.")) != 0 || axis > 2)
		return NULL;
	const struct symbol *blocks = all ? kernel->nctaid[axis] : kernel->ctaid[axis];
	return et_binary(ets, ET_UDIV, 0, et_sym(ets, blocks), et_const(ets, 32, kernel->cluster[axis]));
}

const struct et *cluster_register(struct kernel *kernel, const char *name)
{
	struct ets *ets = kernel->ets;
	static const char prefix[] = "cluster.";
	if (!kernel->cluster[0])
		return NULL;
	if (strncmp(name, prefix, strlen(prefix)) != 0)
		return cluster_of_grid(kernel, name);
	name += strlen(prefix);
	if (!strcmp(name, "ctarank"))
		return cluster_rank(kernel);
	if (!strcmp(name, "nctarank"))
		return et_const(ets, 32, kernel->cluster[0] * kernel->cluster[1] * kernel->cluster[2]);
	const char *dot = strchr(name, '.');
	unsigned axis = dot ? (unsigned)(dot[1] - 'x') : 3;
	if (axis > 2)
		return NULL;
	return *name == 'n' ? et_const(ets, 32, kernel->cluster[axis])
			    : place_on_axis(kernel, axis);
}

bool clusters_matter(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->scope == SCOPE_CLUSTER)
			return true;
	vec_each(sync, &kernel->syncs)
		if ((*sync)->kind == SYNC_CLUSTER_BARRIER || (*sync)->scope == SCOPE_CLUSTER)
			return true;
	return kernel->maps_shared;
}
