#ifndef HGRD_HOSTANALYSIS_HOST_H
#define HGRD_HOSTANALYSIS_HOST_H

#include "expr/fact.h"
#include "ir/lay.h"
#include "ir/module.h"
#include "ir/put.h"

/*
 * What the host program says about its kernel launches (HGRD 4, 5.1, 6.3):
 * for every launch the kernel, its dimensions and arguments as terms over
 * host values, and the facts that hold whenever the launch runs. Host values
 * are SYM_HOST symbols, one per SSA value; iteration numbers of host loops
 * are SYM_LOOP; pointers are BASE symbols plus byte offsets. Every BASE symbol's
 * origin is a struct host_alloc; only those that are allocations or variables
 * are known to be different memory.
 */

enum host_memory {
	HOST_DEVICE,  /* cudaMalloc and relatives */
	HOST_MANAGED, /* cudaMallocManaged */
	HOST_PINNED,  /* page-locked host memory that kernels can reach */
	HOST_PLAIN,   /* malloc, new */
	HOST_GLOBAL,  /* a variable of the program */
	HOST_ARGUMENT, /* what an argument of the function the call path starts from points to */
	HOST_UNKNOWN  /* what a pointer the analysis cannot follow points to: it may be the memory of
			 another base, except where both are allocations */
};

/* An allocation call, a global variable, or an unknown pointer: the origin of each BASE symbol. */
struct host_alloc {
	const struct symbol *base;
	enum host_memory memory;
	unsigned flags;	      /* of a stream: those it was created with, as far as known */
	const char *function; /* "cudaMalloc", ...; of a global its linkage name; of an unknown
				 pointer that the runtime gave the function that did, else "" */
	const char *fetched;   /* the device variable an unknown pointer was copied from, or NULL */
	const struct et *size; /* bytes, 64 bits; NULL when not known */
	uint64_t local;	       /* bytes of a variable of a function; 0: it is none */
	const struct host_kept *kept; /* of an unknown pointer: where it lies in an array; NULL: not known */
	struct loc loc;
};

/* A pointer that is read from an array in which the host keeps its allocations, and which is settled by then (kept_buffers.c). */
struct host_kept {
	const void *array;	  /* names the array */
	const struct et *pointer; /* as it is read */
	const struct et *at;	  /* bytes behind the array's beginning, over the same counters */
	enum host_memory memory;  /* of all that is kept there */
};
/* The condition for two bases to be one pointer, as they are read from one place of an array; NULL: not known to be of one. */
const struct et *kept_meet(struct ets *ets, const struct et *a, const struct et *b);
/* What memory lies behind a base, as far as known. */
enum host_memory memory_behind(const struct host_alloc *alloc);

/* Bits [8 * offset, 8 * offset + width) of an argument's bytes. */
struct host_piece {
	unsigned offset; /* bytes */
	unsigned width;  /* bits */
	const struct et *value;
};

/* One kernel argument. Scalars and pointers are one piece at offset 0; bytes of a structure that
 * no piece covers are not known. */
struct host_arg {
	unsigned size; /* bytes */
	bool made;     /* a structure that is not followed, with tables that the host fills itself */
	VEC(struct host_piece) pieces;
};

/* A piece of what a device variable holds when the kernel is launched. */
struct host_image {
	const char *name; /* linkage name */
	struct host_piece piece;
	bool whole; /* the piece is the memory whose contents are those of the variable */
};

/* Memory that a launch is given: a device variable, or what a pointer among its arguments points to. */
struct host_left {
	const char *variable;  /* linkage name; NULL: what this argument points to: */
	unsigned arg, offset;  /* position, byte offset inside it */
	const struct et *when; /* condition for an earlier launch to have run, as in a later round of a loop */
	const struct et *resized; /* the same for one of another size, also with others between */
	const struct et *perhaps; /* ... if what the host has put elsewhere, or in some runs only, leaves it, and other rounds do */
	const struct et *resized_perhaps; /* both: one of another size, if that leaves it */
	const struct et *given; /* condition for one of the same size, whatever it was given, also with others between */
	struct loc loc;        /* of that launch */
	const char *foreign;   /* name ("": none) of what is called between and not followed; NULL: nothing is */
	struct loc foreign_loc;
};

