#ifndef HGRD_KERNELANALYSIS_KERNEL_H
#define HGRD_KERNELANALYSIS_KERNEL_H

#include "ir/lay.h"
#include "ir/put.h"
#include "kernelanalysis/model.h"

/* What is asked about kernels and their pairs of accesses. */

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
/* Makes constants of device variables that no code changes: `untouched` says so of the host's. Before device_prepare
   for tables of functions, after it for what passes make plain. */
void device_variables_keep(void *device, bool (*untouched)(void *, const char *), void *data);
/* Does a kernel, by its name on the host side, only read the memory behind a pointer that is so many bytes into a parameter. */
bool device_spares(void *device, const char *kernel, unsigned param, unsigned offset);
/* The kernel of that name on the host side; NULL: none. */
LLVMValueRef kernel_of_name(struct arena *arena, const struct module *device, const char *name);
/* Adds what a kernel puts behind a pointer parameter, or (not NULL) into a device variable. For host_options. */
void device_puts(void *device, struct arena *arena, const char *kernel, int param,
	const char *variable, put_list *puts);
/* How a kernel fills a table of pointers behind a parameter. For host_options. */
void device_lays(void *device, struct arena *arena, const char *kernel, unsigned param, struct lay *lay);
/* Do kernels put pointers into a device variable that are not known to be different ones. */
bool variable_is_laid(struct arena *arena, LLVMValueRef variable);
/* May a kernel wait for what others write, or add to it: it has atomics, or volatile reads. */
bool device_waits(void *device, const char *kernel);
/* Adds what a device variable begins with. */
void device_begins(void *device, struct arena *arena, const char *variable, put_list *puts);
void device_kernels(struct arena *arena, const struct module *module, function_list *kernels);

/* Position of a kernel's argument. */
unsigned kernel_argument(const struct kernel *kernel, LLVMValueRef argument);

/* A kernel's name as reports have it, known before its model is built. */
const char *kernel_title(struct arena *arena, LLVMValueRef function);

/* Builds the whole model of one kernel. `cluster`: the size that launches give, 0 where it is not known. */
struct kernel *kernel_new(struct arena *arena, struct ets *ets, LLVMValueRef function,
	bool lockstep, const unsigned cluster[3]);

/* Does a kernel launch this one? Fills *loc with where, if so. */
bool kernel_launched_inside(const struct kernel *kernel, struct loc *loc);

/* The unqualified source name in an Itanium-mangled name: "_ZN2ns4stepIfEvPf" gives "step". */
const char *unqualified_name(struct arena *arena, const char *mangled);

/* Objects: the roots of a pointer. */
struct object *object_of(struct kernel *kernel, LLVMValueRef pointer);
/* Is it the other one, or one of several that a pointer chooses from, of which one is the other or not known. */
bool object_may_be(struct kernel *kernel, const struct object *object, const struct object *other);
struct object *object_of_base(const struct kernel *kernel, const struct symbol *base);

/* Is the base a pointer found in local memory, or behind one that is. */
bool symbol_is_kept(struct kernel *kernel, const struct symbol *sym);

/*
 * Of two different bases of which one is a pointer that the kernel chooses among known objects in a way that is not followed (chosen.c): can
 * they be one object, and do both stand for where it begins then, or for anywhere in it.
 */
enum chosen_meeting { CHOSEN_APART, CHOSEN_BEGINS, CHOSEN_ANYWHERE };
enum chosen_meeting chosen_bases_meet(struct kernel *kernel, const struct access *const of[2],
	const struct symbol *const base[2]);

/* Is the object the variable of this linkage name. */
bool object_is_global(const struct object *object, const char *name);
/* Does it read the __constant__ variable of that linkage name; then `loc` is filled with where. */
bool kernel_reads_constant(struct kernel *kernel, const char *name, struct loc *loc);

/* Has the term one value for the threads of a block, a warp, ... */
bool term_is_common(const struct et *term, enum level group);

/* Is instruction b executed after a on every way from a to the end of the kernel. */
bool always_follows(const struct kernel *kernel, LLVMValueRef a, LLVMValueRef b);
/* Does every way from a block of the loop (NULL: none) pass the other one before the round ends. */
bool passes_in_round(const struct kernel *kernel, const struct loop *loop,
	const struct block *from, const struct block *to);

/* Bytes from a block's shared memory to that of the next rank of its cluster. */
#define CLUSTER_WINDOW (UINT64_C(1) << 32)

