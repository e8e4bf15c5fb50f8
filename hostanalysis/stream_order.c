#include "hostanalysis/streams.h"

#include <string.h>

/* What comes after an operation of a stream, as calls of the runtime order it. */

static void handle_add(struct arena *arena, handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (*known == handle)
			return;
	vec_push(arena, list, handle);
}

static bool meets(const struct host_pass *pass, const handle_list *list, const struct et *handle)
{
	vec_each(known, list)
		if (handles_may_meet(pass, *known, handle))
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

/* Is a stream the first launch's, or one that waits for it? */
static bool follows(const struct order_from *from, const struct after *after, const struct et *stream)
{
	const struct host_pass *pass = from->root->pass;
	return handles_may_meet(pass, from->stream, stream) ||
	       meets(pass, &after->streams, stream);
}

/* Does an operation of the default stream that begins now come after the first launch? */
static bool default_follows(const struct order_from *from, const struct after *after)
{
	return after->by_default ||
	       stream_may_wait_for_default(from->root->pass->arena, from->stream);
}

/* An operation of a stream that may be the default one: of that all streams may wait, but those that were created not to. */
static void default_enqueue(const struct order_from *from, struct after *after, const struct et *stream)
{
	if (stream_is_default(stream))
		after->by_default |= default_follows(from, after);
	else
		after->ordered |= stream_may_be_default(from->root->pass->arena, stream);
}

/* The stream goes on after something that comes after the first launch. */
static void stream_await(const struct order_from *from, struct after *after, const struct et *stream)
{
	struct arena *arena = from->root->pass->arena;
	handle_add(arena, &after->streams, stream);
	if (stream_is_default(stream))
		after->by_default = true;
	else
		after->ordered |= stream_may_be_default(arena, stream);
}

static bool record_follows(const struct order_from *from, const struct after *after, const struct et *stream)
{
	if (stream_is_default(stream) && default_follows(from, after))
		return true;
	return follows(from, after, stream) ||
	       (!stream_is_default(stream) && stream_may_be_default(from->root->pass->arena, stream));
}

static const struct et *handle_arg(const struct order_from *from, LLVMValueRef call, int arg)
{
	return arg >= 0 && (unsigned)arg < call_args(call)
		       ? host_term(from->root, call_arg(call, (unsigned)arg))
		       : NULL;
}

void order_step(const struct order_from *from, struct after *after, LLVMValueRef call)
{
	struct arena *arena = from->root->pass->arena;
	if (!strcmp(call_name(call), "hgrd.launch")) {
		default_enqueue(from, after, host_term(from->root, call_arg(call, LAUNCH_STREAM)));
		return;
	}
	struct stream_op op = stream_op_of(call);
	const struct et *event = handle_arg(from, call, op.event);
	const struct et *stream = handle_arg(from, call, op.stream);
	bool told = (op.event < 0 || event) && (op.stream < 0 || stream);
	switch (told ? op.action : STREAM_ANY) {
	case STREAM_QUIET:
	case STREAM_QUERY:
		break;
	case STREAM_ENQUEUE:
		default_enqueue(from, after, stream);
		break;
	case STREAM_RECORD:
		if (record_follows(from, after, stream))
			handle_add(arena, &after->events, event);
		break;
	case STREAM_AWAIT:
		if (meets(from->root->pass, &after->events, event))
			stream_await(from, after, stream);
		break;
	case STREAM_JOIN:
		after->ordered |= follows(from, after, stream) ||
				  (stream_is_default(stream) && default_follows(from, after));
		break;
	case EVENT_JOIN:
		after->ordered |= meets(from->root->pass, &after->events, event);
		break;
	case STREAM_ANY:
		after->ordered = true;
		break;
	}
}

bool order_reaches(const struct order_from *from, const struct after *after, const struct et *stream)
{
	const struct host_pass *pass = from->root->pass;
	bool waits = after->by_default && stream_may_wait_for_default(pass->arena, stream);
	return after->ordered || waits || meets(pass, &after->streams, stream);
}
