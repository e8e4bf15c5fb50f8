#ifndef HGRD_EXPR_ET_H
#define HGRD_EXPR_ET_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

/*
 * Expression trees (HGRD 6.3): the language that host analysis, kernel analysis
 * and solver share. Terms are immutable and hash-consed within one `struct ets`:
 * equal terms are the same pointer, ids are dense. Every term has a width of
 * 1 to 64 bits; signedness is in the operator; booleans have width 1.
 * Pointers are 64-bit terms: BASE symbol of an object plus a byte offset.
 */

enum et_op {
#define OP(name, text, arity, kind, reads, strength) ET_##name,
#include "expr/et.def"
#undef OP
	ET_OPS
};

enum et_class { ET_LEAF, ET_ARITH, ET_SHIFT, ET_CAST, ET_COMPARE, ET_CHOOSE };

/* No signed/unsigned wrap: the language makes a wrapping result undefined. */
enum et_flag { ET_NSW = 1, ET_NUW = 2 };

/*
 * Which threads see the same value of a symbol: all of the grid, those of one
 * block, of one warp, or only the thread itself. Order matters: narrower is greater.
 */
enum level { LEVEL_GRID, LEVEL_BLOCK, LEVEL_WARP, LEVEL_THREAD };

/*
 * Kinds of symbols. For the search of witnesses they differ in what a value of
 * the solver's choice means:
 * PARAM, HOST, ID  inputs and thread ids: any value allowed by the facts can occur
 * LOOP     iteration number of a loop, counted from 0: free within its bounds
 * BASE     address of the first byte of an object
 * LOAD     contents of memory that nobody in the kernel writes: a function of its
 *          arguments (the address); its range is free, equal arguments give equal values
 * DATA     contents of memory that the kernel also writes, read as it was: can be anything
 * FLOAT    outcome of floating-point computation or comparison: can be anything
 * HAVOC    over-approximation of a computed value: a race that rests on it is not shown
 * UNKNOWN  result of a construct that is not modelled: likewise
 */
enum sym_kind {
	SYM_PARAM,
	SYM_HOST,
	SYM_ID,
	SYM_LOOP,
	SYM_BASE,
	SYM_LOAD,
	SYM_DATA,
	SYM_FLOAT,
	SYM_HAVOC,
	SYM_UNKNOWN
};

/* Built-in ids and dimensions; `axis` 0..2 is x, y, z. */
enum builtin { BUILTIN_NONE, BUILTIN_TID, BUILTIN_CTAID, BUILTIN_NTID, BUILTIN_NCTAID };

struct symbol {
	uint32_t id;         /* dense within its ets */
	enum sym_kind kind;
	enum level level;
	uint8_t width;       /* of the value, in bits */
	uint8_t axis;        /* with builtin */
	uint8_t copy;        /* 0: as written; 1, 2: of the first, second thread of a query */
	enum builtin builtin;
	const char *name;    /* for people; never looked at by the analysis */
	struct loc loc;      /* where the value arises; file NULL when nowhere */
	bool bounded;        /* lo and hi below hold (signed values) */
	bool computed;       /* the program makes it itself, in a way that is not followed: it is no input */
	int64_t lo, hi;
	const void *origin;  /* owner's handle, e.g. object or loop; may be NULL */
	const struct symbol *original; /* of a copy: the symbol it was copied from, else NULL */
};

struct et {
	uint32_t id; /* dense within its ets */
	uint8_t op;  /* enum et_op */
	uint8_t width;
	uint8_t flags; /* enum et_flag */
	uint8_t nargs;
	union {
		uint64_t value;           /* CONST: zero-extended */
		const struct symbol *sym; /* SYM, APP */
	};
	const struct et *arg[];
};

struct ets;

/* A fresh universe of terms that lives in `arena`. */
struct ets *ets_new(struct arena *arena);
struct arena *ets_arena(const struct ets *ets);
/* Number of terms made so far: ids are below it. */
uint32_t ets_count(const struct ets *ets);

/* The `bits` lower bits of a word, the last one first: as sums of digits; the bits above them are 0. */
const struct et *et_reversed(struct ets *ets, const struct et *word, unsigned bits);

/*
 * Is the upper half of a 64-bit term taken out somewhere: it is two values in one, so that cutting
 * it to fewer bits says nothing about its size.
 */
bool et_is_packed(const struct ets *ets, const struct et *et);
/* Is it such a term, or arithmetic with one, cut to fewer bits. */
bool et_is_cut(const struct ets *ets, const struct et *et);
/* Makes it such a term, as its lower half is known not to be all of it. */
void et_pack(struct ets *ets, const struct et *et);

/* Makes a symbol; set builtin, axis, bounds, loc, origin on the result before it is used. */
struct symbol *symbol_new(struct ets *ets, enum sym_kind kind, enum level level, unsigned width,
	const char *name);

