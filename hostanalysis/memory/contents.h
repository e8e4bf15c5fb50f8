#ifndef HGRD_HOSTANALYSIS_MEMORY_CONTENTS_H
#define HGRD_HOSTANALYSIS_MEMORY_CONTENTS_H

#include "expr/span.h"
#include "hostanalysis/canonical/rewrite.h"

/*
 * What a root's code does to one allocation, and what the allocation holds where the code has come to some place. Only
 * memory counts whose address goes nowhere but into accesses, copies and launches, so that nothing else can write it.
 * Only this folder includes it.
 */

struct buffer {
	LLVMValueRef base; /* allocation call or local variable */
	bool escapes;	   /* something else may write it */
	value_list stores, copies, others; /* that write: stores, copies of a whole block to its start, all else */
	value_list reads; /* launches that only read it */
	unsigned busy;	   /* how often its contents are being looked for, for what is stored there itself */
	LLVMValueRef until; /* a launch that finds them, and may change them then; NULL: none */
};

/* What happens to the memory; base is an allocation or a local variable of the root. */
struct buffer *buffer_of(struct root *root, LLVMValueRef base);

/* Is it a number, or a pointer, whose contents of memory are followed. */
bool is_word(LLVMValueRef value);

/* The allocation or local variable that a pointer points to the start of; NULL: none that is known. */
LLVMValueRef buffer_start(struct root *root, LLVMValueRef pointer);

/* Ways from branches before a loop to behind it. */
struct passing {
	const struct block *from[2], *to[2];
	unsigned n;
};

/* How memory comes to be as it is: a loop that fills it, or one instruction. */
struct filling {
	const struct loop *loop; /* NULL: none */
	const struct et *count;	 /* how many elements the loop fills; NULL: none */
	int64_t first;		 /* ... and which the first one is */
	bool grows;		 /* nothing is held but by how much elements are greater than those before them */
	const struct edge *exit; /* of the loop: the one that leads to where the contents matter */
	LLVMValueRef write;
	struct passing past; /* the loop, where nothing is held */
	LLVMValueRef before, behind; /* stores of an element outside of the loop that belong to it; NULL: none */
};

/* Is what a filling leaves there when `at` is reached: it comes before, in the same round of the loops around, on every way
   but for one that passes the loop over where it has nothing to fill, or where so few elements are left that nothing is held of them; such ways are
   filled. */
bool filling_precedes(struct root *root, struct filling *filling, LLVMValueRef at);

/* May an instruction be executed after the filling, or within, and before `at`. */
bool comes_between(struct root *root, const struct filling *filling, LLVMValueRef write, LLVMValueRef at);

/* What is held, and which elements that are: from `first` to below `end` (64 bits), and below `copied` unless that is NULL. */
struct held {
	struct host_contents contents;
	int64_t first;
	const struct et *end, *copied;
	bool whole; /* the next copy brings all of them */
	bool filled; /* by one that fills with equal words (fills.c), as presets find them themselves (preset_writes.c) */
};
typedef VEC(struct held) held_list;

/* Adds what the allocation holds when `at` is reached. */
void contents_at(struct root *root, LLVMValueRef base, LLVMValueRef at, held_list *list);

/* The same for a launch that changes it itself: what its first run finds. */
void contents_before(struct root *root, LLVMValueRef base, LLVMValueRef launch, held_list *list);

/* What a copy brings from a buffer or a table of constants. */
void copied_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, held_list *list);

/* The only exit of a loop from which an instruction is reached; NULL: there are several, or none. */
const struct edge *loop_way_out(struct root *root, const struct loop *loop, LLVMValueRef at);

/* What a store in a loop leaves for `at`; false: that is not known. */
bool store_contents(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at,
	struct filling *filling, struct held *held);

/* The value of each element as a term over k, where a loop makes it in each of its rounds, the first one the element `first`; the width
   of the contents is to be that of the value. False: it does not follow from the round and from what is the same in all. */
bool element_value(struct root *root, LLVMValueRef stored, const struct loop *loop, struct held *held);

/* The round of a loop in which an element is made, as a term over k. */
struct round_of {
	const struct loop *loop;
	const struct et *round;
};

