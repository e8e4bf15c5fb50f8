#ifndef HGRD_KERNELANALYSIS_BARRIERS_ASYNC_H
#define HGRD_KERNELANALYSIS_BARRIERS_ASYNC_H

#include "kernelanalysis/passes.h"

/*
 * Asynchronous copies: a copy takes place at any time between its issue and the wait that
 * completes it. Copies are committed in groups; a wait leaves the latest `prior` groups
 * pending. A copy bound to a barrier is complete when the phase of the thread's next arrival is.
 */
/*
 * Bulk copies to shared memory are bound to a barrier that expects their bytes; those to global
 * memory have groups of their own, and waits for their reading alone.
 */
enum async_kind { ASYNC_NONE, ASYNC_COPY, ASYNC_COMMIT, ASYNC_WAIT, ASYNC_WAIT_ALL,
	ASYNC_WAIT_OLDEST };

enum { ASYNC_MANY = INT32_MAX }; /* so many groups that the number is not known */

struct async_call {
	enum async_kind kind;
	LLVMValueRef to, from; /* COPY: pointers; `from` NULL: fills with zeros */
	LLVMValueRef part;     /* COPY: it reads as many bytes there, too; or NULL */
	LLVMValueRef barrier;  /* COPY: the barrier object it is bound to, or NULL */
	unsigned size, read;   /* COPY: bytes that it writes, and reads */
	unsigned prior;        /* WAIT */
	bool bulk;
	unsigned reduces;      /* COPY: bytes of the elements that it combines with what is there; 0: none */
	LLVMValueRef element;  /* COPY: the same, of a box; NULL: none */
	bool tensor;           /* COPY: its size is that of tensor_bytes() */
	bool reads;            /* WAIT: only until the sources are read */
	bool known;            /* sizes and counts are constants, addresses are pointers */
};

/* Bytes of a bulk copy of a tensor's box to shared memory; 0: not known. */
unsigned tensor_bytes(struct kernel *kernel, LLVMValueRef copy);
/* ASYNC_NONE: the call is no such. */
struct async_call async_of_call(LLVMValueRef call);

/*
 * Walks' states of a copy in flight (interval.c): 0 complete, 1 not committed, else 2 plus
 * the number of groups committed after its own, at most 7.
 */
enum { FLIGHT_ISSUED = 1, FLIGHT_COMMITTED, FLIGHT_MOST = 7 };
/* Fills `bound` of copies that cp.async.mbarrier.arrive binds to a barrier (requires accesses). */
void bindings_fill(struct kernel *kernel);
/* Fills `arrival` of copies that are bound to a barrier of an array (requires phased barriers). */
void arrivals_bind(struct kernel *kernel);
/* The barrier whose phase completes a bound copy that is no bulk copy; NULL: not known. */
const struct phased *flight_barrier(const struct kernel *kernel, const struct access *copy);
/* Arrivals of the copy's thread at its barrier before the one in whose phase it completes; NULL: not known. */
const struct et *arrivals_at_copy(struct kernel *kernel, const struct phased *phased, const struct access *copy);
/* Fills `in_order` and `pending` of the copies' accesses. */
void flights_prepare(struct kernel *kernel);
/* Fills `expect` and `phase` of bulk copies (requires phased barriers). */
void bulk_fill(struct kernel *kernel);
/*
 * The wait after a copy of the thread's groups that completes it in the same round; NULL: there is
 * none that leaves no group pending.
 */
LLVMValueRef flight_end(struct kernel *kernel, const struct access *copy);
/* Is there no wait in the kernel that could complete the copy, which no barrier completes. */
bool flight_never_ends(const struct kernel *kernel, const struct access *copy);
unsigned flight_after(
	const struct kernel *kernel, const struct access *copy, unsigned flight, LLVMValueRef call);

/* Condition for the copy of a pair's interval not to be among the groups that a wait has completed before the
 * other access, by their numbers (flight_groups.c); true where these are not known. */
const struct et *flight_goes_on(struct kernel *kernel, const struct pair *pair, struct et_map *launch,
	struct et_map *const maps[2]);

/* Adds intervals of bulk copies that read what no proxy fence follows (requires intervals). */
void proxies_fill(struct kernel *kernel);
/* Is it a wait that may complete the copy, which is not known. */
bool flight_may_end(const struct kernel *kernel, const struct access *copy, LLVMValueRef call);

/* Is the edge one that no thread takes which runs the copy. */
bool flight_excludes(struct kernel *kernel, const struct access *copy, const struct block *from,
	const struct block *to);

#endif
