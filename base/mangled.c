#include "base/mangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Each reader gives what follows the part that it reads; NULL where that is not at `at`, or has a form not read. */

static const char *type_end(const char *at);
static const char *nested_end(const char *at, struct mangled *read);
static const char *encoding_end(const char *at);

static const char *source_end(const char *at)
{
	char *end;
	unsigned long size = strtoul(at, &end, 10);
	if (end == at || !size || strnlen(end, size) < size)
		return NULL;
	return end + size;
}

static const char *past(const char *at, char what)
{
	return at && *at == what ? at + 1 : NULL;
}

/* "_", "0_", "1A_": the number of a substitution or a template parameter. */
static const char *sequence_end(const char *at)
{
	while (isdigit((unsigned char)*at) || isupper((unsigned char)*at))
		at++;
	return past(at, '_');
}

static const char *substitution_end(const char *at)
{
	if (strchr("abdios", at[1]) && at[1])
		return at + 2;
	return sequence_end(at + 1);
}

/* Up to the "E" that closes what begins at `at`, of arguments or of types. */
static const char *list_end(const char *at, const char *(*part)(const char *))
{
	while (at && *at && *at != 'E')
		at = part(at);
	return past(at, 'E');
}

static const char *literal_end(const char *at)
{
	if (!strncmp(at, "_Z", 2))
		return past(encoding_end(at + 2), 'E');
	at = type_end(at);
	while (at && (isalnum((unsigned char)*at)) && *at != 'E')
		at++;
	return past(at, 'E');
}

static const char *argument_end(const char *at)
{
	if (*at == 'L')
		return literal_end(at + 1);
	if (*at == 'J')
		return list_end(at + 1, argument_end);
	return *at == 'X' ? NULL : type_end(at);
}

static const char *arguments_end(const char *at)
{
	return at && *at == 'I' ? list_end(at + 1, argument_end) : at;
}

/* "UlifE_", "Ut0_": a lambda or a type without name. */
static const char *unnamed_end(const char *at)
{
	if (at[1] == 'l')
		at = list_end(at + 2, type_end);
	else
		at = at[1] == 't' ? at + 2 : NULL;
	return at ? sequence_end(at) : NULL;
}

static const char *array_end(const char *at)
{
	while (isdigit((unsigned char)*at))
		at++;
	at = past(at, '_');
	return at ? type_end(at) : NULL;
}

static const char *local_end(const char *at, struct mangled *read)
{
	at = past(encoding_end(at + 1), 'E');
	if (!at)
		return NULL;
	if (*at == 'N')
		return nested_end(at + 1, read);
	return *at == 'U' ? unnamed_end(at) : source_end(at);
}

static const char *standard_end(const char *at)
{
	return *at == 'U' ? unnamed_end(at) : source_end(at);
}

static const char *type_end(const char *at)
{
	switch (*at) {
	case 'P': case 'R': case 'O': case 'K': case 'V': case 'r': case 'C': case 'G':
		return type_end(at + 1);
	case 'N':
		return nested_end(at + 1, NULL);
	case 'Z':
		return local_end(at, NULL);
	case 'F':
		return list_end(at[1] == 'Y' ? at + 2 : at + 1, type_end);
	case 'A':
		return array_end(at + 1);
	case 'M':
		at = type_end(at + 1);
		return at ? type_end(at) : NULL;
	case 'T':
		return arguments_end(sequence_end(at + 1));
	case 'S':
		return arguments_end(at[1] == 't' ? standard_end(at + 2) : substitution_end(at));
	case 'U':
		return unnamed_end(at);
	case 'D':
		if (at[1] == 'p')
			return type_end(at + 2);
		return at[1] && strchr("nadfehisuc", at[1]) ? at + 2 : NULL;
	default:
		if (isdigit((unsigned char)*at))
			return arguments_end(source_end(at));
		return islower((unsigned char)*at) ? at + 1 : NULL;
	}
}

static const char *operator_end(const char *at)
{
	if (at[0] == 'c' && at[1] == 'v')
		return type_end(at + 2);
	return islower((unsigned char)at[0]) && isalpha((unsigned char)at[1]) ? at + 2 : NULL;
}

static enum mangled_kind kind_of(const char *at)
{
	if (at[0] == 'D' && isdigit((unsigned char)at[1]))
		return MANGLED_DESTRUCTOR;
	if (at[0] != 'C')
		return MANGLED_PLAIN;
	if (at[1] == 'I')
		return MANGLED_CONSTRUCTOR;
	return at[1] == '1' ? MANGLED_COMPLETE : at[1] == '2' ? MANGLED_BASE : MANGLED_CONSTRUCTOR;
}

