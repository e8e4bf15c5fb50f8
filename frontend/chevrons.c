#include "frontend/chevrons.h"

#include <stdbool.h>
#include <string.h>

static char *past_blanks(char *at)
{
	return at + strspn(at, " \t");
}

/* Two chevrons and a third one behind blanks begin here: where they end; NULL: they do not. */
static char *apart(char *at)
{
	char *third = past_blanks(at + 2);
	bool are = at[1] == at[0] && third > at + 2 && *third == at[0];
	return are ? third + 1 : NULL;
}

char *chevrons_joined(struct arena *arena, const char *source)
{
	char *text = arena_strdup(arena, source);
	bool found = false;
	for (char *at = text; *at; at++) {
		bool opens = *at == '<';
		char *end = opens || *at == '>' ? apart(at) : NULL;
		if (!end || (opens ? *end == '<' || *end == '=' : *past_blanks(end) != '('))
			continue;
		end[-1] = ' ';
		at[2] = *at;
		found = true;
	}
	return found ? text : NULL;
}
