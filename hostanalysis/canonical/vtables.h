#ifndef HGRD_HOSTANALYSIS_CANONICAL_VTABLES_H
#define HGRD_HOSTANALYSIS_CANONICAL_VTABLES_H

#include "hostanalysis/pass.h"

/* A place in a table of virtual functions that objects of a class, or of one derived from it, may begin with the address of. */
struct table_point {
	LLVMValueRef table;
	uint64_t offset;       /* bytes */
	LLVMMetadataRef class; /* the class, as clang's tests of types name it, or the type of a member function */
};

/* The tables of a module that has all of its program, and what is known of them. */
struct vtables {
	struct host_pass *pass;
	VEC(struct table_point) points;
	struct ptrmap *own;  /* class -> itself: declared in the user's files */
	struct ptrmap *open; /* class -> itself: some call through its tables is not followed */
	bool all_open;
};

struct vtables *vtables_new(struct host_pass *pass);
/* The function at a place of a table; NULL: none, or one that only says that there is none. */
LLVMValueRef table_function(const struct vtables *tables, LLVMValueRef table, uint64_t offset);
/* Is a class declared in the user's files, so that all that are derived from it are in the program's. */
bool class_is_own(const struct vtables *tables, LLVMMetadataRef class);
void table_class_open(struct vtables *tables, LLVMMetadataRef class);
/* Takes the functions out of the tables that no call reads any more. */
void tables_empty(struct vtables *tables);
/* Is a load that of the address of an object's table. */
bool is_table_load(struct host_pass *pass, LLVMValueRef load);

#endif
