#ifndef HGRD_KERNELANALYSIS_CANONICAL_OWN_FUNCTIONS_H
#define HGRD_KERNELANALYSIS_CANONICAL_OWN_FUNCTIONS_H

#include "ir/module.h"

/*
 * Which pointers to functions lead to functions of the module for sure: other units, and host code that is not
 * followed, may bring pointers to functions of their own.
 */

/* Called with a value, before a call through it, where it may be no function of the module. */
#define FUNCTION_DOUBTED "__hgrd_function_doubted"

/* Does a variable hold nothing but pointers to the module's functions, and numbers: its initializer and all stores are
 * seen, and nothing else may write it. */
bool holds_own_functions(LLVMValueRef variable);

/* The same of a variable of the module that the host calls `name`; false where there is none. */
bool named_holds_own_functions(LLVMModuleRef module, const char *name);

/* Do kernels store pointers to the module's functions into a variable, and nothing else. */
bool gets_own_functions(LLVMValueRef variable);

/* The argument or the variable of a module that an address lies in; NULL: none. */
LLVMValueRef address_root(LLVMValueRef address);

#endif
