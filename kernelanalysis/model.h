#ifndef HGRD_KERNELANALYSIS_MODEL_H
#define HGRD_KERNELANALYSIS_MODEL_H

#include "base/ptrmap.h"
#include "expr/fact.h"
#include "expr/race.h"
#include "ir/value.h"
#include "kernelanalysis/model_syncs.h"

/*
 * The model of one kernel: objects, accesses, synchronization, intervals.
 * One kernel is analysed once; launches are applied to it afterwards.
 */

enum object_kind {
	OBJECT_PARAM,    /* what a pointer parameter points to */
	OBJECT_BYVAL,    /* a struct parameter itself: read-only */
	OBJECT_GLOBAL,   /* __device__ or __managed__ variable */
	OBJECT_CONSTANT, /* __constant__ variable or constant data: read-only */
	OBJECT_SHARED,   /* static or dynamic shared memory */
	OBJECT_LOCAL,    /* a thread's own */
	OBJECT_LOADED,   /* what a pointer found in memory points to */
	OBJECT_UNKNOWN   /* anything */
};

/*
 * What lies in an object when a launch begins, in up to so many ways: functions of the byte, for words of 8, 16, 32 and 64 bits.
 * `surely`, `maybe` (1 bit): it lies there; `below` (1 bit): surely or maybe, and it is known to be below zero; `word`: what it is;
 * `known` (1 bit): that is a number which is known.
 */
enum { BEGUN_WAYS = 6, BEGUN_WIDTHS = 4 };
struct begun {
	const struct symbol *surely[BEGUN_WIDTHS], *maybe[BEGUN_WIDTHS], *below[BEGUN_WIDTHS], *word[BEGUN_WIDTHS],
		*known[BEGUN_WIDTHS];
};

struct object {
	unsigned index;
	enum object_kind kind;
	enum space space;
	LLVMValueRef value;         /* parameter, global, alloca, or the load of the pointer */
	const char *name;
	const struct symbol *base;
	bool written;               /* some access of the kernel writes it */
	bool restricted;            /* a __restrict__ parameter */
	struct begun *begun;        /* BEGUN_WAYS of them, made on demand */
	const struct symbol *left;  /* stands for: it is as an earlier launch left it; made on demand */
	const struct symbol *left_resized; /* ... one of another size; made with `left` */
	const struct symbol *left_perhaps; /* ... perhaps; made with `left` */
	const struct symbol *left_resized_perhaps; /* ... perhaps, as one of another size; made with `left` */
	const struct symbol *left_given; /* ... some one of this size, whatever it was given; made with `left` */
	const struct symbol *contents[4]; /* LOAD symbols for 8, 16, 32, 64 bits; made on demand */
};

/* A subscript that is assumed to stay inside of its row or member array, unless the launch says all that it depends on. */
struct row_bound {
	const struct et *subscript, *guard;
	const struct symbol *said; /* stands for that */
};

/* A scalar piece of the kernel's parameters: a whole argument or part of a struct. */
struct kernel_param {
	unsigned arg, offset, width; /* position, byte offset inside it, bits */
	bool pointer;
	const struct symbol *sym; /* PARAM, or BASE for pointers */
	const struct symbol *kept; /* stands for: an earlier launch had the same; made on demand */
	const struct symbol *was;  /* what some earlier launch had; made on demand */
};

/* What an atomic does to memory. */
enum rmw {
	RMW_NONE,
	RMW_LOAD,
	RMW_STORE,
	RMW_CAS,
	RMW_EXCHANGE,
	RMW_ADD,
	RMW_INC,
	RMW_DEC,
	RMW_OR,
	RMW_OTHER
};

enum { OTHER_LEADERS = 3 };

/* Who acquires or releases: the thread itself, or the first one of its warp or block with a
 * barrier of these between; or another one that does so for a block (one value each), see block_leader.c; or some thread of the
 * block, see instances.c. */
enum via { VIA_SELF, VIA_WARP, VIA_BLOCK, VIA_OTHER, VIA_PEER = VIA_OTHER + OTHER_LEADERS, VIA_LANE, VIAS };

