#include <string.h>

#include "base/stats.h"
#include "driver/cache_internal.h"
#include "driver/moves.h"
#include "driver/trace_internal.h"
#include "report/merge.h"

/* Of a unit whose device code is another: the results about kernels that are what they were. */

static struct part *part_of(struct trace *trace, const struct part *then)
{
	vec_each(part, &trace->parts)
		if (part->known && then->known && !strcmp(part->mangled, then->mangled) &&
			!memcmp(&part->code, &then->code, sizeof(then->code)) &&
			part->lines.n == then->lines.n)
			return part;
	return NULL;
}

static void lines_add(struct moves *moves, const struct part *then, const struct part *now)
{
	for (size_t i = 0; i < then->lines.n; i++)
		moves_add_line(moves, then->lines.at[i].file, then->lines.at[i].line,
			now->lines.at[i].line);
}

static void part_skip(struct unpack *unpack)
{
	size_t size;
	unpack_bytes(unpack, &size);
	unpack_bytes(unpack, &size);
}

/* Notes where the lines of the kernels are now that are what they were. */
static bool parts_move(struct trace *trace, struct unpack unpack, struct moves *moves)
{
	size_t n = unpack_count(&unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++) {
		struct part then = { 0 };
		if (!trace_part(trace->arena, &unpack, &then))
			return false;
		struct part *now = part_of(trace, &then);
		if (now)
			lines_add(moves, &then, now);
		part_skip(&unpack);
	}
	return !unpack.damaged;
}

static bool parts_take(struct trace *trace, struct unpack *unpack, struct moves *moves)
{
	size_t n = unpack_count(unpack, sizeof(struct hash));
	for (size_t i = 0; i < n; i++) {
		struct part then = { 0 };
		struct results found = { 0 };
		if (!trace_part(trace->arena, unpack, &then))
			return false;
		struct part *now = part_of(trace, &then);
		if (!now) {
			part_skip(unpack);
			continue;
		}
		now->kept = trace_results(trace->arena, unpack, moves, &found);
		now->results = now->kept ? found : now->results;
	}
	return !unpack->damaged;
}

/* Does host analysis come out as it was. */
static bool host_holds(struct trace *trace, struct unpack asked)
{
	bool joined = unpack_number(&asked);
	text_list dropped = trace_texts(trace->arena, &asked);
	bool same = dropped.n == trace->dropped.n;
	for (size_t i = 0; i < dropped.n && same; i++)
		same = !strcmp(dropped.at[i], trace->dropped.at[i]);
	return !joined && same && answers_hold(trace->answers, &asked);
}

static bool kept_take(struct cache *cache, struct trace *trace, struct results *others)
{
	const struct trace_kept *kept = trace->kept;
	struct unpack parts = kept->unpack, unpack = kept->unpack;
	struct moves *moves = moves_new(trace->arena, cache);
	part_skip(&parts);
	return host_holds(trace, kept->asked) &&
	       trace_moves(trace, kept, 1U << SIDE_HOST, moves) &&
	       parts_move(trace, parts, moves) && trace_moves_good(trace, moves) &&
	       trace_results(trace->arena, &unpack, moves, others) &&
	       parts_take(trace, &unpack, moves);
}

bool trace_keep(struct cache *cache, struct trace *trace, struct results *others)
{
	struct results found = { 0 };
	bool good = false;
	if (!cache || !trace->kept)
		return false;
	TIMED(cache)
		good = kept_take(cache, trace, &found);
	vec_each(part, &trace->parts) {
		part->kept &= good;
		part->results = part->kept ? part->results : (struct results){ 0 };
		stats.cached_kernels += part->kept;
	}
	if (good) {
		cache->limited |= trace->kept->limited;
		results_append(trace->arena, &found, others);
	} else {
		trace->steps.n = 0;
		trace->units.n = 0;
	}
	return good;
}
