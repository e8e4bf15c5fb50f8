#ifndef HGRD_SOLVER_REDUCTIONS_SIBLINGS_H
#define HGRD_SOLVER_REDUCTIONS_SIBLINGS_H

#include "kernelanalysis/kernel.h"

/*
 * What launches have shown that were checked before: of one kernel, or of kernels that one template makes. Places in the source
 * that raced are asked about first. Questions about places that stayed open get little time, as they mostly stay open again.
 */
struct siblings;
struct siblings *siblings_new(struct arena *arena);

/* Those of one place in the source. */
struct family;
struct family *family_of(struct siblings *siblings, const struct kernel *kernel);

struct check;
/* Keeps what a launch that is done has shown. */
void family_keep(struct family *family, struct check *check);
/* Keeps how long a proof took. */
void family_proved(struct family *family, double seconds);
/* Did a question about the pair's places stay open in an earlier launch, while none has raced. */
bool family_open(const struct family *family, struct check *check, const struct pair *pair);
/* Are all earlier launches undecided that Z3 was asked about, as questions stayed open. */
bool family_is_open(const struct family *family);
/* Are these several, so that little is to be expected of another one. */
bool family_is_barren(const struct family *family);
/* How long a question is worth asking that will stay open in all likelihood, at most `seconds`. */
double family_seconds(const struct family *family, double seconds);
/* Asks about a few pairs whose places raced in an earlier launch; without Z3 where questions that need it are put off. */
void family_ask(const struct family *family, struct check *check);
/* Asks about a pair whose places make all earlier launches undecided, before all others. */
void family_ask_open(const struct family *family, struct check *check);

#endif
