#ifndef HGRD_HOSTANALYSIS_STREAMS_STREAMS_H
#define HGRD_HOSTANALYSIS_STREAMS_STREAMS_H

#include "hostanalysis/pass.h"

/* Streams and events as terms, and what calls do to their order. Only this folder includes it. */

typedef VEC(const struct et *) handle_list;

/* A handle that is loaded from an array, and where it lies, as terms over the same counters. */
struct handle_slot {
	const struct et *handle, *at;
	LLVMValueRef vector; /* among whose elements the place is counted; NULL: it is an address */
};
/* What is stored where handles are loaded from. */
struct handle_uses {
	struct ptrmap *seen;
	bool buffers;	     /* allocations are looked for, and no handles (kept_buffers.c) */
	enum host_memory memory;
	VEC(LLVMValueRef) puts; /* what puts something there */
	const char *creator; /* of all that is stored; NULL: nothing yet */
	unsigned flags;	     /* they were created with */
	const struct func *func;
	struct host_pass *pass;
	LLVMValueRef vector; /* the address of the local vector whose elements they are, one for all addresses of it; NULL: they are no vector's */
	LLVMValueRef object; /* the local variable that the vector is or is a member of */
	int64_t offset;	     /* ... and where it lies there */
};
/* Is nothing but new handles put into the array that is loaded from, by what is in sight. */
bool handle_array_fits(struct root *root, struct handle_uses *uses, LLVMValueRef load);
/* Where the array of a pointer into it begins. */
LLVMValueRef handle_start(LLVMValueRef pointer);
/* The place that an address is, of an array that fits: in a vector, behind its beginning. */
const struct et *handle_place_of(struct root *root, const struct handle_uses *uses, LLVMValueRef address);
/* Notes where a pointer lies that is loaded from an array of allocations. */
void kept_loaded(struct root *root, const struct et *pointer, LLVMValueRef load, struct host_alloc *origin);
/* Is a value that is stored an allocation, or null; sets which memory that is. */
bool kept_store_fits(struct handle_uses *uses, LLVMValueRef stored);
/* Is a value that is stored a new handle, which is stored nowhere else; sets who created it. */
bool handle_store_fits(struct handle_uses *uses, LLVMValueRef stored);
/*
 * Is nothing but new handles stored into the member of the structures of an array that is loaded from an address; `start` is
 * where the array begins (handle_members.c).
 */
bool handle_members_fit(struct root *root, struct handle_uses *uses, LLVMValueRef start, LLVMValueRef address);
/* A place among a vector's elements, with the number of these where it does not change (handle_sizes.c). */
const struct et *handle_sized(struct root *root, const struct handle_uses *uses, const struct et *place);
/* Is it a function that creates streams or events. */
bool is_creator(const char *name);
/* Where a handle lies in an array; NULL: not known to be in one. */
const struct et *handle_place(const struct host_pass *pass, const struct et *leaf);
/* Do two handles lie in the same array, where both are in one. */
bool handles_share_array(const struct host_pass *pass, const struct et *a, const struct et *b);
/* Are they the same one. Requires that none was created since the first was read. */
bool handles_are_same(const struct host_pass *pass, const struct et *a, const struct et *b);

enum stream_action {
	STREAM_QUIET,
	STREAM_QUERY, /* in the table alone: a join, or nothing */
	STREAM_CREATE, /* ... or an event */
	STREAM_ENQUEUE,
	STREAM_RECORD,
	STREAM_AWAIT,
	STREAM_JOIN,
	EVENT_JOIN,
	STREAM_ANY /* may order everything */
};
#define DEFAULT_STREAM -2 /* for the number of an argument */
#define LAST_ARGUMENT -3  /* ... too */
struct stream_op {
	enum stream_action action;
	int event, stream; /* arguments, or -1 */
};
/* Does a call neither give work to a device nor wait for anything (bystanders.c). */
bool call_stands_by(LLVMValueRef call);
/* Does the host do the same whatever a query of a stream or event tells it (queries.c). */
bool query_is_idle(LLVMValueRef query);
/* What a call does to the order of streams. */
struct stream_op stream_op_of(LLVMValueRef call);
/* The stream that operations with it are in at least: 0 may be the host thread's. */
const struct et *stream_narrow(const struct host_pass *pass, const struct et *stream);
/* The handle that is an argument of a call, or DEFAULT_STREAM; NULL: the call has none, or it is not known. */
const struct et *stream_handle(struct root *root, LLVMValueRef call, int arg);

