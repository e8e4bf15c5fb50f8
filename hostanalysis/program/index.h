#ifndef HGRD_HOSTANALYSIS_PROGRAM_INDEX_H
#define HGRD_HOSTANALYSIS_PROGRAM_INDEX_H

#include <stdio.h>

#include "base/options.h"
#include "hostanalysis/classes/classes.h"
#include "ir/module.h"

/*
 * What other translation units need to know about one: the functions it
 * defines and whom they call, which of them launch, and its variables. Names are linkage names.
 */

enum index_kind {
	INDEX_INTERNAL, /* known in its unit only */
	INDEX_INLINE,	/* linkonce: any unit's definition is as good, and only units that use it have
			   one */
	INDEX_MERGED,	/* weak_odr: the same, and others may call it (explicit instantiations) */
	INDEX_STRONG,
	INDEX_WEAK /* __attribute__((weak)): a strong one of another unit takes its place */
};

/* What a number that a function is given goes to; "-": nowhere. */
struct index_pass {
	const char *callee;
	unsigned param, arg;
};

struct index_function {
	const char *name;
	enum index_kind kind;
	bool interest;	     /* calls the allocation functions of CUDA, or launches */
	unsigned size;	     /* instructions */
	text_list calls;     /* functions it calls directly */
	text_list twice;     /* ... that it may give one pointer twice, by a call or in objects */
	text_list kernels;   /* kernels (device side names) whose stubs it mentions */
	text_list variables; /* variables with external linkage it mentions */
	VEC(struct index_pass) passes; /* of parameters that do nothing but go on as arguments */
	text_list members;   /* types of the classes whose integer members it uses */
};

struct index_variable {
	const char *name;
	enum index_kind kind;
	bool defined;
	bool changed; /* its unit does more than load from it */
};

struct unit_index {
	VEC(struct index_function) functions; /* that have a body */
	VEC(struct index_variable) variables; /* with external linkage */
	text_list taken;	  /* functions whose address its unit takes */
	text_list kernels;	  /* device side: kernels with a body */
	class_list classes;	  /* without their places in the source */
	text_list device_defined; /* device side: functions and variables other units may use */
};

/* Adds what a host module, as clang made it, defines and uses; `all`: public members of classes as well. */
void index_host(struct arena *arena, const struct module *module, bool all, struct unit_index *index);

/* The index as lines of text, and back; false when they are damaged. */
void index_write(const struct unit_index *index, FILE *file);
bool index_read(struct arena *arena, FILE *file, struct unit_index *index);

#endif
