#ifndef HGRD_KERNELANALYSIS_KERNEL_H
#define HGRD_KERNELANALYSIS_KERNEL_H

#include "base/ptrmap.h"
#include "expr/fact.h"
#include "expr/race.h"
#include "ir/value.h"

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

struct object {
	unsigned index;
	enum object_kind kind;
	enum space space;
	LLVMValueRef value;         /* parameter, global, alloca, or the load of the pointer */
	const char *name;
	const struct symbol *base;
	bool written;               /* some access of the kernel writes it */
	bool restricted;            /* a __restrict__ parameter */
	const struct symbol *contents[4]; /* LOAD symbols for 8, 16, 32, 64 bits; made on demand */
};

/* A scalar piece of the kernel's parameters: a whole argument or part of a struct. */
struct kernel_param {
	unsigned arg, offset, width; /* position, byte offset inside it, bits */
	bool pointer;
	const struct symbol *sym; /* PARAM, or BASE for pointers */
};

enum scope { SCOPE_NONE, SCOPE_BLOCK, SCOPE_DEVICE, SCOPE_SYSTEM };
enum order { ORDER_WEAK, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL };

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

/* Who acquires or releases: the thread itself, or the first one of its warp or block with a
 * barrier of these between. */
enum via { VIA_SELF, VIA_WARP, VIA_BLOCK };

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
	bool shared; /* held by a reader: other readers hold it too */
	const struct et *turn; /* the value who acquires waits for, made of ids; NULL: no turns */
};

/* A release after an access, or an acquire before it. */
struct order_path {
	const struct access *op;
	const struct acquire *acquire; /* NULL for a release */
	enum scope scope;  /* narrower of operation and fence */
	enum scope fence;  /* SCOPE_NONE: no fence */
	enum via via;
	const struct loop *previous; /* an acquire in the round before, of this loop */
	bool late; /* an acquire's fence is behind the barrier: it counts next to a fence.sc */
	const struct sync *fence_op; /* the fence, NULL when the operation has the order itself */
	const struct et *condition; /* for the operation to be executed, given that the access is */
};
typedef VEC(struct order_path) order_list;

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
	unsigned size;    /* bytes */
	const struct object *object; /* root; OBJECT_UNKNOWN when there are several */
	const struct et *address;    /* 64 bits */
	const struct et *guard;      /* condition for the access to be executed */
	const struct et *value;      /* what is written, NULL when not known */
	bool spin_flag; /* a loop waits for its value */
	bool of_barrier; /* counter or gate of a grid barrier written by hand, see grid_barriers.h */
	bool mapped;    /* of shared memory that may be another block's */
	bool last;      /* ... with a way to the kernel's end that no cluster barrier is on */
	bool ends;      /* no access, but the end of the block: its shared memory is gone */
	bool async;     /* of an asynchronous copy, see async.h */
	LLVMValueRef bound; /* ... the barrier object that completes it, or NULL */
	bool bulk;          /* ... by the bulk engine, see bulk.c */
	const struct sync *expect; /* ... the operation that made its barrier expect its bytes, or NULL */
	const struct et *phase;    /* ... the phase that counts them */
	bool in_order;      /* ... waits are for the oldest group */
	bool open;          /* ... it is not known which wait of the thread completes it */
	unsigned pending;   /* ... of which so many are not waited for when it is issued */
	VEC(struct lock_hold) locks;
	order_list releases, acquired;
	const struct et *tallies; /* see tallies_known; NULL: not asked for yet */
};

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
	bool arrives, waits;    /* PHASE */
	LLVMValueRef bytes;     /* PHASE: how many its phase expects besides arrivals, or NULL */
	LLVMValueRef object;    /* PHASE: of a barrier in an array, its address; of a named one, its number */
	LLVMValueRef token;     /* PHASE: of a wait that names its phase by a token */
	LLVMValueRef parity;    /* PHASE: ... by its last digit */
	bool drops;             /* PHASE: arrives, and takes no part in later phases */
	LLVMValueRef weight;    /* PHASE: arrivals that it counts for; NULL: one */
	LLVMValueRef counted;   /* PHASE: where the threads count it for which it is run by one of
				   them: their warp's or block's barrier next to it; or itself */
	uint32_t spreads;       /* PHASE: extent of that barrier; 0: it is itself */
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
	const char *unknown;   /* why its phases cannot be counted, else NULL */
	const struct symbol *puzzle; /* stands for what is not understood */
};