/* A lock that is held at an access (HGRD 6.5). */
struct lock_hold {
	const struct access *acquire;
	const struct access *release; /* the weakest one after the access, NULL: none */
	const struct et *address;
	enum via via;
	enum scope scope;  /* narrowest of its parts, which are: */
	enum scope atomic; /* narrower of both atomics */
	enum scope enter, leave; /* fences after the acquire, before the release */
	const struct sync *enter_op, *leave_op; /* those, NULL where the operation has the order itself */
	const struct et *condition; /* for the lock to be held, in terms of who acquires */
	bool partial; /* some ways to the access do not pass the branch: `condition` says which do */
	bool shared; /* held by a reader: other readers hold it too */
	const struct acquire *entry; /* the branch behind which it is held */
	bool elects; /* nobody leaves it: one thread holds it for good; next to others of that branch alone: */
	bool states; /* ... though further states are written to the word */
	bool turn; /* who holds it has only read that the lock is his */
	bool of_rounds; /* the round before has taken it, see round_locks.c: a write may leave it
			   where the addresses differ as terms */
	bool late; /* the fence of who acquires is behind a barrier: it counts next to a fence.sc */
	bool leaves_weakly; /* not every release after the access has a fence.sc before it */
	const struct queue_lock *queue; /* see queue_locks.h; NULL: it is no such lock */
	const struct access *mutex; /* takes the lock under which readers count themselves; NULL: none do */
	const struct et *bits; /* the lock is these bits of the word alone; NULL: all of it */
	const struct access *begun; /* each block sets the lock by this before it takes it, while others may hold it; NULL: it does not */
};

/* A release after an access, or an acquire before it. */
struct order_path {
	const struct access *op;
	const struct acquire *acquire; /* NULL for a release */
	enum scope scope;  /* narrower of operation and fence */
	enum scope fence;  /* SCOPE_NONE: no fence */
	enum via via;
	const struct loop *previous; /* of this loop: an acquire in the round before, a release in a later one */
	bool late; /* an acquire's fence is behind the barrier: it counts next to a fence.sc */
	bool guarded; /* a lock that is held at the operation stands for the fence */
	const struct sync *fence_op; /* the fence, NULL when the operation has the order itself */
	const struct et *condition; /* for the operation to be executed, given that the access is */
};
typedef VEC(struct order_path) order_list;

/* A strong write releases what was waited for by the phases of barriers before an instruction, see phase_signals.c. */
struct handed_on {
	LLVMValueRef behind; /* the instruction behind a wait */
	enum scope scope;    /* of the write and its fence */
	LLVMValueRef early;  /* the fence, where it is before the wait: it may be one that all have passed before they arrived; NULL: it is behind */
};

