#include "hostanalysis/flags/leftovers.h"

#include <string.h>

/* Device variables of the unit that is analysed, as memory that launches find. */

#define MOST_VARIABLES 32

/* The unit that is analysed is linked first; variables of others are none of its device code's. */
void variable_add(struct host_pass *pass, LLVMValueRef global)
{
	const char *shadow = arena_strdup(pass->arena, value_name(global));
	const char *mark = strstr(shadow, LINKED_UNIT);
	struct device_variable variable = { shadow, shadow };
	if (pass->variables.n >= MOST_VARIABLES || (mark && strcmp(mark, LINKED_UNIT "0")))
		return;
	if (mark)
		variable.name = arena_strndup(pass->arena, shadow, (size_t)(mark - shadow));
	vec_push(pass->arena, &pass->variables, variable);
}

void variables_fill(struct host_pass *pass)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(pass->module->llvm); g; g = LLVMGetNextGlobal(g)) {
		LLVMValueRef contents = LLVMGetInitializer(g);
		if (contents && LLVMIsUndef(contents))
			variable_add(pass, g);
	}
}

/* One that host code does not name is not there any more: memory that it has no pointer to. */
struct memory variable_memory(struct root *root, const struct device_variable *variable)
{
	struct host_pass *pass = root->pass;
	LLVMValueRef global = LLVMGetNamedGlobal(pass->module->llvm, variable->shadow);
	const struct et *offset, *pointer;
	if (global) {
		pointer = host_term(root, global);
		return (struct memory){ pointer, host_pointee(pass->ets, pointer, &offset) };
	}
	struct host_alloc *alloc = arena_alloc(pass->arena, sizeof(*alloc));
	struct symbol *base = symbol_new(pass->ets, SYM_BASE, LEVEL_GRID, 64, variable->name);
	alloc->memory = HOST_GLOBAL;
	alloc->function = variable->name;
	alloc->base = base;
	base->origin = alloc;
	return (struct memory){ et_sym(pass->ets, base), alloc };
}
