#ifndef HGRD_IR_QUIET_H
#define HGRD_IR_QUIET_H

#include "ir/value.h"

/* Is all that is behind the loop reached, and in one way, whenever the loop is. */
bool loop_is_quiet(struct value_env *env, const struct loop *loop);

/* Is what is behind the loop reached in one way whenever the loop is; values may leave it. */
bool loop_ends(struct value_env *env, const struct loop *loop);

/* Do all ways out of the loop lead to one place: what is there is reached when the loop is, if waits end. */
bool loop_leads_on(const struct loop *loop);

#endif
