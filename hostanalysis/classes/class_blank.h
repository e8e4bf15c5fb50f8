#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASS_BLANK_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASS_BLANK_H

#include "hostanalysis/classes/classes.h"

/*
 * Objects may begin as zeros that no constructor replaces: variables of the program, what is initialized to its value,
 * memory that is filled with zeros or comes so. Sets `blank` of the classes of which an instruction, or a variable, may make such an
 * object. What is read from memory that nothing has set has no value at all, and is left aside.
 */
void class_blank_visit(struct classes *classes, LLVMValueRef function, LLVMValueRef i);
void class_blank_variables(struct classes *classes);

#endif
