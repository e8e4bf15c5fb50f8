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
	STREAM_QUERY, /* in the table alone */
	STREAM_CREATE, /* ... or an event */
	STREAM_ENQUEUE,
	STREAM_RECORD,
	STREAM_AWAIT,
	STREAM_JOIN,
	EVENT_JOIN,
	STREAM_ANY /* may order everything */
};
#define DEFAULT_STREAM -2 /* for the number of an argument */
struct stream_op {
	enum stream_action action;
	int event, stream; /* arguments, or -1 */
};
/* Does a call neither give work to a device nor wait for anything (bystanders.c). */
bool call_stands_by(LLVMValueRef call);
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
/* Are there copies or fills in other streams than the default one. */
bool transfers_have_streams(struct root *root);
/* Appends the copies and fills of memory that kernels reach, with how their arguments are kept (host_launch.transfer). */
void transfers_add(struct root *root, launch_call_list *calls);

typedef VEC(const struct block *) block_list;
/* Does a call order streams that a branch behind the launch may pass by, once in the same rounds as the launch (passed_by.c). */
bool may_pass_by(struct root *root, LLVMValueRef launch, LLVMValueRef call);
bool are_in_one_loop(struct root *root, LLVMValueRef a, LLVMValueRef b);
/* Condition for none of the blocks to be come to; false where it is not made of arguments and what is asked once. */
const struct et *passed_by(struct root *root, const block_list *blocks);

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
/* Two ways meet: what may be ordered on one is; true: something changed. */
bool after_join(struct arena *arena, struct after *into, const struct after *from);
/* Two ways meet: what is ordered on both is. */
bool after_agree(struct arena *arena, struct after *into, const struct after *from);
/* May an operation that another stream is given now come after it, or does it surely. */
bool order_reaches(const struct order_from *from, const struct after *after, const struct et *stream);

#endif