/* An access as met on a way from a point (kernel entry or barrier). */
struct instance {
	const struct access *access;
	uint32_t state; /* 3 bits per loop around the point, see interval.c, and: */
};
/* The way crossed a barrier that may order the pair: mask or cluster size are not known. */
#define INSTANCE_PARTIAL (UINT32_C(1) << 31)
/* In the interval of a copy in flight: its state (async.h), and whether a barrier was crossed. */
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
	bool doubted; /* grid barriers written by hand do not end it: pairs are those of launches where
			 they let blocks pass too early */
	/* The point is an asynchronous copy; the instances are what can run, after barriers, before
	 * the copy is complete for all. Pairs are those with the copy's accesses. */
	const struct access *flight;
	bool proxy; /* ... the instances are writes before it that no proxy fence follows, see proxy.c */
	VEC(struct instance) instances;
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
	bool flat; /* only where warps are consecutive in x */
};

struct unsupported {
	const char *what;
	struct loc loc;
	bool may_order; /* it could order threads, so that races found may not be ones */
	bool binding;   /* only a pointer that the host sets: no-alias where no launch is in sight */
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
 * element of a matrix tile a lane loads or stores. */
enum { MEASURES = 4 };

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
	VEC(struct sync *) syncs;
	VEC(struct grid_barrier *) grid_barriers; /* those written by hand */
	struct ptrmap *refused; /* arrival -> why that is at no such barrier, though it looks so */
	/* One that the threads of a block agree on only where these barriers let no block pass early. */
	const struct access *doubted_load;
	struct et_map *doubt; /* renames for a third thread, see grid_barriers_doubt */
	VEC(struct lane_group) lane_groups;
	struct symbol *mask_puzzle; /* stands for a mask that is not understood */
	VEC(struct phased *) phased;
	VEC(struct aggregated) aggregated;
	const struct symbol *aggregated_puzzle; /* stands for ranks in warps that are not flat */
	bool maps_shared;       /* accesses shared memory of other blocks, see cluster.c */
	unsigned cluster[3];    /* blocks of a cluster per axis (__cluster_dims__, or what launches
				   give); 0: not known */
	VEC(struct interval *) intervals;
	fact_list facts;        /* asserts, assumptions, launch bounds of the kernel */
	fact_list extents;      /* what shared arrays say of the block (in-bounds), see extents.c */
	VEC(struct assumed) assumed; /* __builtin_assume */
	VEC(struct unsupported) unsupported;
	VEC(struct divergence) divergences; /* to be decided under a launch */
	struct levels *levels;  /* uniformity */
	struct ptrmap *object_map, *access_map, *sync_map;
	struct ptrmap *copies[3]; /* symbol copies, see pair.c */
	VEC(struct et_map *) others; /* third threads of queries, see order.h */
	struct ptrmap *elected;   /* THREAD symbol -> BLOCK symbol: its value in the thread that
				     broadcasts it, see broadcast.c */
	unsigned max_threads, min_blocks; /* __launch_bounds__; 0: none */
	bool lockstep;          /* warps run in lock-step (before sm_70) */
	bool own_pointers;      /* pointers found in local memory are to local memory, see private.c */
	bool counts;            /* some shared variable is added to atomically */
};

/* Device module: canonical form, then its kernels. */
bool device_prepare(struct arena *arena, struct module *module, const char **error);
typedef VEC(LLVMValueRef) function_list;
/*
 * A kernel's name as the host knows it: with relocatable device code, static functions bear a
 * hash on the device side.
 */
