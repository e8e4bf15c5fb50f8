#ifndef HGRD_DRIVER_TRACE_INTERNAL_H
#define HGRD_DRIVER_TRACE_INTERNAL_H

#include "driver/moves.h"
#include "driver/pack.h"
#include "driver/trace.h"

/* What trace.c, which follows plans, and trace_keep.c and trace_parts.c, which keep what they led to, share. */

static inline const struct program_unit *trace_unit(const struct trace *trace, size_t unit)
{
	return &trace->whole->program.units.at[unit];
}

/* Notes that a unit's code is in the digests. */
void trace_unit_note(struct trace *trace, size_t unit);

/* Makes a plan and fills the step's digest; false: there is none. */
bool trace_step_make(
	struct trace *trace, struct trace_step *step, bool *climbed, struct plan *plan);

/* Adds a step, once. */
void trace_step_add(struct trace *trace, const struct trace_step *step);

/* The units that define device symbols, by their device code. */
struct hash trace_symbols(struct trace *trace, const text_list *symbols);

/* A unit and the version of it that results were made with. */
struct then_unit {
	size_t unit;
	struct hash key;
};

/* What is kept and has plans that hold. */
struct trace_kept {
	VEC(struct then_unit) units;
	unsigned limited;
	struct unpack asked;  /* what host analysis asked of the device code */
	struct unpack unpack; /* results about no kernel alone, then the parts */
};

enum { ALL_SIDES = (1 << SIDES) - 1 };

/* Adds where the lines of the units are now, of the trace's own unit on some sides only; false: that is not known. */
bool trace_moves(const struct trace *trace, const struct trace_kept *kept, unsigned own,
	struct moves *moves);
/* May results be moved so. */
bool trace_moves_good(const struct trace *trace, struct moves *moves);

/* Read from what is kept: texts; results, moved (moves: NULL where nothing has moved); a part up to its results. */
text_list trace_texts(struct arena *arena, struct unpack *unpack);
bool trace_results(struct arena *arena, struct unpack *unpack, struct moves *moves,
	struct results *results);
bool trace_part(struct arena *arena, struct unpack *unpack, struct part *part);

#endif
