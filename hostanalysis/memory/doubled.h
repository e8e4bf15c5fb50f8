#ifndef HGRD_HOSTANALYSIS_MEMORY_DOUBLED_H
#define HGRD_HOSTANALYSIS_MEMORY_DOUBLED_H

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

/* Is an access of the same member as a load; of a store of new memory of the device it is enough that nothing says otherwise. */
bool same_member(struct host_pass *pass, LLVMValueRef access, LLVMValueRef load);

/* May two pointers be one, or the second one lie so many bytes behind the first, by choices and steps alone (stored_alike.c). */
bool may_be_one_pointer(struct host_pass *pass, LLVMValueRef first, LLVMValueRef second, int64_t *apart);
/* Does a choice take there what the round of a loop before has left. */
bool is_carried_way(struct host_pass *pass, LLVMValueRef choice, unsigned way);
/* Are two loads of members of one object, or of variables, that are given such pointers somewhere. */
bool stored_alike(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b, int64_t *apart);

/* Is a pointer, by a member of one of the objects that the load's is chosen from, maybe what is loaded (chosen_objects.c). */
bool is_of_chosen(const struct root *root, LLVMValueRef pointer, LLVMValueRef load);

/* May two pointers be one, as some pointer of their type is put into tables more than once (put_twice.c). */
bool are_put_twice(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);
/* The same of two that are read from one allocation or local array of the root, into which it puts some pointer twice (put_here.c). */
bool are_put_here(struct root *root, LLVMValueRef a, LLVMValueRef b);
/* What a pointer points into, wherever. */
LLVMValueRef table_of(LLVMValueRef pointer);
enum { MOST_LEAVES = 8 };
/* What choices of pointers are made of, behind any steps, and the choices as well. */
struct leaves {
	LLVMValueRef at[MOST_LEAVES];
	unsigned n;
};
void leaves_add(struct leaves *leaves, LLVMValueRef value);

/* Is what a store puts somewhere put to a place of the same type and member again. */
bool put_once_more(struct host_pass *pass, LLVMValueRef store);
/* May it be memory of the device: the host's own allocators give none. */
bool may_be_of_device(LLVMValueRef pointer);
/* Is an instruction in a function of a library, such as those that move entries, and leave each in one place. */
bool is_of_library(struct host_pass *pass, LLVMValueRef instruction);
/* Are they read from members of two objects into which the program puts one pointer (shared_members.c). */
bool are_shared_members(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);
/* May the second follow the first while the pointer is what it is, not passing where it is made. */
bool follows(struct arena *arena, LLVMValueRef pointer, LLVMValueRef first, LLVMValueRef second);
/* Is an entry of a table put into the same one once more, as by v[0] = v[1], and not exchanged for another one. */
bool copies_within_table(struct host_pass *pass, LLVMValueRef store);
/* Is what was read somewhere put elsewhere, and nothing else put where it was, in the block, as moves and exchanges do. */
bool leaves_copy(struct host_pass *pass, LLVMValueRef store);

/* Are both read from containers, and does the program copy elements of such, or whole ones of which they are not both (container_copies.c), or are found by one key. */
bool are_copied_in_containers(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);
bool has_any(const char *name, const char *const *parts);
/* Is it the linkage name of a function of the standard library. */
bool names_library(const char *name);
/* A reference to an element of a container, as a function of the library has given it; or one that is chosen among others. */
bool is_element(LLVMValueRef address);
bool is_pointer_value(LLVMValueRef value);
bool is_memory_copy(LLVMValueRef i);
/* Notes the calls of a function that read pointers from maps by keys, before anything is inlined (keys.c). */
void keys_note(struct host_pass *pass, LLVMValueRef function);
/* Are they places in maps that two calls have found, whose keys may be one. */
bool are_of_one_key(struct host_pass *pass, LLVMValueRef x, LLVMValueRef y);
/* Are they places in one table: what one variable points to, or what one function gives of one object. */
bool of_one_table(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);

/* The device variable of that number, if the pointer may be its address, by where this goes; NULL: it goes nowhere like that (given_addresses.c). */
LLVMValueRef variable_given(struct host_pass *pass, LLVMValueRef pointer, unsigned number);
/* Is one of them what a call returns that is not inlined, and the other one the same, read or kept at the same place (getters.c). */
bool are_got_alike(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);
unsigned parameter_number(LLVMValueRef parameter);
/* May the call be one of the function, through a pointer too. */
bool may_call(LLVMValueRef call, LLVMValueRef function);

/* May two pointers that a loop carries be one, as the loop copies entries of a local array (copied_entries.c). */
bool are_copied_entries(struct host_pass *pass, LLVMValueRef a, LLVMValueRef b);

#endif
