#ifndef HGRD_KERNELANALYSIS_MODEL_SYNCS_H
#define HGRD_KERNELANALYSIS_MODEL_SYNCS_H

#include "ir/value.h"

/* Barriers and fences of a kernel, and what belongs to the phases of a barrier. */

enum scope { SCOPE_NONE, SCOPE_BLOCK, SCOPE_CLUSTER, SCOPE_DEVICE, SCOPE_SYSTEM };
enum order { ORDER_WEAK, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL };

enum sync_kind {
	SYNC_GRID_BARRIER,
	SYNC_CLUSTER_BARRIER,
	SYNC_BLOCK_BARRIER,
	SYNC_TILE_BARRIER, /* consecutive threads of a block, more than a warp */
	SYNC_WARP_BARRIER, /* a warp, or a part of it */
	SYNC_PHASE,        /* arrives at or waits for a barrier whose phases are counted */
	SYNC_STRAY,        /* ... at a named barrier of a number that there is not: none may reach it */
	SYNC_FENCE
};

/*
 * How far a barrier reaches: blocks, tiles and warps are groups of so many consecutive
 * threads of a block. The wider extent is the greater number; 0: orders nothing.
 */
enum { EXTENT_WARP = 32, EXTENT_BLOCK = 1 << 16, EXTENT_CLUSTER, EXTENT_GRID };

/* A set of lanes that warp barriers name: those of one mask. */
struct lane_group {
	LLVMValueRef value;
	const struct et *mask; /* 32 bits, the same in all rounds of all loops */
};
#define MOST_LANE_GROUPS 3
/* A pipeline's stages are filled and emptied: producers commit and acquire, consumers wait and
 * release. */
enum { PHASED_FULL = 1, PHASED_EMPTY };
/* The number of the block barrier that thread_block's barrier_arrive and barrier_wait use. */
#define PHASED_BLOCK UINT64_MAX
/* Named barriers have the numbers below; those of operations with computed numbers are an array of this one. */
enum { NAMED_BARRIERS = 16 };
#define PHASED_NUMBERS (UINT64_MAX - 1)

struct sync {
	enum sync_kind kind;
	LLVMValueRef instruction;
	struct block *block;
	enum scope scope;       /* FENCE */
	enum order order;       /* FENCE: ACQUIRE and RELEASE order one way only */
	bool sc;                /* FENCE: sequentially consistent */
	uint32_t extent;        /* of a barrier */
	const struct grid_barrier *by_hand; /* all blocks wait here, see grid_barriers.h; or NULL */
	LLVMValueRef mask_value; /* WARP_BARRIER; NULL: all lanes */
	const struct et *mask;  /* lanes that take part, 32 bits; NULL: all */
	unsigned lanes;         /* one bit: the lane group of the mask, see groups.c */
	bool partial;           /* the mask is not understood */
	struct phased *phased;  /* PHASE */
	bool arrives, waits;    /* PHASE; GRID and CLUSTER: in two halves, if not both */
	bool relaxed;           /* ... of which the first one orders nothing before it */
	bool apart;             /* ... of which the second may come after accesses behind the first (halves.c) */
	bool within;            /* a thread comes here between two such halves */
	const struct loop *rounds; /* of a first half at the end of a loop's rounds, which takes turns with one before that; or NULL */
	LLVMValueRef bytes;     /* PHASE: how many its phase expects besides arrivals, or NULL */
	LLVMValueRef object;    /* PHASE: of a barrier in an array, its address; of a named one, its number */
	LLVMValueRef token;     /* PHASE: of a wait that names its phase by a token */
	LLVMValueRef parity;    /* PHASE: ... by its last digit */
	bool drops;             /* PHASE: arrives, and takes no part in later phases */
	LLVMValueRef weight;    /* PHASE: arrivals that it counts for; NULL: one */
	LLVMValueRef counted;   /* PHASE: where the threads count it for which it is run by one of
				   them: their warp's or block's barrier next to it; or itself */
	uint64_t lag;           /* PHASE: ... of whose first runs so many do not count */
	uint32_t spreads;       /* PHASE: extent of that barrier; 0: it is itself */
	unsigned every, place;	/* PHASE: of so many runs the one of this place, from 0, is at the
				   barrier; 0: all are */
	LLVMValueRef rank;      /* PHASE: which block's of the cluster the barrier is; NULL: the own one */
	bool clusterwide;       /* PHASE: in cluster scope */
};

/*
 * A barrier that some threads of a block use in phases: a named barrier with a count, or a
 * cuda::barrier in shared memory. See phases.c.
 */
struct phased {
	LLVMValueRef object;   /* constant address; NULL: a named barrier */
	uint64_t id;           /* of a named barrier; for a pipeline, which of its two */
	LLVMValueRef count;    /* arrivals of one phase; NULL: never said */
	LLVMValueRef role;     /* of a pipeline with roles: is the thread a producer; else NULL */
	VEC(struct sync *) ops;
	const struct et *arrivers; /* condition for a thread to arrive */
	const struct et *members;  /* ... or another for it */
	bool array;            /* `object` is an array of barriers of which operations choose one */
	VEC(LLVMValueRef) inits;
	bool turns;            /* several barriers of an array that take turns: */
	unsigned taking;       /* ... how many */
	bool in_order;         /* each wait is for the next phase, not for that of an arrival */
	unsigned lag;          /* ... so many phases back: the buffers of a pipeline */
	bool stays;            /* ... for the first `most` phases only, again and again */
	unsigned most;
	bool loose;            /* a thread may arrive for several phases without waiting: its phases
				  say nothing of the others */
	bool fed;              /* copies of other blocks complete at it, see cluster_bytes.c */
	bool clustered;        /* other blocks of the cluster arrive at it, see cluster_phases.c */
	const char *unknown;   /* why its phases cannot be counted, else NULL */
	const struct symbol *puzzle; /* stands for what is not understood */
};

/* Threads that wait for one barrier before they arrive at another, see phase_chains.c. */
struct phase_chain {
	const struct phased *first, *second;
	const struct et *by;     /* which threads, if any do */
	const struct et *waited; /* phases of the first that are over at the arrival, 64 bits, of the counter alone */
	const struct symbol *counter; /* of the arrival's loop; NULL: it is in none */
	int64_t each, ahead;     /* arrivals at the second in each round, and before this one in the first */
};

#endif
