#ifndef HGRD_REPORT_SENTENCES_H
#define HGRD_REPORT_SENTENCES_H

#include "solver/verdict.h"

/* Sentences that several formats have in common. */

/* "intra-block write-read race on 'tile' (shared) in kernel 'step'" */
const char *race_sentence(
	struct arena *arena, const struct race *race, const struct kernel_result *kernel);

/* "witness: gridDim=(2,1,1) ...: block (0,0,0) thread (0,0,0) and block ... both touch out+0" */
const char *witness_sentence(struct arena *arena, const struct race *race);

/* "block (0,0,0) thread (0,0,0)" */
const char *thread_text(struct arena *arena, const struct witness_thread *thread);

#endif
