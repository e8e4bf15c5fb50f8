#ifndef HGRD_IR_MODULE_H
#define HGRD_IR_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

/* A bitcode module with its own LLVM context. */
struct module {
	LLVMContextRef context;
	LLVMModuleRef llvm;
};

/* Parses bitcode; returns NULL and a message in *error (in arena) on failure. */
struct module *module_read(struct arena *arena, const void *bytes, size_t size, const char **error);
/* A context of its own that no module has been put in yet (llvm is NULL). */
struct module *module_new(struct arena *arena);
void module_free(struct module *module);

/* Runs an LLVM pass pipeline, e.g. "always-inline,function(sroa)", and brings switches back that it rewrote;
   false and *error on failure. */
bool module_run(struct arena *arena, struct module *module, const char *passes, const char **error);

/* The same for one function, of passes over functions. */
bool function_run(struct arena *arena, LLVMValueRef function, const char *passes, const char **error);

/* The module as text (for --dump). */
const char *module_show(struct arena *arena, const struct module *module);

/* Adds or removes an enum attribute such as "alwaysinline" on a function. */
void function_add_attribute(LLVMValueRef function, const char *name);
void function_remove_attribute(LLVMValueRef function, const char *name);
bool function_has_attribute(LLVMValueRef function, const char *name);

/* The value that a phi has when it is come to from `way`; NULL: it cannot be. */
LLVMValueRef phi_value_from(LLVMValueRef phi, LLVMBasicBlockRef way);
/* The first instruction of a block that is no phi. */
LLVMValueRef block_behind_phis(LLVMBasicBlockRef block);
/* A phi without the value that comes from `way`, in the place of the one that is erased. */
LLVMValueRef phi_without(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef way);

/* Declares that a function only computes its value. */
void function_make_pure(LLVMValueRef function);

/* Name of a value ("" when it has none), in LLVM's memory. */
const char *value_name(LLVMValueRef value);

/* Is a value a call or invoke. */
bool is_call(LLVMValueRef value);
/* The called function of a call or invoke, NULL when indirect. */
LLVMValueRef call_target(LLVMValueRef call);
/* Intrinsic or function name of a call's target, "" when indirect. */
const char *call_name(LLVMValueRef call);
unsigned call_args(LLVMValueRef call);
LLVMValueRef call_arg(LLVMValueRef call, unsigned index);
/* Adds the bytes between the operand and result of a getelementptr; false: not all of its indices are constants. */
bool gep_offset(LLVMTargetDataRef layout, LLVMValueRef gep, int64_t *offset);
/* Does a constant stand only in the lists that compiler and runtime keep: llvm.used, kernels and
   variables of a module that is linked with others. */
bool is_listed(LLVMValueRef constant);
/* Is a call declared to touch no memory. */
bool call_has_no_effect(LLVMValueRef call);
/* Is a function used other than as the target of direct calls. */
bool address_taken(LLVMValueRef function);

/*
 * Source location of an instruction, innermost frame first. `stack` may be
 * NULL; otherwise it is filled with the inlining stack, innermost first,
 * starting with the instruction's own frame.
 */
struct ir_frame {
	struct loc loc;
	bool system; /* the file is one of hgrd's built-in, the toolkit's or a system header */
};
typedef VEC(struct ir_frame) ir_stack;
void instruction_stack(struct arena *arena, LLVMValueRef instruction, ir_stack *stack);

/* Innermost frame inside the user's files, or the innermost of all; of a phi that has none where its block ends. */
struct loc instruction_loc(struct arena *arena, LLVMValueRef instruction);

/* Where a function is declared, by its debug information; file NULL when there is none. */
struct loc function_loc(struct arena *arena, LLVMValueRef function);

/* What the debug information names the folders of hgrd's built-in and of a toolkit's headers. */
#define PATH_SYSTEM "/<headers>"

/*
 * Is a file one of hgrd's built-in, the toolkit's or a system header; true of NULL and "". Those of clang and of
 * C++ libraries below any prefix are known by the version in their paths.
 */
bool path_is_system(const char *path);

#endif
