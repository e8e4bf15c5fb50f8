#include "kernelanalysis/pairs/pair.h"

/*
 * What the extents of an interval say about two threads: which groups they
 * share, and that their ids lie in range.
 */

/* Simplified where the launch makes dimensions constant. */
const struct et *linear_thread(
	struct ets *ets, const struct et *const *tid, const struct et *const *ntid)
{
	unsigned flags = ET_NSW | ET_NUW;
	const struct et *one = et_const(ets, 32, 1), *zero = et_const(ets, 32, 0);
	const struct et *y = ntid[1] == one ? zero : tid[1];
	const struct et *z = ntid[2] == one ? zero : tid[2];
	const struct et *plane =
		et_binary(ets, ET_ADD, flags, y, et_binary(ets, ET_MUL, flags, z, ntid[1]));
	return et_binary(ets, ET_ADD, flags, tid[0], et_binary(ets, ET_MUL, flags, plane, ntid[0]));
}

static const struct et *differ(
	struct ets *ets, const struct et *const *a, const struct et *const *b)
{
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++)
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, a[i], b[i]));
	return et_not(ets, same);
}

const struct et *same_tile(struct kernel *kernel, uint32_t extent, const struct et *const *ntid,
	const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct et *tile[2], *size = et_const(ets, 32, extent);
	for (unsigned t = 0; t < 2; t++)
		tile[t] = et_binary(ets, ET_UDIV, 0, linear_thread(ets, terms->tid[t], ntid), size);
	return et_binary(ets, ET_EQ, 0, tile[0], tile[1]);
}

static const struct et *same_cluster(struct kernel *kernel, const struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	const struct et *same = et_bool(ets, true);
	for (unsigned i = 0; i < 3; i++) {
		const struct et *size = et_const(ets, 32, kernel->cluster[i]);
		same = et_and(ets, same,
			et_binary(ets, ET_EQ, 0,
				et_binary(ets, ET_UDIV, 0, terms->ctaid[0][i], size),
				et_binary(ets, ET_UDIV, 0, terms->ctaid[1][i], size)));
	}
	return same;
}

/* The threads share a group of the interval's extent, but none of the next finer one. */
static void kind_conditions(struct kernel *kernel, const struct interval *interval,
	const struct et *const *ntid, struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	if (interval->kind == RACE_INTER_BLOCK) {
		push_condition(kernel, terms, differ(ets, terms->ctaid[0], terms->ctaid[1]));
		if (interval->extent == EXTENT_CLUSTER)
			push_condition(kernel, terms, same_cluster(kernel, terms));
		else if (interval->finer == EXTENT_CLUSTER)
			push_condition(kernel, terms, et_not(ets, same_cluster(kernel, terms)));
		return;
	}
	push_condition(kernel, terms, differ(ets, terms->tid[0], terms->tid[1]));
	if (interval->extent != EXTENT_BLOCK)
		push_condition(kernel, terms, same_tile(kernel, interval->extent, ntid, terms));
	if (interval->finer)
		push_condition(kernel, terms,
			et_not(ets, same_tile(kernel, interval->finer, ntid, terms)));
}

void dimensions(struct kernel *kernel, struct et_map *launch, const struct et **ntid,
	const struct et **nctaid)
{
	for (unsigned i = 0; i < 3; i++) {
		ntid[i] = et_sym(kernel->ets, kernel->ntid[i]);
		nctaid[i] = et_sym(kernel->ets, kernel->nctaid[i]);
		ntid[i] = launch ? et_map_apply(launch, ntid[i]) : ntid[i];
		nctaid[i] = launch ? et_map_apply(launch, nctaid[i]) : nctaid[i];
	}
}

const struct et *lane_of_thread(
	struct kernel *kernel, const struct et *const *tid, struct et_map *launch)
{
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	return et_binary(kernel->ets, ET_UREM, 0, linear_thread(kernel->ets, tid, ntid),
		et_const(kernel->ets, 32, EXTENT_WARP));
}

void lane_conditions(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct et_map *const maps[2], struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	struct thread_pair threads = { .kernel = kernel, .launch = launch };
	if (interval->kind != RACE_INTRA_WARP)
		return;
	for (unsigned t = 0; t < 2; t++) {
		threads.maps[t] = maps[t];
		threads.lane[t] = lane_of_thread(kernel, terms->tid[t], launch);
	}
	for (unsigned i = 0; i < kernel->lane_groups.n; i++) {
		const struct et *shared = lanes_shared(&threads, &kernel->lane_groups.at[i]);
		bool in = interval->lanes >> i & 1;
		push_condition(kernel, terms, in ? shared : et_not(ets, shared));
	}
}

void range_conditions(struct kernel *kernel, const struct et *const *ntid,
	const struct et *const *nctaid, struct pair_terms *terms)
{
	struct ets *ets = kernel->ets;
	for (unsigned t = 0; t < 2; t++) {
		for (unsigned i = 0; i < 3; i++) {
			push_condition(kernel, terms,
				et_binary(ets, ET_ULT, 0, terms->tid[t][i], ntid[i]));
			push_condition(kernel, terms,
				et_binary(ets, ET_ULT, 0, terms->ctaid[t][i], nctaid[i]));
		}
	}
}

void pair_frame_any(struct kernel *kernel, struct et_map *launch, struct pair_terms *terms)
{
	const struct et *ntid[3], *nctaid[3];
	struct ets *ets = kernel->ets;
	dimensions(kernel, launch, ntid, nctaid);
	push_condition(kernel, terms,
		et_or(ets, differ(ets, terms->tid[0], terms->tid[1]), differ(ets, terms->ctaid[0], terms->ctaid[1])));
	range_conditions(kernel, ntid, nctaid, terms);
}

/* Dimensions of blocks and of the grid under a launch. */
void pair_frame(struct kernel *kernel, const struct interval *interval, struct et_map *launch,
	struct pair_terms *terms)
{
	const struct et *ntid[3], *nctaid[3];
	dimensions(kernel, launch, ntid, nctaid);
	kind_conditions(kernel, interval, ntid, terms);
	range_conditions(kernel, ntid, nctaid, terms);
}
