#ifndef HGRD_IR_QUIET_H
#define HGRD_IR_QUIET_H

#include "ir/value.h"

/* Is all that is behind the loop reached, and in one way, whenever the loop is. */
bool loop_is_quiet(struct value_env *env, const struct loop *loop);

/* Is what is behind the loop reached in one way whenever the loop is; values may leave it. */
bool loop_ends(struct value_env *env, const struct loop *loop);

#endif
