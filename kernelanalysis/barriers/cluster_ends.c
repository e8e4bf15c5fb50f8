#include "kernelanalysis/passes.h"

#include <llvm-c/Target.h>

/*
 * The shared memory of a block is gone when the block ends, so a block must stay until the others of
 * its cluster have accessed it (CUDA programming guide, Distributed Shared Memory). The end is taken
 * for a write of each variable that others access, and concerns the accesses after which a thread
 * can come to its end without a cluster barrier.
 */

enum { MOST_SHARED = 227 * 1024 };

struct search {
	struct kernel *kernel;
	bool *seen; /* by block */
};

/* From an instruction on: does a cluster barrier come before the end of the block of code. */
static bool stops(const struct search *search, LLVMValueRef i)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		const struct sync *sync = sync_at(search->kernel, i);
		vec_each(half, &search->kernel->halves)
			if ((*half)->instruction == i)
				return true;
		if (sync && !sync->apart && (sync->kind == SYNC_CLUSTER_BARRIER || sync->kind == SYNC_GRID_BARRIER))
			return true;
	}
	return false;
}

static bool reaches_end(struct search *search, const struct block *block, LLVMValueRef from)
{
	if (stops(search, from))
		return false;
	if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block->llvm)))
		return true;
	vec_each(succ, &block->succs) {
		if (search->seen[(*succ)->index])
			continue;
		search->seen[(*succ)->index] = true;
		if (reaches_end(search, *succ, LLVMGetFirstInstruction((*succ)->llvm)))
			return true;
	}
	return false;
}

static unsigned size_of(const struct object *object)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(object->value);
	LLVMModuleRef module = LLVMGetGlobalParent(object->value);
	unsigned long long size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
	return size && size < MOST_SHARED ? (unsigned)size : MOST_SHARED;
}

static void add_end(struct kernel *kernel, struct block *block, const struct object *object)
{
	struct access *end = arena_alloc(kernel->arena, sizeof(*end));
	end->index = (unsigned)kernel->accesses.n;
	end->instruction = LLVMGetBasicBlockTerminator(block->llvm);
	end->pointer = object->value;
	end->block = block;
	end->type = ACCESS_WRITE;
	end->size = size_of(object);
	end->object = object;
	end->ends = true;
	vec_push(kernel->arena, &kernel->accesses, end);
	if (!access_at(kernel, end->instruction))
		ptrmap_set(kernel->access_map, end->instruction, end);
}

static bool find_last(struct kernel *kernel, struct access *access)
{
	struct search search = { kernel, NULL };
	search.seen = arena_alloc(kernel->arena, kernel->func->blocks.n * sizeof(bool));
	access->last = access->mapped && access->object->kind == OBJECT_SHARED &&
		       LLVMIsAGlobalVariable(access->object->value) &&
		       reaches_end(&search, access->block, access->instruction);
	return access->last;
}

void cluster_ends_fill(struct kernel *kernel)
{
	size_t n = kernel->accesses.n;
	VEC(const struct object *) objects = { 0 };
	for (size_t i = 0; kernel->maps_shared && i < n; i++) {
		bool known = !find_last(kernel, kernel->accesses.at[i]);
		vec_each(object, &objects) known |= *object == kernel->accesses.at[i]->object;
		if (!known)
			vec_push(kernel->arena, &objects, kernel->accesses.at[i]->object);
	}
	vec_each(block, &kernel->func->blocks) {
		if (!LLVMIsAReturnInst(LLVMGetBasicBlockTerminator((*block)->llvm)))
			continue;
		vec_each(object, &objects) add_end(kernel, *block, *object);
	}
}
