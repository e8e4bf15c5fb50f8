#ifndef HGRD_KERNELANALYSIS_PASSES_H
#define HGRD_KERNELANALYSIS_PASSES_H

#include "kernelanalysis/kernel.h"

/* What the files of the analysis share: the passes that kernel_new runs, and what they ask each other. */

/* Records that something is not modelled. */
void kernel_unsupported(struct kernel *kernel, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for what can only take order away: races that are found are real, proofs are not. */
void kernel_doubt(struct kernel *kernel, LLVMValueRef instruction, const char *what);

/* May the pointer lead to another block's shared memory. */
bool pointer_is_mapped(struct kernel *kernel, LLVMValueRef pointer);

/* All objects, and what is written to. */
void objects_fill(struct kernel *kernel);

/* Fills kernel->own_pointers; before all objects. */
void private_fill(struct kernel *kernel);

/* Is it to one of several local variables, or found in one and to local memory. */
bool pointer_is_own(struct kernel *kernel, LLVMValueRef pointer);

/* Uniformity: levels of all values (requires objects' written). */
void levels_fill(struct kernel *kernel);
enum level value_level(const struct kernel *kernel, LLVMValueRef value);

/* Level of the decision to take part in this block's execution. */
enum level block_level(const struct kernel *kernel, const struct block *block);

/* What a call or assembly finds in a special register (registers.c); NULL: it reads none that is known. */
const struct et *register_leaf(struct kernel *kernel, LLVMValueRef call);
/* Leaves of the terms: parameters, built-ins, loads. */
const struct et *kernel_leaf(void *data, struct value_env *env, LLVMValueRef value);
enum level kernel_level(void *data, LLVMValueRef value);

/*
 * The value of a load from a shared variable that one thread of the block set
 * before a block barrier, as that thread computed it; NULL when it is not such.
 */
const struct et *broadcast_leaf(struct kernel *kernel, LLVMValueRef load);
/* What a read finds that one thread of the block alone makes, as all of the block see it; NULL: it is not known who that is. */
const struct et *read_by_one(struct kernel *kernel, const struct access *read);
/* The result of a block barrier's vote, which may be what one thread has won. */
const struct et *block_vote_leaf(struct kernel *kernel, LLVMValueRef call);
/* Is the value made of what an exchange or compare-and-swap has found. */
bool made_of_election(LLVMValueRef value);

/* A number in shared memory between whose loads nothing can be written there; NULL: it is no such. */
const struct et *settled_leaf(struct kernel *kernel, LLVMValueRef load);

/* What a thread stored to its own place of a shared table, which any thread reads; NULL: not known. */
const struct et *table_leaf(struct kernel *kernel, LLVMValueRef load);
/* The same of the thread's own place, which the only store to the object has filled on every way; NULL: it is no such. */
const struct et *own_entry(struct kernel *kernel, const struct access *store, LLVMValueRef load);

/* The value of a load from shared memory that the thread itself has just stored there; NULL: it is not. */
const struct et *stored_before(struct kernel *kernel, LLVMValueRef load);

/* The value of a load from an array of the thread's own that is set once; NULL: it is no such. */
const struct et *local_array_leaf(
	struct kernel *kernel, LLVMValueRef load, const struct object *object);

/* The entry at a byte offset that is read from a constant variable of integers, of which there are few; NULL: it is no such. */
const struct et *constant_entry(
	struct kernel *kernel, LLVMValueRef global, LLVMValueRef load, const struct et *offset);

/* The call that arrives in cluster scope at a barrier object, of whichever block. */
#define CLUSTER_ARRIVAL "__hgrd_barrier_arrive_cluster"
/* Does a loop's counter name the blocks of the cluster at whose barriers the loop arrives. */
bool loop_arrives_around(const struct loop *loop);
/* Fills `cluster` and `maps_shared`. */
void cluster_fill(struct kernel *kernel);

/* Adds the ends of blocks whose shared memory others access; requires syncs. */
void cluster_ends_fill(struct kernel *kernel);

/* The pointer that a call maps to another block's memory; NULL: it is no such call. */
LLVMValueRef cluster_mapped(const struct kernel *kernel, LLVMValueRef value);
/* The call that the pointer is made from by offsets and casts and that maps shared memory; NULL: there is none, or it is not known. */
LLVMValueRef cluster_mapping(const struct kernel *kernel, LLVMValueRef pointer);
/* The rank of the thread's block in its cluster, 32 bits (requires its size). */
const struct et *cluster_rank(struct kernel *kernel);
/* An offset from a shared variable whichever block's it is; its lower 32 bits hold. */
const struct et *cluster_in_block(struct kernel *kernel, const struct et *term);

/* The address of a shared variable in the thread's own block. */
const struct et *cluster_own(struct kernel *kernel, const struct et *base);

/* The address that such a call gives; NULL: it is no such call. */
const struct et *cluster_leaf(struct kernel *kernel, LLVMValueRef call);

/* A special register "cluster.*" without what comes before; NULL: not known. */
const struct et *cluster_register(struct kernel *kernel, const char *name);

/* Finds warp-aggregated increments (requires levels, before any terms of addresses). */
void aggregated_fill(struct kernel *kernel);

/* Finds branches to one lane of those that match (requires control flow). */
void match_leaders_fill(struct kernel *kernel);

/*
 * A whole number made of a floating-point one: a function of the memory contents that go into it, where it
 * can be any number, else an over-approximation, within the bounds of the expression; NULL for other values.
 */
const struct et *whole_number_leaf(struct kernel *kernel, LLVMValueRef value);

/* A number of lanes that a call counts in the mask of one, else NULL. */
const struct et *lane_number_leaf(struct kernel *kernel, LLVMValueRef call);
/* What the first lane gives all, where that is what each of them has; NULL: the call is no such. */
const struct et *common_lane_leaf(struct kernel *kernel, LLVMValueRef call);
/* Does a shuffle give all lanes of a warp what the first one has. */
bool call_takes_first_lane(LLVMValueRef call);

/* Is the symbol a number of lanes or the result of a warp-aggregated increment. */
bool symbol_is_aggregated(const struct kernel *kernel, const struct symbol *sym);

/* Does it read where the kernel's threads have put something before, each at such a place (refilled.c). */
bool load_is_refilled(const struct kernel *kernel, LLVMValueRef load);
/* Is it an entry of a table that the block has filled with what its threads have found, or where a walk along such entries is (own_table.c). */
bool value_walks_table(const struct kernel *kernel, LLVMValueRef value);
/* Is it, after some rounds, an entry of shared memory where the block keeps numbers that its threads have found (own_table.c). */
bool value_found_in_shared(const struct kernel *kernel, LLVMValueRef value);

/* Order of a fence. */
enum order call_fence_order(LLVMValueRef call);
bool call_fence_sc(LLVMValueRef call); /* is it fence.sc (membar, __threadfence) */

/* Metadata of an assumption that a subscript is inside its array: it holds for accesses behind it, and is nothing that the program says. */
#define ASSUMES_BOUNDS "hgrd.bounds"

/* A number that a random generator makes of its state. */
bool call_is_random(LLVMValueRef value);

/* The headers' call for the memory behind a texture or surface handle, its only operand. */
bool call_is_handle_memory(LLVMValueRef value);
/* A number below some other, which each thread draws for itself to look at one byte of a box (tensor_place.c). */
bool call_is_tensor_pick(LLVMValueRef value);
/* Writes out where boxes of tensors are; true: it changed something. */
bool tensor_places_lower(struct module *module, LLVMValueRef function);

/* Makes the handle of a texture or surface reference a read of the variable. */
void texture_references_read(LLVMValueRef function);

/* Makes the memory behind a handle that is read from memory a pointer that is read there. */
void handles_point(LLVMValueRef function);

/* Which of kernel->measures the headers' call stands for, applied to its operands; -1: none. */
int call_measure(LLVMValueRef call);

/* Atomic operations that the headers write as calls with order and scope operands. */
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

/* Finds barriers, fences and the other operations that order threads. */
void syncs_fill(struct kernel *kernel);
/* Which of the kernel's halves have work behind them, and whether that is modelled (requires syncs). */
void halves_fill(struct kernel *kernel);
/* Does it matter which blocks are in one cluster: for its memory, its barriers, and what has its scope. */
bool clusters_matter(const struct kernel *kernel);
/* Leaves the kernel undecided where halves of barriers take turns by rounds that differ between threads (requires levels). */
void halves_confirm(struct kernel *kernel);

/* Finds the accesses without their terms (requires objects). */
void accesses_fill(struct kernel *kernel);

/* Fills address, guard, value (requires levels). */
void access_terms_fill(struct kernel *kernel);

/* Does a plain load only seed the comparison of a compare-and-swap at the same address. Requires terms of addresses. */
bool access_seeds_cas(const struct kernel *kernel, const struct access *load);
/* Condition for the subscripts of the access to stay in rows and members (requires its guard). */
const struct et *rows_kept(struct kernel *kernel, const struct access *access);

/*
 * What the access's guard implies about values that the thread loads twice: equal where the
 * addresses are. True when it tests no two loads of one object.
 */
const struct et *rereads_agree(struct kernel *kernel, const struct access *access);

/*
 * Fills `place` and `when` of the access: its address and guard with numbers for what loops have counted that always run the same constant
 * number of rounds and do not contain the access, or that run once; `when` says these numbers, too. Requires what it is made of.
 */
void access_counts_settle(struct kernel *kernel, struct access *access);

/* The access, or operation that orders, that an instruction is; NULL: none. */
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
/* The narrowest scope that both threads of each of its pairs are in. */
enum scope interval_scope(const struct interval *interval);
unsigned interval_loop_state(
	const struct interval *interval, const struct loop *loop, uint32_t state);

/* Barriers that some of their threads may skip. */
void divergence_find(struct kernel *kernel);

/* What asserts of the kernel and its launch say. */
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
/* One more of this object and number. */
struct phased *phased_new(struct kernel *kernel, LLVMValueRef object, uint64_t id);

/* Arrivals (or waits) of a thread at the barrier before it runs x; NULL: not known. */
const struct et *phased_before(
	struct kernel *kernel, const struct phased *phased, bool waits, LLVMValueRef x);

/* Arrivals less waits of every thread that is about to run x; false: not one number. */
bool phased_ahead(
	struct kernel *kernel, const struct phased *phased, LLVMValueRef x, int *ahead);

/* Takes the arrays of barriers that threads use in turn for one barrier each. */
void phase_arrays_fill(struct kernel *kernel);

/* Condition for phased barriers to order the first thread's access before the other's instruction; `maps` rename for both. */
const struct et *phases_before(struct kernel *kernel, struct et_map *launch, struct et_map *const maps[2],
	const struct access *from, LLVMValueRef to);

/* Condition for no phased barrier to order the pair; `maps` rename for both threads. */
const struct et *phases_unordered(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2]);

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
/* The same for those that a term mentions. */
const struct et *tallies_of_term(struct kernel *kernel, const struct et *term);

