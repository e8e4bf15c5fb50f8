#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASS_CASTS_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASS_CASTS_H

#include "hostanalysis/classes/classes.h"

/*
 * Objects that are written other than through their class: through a pointer that is cast to another type, or by a copy
 * that takes in some of the integers and not all. Sets `open` of the classes, and of their bases, in which an instruction
 * of `function` does that.
 *
 * The type of a pointer is what clang's notes at loads and stores of pointers say ("p1 _ZTS6Matrix"), or that of the
 * variable it is the address of. Functions of system headers are not looked at.
 */
void class_casts_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i);

/* Learns the class of a structure type from a GEP on a pointer to an object of the class. */
void class_gep_learn(struct classes *classes, LLVMValueRef i);

/* Is an object of a class in the list, or a part of it, copied by an instruction from where it is. */
bool class_copied(const struct classes *classes, LLVMValueRef i);

#endif
