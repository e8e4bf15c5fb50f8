#include "hostanalysis/flags/leftovers.h"
#include "hostanalysis/streams/streams.h"

#include <string.h>

/* What comes after an operation of a stream, as calls of the runtime order it. */

static void handle_add(struct arena *arena, handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (*known == handle)
			return;
	vec_push(arena, list, handle);
}

/* May two handles be one, the second of which is given to a call. */
static bool may_be(const struct order_from *from, LLVMValueRef call, const struct et *known, const struct et *handle)
{
	return handles_may_meet(from->root->pass, known, handle) &&
	       !(from->doubts && doubts_differ(from->doubts, call, known, handle));
}

static bool meets(
	const struct order_from *from, LLVMValueRef call, const handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (may_be(from, call, *known, handle))
			return true;
	return false;
}

bool after_join(struct arena *arena, struct after *into, const struct after *from)
{
	const struct after old = *into;
	into->reached = true;
	into->ordered |= from->ordered;
	into->by_default |= from->by_default;
	vec_each(stream, &from->streams) handle_add(arena, &into->streams, *stream);
	vec_each(event, &from->events) handle_add(arena, &into->events, *event);
	return !old.reached || old.ordered != into->ordered || old.by_default != into->by_default ||
	       old.streams.n != into->streams.n || old.events.n != into->events.n;
}

static bool has_term(const handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (*known == handle)
			return true;
	return false;
}

static bool has_handle(const struct host_pass *pass, const handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (handles_are_same(pass, *known, handle))
			return true;
	return false;
}

static void handles_keep(handle_list *list, const handle_list *others)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->n; i++)
		if (has_term(others, list->at[i]))
			list->at[kept++] = list->at[i];
	list->n = kept;
}

bool after_agree(struct arena *arena, struct after *into, const struct after *from)
{
	const struct after old = *into;
	if (!old.reached)
		return after_join(arena, into, from);
	into->ordered &= from->ordered;
	into->by_default &= from->by_default;
	handles_keep(&into->streams, &from->streams);
	handles_keep(&into->events, &from->events);
	return old.ordered != into->ordered || old.by_default != into->by_default ||
	       old.streams.n != into->streams.n || old.events.n != into->events.n;
}

/* Is a handle one of the list: surely, or else maybe. One that nobody who is seen creates is taken to be. */
static bool is_among(
	const struct order_from *from, LLVMValueRef call, const handle_list *list, const struct et *handle)
{
	const struct host_pass *pass = from->root->pass;
	if (from->surely && !stream_is_foreign(pass, handle))
		return has_handle(pass, list, handle);
	return meets(from, call, list, handle);
}

/* Is a stream the first launch's, or one that waits for it? */
static bool follows(
	const struct order_from *from, LLVMValueRef call, const struct after *after, const struct et *stream)
{
	return (!from->surely && may_be(from, call, from->stream, stream)) ||
	       is_among(from, call, &after->streams, stream);
}

/* Does a stream wait for the default one, and that for it: surely, or else maybe. */
static bool waits_for_default(const struct order_from *from, const struct et *stream)
{
	struct arena *arena = from->root->pass->arena;
	return from->surely ? stream_waits_for_default(arena, stream) : stream_may_wait_for_default(arena, stream);
}

static bool may_be_default(const struct order_from *from, const struct et *stream)
{
	return !from->surely && stream_may_be_default(from->root->pass->arena, stream);
}

/* Does an operation of the default stream that begins now come after the first launch? */
static bool default_follows(const struct order_from *from, const struct after *after)
{
	return after->by_default || waits_for_default(from, from->stream);
}

/* Does what the host waits for, when it waits for the stream, come after the first launch? */
static bool stream_awaited(
	const struct order_from *from, LLVMValueRef call, const struct after *after, const struct et *stream)
{
	return follows(from, call, after, stream) || (stream_is_default(stream) && default_follows(from, after));
}

/* An operation of a stream that may be the default one: of that all streams may wait, but those that were created not to. */
static void default_enqueue(const struct order_from *from, struct after *after, const struct et *stream)
{
	if (stream_is_default(stream))
		after->by_default |= default_follows(from, after);
	else
		after->ordered |= may_be_default(from, stream);
}

void order_enqueue(const struct order_from *from, struct after *after, const struct et *stream)
{
	if (stream)
		default_enqueue(from, after, stream);
	else
		after->ordered = true;
}

/* The stream goes on after something that comes after the first launch. */
static void stream_await(const struct order_from *from, struct after *after, const struct et *stream)
{
	handle_add(from->root->pass->arena, &after->streams, stream);
	if (stream_is_default(stream))
		after->by_default = true;
	else
		after->ordered |= may_be_default(from, stream);
}

