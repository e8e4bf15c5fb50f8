#ifndef HGRD_HOSTANALYSIS_PASS_H
#define HGRD_HOSTANALYSIS_PASS_H

#include <llvm-c/Target.h>

#include "hostanalysis/host.h"
#include "hostanalysis/classes/invariant.h"
#include "ir/func.h"
#include "ir/value.h"

/* What the passes of the host analysis share. Only this folder includes it. */

/* CUDA runtime functions (api.def). */
/* A pointer that has been copied out of the device variable given. */
#define HOST_FETCHED "hgrd.fetched"
/* Stands for a copy to a device variable whose values are followed. */
#define SYMBOL_COPIED "hgrd.symbol_copied"

enum api_action {
	API_ALLOC,
	API_STREAM_ALLOC,
	API_PITCH,
	API_VOLUME,
	API_VOLUME_FILL,
	API_VOLUME_COPY,
	API_OUT,
	API_COPY,
	API_HANDLE,
	API_FIELD,
	API_SYMBOL,
	API_BIND,
	API_FETCH,
	API_PLAIN
};
enum { API_ARCH = 0xffff }; /* a value of API_FIELD: the number of the architecture that kernels are compiled for */
struct api {
	const char *name;
	enum api_action action;
	enum host_memory memory;
	char type; /* API_OUT: 'i' 32 bits, 'l' 64 bits, 'p' pointer */
	int arg[4];
	unsigned offset, value; /* API_FIELD: in bytes; 32 bits. API_VOLUME_COPY: both in bytes */
};
/* Row of a linkage name (also of the C++ overloads), or -1. */
int api_find(const char *linkage);
const struct api *api_row(int row);
/* The function's own name in a linkage name of the global namespace, and its length. */
const char *source_name(const char *linkage, size_t *length);
/* Fills what parameters of 32 bits are passed on to (told.c). */
struct index_function;
void passes_fill(struct arena *arena, LLVMValueRef function, struct index_function *entry);
/* Fills whom one pointer is given twice, by a call or by what was made before (twice.c). */
void twice_fill(struct arena *arena, LLVMValueRef function, struct index_function *entry);
/* A library function without effects of its own (effect.def). */
bool effect_known(const char *linkage);
/* Does a function of the runtime touch no memory of the user's at all? Row HANDLES of effect.def. */
bool effect_none(const char *linkage);
/* Bytes of the integers that a function of the standard library puts into another order, which is all it does to them; 0: no such. */
unsigned permuted_size(LLVMValueRef function);
/* A function whose result is a fresh block of host memory; *size_arg and *count_arg (-1: none). */
bool host_allocator(const char *linkage, int *size_arg, int *count_arg);
/* "__device_stub__" functions: the kernel's mangled name on the device side, or NULL. */
const char *stub_kernel(struct arena *arena, const char *linkage);

/* A scalar at a byte offset in a type. */
struct leaf {
	unsigned offset;
	LLVMTypeRef type;
};
typedef VEC(struct leaf) leaf_list;

/* Where a byte range of a kernel parameter comes from: an argument of the stub. */
struct stub_piece {
	unsigned offset;  /* bytes, in the parameter */
	unsigned width;   /* bits */
	unsigned arg;     /* position among the stub's arguments */
};
struct stub_param {
	unsigned size; /* bytes; 0: not understood */
	LLVMTypeRef type;
	int byval;	  /* argument that points to the bytes, or -1 */
	bool indirect;    /* ... of a temporary that callers make: what it holds is known to direct calls alone */
	VEC(struct stub_piece) pieces;
};
struct stub {
	LLVMValueRef llvm; /* NULL once passes have removed it */
	const char *name;
	const char *kernel;
	VEC(struct stub_param) params;
	bool understood;
};