const char *device_host_name(struct arena *arena, const char *name);
/* Is a device function a kernel. */
bool device_is_kernel(LLVMValueRef function);
/* Makes a kernel an ordinary function, which is not looked at unless something calls it. */
void device_not_kernel(LLVMValueRef function);
/* Does all code of a module (`device`) only read the variable, whose address it keeps to itself?
   For host_options. */
bool device_only_reads(void *device, const char *name);
void device_kernels(struct arena *arena, const struct module *module, function_list *kernels);

/* A kernel's name as reports have it, known before its model is built. */
const char *kernel_title(struct arena *arena, LLVMValueRef function);
/* Builds the whole model of one kernel. `cluster`: the size that launches give, 0 where it is not known. */
struct kernel *kernel_new(struct arena *arena, struct ets *ets, LLVMValueRef function,
	bool lockstep, const unsigned cluster[3]);

/* The unqualified source name in an Itanium-mangled name: "_ZN2ns4stepIfEvPf" gives "step". */
const char *unqualified_name(struct arena *arena, const char *mangled);

/* Records that something is not modelled. */
void kernel_unsupported(struct kernel *kernel, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for what can only take order away: races that are found are real, proofs are not. */
void kernel_doubt(struct kernel *kernel, LLVMValueRef instruction, const char *what);

/* Objects: the roots of a pointer. */
struct object *object_of(struct kernel *kernel, LLVMValueRef pointer);
struct object *object_of_base(const struct kernel *kernel, const struct symbol *base);
/* May the pointer lead to another block's shared memory. */
bool pointer_is_mapped(struct kernel *kernel, LLVMValueRef pointer);
void objects_fill(struct kernel *kernel);
/* Fills kernel->own_pointers; before all objects. */
void private_fill(struct kernel *kernel);
/* Is it to one of several local variables, or found in one and to local memory. */
bool pointer_is_own(struct kernel *kernel, LLVMValueRef pointer);
/* Is the base a pointer found in local memory, or behind one that is. */
bool symbol_is_kept(struct kernel *kernel, const struct symbol *sym);
/* Is the object the variable of this linkage name. */
bool object_is_global(const struct object *object, const char *name);

/* Uniformity: levels of all values (requires objects' written). */
void levels_fill(struct kernel *kernel);
enum level value_level(const struct kernel *kernel, LLVMValueRef value);
/* Level of the decision to take part in this block's execution. */
enum level block_level(const struct kernel *kernel, const struct block *block);

/* Leaves of the terms: parameters, built-ins, loads. */
const struct et *kernel_leaf(void *data, struct value_env *env, LLVMValueRef value);
enum level kernel_level(void *data, LLVMValueRef value);

/*
 * The value of a load from a shared variable that one thread of the block set
 * before a block barrier, as that thread computed it; NULL when it is not such.
 */
const struct et *broadcast_leaf(struct kernel *kernel, LLVMValueRef load);
/* What a thread stored to its own place of a shared table, which any thread reads; NULL: not known. */
const struct et *table_leaf(struct kernel *kernel, LLVMValueRef load);
/* The value of a load from shared memory that the thread itself has just stored there; NULL: it is not. */
const struct et *stored_before(struct kernel *kernel, LLVMValueRef load);
/* The value of a load from an array of the thread's own that is set once; NULL: it is no such. */
const struct et *local_array_leaf(
	struct kernel *kernel, LLVMValueRef load, const struct object *object);
/* Is instruction b executed after a on every way from a to the end of the kernel. */
bool always_follows(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b);

/* Fills `cluster` and `maps_shared`. */
void cluster_fill(struct kernel *kernel);
/* Adds the ends of blocks whose shared memory others access; requires syncs. */
void cluster_ends_fill(struct kernel *kernel);
/* Bytes from a block's shared memory to that of the next rank of its cluster. */
#define CLUSTER_WINDOW (UINT64_C(1) << 32)
/* The pointer that a call maps to another block's memory; NULL: it is no such call. */
LLVMValueRef cluster_mapped(const struct kernel *kernel, LLVMValueRef value);
/* The address of a shared variable in the thread's own block. */
const struct et *cluster_own(struct kernel *kernel, const struct et *base);
/* The address that such a call gives; NULL: it is no such call. */
const struct et *cluster_leaf(struct kernel *kernel, LLVMValueRef call);
/* A special register "cluster.*" without what comes before; NULL: not known. */
const struct et *cluster_register(struct kernel *kernel, const char *name);

/* Finds warp-aggregated increments (requires levels, before any terms of addresses). */
void aggregated_fill(struct kernel *kernel);
/*
 * A whole number made of a floating-point one: a function of the memory contents that go into it, where it
 * can be any number, else an over-approximation, within the bounds of the expression; NULL for other values.
 */
const struct et *whole_number_leaf(struct kernel *kernel, LLVMValueRef value);
/* A number of lanes that a call counts in the mask of one, else NULL. */
const struct et *lane_number_leaf(struct kernel *kernel, LLVMValueRef call);
/* Is the symbol a number of lanes or the result of a warp-aggregated increment. */
bool symbol_is_aggregated(const struct kernel *kernel, const struct symbol *sym);

/* Classification of calls that remain after inlining. */
bool call_is_block_barrier(LLVMValueRef call);
enum scope call_fence_scope(LLVMValueRef call); /* SCOPE_NONE: no fence */
enum order call_fence_order(LLVMValueRef call); /* of a fence */
bool call_fence_sc(LLVMValueRef call); /* is it fence.sc (membar, __threadfence) */
bool call_touches_no_memory(LLVMValueRef call);
/* A number that a random generator makes of its state. */
bool call_is_random(LLVMValueRef value);
/* The headers' call for the memory behind a texture or surface handle, its only operand. */
bool call_is_handle_memory(LLVMValueRef value);

/* The headers' call for a fetch through a texture reference. */
bool call_is_reference_texel(LLVMValueRef value);
/* Which of kernel->measures the headers' call stands for, applied to its operands; -1: none. */
int call_measure(LLVMValueRef call);
/* Atomic read-modify-write expressed as a call; fills operand positions. */
bool call_is_atomic(LLVMValueRef call, enum scope *scope);
/* Those of them that the headers write as calls with order and scope operands. */
struct scoped_atomic {
	enum rmw rmw;
	enum order order;
	enum scope scope;
	unsigned size; /* bytes */
};
bool call_is_scoped_atomic(LLVMValueRef call, struct scoped_atomic *atomic);

/* Scope and order of an atomic or fence instruction. */
enum scope scope_of_instruction(LLVMValueRef instruction);
enum order order_of_llvm(LLVMAtomicOrdering ordering);

void syncs_fill(struct kernel *kernel);
/* Finds the accesses without their terms (requires objects). */
void accesses_fill(struct kernel *kernel);
/* Fills address, guard, value (requires levels). */
void access_terms_fill(struct kernel *kernel);
/* Condition for the subscripts of the access to stay in rows and members (requires its guard). */
const struct et *rows_kept(struct kernel *kernel, const struct access *access);

/*
 * What the access's guard implies about values that the thread loads twice: equal where the
 * addresses are. True when it tests no two loads of one object.
 */
const struct et *rereads_agree(struct kernel *kernel, const struct access *access);
struct access *access_at(const struct kernel *kernel, LLVMValueRef instruction);
struct sync *sync_at(const struct kernel *kernel, LLVMValueRef instruction);
/* Level of the number of rounds a loop makes. */
enum level loop_exit_level(const struct kernel *kernel, const struct loop *loop);
/* Locks, releases and acquires. False: there is more in `refused`, and the kernel is to be built anew. */
bool locks_fill(struct kernel *kernel);
/* Intervals for pairs of threads of different warps (requires syncs), then those inside warps
 * and tiles (requires groups). */
void intervals_fill(struct kernel *kernel);
void intervals_fill_groups(struct kernel *kernel);
/* Is reading complete at other waits than writing: a bulk copy to global memory. */
static inline bool access_ends_alone(const struct access *access)
{
	return access->bulk && !access->bound;
}
/* Intervals of asynchronous copies in flight (requires terms of accesses). */
void intervals_fill_flights(struct kernel *kernel);
/* Extents and lane groups of warp barriers (requires their masks' terms). */
void groups_fill(struct kernel *kernel);
/* Does the operation end intervals of this one's kind. */
bool interval_ends(const struct interval *interval, const struct sync *sync);
/*
 * Rounds of a loop since the interval's point: 0, 1, LOOP_MANY; LOOP_ANEW plus those it made
 * before it was left, when it was left and entered again; LOOP_OUTSIDE when the loop is not
 * around the point.
 */
enum { LOOP_MANY = 2, LOOP_ANEW = 3, LOOP_OUTSIDE = 6 };
/* The state in which only this loop made rounds. */
uint32_t interval_state_before(const struct loop *loop, unsigned rounds);
unsigned interval_loop_state(
	const struct interval *interval, const struct loop *loop, uint32_t state);
void divergence_find(struct kernel *kernel);
void kernel_facts_fill(struct kernel *kernel);
/* Adds the conjuncts of a condition that are the same for the grid; source: what says them, as
 * in "assert(n > 0)". */
void kernel_fact_add(struct kernel *kernel, enum fact_kind kind, const char *source,
	const struct et *cond, struct loc loc);
/* Does every thread run the block, given the facts so far. */
bool kernel_always_runs(const struct kernel *kernel, const struct block *block);
/* Adds facts about signed sizes that are compared as unsigned (unsigned.c). */
void unsigned_sizes_fill(struct kernel *kernel);
/* Fills extents; requires accesses. */
void extents_fill(struct kernel *kernel);

/* A candidate pair of accesses in one interval. */
struct pair {
	struct interval *interval;
	struct instance a, b; /* a by the first thread, b by the second */
};

/*
 * The terms of a pair for two threads: addresses, and conditions besides the
 * overlap (guards, ids in range, kind of the pair, lock addresses). `launch`
 * may be NULL; otherwise it maps kernel symbols to launch terms.
 */
struct pair_terms {
	const struct et *address[2], *value[2];
	const struct et *tid[2][3], *ctaid[2][3];
	VEC(const struct et *) conditions;
};
void pair_terms(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct pair_terms *terms);
/* Only what one instance says, as the first (t = 0) or second thread's: fills index t of all. */
void pair_side(struct kernel *kernel, struct interval *interval, const struct instance *instance,
	unsigned t, struct et_map *launch, struct pair_terms *terms);
/* Only what the interval's extents say about both threads' ids, which must be filled, and their ranges. */
void pair_frame(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct pair_terms *terms);

/* x + y * Bx + z * Bx * By. */
const struct et *linear_thread(
	struct ets *ets, const struct et *const *tid, const struct et *const *ntid);

/* The lane of a thread of these ids; `launch` may be NULL. */
const struct et *lane_of_thread(
	struct kernel *kernel, const struct et *const *tid, struct et_map *launch);

/* Members and defects of the phased barriers (requires levels). */
void phases_fill(struct kernel *kernel);
/* The phased barrier of an object or id, made on demand. */
struct phased *phased_of(struct kernel *kernel, LLVMValueRef object, uint64_t id);
/* Arrivals (or waits) of a thread at the barrier before it runs x; NULL: not known. */
const struct et *phased_before(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x);
/* Arrivals less waits of every thread that is about to run x; false: not one number. */
bool phased_ahead(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef x, int *ahead);
/* Takes the arrays of barriers that threads use in turn for one barrier each. */
void phase_arrays_fill(struct kernel *kernel);
/* Condition for no phased barrier to order the pair; `maps` rename for both threads. */
const struct et *phases_unordered(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2]);
/* Do just the threads of the pipeline's role arrive: producers at one part, others at the other. */
bool phased_roles_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims);
/*
 * How many arrivals a phase has in a block of these constant dimensions; false when that is not
 * known, or when some thread has nobody who arrives or waits for it.
 */
