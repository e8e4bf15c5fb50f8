#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASS_BYTES_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASS_BYTES_H

#include "hostanalysis/classes/classes.h"

/*
 * Objects whose members are public are also read from files or copied from the device, as bytes. Sets `open` of all such
 * classes where an instruction of `function` has a function that is not in sight write to what may be any object, or a
 * part of one. The runtime's copies to the device write to its memory alone.
 */
void class_bytes_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i);

#endif
