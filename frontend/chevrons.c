#include "frontend/chevrons.h"

#include <stdbool.h>
#include <string.h>

static char *past_blanks(char *at)
{
	return at + strspn(at, " \t");
}

/* The parenthesis that a launch's chevrons end before may stand in the next line. */
static bool calls(const char *end)
{
	return end[strspn(end, " \t\r\n")] == '(';
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
		if (!end || (opens ? *end == '<' || *end == '=' : !calls(end)))
			continue;
		end[-1] = ' ';
		at[2] = *at;
		found = true;
	}
	return found ? text : NULL;
}
