/*
 * Works on LLVM's own text of the module, which leaves nothing out. Definitions
 * are found by their first word; words in a definition that name others lead to
 * them.
 */
#include "ir/closure.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct definition {
	const char *name; /* "@f", "%struct.s", "#0", "!12": points into the text */
	size_t length;
	const char *at, *end; /* the text of it */
	uintptr_t number;     /* in the closure being written, 0: not in it */
};

struct closures {
	struct arena *arena;
	const char *text;
	const char *head, *head_end; /* data layout and triple */
	VEC(struct definition) definitions; /* sorted by name */
};

static bool starts(const char *text, const char *word)
{
	return !strncmp(text, word, strlen(word));
}

/* Length of the name that starts here with @, %, #, ! or $; 0 when none does. */
static size_t name_length(const char *at)
{
	if (!strchr("@%#!$", *at))
		return 0;
	if (at[1] == '"') {
		const char *end = *at == '!' ? NULL : strchr(at + 2, '"');
		return end ? (size_t)(end + 1 - at) : 0;
	}
	size_t n = 1;
	while (isalnum((unsigned char)at[n]) || (at[n] && strchr("-$._", at[n])))
		n++;
	return n > 1 ? n : 0;
}

static const char *line_end(const char *at)
{
	const char *end = strchr(at, '\n');
	return end ? end + 1 : at + strlen(at);
}

/* Where the name of the definition that starts at a line stands, NULL when it is none. */
static const char *defined_name(const char *line)
{
	if (starts(line, "define ") || starts(line, "declare "))
		return memchr(line, '@', (size_t)(line_end(line) - line));
	if (starts(line, "attributes "))
		return line + strlen("attributes ");
	return name_length(line) ? line : NULL;
}

static int compare(const void *a, const void *b)
{
	const struct definition *x = a, *y = b;
	int order = strncmp(x->name, y->name, x->length < y->length ? x->length : y->length);
	return order ? order : (x->length > y->length) - (x->length < y->length);
}

struct closures *closures_new(struct arena *arena, const struct module *module)
{
	struct closures *closures = arena_alloc(arena, sizeof(*closures));
	closures->arena = arena;
	closures->text = module_show(arena, module);
	closures->head = strstr(closures->text, "\ntarget ");
	closures->head = closures->head ? closures->head + 1 : closures->text;
	closures->head_end = strstr(closures->head, "\n\n");
	closures->head_end = closures->head_end ? closures->head_end : closures->head;
	for (const char *line = closures->text; *line;) {
		struct definition definition = { .name = defined_name(line), .at = line };
		const char *end = line_end(line);
		if (starts(line, "define ")) {
			const char *brace = strstr(line, "\n}\n");
			end = brace ? brace + 3 : end;
		}
		line = definition.end = end;
		definition.length = definition.name ? name_length(definition.name) : 0;
		if (definition.length)
			vec_push(arena, &closures->definitions, definition);
	}
	if (closures->definitions.n)
		qsort(closures->definitions.at, closures->definitions.n,
			sizeof(*closures->definitions.at), compare);
	return closures;
}

struct writer {
	struct closures *closures;
	FILE *out;
	VEC(struct definition *) queue;
	uintptr_t numbered;
};

/* The definition of a name, put into the closure; NULL when it has none. */
static struct definition *refer(struct writer *writer, const char *name, size_t length)
{
	struct definition key = { .name = name, .length = length };
	struct closures *closures = writer->closures;
	struct definition *found = bsearch(&key, closures->definitions.at,
		closures->definitions.n, sizeof(key), compare);
	if (found && !found->number) {
		found->number = ++writer->numbered;
		vec_push(closures->arena, &writer->queue, found);
	}
	return found;
}

/* Writes a name; attributes and metadata by their numbers in the closure. Goes behind it. */
static const char *write_name(struct writer *writer, const char *at, size_t length)
{
	const struct definition *found = refer(writer, at, length);
	if (found && (*at == '#' || *at == '!'))
		fprintf(writer->out, "%c%ju", *at, (uintmax_t)found->number);
	else
		fwrite(at, 1, length, writer->out);
	return at + length;
}

/* Behind an attachment that only tells a place of the source: ", !dbg !12"; NULL: it is none. */
static const char *skip_place(const char *at)
{
	static const char *const kinds[] = { "!dbg !", "!srcloc !" };
	at += *at == ',';
	at += *at == ' ';
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (starts(at, kinds[i]))
			return at + strlen(kinds[i]) + strspn(at + strlen(kinds[i]), "0123456789");
	return NULL;
}

static const char *write_string(struct writer *writer, const char *at)
{
	const char *end = strchr(at + 1, '"');
	end = end ? end + 1 : at + strlen(at);
	fwrite(at, 1, (size_t)(end - at), writer->out);
	return end;
}

static bool is_debug_info(const struct definition *definition)
{
	const char *at = definition->at + definition->length;
	return *definition->at == '!' &&
	       (starts(at, " = !DI") || starts(at, " = distinct !DI"));
}

static void write_definition(struct writer *writer, const struct definition *definition)
{
	const char *at = definition->at;
	if (is_debug_info(definition)) {
		fputs("debug\n", writer->out);
		return;
	}
	while (at < definition->end) {
		const char *behind = strchr(", !", *at) ? skip_place(at) : NULL;
		size_t length;
		if (behind)
			at = behind;
		else if (*at == ';' || starts(at, "    #dbg_"))
			at = line_end(at);
		else if ((length = name_length(at)))
			at = write_name(writer, at, length);
		else if (*at == '"')
			at = write_string(writer, at);
		else
			fputc(*at++, writer->out);
	}
}

const char *closure_text(struct arena *arena, struct closures *closures, LLVMValueRef function)
{
	char *text = NULL;
	const char *copy = NULL;
	size_t size = 0, length = 0;
	struct writer writer = { .closures = closures, .out = open_memstream(&text, &size) };
	if (!writer.out)
		memory_out();
	const char *name = LLVMGetValueName2(function, &length);
	const char *plain = arena_printf(arena, "@%.*s", (int)length, name);
	if (name_length(plain) != length + 1)
		plain = arena_printf(arena, "@\"%.*s\"", (int)length, name);
	vec_each(definition, &closures->definitions) definition->number = 0;
	fwrite(closures->head, 1, (size_t)(closures->head_end - closures->head), writer.out);
	fputc('\n', writer.out);
	bool found = refer(&writer, plain, strlen(plain));
	for (size_t i = 0; i < writer.queue.n; i++)
		write_definition(&writer, writer.queue.at[i]);
	fclose(writer.out);
	if (found)
		copy = arena_strdup(arena, text);
	free(text);
	return copy;
}

static void add_places(struct arena *arena, LLVMValueRef instruction, loc_list *places)
{
	ir_stack stack = { 0 };
	vec_push(arena, places, instruction_loc(arena, instruction));
	instruction_stack(arena, instruction, &stack);
	vec_each(frame, &stack) {
		if (!frame->system)
			vec_push(arena, places, frame->loc);
	}
	vec_push(arena, places, (struct loc){ 0 });
}

void function_places(struct arena *arena, LLVMValueRef function, loc_list *places)
{
	vec_push(arena, places, function_loc(arena, function));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			add_places(arena, i, places);
}