bool phased_members(struct kernel *kernel, const struct phased *phased,
	struct et_map *launch, const uint64_t *dims, uint64_t *members);

/* Two threads of a query: what renames terms for each, and their lanes. */
struct thread_pair {
	struct kernel *kernel;
	struct et_map *launch, *maps[2]; /* launch may be NULL */
	const struct et *lane[2];
};
/* Condition for both threads to name each other in the mask of the lane group. */
const struct et *lanes_shared(const struct thread_pair *threads, const struct lane_group *group);
/* Condition for the mask, as thread `viewer` has it, to hold the lane of thread `owner`. */
const struct et *lane_in_mask(
	const struct thread_pair *threads, LLVMValueRef mask, unsigned viewer, unsigned owner);

/*
 * What is known of counters in shared memory that the address and guard of an access mention, as
 * a condition on the thread's own terms.
 */
const struct et *tallies_known(struct kernel *kernel, const struct access *access);
/* What is known of the counters' results that the pair's threads found. */
const struct et *draws_apart(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct pair_terms *terms);

/*
 * Conditions for the barrier to be reached by the first thread and skipped by
 * the second one of the same block, in the same iteration of the loops around it, or in the
 * next one, which the second thread does not begin.
 */
void divergence_terms(struct kernel *kernel, const struct divergence *divergence,
	struct et_map *launch, struct pair_terms *terms);