/* What earlier launches of the same kernel have left as it was when they ended. */
struct host_before {
	VEC(struct host_left) left;
	VEC(bool) kept; /* by argument: the next before it, of the same size, were given the same */
	VEC(const struct et *) was; /* by argument: what some launch of the same size before had, if it is one number */
	const struct et *which;     /* number of that launch, any of them; NULL: there is none */
};

/*
 * What the host has put into an allocation, element by element: of element k the word of `width` bits that lies
 * `offset` bytes behind k * stride. It holds at a launch, which does not change it.
 */
struct host_contents {
	const struct et *base;	     /* the allocation: a leaf of kind BASE */
	unsigned stride, offset;     /* bytes */
	unsigned width;		     /* bits; 0: no more is known than that the host has made the list, or moved it as a whole (`computed`) */
	const struct symbol *index;  /* k, 64 bits */
	const struct et *within;     /* for which k it is known, those of the whole allocation being asked for */
	const struct et *value;	     /* over k; NULL: not known */
	bool computed;		     /* the value follows from k alone, and from what the host knows of */
	const struct et *step;	     /* 64 bits: by so much each element is at least greater than the one
					before it; NULL: not known */
	const struct et *gain;	     /* 64 bits, over k: by so much the element behind k is at least greater; NULL: by the step */
	const struct et *apart;	     /* 64 bits: any two elements are apart by at least so much; NULL: not known */
	const struct et *least, *most; /* 64 bits: between which each element is; NULL: not known, or no most alone */
	bool is_signed;		     /* ... read so, and else without wrapping */
	bool one;		     /* of one element alone */
	bool alike;		     /* with width 0: pointers, of which two may be into one allocation, where the host puts them there */
	const char *text;	     /* the line that puts it there; with width 0 what it is */
	struct loc loc;
};

/*
 * What lies in memory when a launch begins: host_contents of a variable of kernels (`base` does not count then), or of
 * memory behind its arguments, the launch changing it. `value` NULL: not known.
 */
struct host_preset {
	const char *variable; /* linkage name; NULL: none */
	bool surely;	       /* else it may lie there */
	bool below;	       /* it may be below zero, `value` NULL, by how a kernel computes it */
	struct host_contents words;
	const struct et *when; /* condition for the launch to be the first one since */
};

/* Pointers that one allocation may be behind, as loops or branches hand them round in a way that is not followed. */
struct host_exchange {
	const struct et *pointer[2];
};

struct host_launch {
	const char *kernel;   /* mangled name on the device side; NULL: called through a pointer
				 whose value is not known */
	const char *transfer; /* in an overlap, a copy or fill of the runtime, by name: `args` are pairs of a
				 pointer and the number of bytes there, or of those of a row, how many rows there are
				 and by how many bytes they lie apart; NULL: a launch */
	bool by_host;		  /* the transfer is no call: the host itself reads or writes there */
	bool task;		  /* the transfer is a function of the host that a stream runs */
	unsigned transfer_writes; /* bits: which of the pairs are written */
	const char *function; /* mangled name of the function the call path starts from */
	int root;	      /* its number among the plan's roots (marked_roots), or -1 */
	struct loc loc;       /* of the launch in the user's files */
	ir_stack stack;       /* call path, innermost first */
	const struct et *grid[3], *block[3]; /* 32 bits */
	bool grid_passed[3], block_passed[3]; /* what the caller of `function` gave, or a function
						 out of sight returned, and no fact
						 tells of */
	const struct et *shared;             /* bytes of dynamic shared memory, 64 bits */
	const struct et *stream;             /* 64 bits */
	const struct et *cluster[3];         /* blocks of a cluster, 32 bits; 0: not known */
	const struct et *early;              /* not 0: it may begin before the kernel before it in its
						stream is over, 32 bits */
	VEC(const struct et *) calm;         /* `early`: pointers among the arguments to memory that no
						kernel changes which may run beside it then */
	bool cooperative;
	bool unreached; /* constants rule the launch out: facts holds one that is false, and grid,
			   block and arguments are not known */
	VEC(struct host_arg) args; /* by position; n = 0 with args_known false: not known */
	bool args_known;
	VEC(struct host_image) images; /* of device variables that are `settled` in host_options */
	VEC(struct host_contents) contents; /* of memory behind the arguments */
	VEC(const struct et *) refilled;    /* pointers among the arguments to memory that the host may have changed after an
					       earlier launch was given it */
	VEC(struct host_exchange) exchanged;
	fact_list facts;
	fact_list exact; /* what conditions of many parts are that stand as unknown bits above, and facts that these connect with the
			    launch: dear, and wanted where it would race without them */
	VEC(struct host_preset) presets;
	struct host_before *before; /* NULL: none is known to have left anything */
};