/* Name of a function of the runtime, also of a call that was rewritten; else the call's own. */
const char *runtime_name(LLVMValueRef call);
/* Does the host maybe wait for a copy or fill, as memory of the host that is not known to be page-locked takes part. */
bool transfer_is_awaited(struct root *root, LLVMValueRef call);
/* Is it done by a function that a stream is given (host_tasks.c): neither the host nor another such function is taken to run beside it. */
bool transfer_is_task(LLVMValueRef i);
/* Are there copies or fills in other streams than the default one. */
bool transfers_have_streams(struct root *root);
/* Appends the copies and fills of memory that kernels reach, with how their arguments are kept (host_launch.transfer). */
void transfers_add(struct root *root, launch_call_list *calls);
/* Adds bytes from a place on to what a copy, fill or access of the host reads or writes. */
void range_put(struct root *root, struct host_launch *launch, bool writes, const struct et *start, const struct et *bytes);
/* Fills what is known of it besides: where it is, and what holds there. */
void transfer_place(struct root *root, LLVMValueRef i, struct host_launch *launch);

/* Appends up to `most` accesses of the host itself to memory that kernels reach, too: operations of no stream (host_accesses.c). */
void host_accesses_add(struct root *root, launch_call_list *calls, size_t most);

/* Is it known which graph each launch of one is of, and are all launches of each in one stream (graph_launches.c). */
bool graphs_told(struct root *root, const launch_call_list *launches);
/* Appends what is captured of them, or a node, once more, as an operation of each launch of its graph. Requires graphs_told. */
void graph_launches_add(struct root *root, launch_call_list *calls);
/* The call that notes what the graph that is launched was instantiated from; NULL: it is not known (graph_members.c). */
LLVMValueRef graph_instantiation(struct root *root, LLVMValueRef launch);
/* Is a captured operation or a node's held by what is instantiated there. */
bool graph_holds(struct root *root, LLVMValueRef instantiation, LLVMValueRef call);
/* Can it be told which graphs hold what: captures come one behind the other, and so many nodes are launches of a graph's. */
bool graph_members_told(struct root *root, const launch_call_list *launches, unsigned nodes);

#define MOST_OPERATIONS 64 /* of a root that are looked at */
/*
 * The launches, with copies and fills where these have streams and with launches of graphs where these are
 * told (graphs), unless they are too many, and with what the host itself does (operations.c).
 */
launch_call_list operations_of(struct root *root, const launch_call_list *calls, bool graphs);
/* Is some launch in a stream that is not the default one, or not known. */
bool operations_have_streams(const launch_call_list *calls);
/* Is the operation over, or may it be, before the host goes on. */
bool operation_is_awaited(struct root *root, const struct launch_call *call);

#define MOST_ROUNDS 3 /* of a loop around two launches that are looked at */

/* Where the host is after a first launch, which tells what its terms are there (later.c). */
struct later {
	const struct loop *round; /* around the launch, whose back edge was taken; NULL: none */
	unsigned times;		  /* ... so often */
	const struct block *here, *there; /* of the launch, and after it */
	struct ptrmap *finals;	  /* what counters of loops around the first launch alone were in the end */
	struct ptrmap *anew;	  /* what those of loops are that both are in, and that were entered again; NULL: they are taken to be the same */
	bool any_round;		  /* of loops that are entered on the way; else the first one */
};
struct et_map *later_map(struct ets *ets, const struct later *later);
/* A launch whose terms are mapped. */
void launch_map(struct arena *arena, struct et_map *map, struct host_launch *launch);

