#include "report/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

json_t *json_text(const char *text)
{
	if (!text)
		return json_null();
	json_t *string = json_string(text);
	if (string)
		return string;
	string = json_string("");
	size_t n = strlen(text);
	char *ascii = malloc(n + 1);
	if (!ascii)
		memory_out();
	for (size_t i = 0; i <= n; i++)
		ascii[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
	json_string_set(string, ascii);
	free(ascii);
	return string;
}
