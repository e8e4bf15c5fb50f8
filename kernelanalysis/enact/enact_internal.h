#ifndef HGRD_KERNELANALYSIS_ENACT_ENACT_INTERNAL_H
#define HGRD_KERNELANALYSIS_ENACT_ENACT_INTERNAL_H

#include <llvm-c/Target.h>

#include "kernelanalysis/enact/enact.h"
#include "kernelanalysis/passes.h"

/* What the files of a run share. */

enum enact_act {
	ENACT_COMPUTE,  /* what enact_computed says */
	ENACT_ID,       /* `number`: 3 * (block or not) + axis */
	ENACT_TERM,     /* its launch term */
	ENACT_UNKNOWN,  /* a value that is not known */
	ENACT_NOTHING,
	ENACT_LOAD,
	ENACT_STORE,
	ENACT_ATOMIC,
	ENACT_LOCAL,    /* a variable of the thread */
	ENACT_ADDRESS,
	ENACT_BLOCK_BARRIER,
	ENACT_WARP_BARRIER,
	ENACT_TOGETHER, /* lanes exchange values */
	ENACT_GO,       /* to another block */
	ENACT_END,
	ENACT_STOP      /* not modelled */
};

struct enact_value {
	uint64_t bits;
	bool known;
	unsigned raw; /* number of the region where it lay when the launch began, give or take what is known otherwise; 0: of none */
};

struct enact_operand {
	bool constant;
	struct enact_value value; /* of a constant */
	unsigned slot;            /* of all others */
};

struct enact_stride {
	struct enact_operand index;
	unsigned width;
	int64_t scale;
};

struct enact_insn {
	LLVMValueRef llvm;
	LLVMOpcode opcode;
	enum enact_act act;
	unsigned number;       /* by act */
	unsigned width, from;  /* bits of the result and of the first operand; 0: no number */
	unsigned slot, size;   /* size: bytes that are accessed */
	const struct access *access;
	const struct sync *sync;
	const struct et *term;
	VEC(struct enact_operand) operands;
	VEC(struct enact_stride) strides;
	VEC(unsigned) targets; /* blocks: successors; of a phi, where its operands come from */
};

struct enact_code {
	VEC(struct enact_insn) insns;
	unsigned phis;
};

/* A piece of memory. Addresses: (index + 1) << ENACT_SHIFT, plus ENACT_ZERO, plus bytes. */
enum { ENACT_SHIFT = 40, ENACT_PAGE = 16, ENACT_WARP = 32 };
#define ENACT_ZERO (UINT64_C(1) << 36)

struct byte;
struct enact_region {
	const struct symbol *base; /* NULL: local */
	bool shared;
	uint64_t size; /* bytes; UINT64_MAX: not known */
	struct ptrmap *pages;
	const void *last_key; /* of the page that was asked for last; NULL: of none */
	struct byte *last;
};

enum enact_state { ENACT_RUNS, ENACT_WAITS, ENACT_DONE };

struct enact_player {
	unsigned index, block;  /* of the thread in its block; of its block among those that are run */
	uint64_t id[6];
	struct enact_value *slots;
	unsigned at, next, from; /* block, instruction in it, block before */
	enum enact_state state;
	const struct enact_insn *waits;
	uint32_t mask;          /* of lanes that it waits with */
	unsigned clock;
	uint32_t seen[ENACT_WARP]; /* clocks of its warp's lanes that are ordered before it */
};

struct enact {
	const struct enact_launch *launch;
	struct kernel *kernel;
	struct arena *arena;
	VEC(struct enact_code) code;
	VEC(struct enact_region *) regions;
	struct ptrmap *slot_of, *region_of;
	unsigned slots, threads, block, epoch;
	struct enact_player *players;
	uint64_t *steps;
	struct enact_race *race;
	bool stopped, raced;
	bool outside; /* an access left its memory, which stopped the run */
	bool *came_to; /* by the index of an access: some thread has been there, */
	bool *stored_same; /* or has stored what another one has, with no order between them */
};

/* Operands (enact_operands.c): bits of a number, 0: it is none; where values are kept; terms of the launch; and the bytes that
 * indices stand for, those that are not constant becoming strides of the instruction. False: that cannot be. */
LLVMTargetDataRef enact_layout(const struct enact *e);
unsigned enact_bits(LLVMValueRef value);
unsigned enact_slot(struct enact *e, LLVMValueRef value);
const struct et *enact_launch_term(struct enact *e, LLVMValueRef value);
struct enact_operand enact_operand_of(struct enact *e, LLVMValueRef value);
bool enact_offset(struct enact *e, struct enact_insn *insn, LLVMValueRef gep, uint64_t *offset);
/* Decodes the kernel (enact_decode.c). */
void enact_decode(struct enact *e);
/* A launch term that is the same for all threads, or `player`'s. */
struct enact_value enact_term(struct enact *e, const struct enact_player *player, const struct et *term);
uint64_t enact_address(struct enact *e, const struct symbol *base, bool shared, uint64_t size);
/* Which exchange a call is; 0: none (enact_lanes.c). */
unsigned enact_exchange(LLVMValueRef call);
/* Which of its operands is the mask. */
unsigned enact_mask_operand(unsigned exchange);
/* Gives the lanes of one exchange their values: `warp` is the first player of their warp. They go on. */
void enact_exchanged(struct enact_player *warp, uint32_t mask);

/* What lies behind a base, by enact_memory.c's bytes; NULL: nobody has been there. */
struct enact_region *enact_region_of(const struct enact *e, const struct symbol *base);

/* Arithmetic (enact_values.c). */
struct enact_value enact_computed(const struct enact_insn *insn, const struct enact_value *operands);

/* Memory (enact_memory.c). */
struct enact_value enact_load(struct enact *e, const struct enact_player *player,
	const struct enact_insn *insn, struct enact_value address);
void enact_store(struct enact *e, const struct enact_player *player, const struct enact_insn *insn,
	struct enact_value address, struct enact_value value);
/* Returns what was found, and whether a compare-and-swap has swapped. */
struct enact_value enact_atomic(struct enact *e, const struct enact_player *player,
	const struct enact_insn *insn, struct enact_value address, struct enact_value *swapped);

/* What an atomic leaves where it found `old` (enact_atomic.c): operand 1 is its own, 2 what a compare-and-swap expects. */
struct enact_value enact_applied(const struct enact_player *player, const struct enact_insn *insn,
	struct enact_value old, struct enact_value *swapped);

static inline struct enact_value enact_operand(
	const struct enact_player *player, const struct enact_operand *operand)
{
	return operand->constant ? operand->value : player->slots[operand->slot];
}

static inline struct enact_value enact_known(uint64_t bits)
{
	return (struct enact_value){ .bits = bits, .known = true };
}

/* Runs a thread until it waits or ends (enact_step.c). */
void enact_thread_runs(struct enact *e, struct enact_player *player);

#endif