/* The same where loops within each other make it, the inner one first. */
bool rounds_value(struct root *root, LLVMValueRef stored, const struct round_of *of, unsigned n, struct held *held);

/* What loops within each other leave for `at` that append a row of as many elements in each round (nests.c). */
bool nest_contents(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at, struct filling *filling, struct held *held);

/* The number of the element that a store outside of loops writes; NULL: none. */
const struct et *element_written(struct root *root, LLVMValueRef base, LLVMValueRef store, const struct host_contents *contents);
int64_t store_size(struct root *root, LLVMValueRef store);
/* The byte of the allocation that a store writes at, when it is always the same. */
bool store_place(struct root *root, LLVMValueRef base, LLVMValueRef store, int64_t *place);
/* Do two stores always write different bytes. */
bool stores_apart(struct root *root, LLVMValueRef base, LLVMValueRef a, LLVMValueRef b);
/* Does a store in a loop change each element only when a load of the same round has read that, and no other round does. */
bool follows_load(struct root *root, LLVMValueRef base, const struct filling *filling, LLVMValueRef store, LLVMValueRef load);
/* Does a store in a loop write other words of elements than those held, in whatever round. */
bool words_apart(struct root *root, LLVMValueRef base, LLVMValueRef store, const struct host_contents *contents);
/* Does a store in loops only write from that byte of the allocation on, in all rounds that lead to `at` (nests.c). */
bool stores_behind(struct root *root, LLVMValueRef base, LLVMValueRef store, LLVMValueRef at, int64_t place);
/* The one element that a store outside of loops leaves (elements.c). */
bool element_contents(struct root *root, LLVMValueRef base, LLVMValueRef store,
	struct filling *filling, struct held *held);
/* What a copy brings from a table of constants. */
bool constant_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, struct held *held);

/* The line that an instruction stands in, as what is said of where the contents come from. */
void contents_text(struct root *root, LLVMValueRef write, struct host_contents *contents);

/* A call that fills so many bytes (64 bits) behind `to` with equal words. */
struct row_fill {
	LLVMValueRef to;
	const struct et *bytes, *value;
};
/* Is a call one that does (preset_writes.c). */
bool row_fill_of(struct root *root, LLVMValueRef call, struct row_fill *fill);
/* Adds what fills of the whole or of the start leave for `at` (fills.c). */
void fills_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list);

/* The same where each element is a sum of what was before it, of which is known by how much it grows (sums.c). */
bool sum_fill(struct root *root, LLVMValueRef base, LLVMValueRef store, struct held *held);
/* Adds stores of the element before the first one, or behind the last one, that keep the order, when they come before `at`. */
void sum_ends(struct root *root, const struct buffer *buffer, LLVMValueRef at, struct filling *filling,
	struct held *held);

/* The values that a term may have, by the bounds of its leaves. */
struct span known_span(struct root *root, const struct et *term);
/* What holds in each round of its loop that comes to a value; NULL: it is in none (within.c). */
struct known *known_in_round(struct root *root, LLVMValueRef value);
/* Do conditions on an element that a load reads hold in each round that comes to it. */
bool is_within(struct root *root, LLVMValueRef load, const struct et *within);

/* Is a number not negative whatever the way to it: by its bounds, or read from tables of counts (counts.c). */
bool is_never_negative(struct root *root, LLVMValueRef number);
/* The same in each round of the loop that comes to a place in it, in the light of what it has come past: an assert, say. */
bool is_never_negative_at(struct root *root, LLVMValueRef number, LLVMValueRef at);

/* Does no write of the memory, but for the filling's own, come between it and `at` and meet the words held. Writes that only put
   the elements into another order may, unless `permuted` is NULL, and are told. */
bool is_settled(struct root *root, const struct buffer *buffer, const struct filling *filling,
	const struct host_contents *contents, LLVMValueRef at, bool *permuted);

/* What a copy brings from one of several lists to which a loop appends (lists.c). */
bool list_contents(struct root *root, LLVMValueRef source, LLVMValueRef copy, struct held *held);

/* Does a write put elements into another order (permutations.c). */
bool is_permuting(struct root *root, const struct buffer *buffer, LLVMValueRef write,
	const struct host_contents *contents);
