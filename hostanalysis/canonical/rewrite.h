#ifndef HGRD_HOSTANALYSIS_CANONICAL_REWRITE_H
#define HGRD_HOSTANALYSIS_CANONICAL_REWRITE_H

#include "hostanalysis/pass.h"

/* What the passes that replace calls share: IR types, and functions of our own. */

typedef VEC(LLVMValueRef) value_list;

LLVMTypeRef type_i32(struct host_pass *pass);
LLVMTypeRef type_i64(struct host_pass *pass);
LLVMTypeRef type_ptr(struct host_pass *pass);
LLVMValueRef const_i32(struct host_pass *pass, int64_t value);
/* The address `offset` bytes behind a pointer. */
LLVMValueRef address_build(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef pointer, uint64_t offset);
/* Our function `name`, made on first use. */
LLVMValueRef own_function(struct host_pass *pass, const char *name, LLVMTypeRef result, unsigned n,
	LLVMTypeRef *params, bool variadic);
LLVMValueRef own_call(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef *args, unsigned n,
	const char *name);
/* Size arguments are size_t; a variant with another type is widened. */
LLVMValueRef size_value(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef value);
/* Moves what is before an instruction into a block of its own, which ends open and is returned; the rest stays (captures.c). */
LLVMBasicBlockRef block_part(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef at);
/* Replaces phis that stay one value from outside their circle (phis.c). */
void phis_settle(LLVMValueRef function);

/* Puts hgrd.sorted behind a call of Thrust that sorts (memory/sorted.c). */
void sorts_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call);
/* What functions of the standard library that are called often call of it becomes part of them; passes are run over these (library_parts.c). */
bool library_parts_join(struct host_pass *pass, const char *passes, const char **error);
/* Appends the calls of a function in the order of its blocks. */
void calls_list(struct host_pass *pass, LLVMValueRef function, value_list *calls);
/* The pitch of rows of that width, and an allocation of size * factor bytes that is stored into the slot. */
LLVMValueRef pitch_build(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef width, int row);
void block_build(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef size, LLVMValueRef factor, LLVMValueRef slot, int row);
/* cudaMalloc3D, fills and copies of such memory: what they do, in calls of our own (rewrite_volume.c). */
void volume_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row);
void volume_fill_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row);
void volume_copy_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api, int row);
/* Replaces the <<<>>> launches of a function; adds sites. Requires calls_prepare, images_fill. */
void pushes_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function);
/* Replaces what the call of a SYMBOL row of api.def does; false: not followed, the call stays. */
bool image_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call);
/* Memory for a variable of that type, where it holds an array of pointers, or of numbers if those count; else NULL. */
LLVMValueRef table_new(struct host_pass *pass, LLVMTypeRef type, bool numbers, const char *name);
/* Does what a copy to the variable does to that memory. */
void table_copy(struct host_pass *pass, LLVMBuilderRef b, struct image *image, LLVMValueRef call);
/* Puts the memory that the call of a BIND row binds into what stands for the reference's variable. */
void binding_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, const struct api *api);
/* The call of a FETCH row of api.def stays; which variable the pointers come from that it stores is known. */
void fetch_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call);
#define GRAPH_NODE 257 /* flags of the stream that stands for a node: it is created not to wait */
/* Puts launches in the place of calls that add kernel nodes or give them parameters; false: it is no such call. Requires graphs_count. */
bool node_rewrite(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call);
void graphs_count(struct host_pass *pass);
/* Appends what device variables hold to the values of a launch. */
void images_load(
	struct host_pass *pass, LLVMBuilderRef b, struct site *site, value_list *values);
/* Appends what the attributes of a cudaLaunchConfig_t say. */
void attributes_load(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef config, struct site *site,
	value_list *values);
/* Does what ends a scope between an answer and the branch on it behind the branch (scope_ends.c). */
void scope_ends_move(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function);

/* Makes of what is read from chosen entries of constant tables a choice among what they hold. */
void chosen_entries_split(struct host_pass *pass);
/* Fills the host's `escapes`, once its launches are known. */
void escapes_fill(struct host_pass *pass);

#endif