/* Constructors. They fold constants and apply identities that hold in machine arithmetic. */
const struct et *et_const(struct ets *ets, unsigned width, uint64_t value);
const struct et *et_bool(struct ets *ets, bool value);
const struct et *et_sym(struct ets *ets, const struct symbol *sym);
/* The function `sym` applied to `n` arguments; with n = 0 the same as et_sym. */
const struct et *et_app(struct ets *ets, const struct symbol *sym, unsigned n,
	const struct et *const *args);
const struct et *et_binary(struct ets *ets, enum et_op op, unsigned flags, const struct et *a,
	const struct et *b);
const struct et *et_cast(struct ets *ets, enum et_op op, unsigned width, const struct et *a);
const struct et *et_ite(struct ets *ets, const struct et *c, const struct et *a,
	const struct et *b);
const struct et *et_not(struct ets *ets, const struct et *a);
const struct et *et_and(struct ets *ets, const struct et *a, const struct et *b);
const struct et *et_or(struct ets *ets, const struct et *a, const struct et *b);
/* Rebuilds a term of the same operator, width, flags and symbol with other arguments. */
const struct et *et_rebuild(struct ets *ets, const struct et *et, const struct et *const *args);

static inline bool et_is_const(const struct et *et)
{
	return et->op == ET_CONST;
}
static inline bool et_is_true(const struct et *et)
{
	return et->op == ET_CONST && et->width == 1 && et->value;
}
static inline bool et_is_false(const struct et *et)
{
	return et->op == ET_CONST && et->width == 1 && !et->value;
}
/* Is it seen from the term alone that it is not negative as a signed number. */
bool et_is_natural(const struct et *et);
/* A constant's value read as signed. */
int64_t et_signed(const struct et *et);
static inline uint64_t mask_bits(unsigned width)
{
	assert(width >= 1 && width <= 64);
	return UINT64_MAX >> (64 - width);
}
/* Sign extension of the low `width` bits of value. */
static inline int64_t sign_extend(uint64_t value, unsigned width)
{
	assert(width >= 1 && width <= 64);
	return (int64_t)(value << (64 - width)) >> (64 - width);
}

/* What the table says of an operator (expr/et.def). */
struct et_operator {
	const char *text;
	enum et_class class;
	enum et_reads { READS_NEITHER, READS_SIGNED, READS_UNSIGNED, READS_BOTH } reads;
	unsigned strength;
};
const struct et_operator *et_operator(enum et_op op);
enum et_class et_op_class(enum et_op op);
const char *et_op_text(enum et_op op);
/* +1: the term's operator reads its operands as signed values, -1: unsigned, 0: it does not matter. */
int et_reads(const struct et *et);

/* Machine semantics of one operator on constants (two's complement, exact widths). */
uint64_t et_fold(enum et_op op, unsigned width, unsigned arg_width, const uint64_t *args);

/*
 * Replaces leaves. `leaf` is asked for each SYM and APP (arguments already
 * replaced) and returns the replacement, or NULL to keep it; NULL in its place keeps all. Results are
 * remembered in the map, so one map serves one replacement function.
 */
struct et_map;
typedef const struct et *et_leaf_fn(void *data, struct ets *ets, const struct et *leaf);
struct et_map *et_map_new(struct ets *ets, et_leaf_fn *leaf, void *data);
const struct et *et_map_apply(struct et_map *map, const struct et *et);
/* Lets the map ask about each other term too, its arguments replaced: for another one of its width and value, or NULL. */
void et_map_operations(struct et_map *map, et_leaf_fn *operation, void *data);
/* With a map for this term alone, whose memory is given back. */
const struct et *et_map_once(
	struct ets *ets, const struct et *et, et_leaf_fn *leaf, void *data);
/* The term with another one of that width in place of a leaf. */
const struct et *et_with(struct ets *ets, const struct et *et, const struct et *leaf, const struct et *by);

/*
 * Calls `visit` once for every distinct subterm, arguments first. `seen` is a
 * scratch set made by et_set_new; terms in it are skipped and visited ones added.
 */
struct et_set;
struct et_set *et_set_new(struct arena *arena);
bool et_set_add(struct et_set *set, const struct et *et); /* false when it was there */
bool et_set_has(const struct et_set *set, const struct et *et);
typedef void et_visit_fn(void *data, const struct et *et);
void et_each(struct et_set *seen, const struct et *et, et_visit_fn *visit, void *data);
/* With a set for this term alone, whose memory is given back. */
void et_once(struct arena *arena, const struct et *et, et_visit_fn *visit, void *data);
/* Is `part` the term or inside it. */
bool et_mentions(struct arena *arena, const struct et *et, const struct et *part);

/* Evaluation in machine arithmetic. `leaf` gives the value of a SYM, or of an APP for the given
 * argument values; it returns false when there is none, and so does et_eval then. */
typedef bool et_value_fn(void *data, const struct et *leaf, const uint64_t *args, uint64_t *value);
bool et_eval(struct arena *scratch, const struct et *et, et_value_fn *leaf, void *data,
	uint64_t *value);

/*
 * Text for people, C-like: "blockIdx.x * blockDim.x + threadIdx.x". Casts are left out unless
 * `exact`, with which widths, flags and copies are printed.
 */
const char *et_show(struct arena *arena, const struct et *et, bool exact);

#endif