/* A launch after rewriting: the call of hgrd.launch whose first operand is its index. */
enum { /* operands of hgrd.launch before the arguments */
	LAUNCH_SITE,
	LAUNCH_CALLEE,
	LAUNCH_GRID,
	LAUNCH_BLOCK = LAUNCH_GRID + 3,
	LAUNCH_SHARED = LAUNCH_BLOCK + 3,
	LAUNCH_STREAM,
	LAUNCH_ARGS
};
struct site {
	struct loc loc;
	bool by_array;     /* arguments came as void **: one run of leaves per parameter */
	bool args_known;
	bool config_known; /* grid and block are */
	bool cooperative;
	bool seen;                     /* a root has a copy of the launch */
	const struct stub *stub;       /* at rewriting; may be NULL */
	VEC(unsigned) first;           /* by_array: leaf index of each parameter; else of each argument of the stub */
	VEC(struct leaf) leaves;       /* type and offset of each value after LAUNCH_ARGS */
	VEC(unsigned) tables;          /* indices of `first` without leaves, of structures that the host fills at subscripts */
	unsigned attribute_values;       /* 1 + values before those of attributes; 0: none */
	size_t image_values;           /* values before those of pass->images */
};

/* What a device variable that only the host changes holds: a variable of the module's own. */
struct image {
	const char *name; /* linkage name of the device variable */
	LLVMValueRef shadow, memory;
	LLVMValueRef table; /* the same once more, as memory that is followed as a whole; NULL: it holds no array of pointers, nor of many numbers */
	leaf_list leaves;
};

struct source;
/* Behind the name of what a unit of a program keeps to itself, with the unit's place in the plan. */
#define LINKED_UNIT ".unit"

/* A device variable and its shadow on the host side, which may be gone. */
struct device_variable {
	const char *name, *shadow; /* linkage names; the shadow's in the module that is analysed */
};

/* Arguments of launches, and a condition that stands for that these two are one pointer (doubled.c). */
struct doubled_pair {
	unsigned arg[2];
	const struct et *is_one;
};

/* A call that finds a pointer in a map by a key, and which of those before it in the function may look at the same key (keys.c). */
struct key_read {
	struct loc loc;
	bool *may_be_of; /* `n` of them */
	unsigned n;
};

struct host_pass {
	struct arena *arena;
	struct ets *ets;
	struct module *module;
	struct host *host;
	const struct host_options *options;
	LLVMTargetDataRef layout;
	bool has_main;
	bool closed;        /* all of the program is here */
	bool containers, chooses_calls; /* functions of a vector are inlined; some virtual calls choose by the objects' tables (virtual_calls.c) */
	bool callbacks;     /* inlining makes direct calls of others, to be inlined too */
	VEC(LLVMValueRef) stored; /* functions that launch and are kept, as by function objects */
	bool per_thread;    /* 0 may be the default stream of the host thread */
	bool shared_memory; /* the program allocates memory that host and kernels both reach */
	bool registered_memory; /* ... and lets kernels reach memory that it has already */
	const struct symbol *element; /* host_contents.index, of all */
	unsigned graphs;   /* calls that create one */
	unsigned compared; /* comparisons hidden so far */
	VEC(struct stub *) stubs;
	VEC(struct site *) sites;
	VEC(struct image) images;
	VEC(struct device_variable) variables; /* of the unit that is analysed, not all of them */
	VEC(LLVMValueRef) roots;
	VEC(const char *) source_names;
	VEC(struct source *) sources;
	struct pointer_stores *pointer_stores; /* made on demand */
	struct ptrmap *put_pointers;	       /* by the type of pointers; on demand (put_twice.c) */
	bool elements_copied, containers_copied; /* of the library's, with pointers (container_copies.c) */
	VEC(struct key_read) key_reads;
	bool entries_copied;		       /* by a loop, within a local array of pointers (copied_entries.c) */
	VEC(struct doubled_pair) doubled;
	struct ptrmap *bases;   /* BASE symbol -> struct host_alloc */
	struct ptrmap *slots;   /* BASE symbol -> struct handle_slot (handles.c) */
	struct ptrmap *singles; /* BASE symbols of streams and events that lie in no array */
	struct ptrmap *values;  /* global or allocation call -> struct host_alloc */
};

/* Calls rewrite for each instruction of all functions, or of the roots; it may put others before
   the instruction, with the builder, and remove the instruction itself. */
