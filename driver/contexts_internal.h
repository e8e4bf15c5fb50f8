#ifndef HGRD_DRIVER_CONTEXTS_INTERNAL_H
#define HGRD_DRIVER_CONTEXTS_INTERNAL_H

#include "base/options.h"
#include "driver/kernel_cache.h"
#include "driver/trace.h"
#include "hostanalysis/host.h"
#include "hostanalysis/program/program.h"
#include "kernelanalysis/kernel.h"
#include "solver/verdict.h"

/* What the files that ask about launches in their contexts share. */

/*
 * A launch's verdict in one context. `root` is the function the context's call
 * path starts from, NULL where there is nobody to climb to.
 */
struct entry {
	struct launch_result result;
	VEC(struct finding) findings;
	struct program_function *root;
	unsigned level; /* how often was climbed to get here */
	size_t plan;	/* among c->plans: that it was found in */
	size_t launch;	/* ... and among the launches there */
	bool dropped;	/* its callers' contexts stand for it */
	bool searched;	/* for races: nothing decides it otherwise any more */
};

/* How a plan is made again: from these functions, or (none) as the first. */
struct plan_start {
	function_vec roots;
};

struct item {
	LLVMValueRef function;
	const char *name, *mangled;
	struct loc loc;
	struct kernel *kernel; /* NULL: nothing has asked for it yet */
	unsigned cluster[3]; /* ... built for clusters of this size */
	VEC(struct entry) entries;
	struct strmap *asked; /* what was asked, launch_key -> struct results, of one level */
	struct strmap *failed; /* ... of all levels: what is not race-free; NULL: nothing */
	double used; /* seconds of a processor, of one level */
	const struct kernel_result *params; /* a result that lists its parameters */
	bool redone; /* some launch was not in the cache */
	bool counted; /* ... in the statistics */
	size_t part; /* among the trace's */
};

struct contexts {
	struct arena *arena; /* of a scope, with `ets`: what is analysed */
	struct arena *kept;  /* what is found; outside of scopes both are one */
	struct context_scope *scope;
	const struct options *options;
	const struct compiler *compiler;
	struct program *program;
	size_t unit;
	struct cache *cache;
	struct module *device;
	struct closures *closures; /* of the device code; NULL without a cache */
	struct trace trace;
	struct ets *ets;
	struct results *out; /* what is about no kernel alone */
	bool others;	     /* ... is that of an earlier run */
	struct results *so_far;	    /* what stays of the unit if its process is ended now */
	const struct item *current; /* being asked about; NULL: none */
	VEC(struct item) items; /* kernels to check */
	struct plan plan; /* of the level */
	VEC(struct plan_start) plans; /* in which launches were asked about */
	bool last;	  /* nobody is asked again after this */
	bool searching;	  /* for races: what was asked about before are proofs alone where callers may tell more */
	unsigned level;
	bool unshared;	  /* references given to the roots are not shared */
	struct invariants *invariants; /* of classes; NULL: none are used */
	struct host *host;
	struct module *module; /* that `host` was made of */
	function_vec vague; /* functions of the level whose callers may tell their streams apart */
	function_vec vague_known; /* ... of all levels */
	function_vec stuck; /* functions that were climbed from already */
};

/* Do warps of the architecture run in lock step. */
bool context_is_lockstep(const struct options *options);
/* Links and analyses the host code of c->plan; false and *error when that fails. */
bool context_host_fill(struct contexts *c, const char **error);
/* The model of a kernel. */
struct kernel *context_kernel(struct contexts *c, struct item *item);
/* Starts the time of a kernel anew. */
void context_level_start(struct contexts *c, struct item *item);
/* The verdict about one launch of c->host, or (NULL) about any launch. */
struct entry *context_ask(
	struct contexts *c, struct item *item, const struct host_launch *launch);
/* Notes the plan of the level, for entries to come. */
void context_plan_note(struct contexts *c);
/* Asks, and keeps the answer among the kernel's. */
void context_add(struct contexts *c, struct item *item, const struct host_launch *launch);
bool context_launches(const struct host_launch *launch, const struct item *item);
/* Is an entry not proved, in a way that facts may change. */
bool context_wants_facts(struct contexts *c, struct item *item, const struct entry *entry);
/* Does a proof rest on what callers may change: what was left in memory, that pointers differ. */
bool context_is_given(const struct entry *entry, const struct program_function *root);
bool context_has_root(const function_vec *list, const struct program_function *function);

/* Goes one level up to the callers; false when there is none, or it cannot be analysed: what is known stays. */
bool contexts_climb(struct contexts *c);

/* Checks the launches of c->host that may run at once, where nobody is left to climb to for more facts. */
void context_overlaps(struct contexts *c);
/* The same from the callers of functions that make streams or are given them. */
void contexts_overlaps_climb(struct contexts *c);

/*
 * A level or a group of questions: what is analysed in it is dropped when it is left, but for what has been kept. Lists that
 * outlive it grow in c->kept.
 */
void context_scope_enter(struct contexts *c);
void context_scope_leave(struct contexts *c);
/* A copy of results that outlives the scope. */
struct results results_keep(struct contexts *c, const struct results *results);

/*
 * Is there time for one more plan besides the first: what is done with all of them is bounded by a multiple of the time for a
 * kernel. `start` is processor_seconds' at the first.
 */
bool contexts_have_time(struct contexts *c, double start);
double processor_seconds(void);

/* Tells what is known so far, in case the process is ended. */
void contexts_tell(struct contexts *c);

/* Looks for races in what is not proved when all else was asked. */
void contexts_search(struct contexts *c);

/* The last questions, when there is nobody left to climb to. */
void contexts_ask_again(struct contexts *c);

#endif