static bool record_follows(
	const struct order_from *from, LLVMValueRef call, const struct after *after, const struct et *stream)
{
	if (stream_is_default(stream) && default_follows(from, after))
		return true;
	return follows(from, call, after, stream) || (!stream_is_default(stream) && may_be_default(from, stream));
}

/* Is an event recorded anew: maybe, or else surely. */
static bool stands_anew(const struct order_from *from, const struct et *known, const struct et *event)
{
	if (from->surely)
		return handles_may_meet(from->root->pass, known, event);
	return known == event && is_steady(from->root, event);
}

/* An event that is recorded anew stands for what it is recorded behind now. */
static void record(const struct order_from *from, LLVMValueRef call, struct after *after, const struct et *event,
	const struct et *stream)
{
	handle_list others = { 0 };
	if (record_follows(from, call, after, stream)) {
		handle_add(from->root->pass->arena, &after->events, event);
		return;
	}
	vec_each(known, &after->events)
		if (!stands_anew(from, *known, event))
			vec_push(from->root->pass->arena, &others, *known);
	after->events = others;
}

/* Handles that were read from arrays need not be those that lie there now. */
static void creates(const struct order_from *from, handle_list *list)
{
	const struct host_pass *pass = from->root->pass;
	handle_list others = { 0 };
	if (!from->surely)
		return;
	vec_each(known, list)
		if (((*known)->op != ET_SYM && (*known)->op != ET_APP) || !handle_place(pass, *known))
			vec_push(pass->arena, &others, *known);
	*list = others;
}

static const struct et *handle_taken(const struct order_from *from, LLVMValueRef call, const struct et *handle)
{
	if (from->doubts && handle)
		return doubts_handle(from->doubts, call, handle);
	return handle;
}

static const struct et *stream_taken(const struct order_from *from, LLVMValueRef call, const struct et *stream)
{
	return from->surely ? stream_narrow(from->root->pass, stream) : handle_taken(from, call, stream);
}

/* Is a stream the first launch's own, in its round: all that comes later there comes after it already. */
static bool is_own(const struct order_from *from, const struct et *stream)
{
	return from->doubts && stream == from->stream;
}

void order_step(const struct order_from *from, struct after *after, LLVMValueRef call)
{
	if (!strcmp(call_name(call), "hgrd.launch")) {
		default_enqueue(from, after,
			stream_taken(from, call, host_term(from->root, call_arg(call, LAUNCH_STREAM))));
		return;
	}
	struct stream_op op = stream_op_of(call);
	const struct et *event = handle_taken(from, call, stream_handle(from->root, call, op.event));
	const struct et *stream = stream_taken(from, call, stream_handle(from->root, call, op.stream));
	bool told = (op.event < 0 || event) && (op.stream < 0 || stream);
	switch (told ? op.action : STREAM_ANY) {
	case STREAM_QUIET:
	case STREAM_QUERY:
		break;
	case STREAM_CREATE:
		creates(from, &after->streams);
		creates(from, &after->events);
		break;
	case STREAM_ENQUEUE:
		if (!from->surely && transfer_is_awaited(from->root, call))
			after->ordered |= stream_awaited(from, call, after, stream);
		default_enqueue(from, after, stream);
		break;
	case STREAM_RECORD:
		record(from, call, after, event, stream);
		break;
	case STREAM_AWAIT:
		if (!is_own(from, stream) && is_among(from, call, &after->events, event))
			stream_await(from, after, stream);
		break;
	case STREAM_JOIN:
		after->ordered |= stream_awaited(from, call, after, stream);
		break;
	case EVENT_JOIN:
		after->ordered |= is_among(from, call, &after->events, event);
		break;
	case STREAM_ANY:
		after->ordered = true;
		break;
	}
}

const struct et *order_idle_if(const struct order_from *from, const struct after *after, LLVMValueRef call)
{
	struct after tried = { 0 };
	const struct doubts doubts = *from->doubts;
	after_join(from->root->pass->arena, &tried, after);
	order_step(from, &tried, call);
	bool idle = tried.ordered == after->ordered && tried.by_default == after->by_default &&
		    tried.streams.n == after->streams.n && tried.events.n == after->events.n;
	const struct et *agreed = from->doubts->agreed;
	*from->doubts = doubts;
	return idle ? agreed : NULL;
}

bool order_reaches(const struct order_from *from, LLVMValueRef call, const struct after *after, const struct et *given)
{
	const struct et *stream = handle_taken(from, call, given);
	bool waits = after->by_default && waits_for_default(from, stream);
	return after->ordered || waits || is_among(from, call, &after->streams, stream);
}