typedef void rewrite_fn(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef instruction);
void functions_rewrite(struct host_pass *pass, rewrite_fn *rewrite);
void roots_rewrite(struct host_pass *pass, rewrite_fn *rewrite);
/* Is a call one of a known function, and of its type. */
bool call_fits(LLVMValueRef call);
/* Gives calls of functions that were declared without a prototype the type of the definition. */
void calls_fit(struct host_pass *pass);
/* Is all code of the program in the module that may name its variables (closed.c). Requires stubs and variables. */
bool program_is_closed(struct host_pass *pass);
/* Does the source of a function lie outside of system headers. */
bool is_of_program(struct host_pass *pass, LLVMValueRef function);
/* Fills stubs and makes them declarations. */
void stubs_fill(struct host_pass *pass);
/* Puts a declaration with the same attributes in a function's place and returns it. */
LLVMValueRef body_drop(struct host_pass *pass, LLVMValueRef function);
/* Finds the stubs again after passes. */
void stubs_refresh(struct host_pass *pass);
/* Is a unit of the module compiled so that 0 is the default stream of the host thread. */
bool streams_per_thread(const struct module *module);
/* Sets attributes of known functions and drops their bodies; requires stubs_fill. */
void effects_fill(struct host_pass *pass);
void effects_set(LLVMValueRef function, bool arguments, bool throws);
/* Functions do not set errno any more, unless the module reads it; requires that LLVM has marked them. */
void errno_forget(struct host_pass *pass);
/* What the program promises the compiler becomes branches as those of asserts. Requires bodies as clang made them. */
void assumptions_branch(struct host_pass *pass);
/* Lists the initializers of variables one by one. */
void constructors_split(struct host_pass *pass);
/* Copies of constants to other places than local variables become assignments. */
void constants_assign(struct host_pass *pass);
/* Cuts accesses to packed pairs of small fields in two. Requires bodies as clang made them. */
void pairs_split(struct host_pass *pass);
/* Marks calls that cannot throw; fills shared_memory and registered_memory. */
void calls_prepare(struct host_pass *pass);
/* Vectors that grow begin with room for all (growth.c). Requires bodies as clang made them. */
void vectors_settle(struct host_pass *pass);
/* Fills images; requires the calls of the CUDA runtime as clang made them. */
void images_fill(struct host_pass *pass);
/* Lets functions that streams run change variables where the host waits. Requires the calls of the CUDA runtime as clang made them. */
void host_functions_run(struct host_pass *pass);
/* Puts what functions touch that streams are to run in front of the calls that give them to streams (host_tasks.c). */
void host_tasks_copy(struct host_pass *pass);
/* Replaces API calls and <<<>>> launches by hgrd.* functions; adds sites. */
void calls_rewrite(struct host_pass *pass);
/* The same for cudaLaunchKernel and relatives, whose kernel is often known after inlining only. */
void launches_rewrite(struct host_pass *pass);
/* Launches change no variable of the host whose address nothing takes. Requires launches_rewrite, variables. */
void host_variables_keep(struct host_pass *pass);
/* Variables that are only read, by copies too, become constants (kept_tables.c). */
void kept_tables_mark(struct host_pass *pass);
/* Number of a root in the plan its module was linked for, -1: none of the roots. */
int root_number(LLVMValueRef function);
/* Lets calls through function objects name their targets, where there is one alone (function_objects.c). */
void function_objects_call(struct host_pass *pass);
/* Replaces comparisons of the addresses of different variables by what they are. */
void addresses_compare(struct host_pass *pass, LLVMValueRef function);
/* Takes an allocation for what is used where there is one, in place of something else (`p ? p : other`). */
void allocations_choose(LLVMValueRef function);
/* Is an argument a function that the callee only calls, or hands on to such (callbacks.c). */
bool callback_given(LLVMValueRef call, unsigned arg);
/* Fills roots and marks what to inline; requires calls_rewrite. */
void roots_fill(struct host_pass *pass);
/* Conditions of asserts that were joined into one value become branches of their own. */
void asserts_split(struct host_pass *pass);
/* Makes loops of what streams capture (captures.c). Requires inlining and calls_rewrite. */
void captures_repeat(struct host_pass *pass);
/* Copies what the roots are given by value into variables of theirs (copies.c). */
void copies_make(struct host_pass *pass);
/* Adds what launches and was not inlined everywhere after all; requires the inlining. */
/* Drops roots that nothing refers to any more: function objects whose calls were all inlined. */
void roots_settle(struct host_pass *pass);
void roots_complete(struct host_pass *pass);
/* Variables that main alone uses become its own (enter.c); requires the inlining. */
void globals_enter(struct host_pass *pass);
/* What call paths lead to: a launch, or a place where relations between members are owed. */
bool is_goal(const struct host_pass *pass, LLVMValueRef call);
/* Marks what references and pointers given to the roots refer to as reached through them alone (unshare.c). */
void roots_unshare(struct host_pass *pass);
/* Unrolls the loops whose calls are to be told apart; false and *error when LLVM fails. */
bool host_unroll(struct host_pass *pass, const char **error);
/* Lets calls of virtual functions name their targets where all classes are known, and drops clang's tests of types; requires `closed`. */
void virtual_calls_resolve(struct host_pass *pass);
/*
 * Names what roots call through the tables of objects that they have made themselves, in any program; true when there was
 * something, to be inlined then (own_tables.c). Requires constructors to be inlined.
 */