/* Classification of calls that remain after inlining. */
bool call_is_block_barrier(LLVMValueRef call);
enum scope call_fence_scope(LLVMValueRef call); /* SCOPE_NONE: no fence */
bool call_touches_no_memory(LLVMValueRef call);

/* Atomic read-modify-write expressed as a call; fills operand positions. */
bool call_is_atomic(LLVMValueRef call, enum scope *scope);

/* Is reading complete at other waits than writing: a bulk copy to global memory. */
static inline bool access_ends_alone(const struct access *access)
{
	return access->bulk && !access->bound;
}

/* A candidate pair of accesses in one interval. */
struct pair {
	struct interval *interval;
	struct instance a, b; /* a by the first thread, b by the second */
};

/* Is the symbol read from memory that threads fill under locks, of which both accesses of the pair hold some? Returns what it
 * is, or NULL. */
const char *symbol_filled(
	const struct kernel *kernel, const struct pair *pair, const struct symbol *sym);

/*
 * The terms of a pair for two threads: addresses, and conditions besides the
 * overlap (guards, ids in range, kind of the pair, lock addresses). `launch`
 * may be NULL; otherwise it maps kernel symbols to launch terms. Conditions of
 * signals, which cost most, are added by pair_signals: they can only order more pairs.
 */
enum set_draws {
	SET_DRAWS_APART,   /* as if nobody set the counter back */
	SET_DRAWS_UNKNOWN, /* nothing is said of them */
	SET_DRAWS_ASKED,   /* apart, unless a third thread sets it back */
};
struct pair_terms {
	const struct et *address[2], *value[2];
	const struct et *tid[2][3], *ctaid[2][3];
	VEC(const struct et *) conditions;
	enum set_draws set_draws; /* what is to be said of numbers from counters that somebody may set back, where no address is made of them */
	bool has_set_draws;       /* there are such ones, and they matter */
};
void pair_terms(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct pair_terms *terms);
bool pair_may_signal(const struct pair *pair);
/* How much there is to look at for the conditions of its signals: releases, waits, and writes that they may be for. */
size_t pair_signal_steps(struct kernel *kernel, const struct pair *pair);

/* Threads drawn for a race, before it is known what signals say of them. */
struct drawn {
	struct et_map *values; /* of their ids and rounds */
	struct known *known;   /* conditions that hold */
};

/* `drawn`, unless it is NULL: the conditions are of such threads alone, and may leave some of them out. */
void pair_signals(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	const struct drawn *drawn, struct pair_terms *terms);

/*
 * What the conditions of a pair say of the rounds of a loop that lies before one or both of its accesses, or before
 * the interval's point, and comes to an end. As it does, they hold for some number of rounds.
 */
struct loop_before {
	const struct et *counter[2]; /* the threads' symbols of its rounds; NULL: it is not before that access */
	VEC(const struct et *) conditions;
};
typedef VEC(struct loop_before) loop_before_list;
void pair_loops_before(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	loop_before_list *ends);
/* Only what one instance says of such loops, as the first (t = 0) or second thread's: fills index t. */
void side_loops_before(struct kernel *kernel, struct interval *interval, const struct instance *instance, unsigned t,
	struct et_map *launch, loop_before_list *list);

/* Only what one instance says, as the first (t = 0) or second thread's: fills index t of all. */
void pair_side(struct kernel *kernel, struct interval *interval, const struct instance *instance,
	unsigned t, struct et_map *launch, struct pair_terms *terms);

/* Only what the interval's extents say about both threads' ids, which must be filled, and their ranges. */
void pair_frame(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct pair_terms *terms);

/* The ranges of both threads' ids, which must be filled, and that they are two threads of the grid. */
void pair_frame_any(struct kernel *kernel, struct et_map *launch, struct pair_terms *terms);

/* Do just the threads of the pipeline's role arrive: producers at one part, others at the other. */
bool phased_roles_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims);

/*
 * Why the arrivals at a barrier at which other blocks of the cluster arrive may not be `said` in each phase, for blocks of
 * these constant dimensions; NULL: they are.
 */
const char *cluster_phases_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims, uint64_t said);

/* Why the bytes of copies of the cluster may not be those of the barrier's phase in each; NULL: they are. */
const char *cluster_bytes_kept(struct kernel *kernel, const struct phased *phased, struct et_map *launch,
	const uint64_t *dims);

