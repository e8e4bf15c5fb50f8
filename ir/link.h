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
 * The same, but bodies of functions are read when the module is linked: those that are dropped before cost nothing. Until then functions
 * with a body have no blocks, and are no declarations. The bytes have to stay until then.
 */
LLVMModuleRef module_open_beside(
	struct arena *arena, struct module *module, const char *path, const char **error);
LLVMModuleRef module_open_bytes_beside(
	struct module *module, const void *bytes, size_t size, const char **error);

/* Bitcode of a module, in `arena`. */
const void *module_write(struct arena *arena, LLVMModuleRef module, size_t *size);

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
