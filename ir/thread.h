#ifndef HGRD_IR_THREAD_H
#define HGRD_IR_THREAD_H

#include "ir/func.h"

/*
 * Jump threading, of one kind: where a block does nothing but choose by a variable where to go on, those who come to it with
 * a constant there go on at once, other than on the way into a loop. Such are the ends of scopes that are left by break,
 * continue or return, and loops that run until a flag says that they are done: what follows the loop is then
 * seen to follow what set the flag. Requires: before sroa. Copies and removes nothing.
 */
void jumps_thread(struct arena *arena, LLVMValueRef function);

/* Turns branches on the negation of a join of truth values, some of them known (`while (!(a && b))`), into branches on the join itself, which simplifycfg threads; has any been turned. */
bool negations_turn(LLVMValueRef function);

/*
 * Lets blocks choose at once where they go, which jump to a block that does nothing else than to choose by a truth value that they bring,
 * a join with known ones: `ok = a && b` at the end of `while (!ok)` ends the loop where it is made. Has any been changed.
 */
bool truths_thread(LLVMValueRef function);

#endif