bool own_tables_settle(struct host_pass *pass);
/* Is a constant one that nothing holds any more, as the contents of a table that were replaced (vtables.c). */
bool is_left_behind(LLVMValueRef constant);
/* Sees whether pointers are copied from entry to entry of local arrays; before arrays_split. */
void copied_entries_note(struct host_pass *pass);
/* Notes what the program puts into containers once more; before functions of the library are inlined (container_copies.c). */
void container_copies_note(struct host_pass *pass);
/* Pointers that go through local arrays become numbers of entries (pointer_loops.c); before loops are unrolled. */
void pointers_number(struct host_pass *pass);
/* Small arrays indexed by run-time values become choices between their elements. */
void arrays_split(struct host_pass *pass);
/* Rounded quotients of integers in double become integer arithmetic. */
void rounding_rewrite(struct host_pass *pass);
/* Integers that a constant is scaled down to get its bounds (scaled.c); requires conditions. */
void scaled_bound(struct host_pass *pass);
/* Ways that meet at a block which asks for the way alone go past it (ways.c); before conditions are hidden. `passes` make
 * values of slots and join blocks. */
bool ways_part(struct host_pass *pass, const char *passes, const char **error);
/* Pairs of loop-carried values that are exchanged become choices by a swap state. */
void swaps_split(struct host_pass *pass);
/* Pointers that a loop copies to each other become choices by the number of what they are together (pointer_states.c). */
void pointer_states_split(struct host_pass *pass);
/* Marks functions that allocate what they are asked for (allocators.c); requires calls_rewrite. */
void allocators_mark(struct host_pass *pass);
/* Says where functions of Thrust and CUB compute places, while calls of them have their names. */
void libraries_mark(struct host_pass *pass);
/* Moves of few bytes become loads and stores. */
void moves_split(struct host_pass *pass);
/* Comparisons in the roots become calls, and comparisons again. */
void conditions_hide(struct host_pass *pass);
void conditions_restore(struct host_pass *pass);
/* Gives unnamed values the names of the variables they are held in. */
void names_fill(struct host_pass *pass);
/* Adds the launches of one root to pass->host. */
void launches_fill(struct host_pass *pass, LLVMValueRef root);

/* All leaves of a type; false when it has more than a few or odd ones. */
bool leaves_fill(struct host_pass *pass, LLVMTypeRef type, unsigned offset, leaf_list *leaves);
struct stub *stub_find(const struct host_pass *pass, LLVMValueRef function);
/* Puts the sizes of clusters that cudaFuncSetAttribute sets into launches that give none. */
void required_fill(struct host_pass *pass);
/* The argument of a copy to or from a device variable, or of what stands for one, that names the variable. */
LLVMValueRef symbol_copied(LLVMValueRef call, unsigned argument);
/* Base and constant offset of a pointer through GEPs. */
LLVMValueRef pointer_base(struct host_pass *pass, LLVMValueRef pointer, int64_t *offset);

/* A condition of many parts and the unknown bit that stands for it (trim.c). */
struct trimmed_bit {
	const struct et *bit, *cond;
};