/* Operations on the way from a launch that order nothing after it, as is supposed, and the conditions for that (doubts.c). */
struct doubts {
	struct root *root;
	struct later later;	 /* at the operation that is looked at */
	bool any_round;		 /* handles that are known may be those of earlier rounds of loops that are entered on the way */
	const struct et *agreed; /* what has to hold */
};
void doubts_begin(struct doubts *doubts, struct root *root, LLVMValueRef launch);
/* What a handle of the operation is, told by the counters of the launch. */
const struct et *doubts_handle(struct doubts *doubts, LLVMValueRef call, const struct et *handle);
/* Are two handles, of which the second is the operation's, supposed to be different. */
bool doubts_differ(struct doubts *doubts, LLVMValueRef call, const struct et *known, const struct et *handle);
/*
 * Is the operation supposed not to be come to, as a branch behind the launch passes it by, or else what makes it change nothing
 * (order_idle_if) to hold; NULL: nothing does.
 */
bool doubts_pass_by(struct doubts *doubts, LLVMValueRef launch, LLVMValueRef call, const struct et *idle_if);
bool are_in_one_loop(struct root *root, LLVMValueRef a, LLVMValueRef b);

/* Can two handles be the same one? */
bool handles_may_meet(const struct host_pass *pass, const struct et *a, const struct et *b);
/* Does nobody who is seen create the stream, or whatever it is chosen from. */
bool stream_is_foreign(const struct host_pass *pass, const struct et *stream);
/* Can a stream be the default one? */
bool stream_may_be_default(struct arena *arena, const struct et *stream);
/* Is it one that stands for a node of a graph (graph_nodes.c). */
bool stream_is_node(const struct et *stream);
/* Is it the default one. */
bool stream_is_default(const struct et *stream);
/* Can it be the default one, or one that waits for that and that waits for it: all but those created not to. */
bool stream_may_wait_for_default(struct arena *arena, const struct et *stream);
/* Is it surely one that does; of one that nobody who is seen creates that is taken to be so. */
bool stream_waits_for_default(struct arena *arena, const struct et *stream);
/*
 * Condition for two streams to be surely different ones whose operations do not wait for each
 * other: two that were created, or the default stream and one created not to wait for it.
 */
const struct et *streams_apart(
	const struct host_pass *pass, const struct et *a, const struct et *b);

/* An operation of a stream that others may come after. */
struct order_from {
	struct root *root;
	const struct et *stream;
	bool surely; /* what may not be so does not count: of `after` the streams have the operation's own, and ways agree */
	struct doubts *doubts; /* what may not be so, and can be told, is supposed not to be; NULL: it counts */
};
/* What is known at a place of the host's way, some time after it. */
struct after {
	bool reached;
	bool ordered;	     /* maybe all that follows comes after the operation */
	bool by_default;     /* what follows in the default stream, and in streams that wait for that, comes after it */
	handle_list streams; /* whose later operations come after it, besides its own */
	handle_list events;  /* that happen after it */
};
/* What a call, a launch among them, changes of that (stream_order.c). */
void order_step(const struct order_from *from, struct after *after, LLVMValueRef call);
/* What has to hold, with what is supposed already, for it to change nothing of that; NULL: it does. Requires doubts. */
const struct et *order_idle_if(const struct order_from *from, const struct after *after, LLVMValueRef call);
/* Something begins in a stream, of a kind that the table of calls does not name. */
void order_enqueue(const struct order_from *from, struct after *after, const struct et *stream);
/* Two ways meet: what may be ordered on one is; true: something changed. */
bool after_join(struct arena *arena, struct after *into, const struct after *from);
/* Two ways meet: what is ordered on both is. */
bool after_agree(struct arena *arena, struct after *into, const struct after *from);
/* May an operation that a call gives another stream come after it, or does it surely. */
bool order_reaches(const struct order_from *from, LLVMValueRef call, const struct after *after, const struct et *stream);

#endif
