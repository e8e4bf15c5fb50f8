#ifndef HGRD_IR_LINK_H
#define HGRD_IR_LINK_H

#include "ir/module.h"

/* Several modules made one, as a linker does. */

/* Parses a bitcode file into a context of its own; NULL and *error (in arena) on failure. */
struct module *module_read_file(struct arena *arena, const char *path, const char **error);

/* Parses one more into the context of `module`, which may have no module yet. */
LLVMModuleRef module_read_beside(
	struct arena *arena, struct module *module, const char *path, const char **error);

/* The same for bitcode in memory. */
LLVMModuleRef module_parse_beside(
	struct module *module, const void *bytes, size_t size, const char **error);

/*
 * Moves all of `other` into `module`, whose llvm may still be NULL: then it
 * becomes `other`. `other` is gone in any case. False and *error when symbols
 * clash.
 */
bool module_link(
	struct arena *arena, struct module *module, LLVMModuleRef other, const char **error);

/*
 * Puts a declaration with the same name and attributes in the place of a
 * function and returns it. A name that only its own module knows (internal
 * linkage) becomes `fresh`.
 */
LLVMValueRef function_drop_body(
	struct arena *arena, LLVMValueRef function, const char *fresh);

/* Uses of aliases become uses of what they stand for. */
void aliases_resolve(LLVMModuleRef module);

#endif
