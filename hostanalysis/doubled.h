#ifndef HGRD_HOSTANALYSIS_DOUBLED_H
#define HGRD_HOSTANALYSIS_DOUBLED_H

#include "hostanalysis/pass.h"

/* Pointers that the program stores, by the type and member that they are stored in. Only this folder includes it. */

struct pointer_stores {
	VEC(LLVMValueRef) list;
};
/* The stores of pointers in the module. */
const struct pointer_stores *pointer_stores(struct host_pass *pass);

/* What an access says of the type and member that it is of, a node of type-based alias analysis; NULL: nothing. */
LLVMValueRef member_tag(struct host_pass *pass, LLVMValueRef access);
/* Does it name a member, not just a type. */
bool names_member(LLVMValueRef tag);

/* May two pointers be one, as some pointer of their type is put into tables more than once (put_twice.c). */
bool are_put_twice(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);

#endif
