#ifndef HGRD_KERNELANALYSIS_BARRIERS_BARRIERS_H
#define HGRD_KERNELANALYSIS_BARRIERS_BARRIERS_H

#include "kernelanalysis/passes.h"

/* An operand of a barrier: an IR value, or a number written in assembly text. */
struct barrier_operand {
	LLVMValueRef value; /* NULL: `number` */
	uint64_t number;
	bool given;
};

/* What a call does as a barrier, whether an intrinsic, a header's function or inline PTX. */
struct barrier_call {
	enum sync_kind kind;
	uint32_t extent;
	bool arrives, waits;           /* both: an ordinary barrier */
	struct barrier_operand id;     /* of a block's named barrier; PHASE: the object */
	struct barrier_operand count;  /* threads it waits for; not given: all of the block */
	struct barrier_operand token;  /* PHASE: names the phase a wait is for */
	struct barrier_operand bytes;  /* PHASE: it makes the phase wait for so many */
	struct barrier_operand parity; /* PHASE: names it by its last digit */
	struct barrier_operand stages; /* PHASE: of a pipeline */
	struct barrier_operand role;   /* PHASE: of a pipeline, is the thread a producer */
	unsigned part;                 /* PHASED_FULL, PHASED_EMPTY; 0: no pipeline */
	struct barrier_operand mask;   /* WARP_BARRIER */
	bool clusterwide;              /* PHASE: in cluster scope */
	bool relaxed;                  /* the arrival orders nothing before it */
	const char *unsupported;       /* a barrier, but one that is not modelled; else NULL */
};

/* Fills *barrier when the call is one. */
bool barrier_of_call(LLVMValueRef call, struct barrier_call *barrier);
/* Splits named barriers of computed numbers by number; what it adds is to be inlined. False: none. */
bool named_split(struct module *module);
/* Makes switches of barrier objects that a thread's ids choose from an array; true: it changed something (object_cases.c). */
bool objects_split(struct module *module);
/* Is the value made of constants, dimensions and the thread's ids, by operations that are at most so deep; `ids`: by threadIdx, too. */
enum { MADE_OF_DEEP = 12 };
bool number_of_ids(LLVMValueRef value, bool *ids, unsigned depth);
/* Writes out waiting at barrier objects of a wide scope in memory that is not shared; what it adds is to be inlined. False: none. */
bool far_barriers_write_out(struct arena *arena, struct module *module);
/* Is it the arrival at one of these. */
#define FAR_ARRIVAL_KIND "hgrd.far_arrival"
bool is_far_arrival(LLVMValueRef instruction);
/* An operand's number, when it is known at compile time. */
bool barrier_number(const struct barrier_operand *operand, uint64_t *number);

#endif