/* What is known of the counters' results that the pair's threads found. */
const struct et *draws_apart(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], struct pair_terms *terms);

/* What is known of prefix sums over the values of a block that the pair's threads have. */
const struct et *sums_apart(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct pair_terms *terms);

/* That two lanes behind a branch to the leaders of matches had different values there. */
const struct et *match_leaders_differ(struct kernel *kernel, const struct pair *pair,
	struct et_map *launch, struct et_map *const maps[2], const struct pair_terms *terms);

/* Says what values enumerations hold where a function reads them (enumerations.c). */
void enumerations_assume(LLVMValueRef function);

/* May what is waited for have got some value before: what lies in shared memory has none until then. */
bool wait_is_for_set(const struct kernel *kernel, const struct access *wait);
/* Condition for some thread to have set it before, as a term of who waits; *unknown: where the condition is not met, it is not known. */
const struct et *wait_is_set(struct kernel *kernel, const struct access *wait, bool *unknown);
/*
 * Condition for some thread of the block to write to where it is waited, in the same round of the loops around both, or in the
 * round before of the loop `previous`; *unknown: where it is not met, it is not known.
 */
const struct et *write_sets(struct kernel *kernel, const struct access *write, const struct access *wait,
	const struct loop *previous, bool *unknown);
/* Condition to come to a block where loops end that have but one way out (progress). */
const struct et *reached_by_progress(struct kernel *kernel, const struct block *block);
/* threadIdx.x, in 64 bits, of who stores at the address of the load, by the form of both; NULL: it does not show. */
const struct et *number_of_place(
	struct kernel *kernel, const struct et *store, const struct et *load);

/* Of an access: `elements * 8 + number` for an element of a volatile vector of inline PTX, else 0. */
unsigned packet_element(LLVMValueRef access);
/* ... of which a loop waits for one element at least. */
#define PACKET_AWAITED 64u
/* Marks the elements of packets that are waited for (requires spin_flag of accesses). */
void packets_find(struct kernel *kernel);
/* Are both the same element of packets, one of them waited for. */
bool packet_carries(const struct access *a, const struct access *b);

#endif