struct access {
	unsigned index;
	LLVMValueRef instruction;
	struct block *block;
	enum access_type type;
	LLVMValueRef pointer;  /* the address operand */
	LLVMValueRef stored;   /* the value operand of a store, else NULL */
	bool is_volatile, cas_seed;
	bool asm_weak; /* ld.weak or st.weak of inline PTX: strong next to a fence.sc (ptx-ila, Fig. 11) */
	bool atomic_rmw, writes; /* of an atomic */
	enum rmw rmw;
	LLVMValueRef expected; /* CAS: the value compared with */
	LLVMValueRef operand;  /* CAS, EXCHANGE: the new value; ADD: the addend; INC, DEC: the bound */
	enum scope scope; /* of an atomic */
	enum order order;
	unsigned size, packet; /* bytes; which element of a volatile vector, see packets.c; 0: of none */
	const struct object *object; /* root; OBJECT_UNKNOWN when there are several */
	const struct et *address, *guard; /* 64 bits; the condition for the access to be executed */
	const struct et *place, *when; /* the same as pairs see them, once asked for (final_counts.c) */
	const struct et *value;      /* what is written, NULL when not known */
	bool spin_flag; /* a loop waits for its value */
	enum scope handed; /* of a lock that is taken hand over hand and held at it, see handed_locks.c; SCOPE_NONE: none */
	enum scope owned; /* fences behind its question whose a lock is, see own_flags.c; SCOPE_NONE: it asks not */
	bool by_last; /* leaves a lock for all readers, see first_reader.c */
	bool of_queue; /* waits in a queue lock, see queue_locks.h */
	bool of_barrier; /* counter or gate of a grid barrier written by hand, see grid_barriers.h */
	bool of_rehearsed; /* ... of one that each launch is asked about, see rehearsal.h */
	bool mapped;    /* of shared memory that may be another block's */
	bool last;      /* ... with a way to the kernel's end that no cluster barrier is on */
	bool ends;      /* no access, but the end of the block: its shared memory is gone */
	bool async;     /* of an asynchronous copy, see async.h */
	LLVMValueRef bound; /* ... the barrier object that completes it, or NULL */
	const struct sync *arrival; /* ... if that is one of an array: the arrival in whose phase; else NULL */
	unsigned ahead;     /* ... or so many arrivals after the thread's next one, which are at other ones of the array */
	bool bulk;          /* ... by the bulk engine, see bulk.c */
	unsigned reduces;   /* ... that combines elements of so many bytes atomically, in device scope; 0: none */
	LLVMValueRef element; /* ... the same, where the launch says of how many; NULL: none */
	const struct sync *expect; /* ... the operation that made its barrier expect its bytes, or NULL */
	const struct et *phase;    /* ... the phase that counts them */
	const struct sync *lands;  /* ... at a barrier to which copies of other blocks go, see cluster_bytes.c; or NULL */
	bool in_order;      /* ... waits are for the oldest group */
	bool open;          /* ... it is not known which wait of the thread completes it */
	unsigned pending;   /* ... of which so many are not waited for when it is issued */
	VEC(struct lock_hold) locks;
	order_list releases, acquired, found_by; /* the last: reads whose values say where it is, see by_value.c */
	order_list later; /* releases of later rounds, see later_rounds.c */
	order_list visits, visited; /* behind it, and before it by who has found a mark, of places that memory or rounds lead to, see visits.c */
	order_list waited_for; /* acquires of others, which barriers with phases hand on, see phase_waits.c */
	VEC(struct handed_on) handed_on; /* of a strong write */
	const struct et *tallies; /* see tallies_known; NULL: not asked for yet */
	enum { EXCHANGE_NOT_ASKED, EXCHANGED_NOT, EXCHANGED } exchanged; /* does its address depend on what threads exchange */
};

/* Two threads that may come to a release of a lock. */
struct leavers {
	const struct access *write;
	struct et_map *maps[2];
};

/* How many blocks of a launch share a place of the access, see arrivals_tried.c. */
struct tried_blocks {
	const struct et_map *launch;
	const struct access *access;
	uint64_t blocks;
};

/* An access as met on a way from a point (kernel entry or barrier). */
struct instance {
	const struct access *access;
	uint32_t state; /* 3 bits per loop around the point, see interval.c, and: */
};
/* The way crossed a barrier that may order the pair: mask or cluster size are not known. */
#define INSTANCE_PARTIAL (UINT32_C(1) << 31)
/* In the interval of a copy in flight: its state (async.h), and whether a barrier was crossed; in a split one too. */
#define INSTANCE_FLIGHT_SHIFT 27
#define INSTANCE_FLIGHT (UINT32_C(7) << INSTANCE_FLIGHT_SHIFT)
#define INSTANCE_CROSSED (UINT32_C(1) << 30)

struct interval_renaming {
	uint32_t state;
	unsigned copy; /* 1 or 2 */
	struct et_map *map;
};

/*
 * All accesses that can run between a point and the next barriers of its kind
 * (DESIGN 4). `kind` says for which pairs of threads: inter-block intervals end
 * at grid barriers only, intra-block ones at block barriers too, intra-warp ones
 * at warp barriers too. In general at those whose extent is at least the interval's.
 */
struct interval {
	enum race_kind kind;
	uint32_t extent, finer; /* threads that share a group of `extent` but none of `finer` */
	unsigned lanes;         /* ... and that share these lane groups of the kernel and no others */
	const struct sync *point; /* NULL: kernel entry */
	bool split; /* begins between the halves of a barrier, and goes on over the second one, once: INSTANCE_CROSSED */
	bool doubted; /* grid barriers written by hand do not end it: pairs are those of launches where
			 they let blocks pass too early */
	/* The point is an asynchronous copy; the instances are what can run, after barriers, before
	 * the copy is complete for all. Pairs are those with the copy's accesses. */
	const struct access *flight;
	bool proxy; /* ... the instances are writes before it that no proxy fence follows, see proxy.c */
	VEC(struct instance) instances;
	/* ... what can run behind a barrier before which, on some way, the copy's group is complete
	 */
	VEC(struct instance) complete;
	bool *free_loop; /* by loop index: loops not around the point that can go round without a barrier */
	bool *reached;   /* by loop index: header reached from the point */
	VEC(struct interval_renaming) renamings; /* made on demand, see rename.c */
};

