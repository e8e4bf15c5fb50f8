#ifndef HGRD_TESTS_ORACLE_H
#define HGRD_TESTS_ORACLE_H

#include "expr/race.h"
#include "kernelanalysis/kernel.h"

/*
 * Brute force: a kernel of the canonical device module is run for one concrete
 * launch, thread by thread and barrier by barrier; every pair of accesses that
 * no barrier orders is looked at. It shares with hgrd only the canonical module
 * and the tables that name barriers and atomics.
 */

enum action {
	ACT_LLVM,    /* what the LLVM opcode says */
	ACT_ID,      /* an id or a dimension */
	ACT_NOTHING, /* debug information, fences and the like */
	ACT_BLOCK_BARRIER,
	ACT_WARP_BARRIER, /* operand 0: mask */
	ACT_NAMED_BARRIER, /* operands: number, count; builtin: does it wait */
	ACT_ATOMIC,       /* an atomic written as a call: operand 0 address, 1 (and 2) values */
	ACT_INTRINSIC,    /* llvm.smin and so on */
	ACT_TRAP,
	ACT_UNSUPPORTED
};

enum intrinsic { IN_SMIN, IN_SMAX, IN_UMIN, IN_UMAX, IN_ABS };

struct operand {
	bool constant;
	uint64_t value; /* of a constant */
	unsigned slot;  /* else: where the value lies */
};

/* A variable part of an address: offset += scale * signed(index). */
struct stride {
	struct operand index;
	unsigned width;
	int64_t scale;
};

struct insn {
	LLVMValueRef llvm;
	LLVMOpcode opcode;
	enum action action;
	unsigned width, arg_width; /* of the result, of the first operand; 0: none */
	unsigned size;             /* bytes accessed */
	unsigned slot;
	unsigned line;
	unsigned access; /* number among the accesses, from 1; 0: none */
	enum access_type type;
	enum scope scope; /* of an atomic */
	unsigned builtin, axis; /* ACT_ID: enum builtin; ACT_INTRINSIC: enum intrinsic */
	LLVMAtomicRMWBinOp rmw;
	bool exchange; /* compare and exchange */
	VEC(struct operand) operands;
	VEC(struct stride) strides; /* GEP */
	VEC(unsigned) targets;      /* blocks: of a branch, the cases of a switch, a phi's sources */
};

struct code {
	VEC(struct insn) insns;
	unsigned phis; /* the first ones */
};

/* What memory is made of. Addresses are (index + 1) << OBJECT_SHIFT plus OBJECT_ZERO plus offset. */
#define OBJECT_SHIFT 40
#define OBJECT_ZERO (UINT64_C(1) << 36)

struct memory_object {
	enum object_kind kind; /* PARAM, GLOBAL, SHARED, LOCAL */
	LLVMValueRef llvm;
	const char *name;
	uint64_t size; /* 0: not known */
};

struct program {
	struct arena *arena;
	LLVMValueRef function;
	VEC(struct code) blocks;
	VEC(struct memory_object) objects;
	unsigned slots, accesses;
	struct ptrmap *slot_of, *block_of, *object_of;
	const char *unsupported; /* why it cannot be run, NULL: it can */
	unsigned unsupported_line;
};

struct program *program_new(struct arena *arena, LLVMValueRef function);
unsigned program_object(struct program *program, struct memory_object object);
uint64_t object_address(unsigned index);

/* A concrete launch. */
struct run {
	uint32_t grid[3], block[3];
	VEC(uint64_t) args; /* scalars and addresses, by position */
	unsigned contents;  /* 0: global memory holds zeros, else seed of what it holds; also the
			       order of threads */
	uint64_t size;      /* of what pointers point to */
};

struct event {
	const struct insn *insn;
	uint64_t address;
	unsigned object, size;
	unsigned block, thread; /* linear */
	unsigned clock;         /* the thread's own at that time */
	const uint16_t *seen;   /* clocks of the block's threads that are ordered before */
	enum access_type type;
};

/* Things that make a comparison pointless, or weaker. */
enum flag {
	FLAG_WRAP = 1,       /* arithmetic without nsw or nuw wrapped, taken as unsigned */
	FLAG_UNDEFINED = 2,  /* the language leaves open what happens */
	FLAG_OUTSIDE = 4,    /* an access outside its object */
	FLAG_LIMIT = 8,      /* too many steps */
	FLAG_DIVERGENCE = 16 /* threads wait at different barriers */
};

struct trace {
	VEC(struct event) events;
	unsigned flags;
};

/* What an instruction makes of its first two operands; adds to *flags. Floating point makes 0. */
uint64_t arithmetic_value(const struct insn *insn, uint64_t a, uint64_t b, unsigned *flags);
uint64_t intrinsic_value(const struct insn *insn, uint64_t a, uint64_t b);
/* What an atomic leaves in memory that held `old`. */
uint64_t atomic_value(LLVMAtomicRMWBinOp op, unsigned width, uint64_t old, uint64_t value);

void machine_run(struct arena *arena, struct program *program, const struct run *run,
	struct trace *trace);

struct found_race {
	const struct event *first, *second;
	enum race_kind kind;
	uint64_t offset; /* of the first common byte */
};
typedef VEC(struct found_race) race_list;

/* One race for each pair of instructions and kind. */
void races_fill(struct arena *arena, const struct program *program, const struct trace *trace,
	race_list *races);

/* Do these two threads race with these lines and types; threads are (block, thread). */
bool races_between(const struct trace *trace, const unsigned line[2],
	const enum access_type type[2], const unsigned thread[2][2]);

#endif