/* May threads that are past a named barrier, at which `all` of the block or a part of it arrives, come to one of the same number for all of
 * the block, while others are still to come to the first. */
bool named_meets_whole(const struct kernel *kernel, const struct phased *phased, bool all);

/*
 * How many arrivals a phase has in a block of these constant dimensions; false when that is not
 * known, or when some thread has nobody who arrives or waits for it.
 */
bool phased_members(struct kernel *kernel, const struct phased *phased,
	struct et_map *launch, const uint64_t *dims, uint64_t *members);

/*
 * Conditions for the barrier to be reached by the first thread and skipped by
 * the second one of the same block, in the same iteration of the loops around it, or in the
 * next one, which the second thread does not begin.
 */
void divergence_terms(struct kernel *kernel, const struct divergence *divergence,
	struct et_map *launch, struct pair_terms *terms);

/* Conditions for the first thread to reach the operation. */
void reached_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms);

/* Conditions for the first thread to reach a warp barrier whose mask does not name its lane. */
void uncovered_terms(struct kernel *kernel, const struct sync *sync, struct et_map *launch,
	struct pair_terms *terms);

/* The first access of memory that other kernels may share with no griddepcontrol.wait before it; NULL: none. */
bool access_is_before_dependency(const struct kernel *kernel, const struct access *access);

/* Condition for a grid barrier written by hand to let blocks pass before all have come. */
const struct et *grid_barriers_doubt(struct kernel *kernel, struct et_map *launch);
/* Are the barriers of other shapes that are looked at for each launch such barriers there (rehearsal.h); HOLDS where
 * there are none. Where that is not known, *why says why. */
enum rehearsal_result { REHEARSAL_HOLDS, REHEARSAL_FAILS, REHEARSAL_UNKNOWN };
enum rehearsal_result rehearsal_of(struct kernel *kernel, struct et_map *launch);
/* Condition for the pair's threads to be in blocks between which such a barrier, and nothing else, stands in a launch where it
 * is known to leave one of them before the other has come; false where there are none. */
const struct et *rehearsal_exposed(
	struct kernel *kernel, const struct pair *pair, struct et_map *launch);
/* The operation that begins one of them, and why it is not known whether it is one. */
const struct access *rehearsal_doubted(const struct kernel *kernel, const char **why);
struct loc sync_loc(const struct kernel *kernel, const struct sync *sync);

/*
 * Is a value that stems from this symbol computed by the kernel's own threads in a way the
 * analysis does not follow (shared memory, shuffles, atomics)? Returns what it is, or NULL.
 */
const char *symbol_computed(struct kernel *kernel, const struct symbol *sym);
/* Does it say which byte of a tensor's box is looked at: then the bytes of an element, a constant where the host is seen to make the
 * descriptor; NULL: it is another symbol. */
const struct et *symbol_tensor_known(struct kernel *kernel, const struct symbol *sym);
/* Is it read from shared memory, where a thread leaves what an addition to a counter of all blocks has found. */
bool symbol_keeps_draw(const struct kernel *kernel, const struct symbol *sym);
/* Is it how often a loop has run that one of the pair's accesses comes after. */
bool symbol_is_final_count(struct kernel *kernel, const struct pair *pair, const struct symbol *sym);
/* Does a shuffle or vote give it, or a place in shared memory that is not all the block's, of what an exchange or
 * compare-and-swap has found in some lane? */
bool symbol_told(struct kernel *kernel, const struct symbol *sym);

/* The atomic operation whose result the symbol is; NULL: it is something else. */
const struct access *symbol_atomic(struct kernel *kernel, const struct symbol *sym);
/* The atomic addition of one whose result the symbol is; NULL: it is something else. */
const struct access *symbol_counter(struct kernel *kernel, const struct symbol *sym);

/* With lock-step warps: are two different accesses of a warp executed one after the other. */
bool accesses_in_step(const struct access *a, const struct access *b);

/* Is the symbol a pointer to memory that no other thread has: device-side malloc. */
bool symbol_is_fresh(const struct kernel *kernel, const struct symbol *sym);

/* Does it change memory, by a plain store or atomically; a CAS counts, whether it succeeds or not. */
static inline bool access_writes(const struct access *access)
{
	return access->type == ACCESS_WRITE || (access->type == ACCESS_ATOMIC && access->writes);
}

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
