#ifndef HGRD_HOSTANALYSIS_LEFTOVERS_H
#define HGRD_HOSTANALYSIS_LEFTOVERS_H

#include "hostanalysis/pass.h"

/* Memory that a kernel finds as an earlier launch of it left it. Only this folder includes it. */

/* A pointer of a launch, or the address of a device variable. */
struct memory {
	const struct et *pointer;
	const struct host_alloc *alloc;
};

/* Memory of a device variable of this linkage name. */
struct memory variable_memory(struct root *root, const char *name);

/* May an instruction of the root, other than a launch, change the memory. */
bool instruction_touches(struct root *root, const struct memory *memory, LLVMValueRef instruction);
/* May a launch of another kernel, or with other pointers: it is given a pointer into it; a device variable it
 * may always change. */
bool launch_touches(struct root *root, const struct memory *memory, LLVMValueRef call);
/* The parameter that a value of a launch is, when it is a pointer or number by itself; -1: none. */
int launch_param_of(struct root *root, LLVMValueRef call, unsigned arg);
/* May a value of a launch be a pointer into the memory. */
bool value_may_point(struct root *root, const struct memory *memory, LLVMValueRef value);

/* What presets.c and its helpers share: the launch that finds something, and where that is. */
struct finding {
	struct root *root;
	struct launch_call *call;
	struct memory memory;
	const char *variable; /* linkage name; NULL: memory behind an argument */
};
/* May one instruction be followed by another. */
bool may_follow(struct root *root, LLVMValueRef first, LLVMValueRef then);
/* Does anything but these two that may change the memory come between; `from` NULL: since the root began. */
bool is_changed(const struct finding *finding, LLVMValueRef from);
/* Adds a preset of the words from byte `first` to before `end` (64 bits; NULL: anywhere), of this value (NULL: not known). */
void preset_words(const struct finding *finding, LLVMValueRef by, unsigned width, const struct et *first,
	const struct et *end, const struct et *value, bool surely);
/* Adds what other kernels have put there (preset_kernels.c). */
void presets_of_kernels(const struct finding *finding);
/* Adds what a device variable begins with, and what has been copied to it (preset_variables.c). */
void presets_of_variable(const struct finding *finding);

#endif
