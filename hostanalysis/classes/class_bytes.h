#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASS_BYTES_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASS_BYTES_H

#include "hostanalysis/classes/classes.h"

/*
 * Objects whose members are public are also read from files or copied from the device, as bytes. Sets `open` of all such
 * classes where an instruction of `function` has a function that is not in sight write to what may be any object, or a
 * part of one. The runtime's copies to the device write to its memory alone.
 */
void class_bytes_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i);

/* The type of a variable or member that a pointer is the address of; NULL: it is of none. */
LLVMTypeRef class_bytes_type(LLVMValueRef pointer);

/* What a pointer leads to is known to be numbers, pointers or a file of the C library, and no object of the program's. */
bool class_bytes_are_scalars(const struct classes *classes, LLVMValueRef pointer);

#endif