/* A host computation during extraction: one root. */
struct root {
	uint64_t compared; /* work that presets.c has done */
	struct host_pass *pass;
	LLVMValueRef llvm;
	struct func *func;
	struct value_env *env;
	VEC(LLVMValueRef) allocs; /* allocation calls */
	VEC(LLVMValueRef) states; /* calls that name members of objects */
	VEC(LLVMValueRef) launches; /* calls of hgrd.launch */
	struct ptrmap *trimmed;
	VEC(struct trimmed_bit) bits;
	struct ptrmap *buffers; /* allocation -> struct buffer (contents.h) */
	const struct capture_calls *captures; /* on demand (captures.c) */
	const struct acts *acts;     /* on demand (acts.h) */
	struct ptrmap *bodies;       /* function that is called -> may it touch memory of kernels, on demand (touch.c) */
	const struct writes *writes; /* what may write to memory (preset_writes.c); NULL: not looked for yet */
};
/* The term of a value, large conditions in it replaced by unknown bits. */
const struct et *host_term(struct root *root, LLVMValueRef value);
/* A condition that follows from `cond` and is not large; true when there is none. */
const struct et *host_condition(struct root *root, const struct et *cond);
/* What a condition is for which host_condition gives true only as it is large; NULL for others. */
const struct et *host_large_condition(struct root *root, const struct et *cond);
/* Makes what device variables hold unknown where the roots begin; requires all roots. */
void images_open(struct host_pass *pass);
/* Adds what device variables hold at a call of hgrd.launch. */
void launch_images_fill(struct root *root, LLVMValueRef call, const struct site *site, struct host_launch *launch);
/* Adds what is known of the contents of memory that the launch is given. */
void launch_contents_fill(struct root *root, LLVMValueRef call, struct host_launch *launch);
/* Adds which pointers that the launch is given may be the same, though nothing tells (exchanged.c). */
void launch_exchanged_fill(struct root *root, LLVMValueRef call, struct host_launch *launch);
/* Makes a choice of pointers of which the program shows that they may be the same as others (doubled.c). */
void launch_doubled_fill(struct root *root, LLVMValueRef call, struct host_launch *launch);
/* Adds what attributes say at a call of hgrd.launch. */
void attributes_fill(struct root *root, LLVMValueRef call, const struct site *site, struct host_launch *launch);
/* Facts that hold at an instruction of the root when also `cond` does. */
void facts_fill(struct root *root, LLVMValueRef at, const struct et *cond, struct host_launch *launch);
/* Adds what the members' values are that a call of MEMBERS_OWED names, and what is known there. */
void owed_fill(struct root *root, LLVMValueRef call);
/* x == rest << e, with an exponent of its own, when `cond` says that of some x; facts are the others
 * known at the same place. NULL when it does not (powers.c). */
const struct et *power_condition(struct root *root, const struct et *cond, const fact_list *facts);
/* A call of hgrd.launch and what it launches. */
struct launch_call {
	LLVMValueRef call;
	struct host_launch launch;
};
typedef VEC(struct launch_call) launch_call_list;
/* Adds the launches of a root that may run at the same time to pass->host. */
void overlaps_fill(struct root *root, const launch_call_list *calls);
/* Adds to `variables` the device variable of a shadow. */
void variable_add(struct host_pass *pass, LLVMValueRef shadow);
/* Adds those that have shadows as clang made them. */
void variables_fill(struct host_pass *pass);
/* Fills `before` of the launches of a root. */
void leftovers_fill(struct root *root, launch_call_list *calls);
/* Fills `presets` of the launches of a root. */
void presets_fill(struct root *root, launch_call_list *calls);
/* Fills `calm` of the launches of a root. */
void dependents_fill(struct root *root, launch_call_list *calls);
/* Do both have the same ones. */
bool dependents_equal(const struct host_launch *a, const struct host_launch *b);
/* Notes what a handle that is loaded from an array stands for, when it is a stream or an event. */
void handle_loaded(struct root *root, const struct et *handle, LLVMValueRef load, struct host_alloc *origin);
/* Notes a stream or event that is created, where it is put into no array. */
void handle_created(struct root *root, const struct et *handle, LLVMValueRef call);
/* Is a number or pointer made by the program itself, in a way that is not followed: no input (made.c). */
bool value_is_made(struct root *root, LLVMValueRef value);
/* Makes sure that a BASE symbol's origin is a struct host_alloc. */
void base_own(struct host_pass *pass, const struct et *leaf);
/* Leaves of host terms: value_leaf_fn with data = struct root. */
const struct et *host_leaf(void *data, struct value_env *env, LLVMValueRef value);
/* A source line, trimmed; NULL when the file cannot be read. */
const char *host_source_line(struct host_pass *pass, struct loc loc);

#endif