/*
 * A warp-aggregated increment: one lane of a mask adds to a counter for all of them, and a
 * shuffle hands them what it found. See aggregated.c.
 */
struct aggregated {
	LLVMValueRef shuffle; /* of all 32 bits, or of the lower of 64 */
	LLVMValueRef upper;   /* the shuffle of the upper ones, NULL: there are none */
	LLVMValueRef result;  /* what is handed out: the shuffle, or both put together */
	LLVMValueRef mask; /* the call that gave the mask; NULL: it follows from the ids */
	const struct access *op;
	const struct et *below, *count; /* the mask's lanes below the own one, and all */
	unsigned lane;           /* without a mask: the one that adds, where it is the same in all warps, ... */
	const struct et *amount; /* ... and what it adds; NULL: that is not known */
	bool flat; /* only where warps are consecutive in x */
};

/* Which lanes share a block's leader: those with one value at a match, those that a ballot names, or those that it leaves out. */
enum lane_class { LANES_MATCHED, LANES_NAMED, LANES_LEFT_OUT };

/* A block that one lane of such a class comes to, see match_leaders.c. */
struct match_leader {
	LLVMValueRef match; /* or the ballot */
	enum lane_class class;
	const struct block *elected;
	bool flat; /* only where warps are consecutive in x */
	bool planar; /* only where warps are of one plane */
};

/* A value of each thread, and that of the one of the block that broadcasts it, see broadcast.c. */
struct elected {
	const struct symbol *sym;        /* of level THREAD */
	struct symbol *twin;             /* of level BLOCK */
	const struct et *tid[3];         /* the ids that tell who broadcasts; NULL: not told */
	bool alone;                      /* nobody else has those of these ids that are told */
	const struct loop *loop;         /* in rounds of this; NULL: of none */
};

/* A third thread for what two have put into a word of bits, see gathered_bits.c. */
struct bit_rival {
	const struct access *op;
	const struct symbol *elected; /* NULL: they put it there themselves */
	struct et_map *map;
};

struct sum_table;

struct unsupported {
	const char *what;
	struct loc loc;
	bool may_order; /* it could order threads, so that races found may not be ones */
	LLVMValueRef pointer; /* only where this, 64 bits, is no function of the module; NULL: always */
};

struct assumed {
	LLVMValueRef instruction;
	const struct et *cond;
};

/*
 * A block barrier that a branch, decided differently by threads of one block, may skip; or a
 * warp barrier that some lane of its mask skips, which then waits for the others elsewhere.
 */
struct divergence {
	const struct sync *barrier;
	const struct sync *held; /* of a warp barrier: the block barrier at which the lane waits */
	const struct sync *elsewhere; /* of a warp barrier: where the lane may meet the others */
	const struct block *branch;
	const struct block *out; /* the branch leaves the barrier's loop for this block, so that the
				    barrier is skipped in the next round; NULL: in the same */
};

/* What the headers leave open but is one value for all threads: pitch and rows of a surface, which
 * element of a matrix tile a lane loads or stores; which function a pointer that is given or read leads to; and who comes last to a
 * barrier object. */
enum { MEASURE_ELECTED_LANE = 4, MEASURE_FUNCTION, MEASURE_LAST_TO_ARRIVE, MEASURES };