static const char *component_end(const char *at)
{
	switch (*at) {
	case 'S':
		return at[1] == 't' ? at + 2 : substitution_end(at);
	case 'T':
		return sequence_end(at + 1);
	case 'C': case 'D':
		if (at[1] == 'I')
			return isdigit((unsigned char)at[2]) ? type_end(at + 3) : NULL;
		return isdigit((unsigned char)at[1]) ? at + 2 : NULL;
	case 'U':
		return unnamed_end(at);
	case 'L':
		return source_end(at + 1);
	default:
		return isdigit((unsigned char)*at) ? source_end(at) : operator_end(at);
	}
}

static const char *tags_end(const char *at)
{
	while (at && *at == 'B')
		at = source_end(at + 1);
	return at;
}

static const char *nested_end(const char *at, struct mangled *read)
{
	bool constant = false;
	for (; *at && strchr("rVKRO", *at); at++)
		constant |= *at == 'K';
	const char *scope = at, *member = at;
	while (at && *at && *at != 'E') {
		member = at;
		at = arguments_end(tags_end(component_end(at)));
	}
	if (!past(at, 'E') || member == at)
		return NULL;
	if (read)
		*read = (struct mangled){ scope, (size_t)(member - scope), member,
			(size_t)(at - member), at + 1, kind_of(member), constant };
	return at + 1;
}

static const char *name_end(const char *at, struct mangled *read)
{
	if (*at == 'N')
		return nested_end(at + 1, read);
	if (*at == 'Z')
		return local_end(at, read);
	if (!strncmp(at, "St", 2))
		return arguments_end(standard_end(at + 2));
	return arguments_end(component_end(at));
}

/* A function with the types of its parameters, to the "E" of what it is a part of. */
static const char *encoding_end(const char *at)
{
	at = name_end(at, NULL);
	while (at && *at && *at != 'E')
		at = type_end(at);
	return at;
}

bool mangled_read(const char *name, struct mangled *read)
{
	*read = (struct mangled){ 0 };
	bool fits = !strncmp(name, "_Z", 2) && name_end(name + 2, read) && read->scope_size;
	if (!fits)
		*read = (struct mangled){ 0 };
	return fits;
}

/* Template arguments of the last component of the scope begin here; its end where there are none. */
static const char *arguments_of(const struct mangled *read)
{
	const char *at = read->scope, *end = at + read->scope_size, *last = end;
	while (at && at < end) {
		const char *behind = tags_end(component_end(at));
		last = behind;
		at = arguments_end(behind);
	}
	return last;
}

bool mangled_in(const struct mangled *read, const char *source)
{
	size_t size = strlen(source);
	return read->scope_size && (size_t)(arguments_of(read) - read->scope) == size &&
	       !strncmp(read->scope, source, size);
}

bool mangled_member(const struct mangled *read, const char *name)
{
	char *at;
	size_t size = strlen(name);
	return read->member_size && strtoul(read->member, &at, 10) == size &&
	       !strncmp(at, name, size);
}

const char *mangled_argument(const struct mangled *read)
{
	if (!read->scope_size)
		return NULL;
	const char *at = arguments_of(read);
	return at < read->scope + read->scope_size && *at == 'I' ? at + 1 : NULL;
}

bool mangled_argument_is_handle(const struct mangled *read)
{
	const char *argument = mangled_argument(read);
	return argument && *argument == 'P' && isdigit((unsigned char)argument[1]);
}

bool mangled_is_base(const char *name)
{
	struct mangled read;
	return mangled_read(name, &read) && read.kind == MANGLED_BASE;
}

bool mangled_is_standard(const char *name)
{
	struct mangled read;
	if (mangled_read(name, &read))
		return read.scope[0] == 'S' && strchr("tabsiod", read.scope[1]);
	return !strncmp(name, "_ZSt", 4);
}

bool mangled_is_of_strings(const char *name)
{
	static const char *const prefixes[] = { "_ZNSt7__cxx11", "_ZNKSt7__cxx11", "_ZNSa", "_ZNKSa", "_ZNSt15__new_allocator",
		"_ZNSt11char_traits", "_ZNSt16allocator_traits", "_ZN9__gnu_cxx6__stoa" };
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}
