#ifndef HGRD_HOSTANALYSIS_FLAGS_LEFTOVERS_H
#define HGRD_HOSTANALYSIS_FLAGS_LEFTOVERS_H

#include "hostanalysis/pass.h"

/* Memory that a kernel finds as an earlier launch of it left it. Only this folder includes it. */

/* A pointer of a launch, or the address of a device variable. */
struct memory {
	const struct et *pointer;
	const struct host_alloc *alloc;
};

struct memory variable_memory(struct root *root, const struct device_variable *variable);

/* May an instruction of the root, other than a launch, change the memory. */
bool instruction_touches(struct root *root, const struct memory *memory, LLVMValueRef instruction);
/* Is it a call that may change anything, or nothing, as what it does is not followed; of memory that may be another device's
 * from round to round, or of other memory. */
bool call_need_not_touch(LLVMValueRef call, bool per_device);
/* Is it a call of a function that is not the runtime's, nor one of the libraries that run nothing of the program's. */
bool call_is_foreign(LLVMValueRef call);
/* May a launch of another kernel, or with other pointers: it is given a pointer into it; a device variable it
 * may always change. */
bool launch_touches(struct root *root, const struct memory *memory, LLVMValueRef call);
/* May something behind a captured region, which `again` repeats (captures.c), change the memory between two launches of the graph. */
bool changes_between_graphs(struct root *root, const struct memory *memory, LLVMValueRef again);
/* Is a launch between begin and end of a capture, or a node that is added (captures.c); does a call launch a graph. */
bool is_captured(struct root *root, LLVMValueRef call);
bool is_graph_launch(LLVMValueRef call);
/* Is it a launch, fill or copy that is captured: not a store, nor another call, which the host makes at once. */
bool runs_in_graph(struct root *root, LLVMValueRef instruction);
/* Is a launch captured, and may something that is not, behind it, be done before the graph is launched. */
bool runs_before_graph(struct root *root, LLVMValueRef launch, LLVMValueRef by);
/* Where among the parameters a value of a launch is. */
struct launch_place {
	unsigned param, offset; /* bytes */
};
bool launch_place_of(struct root *root, LLVMValueRef call, unsigned arg, struct launch_place *place);
/* The parameter that a value of a launch is, when it is a pointer or number by itself; -1: none. */
int launch_param_of(struct root *root, LLVMValueRef call, unsigned arg);
/* The value that a launch gives for such a parameter; NULL: it is not known, or the parameter is none (below 0). */
LLVMValueRef launch_value_of(struct root *root, LLVMValueRef call, int param);
/* May a value of a launch be a pointer into the memory. */
bool value_may_point(struct root *root, const struct memory *memory, LLVMValueRef value);

/* Is it a fill, copy or store of the host that may leave bytes of the memory as they were (preset_writes.c). */
bool may_write_beside(struct root *root, LLVMValueRef instruction, const struct memory *memory);

/* Has the term one value in all rounds of all loops. */
bool is_steady(struct root *root, const struct et *term);
/* The piece of an argument that begins at a byte (left_given.c); NULL: none, or not known. */
const struct host_piece *piece_at(const struct host_launch *launch, unsigned arg, unsigned offset);
/* Are both launches of one size, in each round; was the argument the same. */
bool same_size(struct root *root, const struct host_launch *a, const struct host_launch *b);
bool argument_kept(struct root *root, const struct host_launch *first, const struct host_launch *second, unsigned arg);
/* Do arguments that differ between the two not change with the rounds of loops. */
bool given_steadily(struct root *root, const struct host_launch *first, const struct host_launch *second);
/* Do arguments of one of them change with the rounds of loops. */
bool given_in_turns(struct root *root, const struct host_launch *first, const struct host_launch *second);
/* Adds what the first was given, as it was `then` (NULL: always), to what launches before the second one were. Requires that this has `before`. */
void given_add(struct root *root, const struct host_launch *first, uint64_t number, const struct host_launch *second,
	const struct et *(*then)(void *, const struct et *), void *data);
/* ... in some round of the loop before that of the second one: condition for that round. */
const struct et *given_in_round(struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *loop, uint64_t number);
/* Condition for the first launch to have run in a round of the loop before that of the second. */
const struct et *rounds_apart(struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *loop);
/* ... to be made on the way to the second one; its loops, if any, run for some round. */
const struct et *made_before(struct root *root, const struct launch_call *first, const struct launch_call *second);
/* ... to have been made, in an earlier round of the region or (NULL) before, with a pointer to where the second one's points. */
const struct et *comes_back(struct root *root, const struct launch_call *first, const struct launch_call *second,
	const struct loop *region, const struct et *pointer, const struct et *later);

/* What presets.c and its helpers share: where something is found, a launch or a copy from there, and in which memory. */
struct finding {
	struct root *root;
	LLVMValueRef at;
	struct launch_call *call; /* NULL: a copy */
	struct memory memory;
	const struct device_variable *variable; /* NULL: memory behind an argument */
};

/* What is put there before: words in the bytes from `first` to before `end`. */
struct prior {
	LLVMValueRef by; /* NULL: so it begins */
	unsigned width;	 /* bits of a word; 0: nothing is said of what lies there then */
	const struct et *first, *end; /* 64 bits; NULL: anywhere */
	const struct et *value;	      /* NULL: not known */
	bool surely;		      /* whenever `by` is run */
	bool below;		      /* it may be below zero, `value` NULL */
	bool late;		      /* `by` is behind the launch, which is captured, and before the graph's */
};
typedef VEC(struct prior) prior_list;

/* May one instruction be followed by another. */
bool may_follow(struct root *root, LLVMValueRef first, LLVMValueRef then);
/* Does the launch find, for sure, what was put there by one of them, as no other one may come between. */
bool prior_lasts(const struct finding *finding, const prior_list *priors, const struct prior *prior);
/* May the fill, copy or launch, in a stream of its own, not have been done yet when the finding's launch begins. */
bool runs_late(const struct finding *finding, LLVMValueRef call);
/* May the fill, copy or launch, in a stream of its own, be done before an earlier launch ends. */
bool runs_early(struct root *root, const struct launch_call *first, LLVMValueRef call);
/* ... or be done while an earlier launch that is given the memory still runs. */
bool runs_aside(const struct finding *finding, LLVMValueRef call);
/* The value of all bytes that a copy finds in memory that has been filled, and not changed otherwise before; NULL: not known
 * (preset_writes.c). */
const struct et *filled_value(struct root *root, LLVMValueRef source, LLVMValueRef copy, const struct et *bytes);
/* Adds what host code itself puts there, by fills, copies and stores (preset_writes.c). */
void priors_of_writes(const struct finding *finding, prior_list *priors);
/* Adds what other kernels put there (preset_kernels.c). */
void priors_of_kernels(const struct finding *finding, prior_list *priors);
/* Adds what a device variable begins with, and what is copied to it (preset_variables.c). */
void priors_of_variable(const struct finding *finding, prior_list *priors);
/* Does a launch surely put something where the pointer to the memory, or to the variable (NULL: none), points (preset_kernels.c). */
bool launch_covers(struct root *root, const struct memory *memory, const char *variable, LLVMValueRef call);
/* Does a kernel change what it is given, or the variable (NULL: none), by stores of words alone, and not count (preset_kernels.c). */
bool kernel_only_stores(struct root *root, const char *kernel, unsigned param, const char *variable);
/* The kernel that a call launches; NULL: it is no launch, or not known. */
const struct stub *launched_stub(struct root *root, LLVMValueRef call);

#endif