/* Conditions for the first thread to reach a warp barrier whose mask does not name its lane. */
void uncovered_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms);
/* Conditions for the first thread to reach the operation. */
void reached_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms);
/* The first access of memory that other kernels may share with no griddepcontrol.wait before it; NULL: none. */
const struct access *access_before_dependency(const struct kernel *kernel);
/* Condition for a grid barrier written by hand to let blocks pass before all have come. */
const struct et *grid_barriers_doubt(struct kernel *kernel, struct et_map *launch);
struct loc sync_loc(const struct kernel *kernel, const struct sync *sync);

/*
 * Is a value that stems from this symbol computed by the kernel's own threads in a way the
 * analysis does not follow (shared memory, shuffles, atomics)? Returns what it is, or NULL.
 */
const char *symbol_computed(struct kernel *kernel, const struct symbol *sym);

/* With lock-step warps: are two different accesses of a warp executed one after the other. */
bool accesses_in_step(const struct access *a, const struct access *b);

/* Is the symbol a pointer to memory that no other thread has: device-side malloc. */
bool symbol_is_fresh(const struct kernel *kernel, const struct symbol *sym);

/* Source location and inlining stack of an access. */
struct loc access_loc(const struct kernel *kernel, const struct access *access);
void access_stack(struct arena *arena, const struct access *access, ir_stack *stack);

/* Dumps. */
const char *kernel_show_accesses(struct arena *arena, const struct kernel *kernel);
const char *kernel_show_intervals(struct arena *arena, const struct kernel *kernel);
const char *kernel_show_pairs(struct arena *arena, struct kernel *kernel);

/* Does the kernel read an id or dimension along an axis (0: x). */
bool kernel_reads(struct kernel *kernel, enum builtin builtin, unsigned axis);
/* The parameter of this name, or member of one, that is no pointer; NULL when there is none. */
const struct symbol *kernel_number(struct kernel *kernel, const char *name);
/* Names that kernel_number knows: integer parameters, and members that the kernel reads. */
typedef VEC(const char *) name_list;
name_list kernel_numbers(struct arena *arena, const struct kernel *kernel);

#endif
