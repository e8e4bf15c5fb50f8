#ifndef HGRD_IR_CLOSURE_H
#define HGRD_IR_CLOSURE_H

#include "ir/module.h"

/*
 * Text of one function with all that it refers to, directly or not: functions,
 * variables, types, attributes, metadata; without debug information, and with
 * numbers that do not depend on the rest of the module. Two functions with one
 * text are the same program, wherever they stand.
 */
struct closures;

/* Prepares a module, which must not change afterwards. */
struct closures *closures_new(struct arena *arena, const struct module *module);

/* The text of a function that is defined in the module; NULL for one with an unusual name. */
const char *closure_text(struct arena *arena, struct closures *closures, LLVMValueRef function);

/*
 * All places of a function that an analysis may name, in a fixed order: where it is declared, and
 * for each instruction instruction_loc and its frames in the user's files.
 */
typedef VEC(struct loc) loc_list;
void function_places(struct arena *arena, LLVMValueRef function, loc_list *places);

#endif