/* A kernel whose address goes somewhere the analysis does not follow: it may be launched in ways
 * that are not listed. */
struct host_escape {
	const char *kernel; /* mangled name on the device side */
	const char *reason;
	struct loc loc;
	bool listed; /* other launches of the kernel are */
};

/*
 * Two launches of one call path, or a launch and a copy or fill, that nothing orders: other streams, and no event, synchronization
 * or operation of the default stream between them. The terms of `second` are those of its run after
 * `first`, maybe in the next round of a loop.
 */
struct host_overlap {
	struct host_launch first, second;
	const struct et *apart; /* condition for the streams to be different ones */
	bool nodes;	       /* they are nodes of one graph */
	const struct et *reached[2]; /* ... and for each of the two to be come to */
};

/* What is not looked at for its order. */
struct host_untold {
	const char *rule, *text; /* of a finding that says so */
	struct loc loc;
};

/* What a function that writes members of a class has to keep, at one place (hostanalysis/classes/invariant.h). */
struct host_owed {
	int root;	 /* number of the root it was looked at from, or -1 */
	unsigned site;	 /* of the invariants' sites */
	unsigned number; /* of the class */
	const struct et *values[8]; /* of the members */
	fact_list facts;
	struct loc loc;
};

struct host {
	struct ets *ets;
	bool closed; /* all of the program is here, and there is no memory that host and kernels both reach */
	VEC(struct host_launch) launches; /* in source order */
	VEC(const struct host_alloc *) allocs;
	VEC(struct host_escape) escapes;
	VEC(struct host_overlap) overlaps;
	VEC(struct host_untold) untold;
	VEC(int) vague_roots; /* whose launches have different streams that come from callers */
	VEC(struct host_owed) owed; /* with host_options.owed */
};

struct host_options {
	bool texts;             /* read source files for the texts of facts */
	unsigned arch;          /* number of the architecture that kernels are compiled for: 80; 0: not known */
	unsigned max_inlined;   /* instructions a function may grow to, thrice as many where it is the program's own (roots.c); 0: default */
	bool marked_roots;      /* the module was made by plan_link: call paths start from the
				   functions marked there, launches of one place from several of
				   them are all listed */
	bool unshared;          /* what references (and `this`) given to a root refer to is reached
				   through them alone while the root runs, and what pointers to classes do */
	bool open;              /* other functions of the program may change its variables */
	bool (*settled)(void *data, const char *name); /* does no kernel change the device variable
				   or hand on its address; NULL: none is known */
	void *settled_data;
	bool (*spares)(void *data, const char *kernel, unsigned param, unsigned offset); /* does a kernel only read the memory
				   behind a pointer so many bytes into a parameter; NULL: none is known */
	/* What a kernel puts behind a parameter or (not NULL) into a device variable, and what one begins with; may a kernel
	   wait for what others put there. NULL: not known. */
	void (*puts)(void *data, struct arena *arena, const char *kernel, int param,
		const char *variable, put_list *puts);
	void (*begins)(void *data, struct arena *arena, const char *variable, put_list *puts);
	bool (*waits)(void *data, const char *kernel);
	/* How a kernel fills a table of pointers behind a parameter. NULL: not known. */
	void (*lays)(void *data, struct arena *arena, const char *kernel, unsigned param, struct lay *lay);
	const struct invariants *invariants; /* of classes, that invariants_put was given; NULL: none */
	bool owed;              /* list what the functions that write members owe, in place of launches */
	const char *dump_passes; /* NULL, or a file for the IR after the passes */
};

