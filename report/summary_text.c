#include "report/report.h"

static const char *count(struct arena *arena, size_t n, const char *singular, const char *plural)
{
	return arena_printf(arena, "%zu %s", n, n == 1 ? singular : plural);
}

const char *summary_text(struct arena *arena, const struct results *results)
{
	struct summary summary = summary_of(results);
	const char *text;
	if (!summary.kernels) {
		text = summary.errors || results->partial ? "nothing was checked" : "no kernels: nothing to check";
	} else {
		text = arena_printf(arena, "%s, %s: %s, %zu race-free, %zu undecided",
			count(arena, summary.kernels, "kernel", "kernels"),
			count(arena, summary.launches, "launch", "launches"),
			count(arena, summary.of[VERDICT_RACE], "race", "races"),
			summary.of[VERDICT_RACE_FREE], summary.of[VERDICT_UNDECIDED]);
		if (summary.of[VERDICT_VACUOUS])
			text = arena_printf(
				arena, "%s, %zu vacuous", text, summary.of[VERDICT_VACUOUS]);
	}
	if (results->findings.n)
		text = arena_printf(arena, "%s, %s", text,
			count(arena, results->findings.n, "other finding", "other findings"));
	if (results->system_launches)
		text = arena_printf(arena, "%s; %s", text, system_text(arena, results));
	if (summary.errors)
		text = arena_printf(arena, "%s; %s not checked", text,
			count(arena, summary.errors, "file", "files"));
	if (results->partial)
		text = arena_printf(arena,
			"%s; interrupted, this report is partial: %s not checked", text,
			count(arena, results->unchecked, "file", "files"));
	return arena_printf(arena, "%s (%.2f s)", text, results->seconds);
}