/* Adds what a sort of integers by the standard library leaves for `at`: none is less than the one before it (permutations.c). */
void orders_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list);
/* Leaves of what is held what holds in any order; false: nothing. */
bool contents_permute(struct root *root, LLVMValueRef base, struct held *held);

/* The allocation or local variable that a pointer points into; NULL: none that is known. */
LLVMValueRef buffer_around(struct root *root, LLVMValueRef pointer);

/* Says which elements the contents speak of: the allocation's own size bounds those that anyone asks for (in-bounds). */
void within_fill(struct root *root, LLVMValueRef base, struct held *held);

/* What a load finds in memory that the root has filled before; NULL: not known. `any` is what else it may be. */
const struct et *load_contents(struct root *root, LLVMValueRef load, const struct et *any);
/* What a load of a pointer finds that one before it in its block has read there, with no write between; NULL: there is none (lists.c). */
const struct et *load_repeated(struct root *root, LLVMValueRef load);
/* Does it find there what is not negative, whichever it is. */
bool load_is_not_negative(struct root *root, LLVMValueRef load);

/* Does it read what the root has computed and put there, in whatever way (own_words.c). */
bool load_is_own_word(struct root *root, LLVMValueRef load);
/* Does a store put a number there that the host has computed, before `at`. */
bool stores_computed(struct root *root, LLVMValueRef store, LLVMValueRef at);
/* The store of a number where an end in the memory `base` leads, which `store` then moves on; NULL: it does no such thing (chosen_lists.c). */
LLVMValueRef pushed_before(struct root *root, LLVMValueRef base, LLVMValueRef store);
/* Is it the memory of a list to which, or to another one in its stead, a loop appends what the host has computed, before `at`. */
bool is_chosen_list(struct root *root, LLVMValueRef list, LLVMValueRef at);
/* Does the allocation hold a list of such numbers when `at` is reached, to which a loop has appended. */
bool holds_own_list(struct root *root, LLVMValueRef base, LLVMValueRef at);
/* ... or running sums whose elements the host has moved on or up since then. */
bool holds_moved_sums(struct root *root, LLVMValueRef base, LLVMValueRef at);
/* Is it a table of pointers of which a loop takes several from one allocation, or one from another entry; `followed`: besides those
   that are known in each round. */
bool holds_alike_pointers(struct root *root, LLVMValueRef base, LLVMValueRef at, bool followed);
/* Does a store put a pointer there beside one that leads to the same memory (alike_pointers.c). */
bool puts_alike(struct root *root, const struct buffer *buffer, LLVMValueRef store);
/* Is the value an element of the memory. */
bool is_entry_of(const struct buffer *buffer, LLVMValueRef value);

/* Is it the memory that stands for a device variable with pointers (tables.c). */
bool is_table(LLVMValueRef memory);
/* Has something put pointers there that is not followed. */
bool table_is_lost(struct root *root, LLVMValueRef table);

/* Has an earlier launch put pointers into the table that are not known to be different ones; rows that it lays are told to the launch
   at `at` (laid.c). */
bool launch_lays(struct root *root, LLVMValueRef base, LLVMValueRef at, struct host_launch *launch);

/* Adds what a sort of the library has left there for a launch that does not change it (sorted.c). */
void sorted_add(struct root *root, LLVMValueRef base, LLVMValueRef launch, held_list *list);
/* May a kernel that is launched write behind a pointer it is given. */
bool launch_writes(struct root *root, LLVMValueRef call, LLVMValueRef pointer);

/* Has the host had a library compute what lies behind the pointer when `at` is reached (library.c). */
bool library_computed(struct root *root, LLVMValueRef pointer, LLVMValueRef at);

/* Are two counts of elements the same, but for the case that there are none. */
bool same_count(const struct et *a, const struct et *b);

/* Does an allocation have as many bytes as `count` elements of that size. */
bool size_is(struct root *root, LLVMValueRef base, const struct et *count, int64_t stride);

/* Where a store or load accesses the allocation in round k of a loop: k * stride + offset. */
bool element_of(struct root *root, LLVMValueRef base, LLVMValueRef pointer, const struct loop *loop,
	int64_t *stride, int64_t *offset);

#endif
