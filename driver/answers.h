#ifndef HGRD_DRIVER_ANSWERS_H
#define HGRD_DRIVER_ANSWERS_H

#include "driver/pack.h"
#include "hostanalysis/host.h"
#include "ir/module.h"

/*
 * What host analysis asks of a unit's device code, and what it is told: where other device code gives the same answers, host
 * analysis comes out as it was.
 */
struct answers;

struct answers *answers_new(struct arena *arena, struct module *device);

/* Fills the questions of *options, which are noted. */
void answers_ask(struct answers *answers, struct host_options *options);

void answers_pack(struct arena *arena, const struct answers *answers, byte_list *bytes);

/* Asks and notes the packed questions; false when an answer is another, or the bytes are damaged. */
bool answers_hold(struct answers *answers, struct unpack *unpack);

#endif
