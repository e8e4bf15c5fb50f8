#ifndef HGRD_KERNELANALYSIS_SUMS_SUMS_H
#define HGRD_KERNELANALYSIS_SUMS_SUMS_H

#include "kernelanalysis/passes.h"

/*
 * One block of a launch, run once for all its inputs: the interval of summations (Chong, Donaldson, Ketema: A Sound and
 * Complete Abstraction for Reasoning about Parallel Prefix Sums). Ids, loop counters and places in shared memory are
 * numbers; a value that is not known is an atom of its own, the t-th of its family where thread t computed it; sums
 * of neighbouring atoms are intervals of them; all else is not known. What threads read in shared memory counts
 * only where barriers put it into one order with what is written there.
 */

enum { SUM_THREADS = 1024, SUM_WARPS = SUM_THREADS / EXTENT_WARP };

enum sum_kind {
	SUM_ANY,      /* not known */
	SUM_NUMBER,   /* `number` */
	SUM_ATOMS,    /* the sum of the atoms from `begin` up to `end` of family `of`: those of threads of these linear ids */
	SUM_BITS,     /* one bit for each lane in `end`: the atoms of family `of` in warp `begin` */
	SUM_PLACE,    /* a pointer: `number` bytes into shared object `of` */
	SUM_SOMEWHERE /* a pointer into shared object `of` */
};

struct sum_value {
	uint32_t kind, of;
	union {
		uint64_t number;
		struct {
			uint32_t begin, end;
		};
	};
};

/* A set of threads. */
struct sum_threads {
	uint32_t warp[SUM_WARPS];
};

/* What threads computed by an instruction (or parameter), and how often each did. */
struct sum_slot {
	LLVMValueRef value;
	const struct block *block; /* NULL: a parameter */
	struct sum_value *at, *kept;   /* kept: in the round that stands for all of a loop; or NULL */
	uint8_t *ran;
	unsigned width;                /* in bits; 0: neither an integer nor a pointer */
	bool pointer, unsure;          /* unsure: of some round of a loop that was left out */
	VEC(unsigned) families;        /* by round */
};

/* Atoms of one instruction, each thread's of its n-th time. */
struct sum_family {
	struct sum_slot *slot;
	unsigned narrowest; /* width of the narrowest number that a sum of them is kept in */
	bool first;         /* of the first time that threads came there */
};

struct sum_object;

enum sum_rounds { ROUNDS_NUMBERED, ROUNDS_ANY, ROUNDS_DONE };

struct sums {
	struct kernel *kernel;
	struct arena *arena;
	struct et_map *launch;
	unsigned dims[3], threads;
	struct ptrmap *pointers;   /* those that were asked for: the objects they point into */
	struct ptrmap *slots;
	VEC(struct sum_slot *) all;
	VEC(struct sum_family) families;
	VEC(struct sum_object *) objects;
	struct sum_threads gone;   /* have left the kernel */
	unsigned char *rounds;     /* by loop index: enum sum_rounds */
	unsigned epoch;            /* barriers of the block that have been passed */
	unsigned warp_epoch[SUM_WARPS];
	unsigned doubted;          /* branches around that no thread is known to take */
	unsigned depth;
	uint64_t steps;
	bool widened;              /* loops around scans are run for one round from any state, even if their rounds are known */
	bool nested;               /* such a loop has been left */
	bool begins;               /* the round that stands for all of a loop is about to begin */
	const char *failed;
};

static inline bool sum_has(const struct sum_threads *set, unsigned t)
{
	return set->warp[t / EXTENT_WARP] >> t % EXTENT_WARP & 1;
}

static inline void sum_add(struct sum_threads *set, unsigned t)
{
	set->warp[t / EXTENT_WARP] |= UINT32_C(1) << t % EXTENT_WARP;
}

static inline struct sum_value sum_number(uint64_t number)
{
	return (struct sum_value){ .kind = SUM_NUMBER, .number = number };
}

static inline bool sum_is(struct sum_value value, uint64_t number)
{
	return value.kind == SUM_NUMBER && value.number == number;
}

static inline bool sum_same(struct sum_value a, struct sum_value b)
{
	return a.kind == b.kind && a.of == b.of && a.number == b.number && a.kind != SUM_ANY;
}

/* Arithmetic of one thread (sum_values.c); SUM_ANY where the result is none of these. */
struct sum_value sum_computed(
	struct sums *m, LLVMValueRef instruction, const struct sum_value *operands);

/* Shared memory (sum_memory.c). */
struct sum_value sum_place(struct sums *m, const struct object *object, uint64_t offset);
struct sum_value sum_load(struct sums *m, struct sum_value pointer, unsigned size, unsigned thread);
/* `value` of kind SUM_ANY: what is written is not known. */
void sum_store(struct sums *m, struct sum_value pointer, unsigned size, unsigned thread,
	struct sum_value value);
/* Some threads may write anywhere in shared memory. */
void sum_forget(struct sums *m);

/* What a call gives a thread, given the threads that make it together (sum_calls.c). */
struct sum_value sum_called(
	struct sums *m, LLVMValueRef call, const struct sum_threads *together, unsigned thread);

/* An operand as a thread has it; the slot of an instruction or parameter (sum_block.c). */
struct sum_value sum_operand(struct sums *m, LLVMValueRef value, unsigned thread);
struct sum_slot *sum_slot_of(struct sums *m, LLVMValueRef value);
/* The thread computes a value once more. */
void sum_set(struct sums *m, struct sum_slot *slot, unsigned thread, struct sum_value value);
/* Runs a block without its phis and what ends it, for some threads. */
void sum_run_block(struct sums *m, const struct block *block, const struct sum_threads *threads);

/* Runs all threads from the entry to their ends (sum_walk.c). */
void sum_run(struct sums *m);

#endif
