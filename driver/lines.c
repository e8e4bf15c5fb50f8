#include "driver/lines.h"

#include <string.h>

/* May a function do something with what it is given besides ending the program: launch, or throw it. */
static bool uses_line(const struct program_function *function, function_vec *seen, struct arena *arena)
{
	vec_each(known, seen)
		if (*known == function)
			return false;
	vec_push(arena, seen, (struct program_function *)(uintptr_t)function);
	bool uses = function->interest || function->throws;
	vec_each(callee, &function->callees)
		uses = uses || uses_line(*callee, seen, arena);
	return uses;
}

static bool ends_with_it(const struct program *program, const char *name)
{
	struct arena *arena = arena_new();
	function_vec seen = { 0 };
	bool uses = false;
	vec_each(function, &program->functions)
		uses = uses || (!strcmp((*function)->name, name) && uses_line(*function, &seen, arena));
	arena_free(arena);
	return !uses;
}

bool lines_used(const struct program *program, const struct moves *moves)
{
	vec_each(told, moves_told(moves, SIDE_DEVICE))
		if (!told->ends || strmap_get(program->device, told->name))
			return true;
	vec_each(told, moves_told(moves, SIDE_HOST))
		if (told->ends ? !ends_with_it(program, told->name)
			       : !program_passes_on(program, told->name, told->arg))
			return true;
	return false;
}