/* Does the host program (`host_module`, as clang made it) launch kernels, but never name, unless to copy from it, a device
   variable that other modules do not see. */
bool host_leaves_variable(void *host_module, const char *name);

/*
 * Analyses a host module and rewrites it on the way; it is of no other use
 * afterwards, but has to live as long as `ets` is worked with. Terms are made
 * in `ets`. Returns NULL and *error when the module cannot be processed.
 */
struct host *host_analyse(struct arena *arena, struct ets *ets, struct module *module,
	const struct host_options *options, const char **error);

/* How a kernel's address goes somewhere else; NULL: it does not. */
const struct host_escape *host_escape_of(const struct host *host, const char *kernel);

/* What is known about the memory of two pointers of one launch. */
enum host_alias {
	HOST_ALIAS_DISTINCT, /* never overlap: different allocations */
	HOST_ALIAS_SAME,     /* one allocation; *delta is b - a in bytes */
	HOST_ALIAS_MAY,      /* depends on the run */
	HOST_ALIAS_UNKNOWN   /* the host says nothing about one of them */
};
struct host_aliasing {
	enum host_alias alias;
	bool meet;              /* they may be one allocation in some case, whatever the others say */
	bool same_or_null;      /* in each case they are in one allocation or one of them is null, and not null in all */
	const struct et *delta; /* SAME: 64 bits */
	const char *reason;     /* for people */
	struct loc loc;         /* of the reason; file may be NULL */
};
struct host_aliasing host_alias(struct arena *arena, struct ets *ets, const struct et *a,
	const struct et *b);

/*
 * The allocation a pointer of a launch points into, and the offset in bytes;
 * NULL when it is not known or one of several.
 */
const struct host_alloc *host_pointee(struct ets *ets, const struct et *pointer,
	const struct et **offset);
/* The same of a choice between pointers, of which one is taken. */
const struct host_alloc *host_pointee_any(struct ets *ets, const struct et *pointer);
/* Condition for two pointers to lie at one place, as far as it is known where they come from. */
const struct et *host_same_place(struct ets *ets, const struct et *a, const struct et *b);

/* Text for --dump=host. */
const char *host_show(struct arena *arena, const struct host *host);

/*
 * Reads --assume=EXPR: a C integer expression (HGRD's kernel constraints given
 * by hand), e.g. "n == gridDim.x * blockDim.x && n % 32 == 0". `name` gives
 * the term of an identifier (with its members: "gridDim.x"), or NULL when
 * there is no such name; *is_unsigned says how it is widened and compared.
 * Values are numbers: operands of different kinds meet in 64 signed bits, and
 * nothing overflows. On success adds one fact per conjunct and returns NULL;
 * else returns a message for the user.
 */
typedef const struct et *assume_name_fn(void *data, const char *name, bool *is_unsigned);
const char *assume_parse(struct arena *arena, struct ets *ets, const char *text,
	assume_name_fn *name, void *data, fact_list *facts);

/* The cluster's size that all launches of the kernel (mangled name) have; 0: not known, or there are
 * none. `host` may be NULL. */
void host_cluster(const struct host *host, const char *kernel, unsigned cluster[3]);

#endif