struct kernel {
	struct arena *arena;
	struct ets *ets;
	LLVMValueRef llvm;
	const char *name, *mangled;
	struct loc loc;
	struct func *func;
	struct value_env *env;
	const struct symbol *tid[3], *ctaid[3], *ntid[3], *nctaid[3];
	const struct symbol *measures[MEASURES]; /* made on demand */
	VEC(struct object *) objects;
	VEC(struct kernel_param) params;
	VEC(struct access *) accesses;
	VEC(struct row_bound) rows;
	VEC(struct sync *) syncs;
	VEC(struct sync *) halves; /* arrivals at barriers of a cluster or the grid that wait elsewhere, see halves.c */
	VEC(struct rivals *) rivals; /* of locks, see lock_rivals.c */
	VEC(struct tried_blocks) tried_blocks;
	VEC(struct leavers) leavers; /* of locks, see lock_leavers.c */
	VEC(struct grid_barrier *) grid_barriers; /* those written by hand */
	VEC(struct grid_barrier *) rehearsed; /* those of other shapes, see rehearsal.h */
	const struct et_map *rehearsed_for; /* the launch that was asked about last, */
	int rehearsed_as;                   /* ... what came of it (enum rehearsal_result), */
	const char *rehearsed_why;          /* ... and why that is not known; */
	const struct exposure *exposure;    /* ... where it is no barrier: for which blocks; NULL: not known */
	struct ptrmap *refused; /* arrival -> why that is at no such barrier, though it looks so */
	/* One that the threads of a block agree on only where these barriers let no block pass early. */
	const struct access *doubted_load;
	struct et_map *doubt; /* renames for a third thread, see grid_barriers_doubt */
	VEC(struct lane_group) lane_groups;
	struct symbol *mask_puzzle; /* stands for a mask that is not understood */
	const struct symbol *groups_puzzle; /* stands for groups of copies that are not counted */
	VEC(struct phased *) phased;
	VEC(struct phase_chain) phase_chains;
	VEC(struct aggregated) aggregated;
	VEC(struct match_leader) match_leaders;
	const struct symbol *aggregated_puzzle; /* stands for ranks in warps that are not flat */
	bool maps_shared;       /* accesses shared memory of other blocks, see cluster.c */
	unsigned cluster[3];    /* blocks of a cluster per axis (__cluster_dims__, or what launches give); 0: not known */
	VEC(struct interval *) intervals;
	fact_list facts;        /* asserts, assumptions, launch bounds of the kernel */
	fact_list extents;      /* what shared arrays say of the block (in-bounds), see extents.c */
	VEC(struct assumed) assumed; /* __builtin_assume */
	VEC(struct unsupported) unsupported;
	VEC(struct divergence) divergences; /* to be decided under a launch */
	struct levels *levels;  /* uniformity */
	struct ptrmap *object_map, *access_map, *sync_map;
	struct ptrmap *settled;   /* first load -> what it and later ones find, access -> its anchor, see settled.c */
	struct ptrmap *copies[4]; /* symbol copies, see rename.c */
	VEC(struct et_map *) others; /* third threads of queries, see order.h */
	const struct et *leader;  /* threadIdx.x of who acquires and releases for its block; NULL: 0, see block_leader.c */
	const struct et *other_leaders[OTHER_LEADERS]; /* the same of other threads that do one of these; NULL: none */
	unsigned lane_leader; /* the lane that does so for its warp */
	const struct et *tellers; /* condition on the launch for who tells its block of a lock to be there; NULL: they are */
	struct ptrmap *waits; /* acquire -> what is known of what its wait finds (wait_memo.c); made when first asked */
	struct ptrmap *counter_steps, *set_below; /* counter -> how many steps are made to it (draw_steps.c), condition for it to be below 0 (set_below.c); likewise */
	const struct counters *counters; /* from which something may be drawn (draws_found.c); made when first asked */
	VEC(struct elected) elected;
	VEC(struct bit_rival) bit_rivals;
	struct sum_table *sums;   /* of the launch that was asked about last, see sums_known.h */
	const struct symbol *peer[3]; /* ids of some thread of a block, or a lane, see instances.c; on demand */
	double deadline;          /* of effort_now (base/effort.h) for terms of pairs; 0: none */
	unsigned max_threads, min_blocks; /* __launch_bounds__; 0: none */
	bool lockstep;          /* warps run in lock-step (before sm_70) */
	bool assumes_progress;  /* that loops end decides what follows from them */
	bool assumes_growth;    /* amounts that are computed do not take counters back */
	bool assumes_taken;     /* what is put where something was free does not say that it is free */
	bool assumes_unset;     /* it was asked what a flag begins with of whose place nothing is known */
	bool own_pointers;      /* pointers found in local memory are to local memory, see private.c */
	bool counts;            /* some shared variable is added to atomically */
	bool boxes;             /* copies boxes of tensors, see tensor_place.c */
};

#endif
