#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASS_POINTERS_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASS_POINTERS_H

#include "hostanalysis/classes/classes.h"

/*
 * Types of pointers, as clang's notes for type-based alias analysis at loads and stores of pointers say them
 * ("p1 _ZTS6Matrix"), or the type of the variable that a pointer is the address of.
 */

/* What a load or store of a pointer says it points to: "_ZTS6Matrix", "int", "" for any other; NULL: the note does not say. */
const char *class_noted(const struct classes *classes, LLVMValueRef access);

/* A class of the object that a value points to the start of; NULL: none of the list, or not known. */
struct class_entry *class_pointee(const struct classes *classes, LLVMValueRef value);

/* The one class that the source gives the value as what it points to; NULL: none of the list, or not known. */
struct class_entry *class_declared(const struct classes *classes, LLVMValueRef value);

#endif
