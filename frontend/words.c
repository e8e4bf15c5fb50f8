#include "frontend/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"

/* A word under construction; an empty quoted word is a word too. */
struct cutter {
	struct arena *arena;
	const char *at;
	char *word;
	size_t length;
	bool inside;
	bool drop; /* the word is the target of a redirection */
};

static struct cutter cutter_new(struct arena *arena, const char *text)
{
	return (struct cutter){
		.arena = arena, .at = text, .word = arena_alloc(arena, strlen(text) + 1)
	};
}

static void take(struct cutter *cutter, char c)
{
	cutter->word[cutter->length++] = c;
	cutter->inside = true;
}

static void word_end(struct cutter *cutter, text_list *out)
{
	if (cutter->inside && !cutter->drop)
		vec_push(cutter->arena, out,
			arena_strndup(cutter->arena, cutter->word, cutter->length));
	if (cutter->inside)
		cutter->drop = false;
	cutter->length = 0;
	cutter->inside = false;
}

/* Takes a quoted part, a backslash with what it protects, or one plain character. */
static void take_next(struct cutter *cutter)
{
	char c = *cutter->at++;
	if (c == '\\') {
		if (*cutter->at == '\n')
			cutter->at++;
		else if (*cutter->at)
			take(cutter, *cutter->at++);
	} else if (c == '\'') {
		cutter->inside = true;
		while (*cutter->at && *cutter->at != '\'')
			take(cutter, *cutter->at++);
		cutter->at += *cutter->at == '\'';
	} else if (c == '"') {
		cutter->inside = true;
		while (*cutter->at && *cutter->at != '"') {
			if (*cutter->at == '\\' && cutter->at[1] && strchr("\"\\$`", cutter->at[1]))
				cutter->at++;
			take(cutter, *cutter->at++);
		}
		cutter->at += *cutter->at == '"';
	} else {
		take(cutter, c);
	}
}

/* The number in front, and the operator: 2>&1, >file, 2>> file. */
static void take_redirection(struct cutter *cutter, text_list *out)
{
	size_t digits = 0;
	while (digits < cutter->length && isdigit((unsigned char)cutter->word[digits]))
		digits++;
	if (digits == cutter->length)
		cutter->length = 0, cutter->inside = false;
	word_end(cutter, out);
	cutter->at += strspn(cutter->at, "<>&");
	cutter->drop = true;
}

static void command_end(struct arena *arena, text_list *words, command_list *out)
{
	if (words->n)
		vec_push(arena, out, *words);
	*words = (text_list){ 0 };
}

void words_shell(struct arena *arena, const char *text, command_list *out)
{
	struct cutter cutter = cutter_new(arena, text);
	text_list words = { 0 };
	while (*cutter.at) {
		if (*cutter.at == '<' || *cutter.at == '>') {
			take_redirection(&cutter, &words);
		} else if (strchr("&|;\n", *cutter.at)) {
			word_end(&cutter, &words);
			command_end(arena, &words, out);
			cutter.at++;
		} else if (isspace((unsigned char)*cutter.at)) {
			word_end(&cutter, &words);
			cutter.at++;
		} else {
			take_next(&cutter);
		}
	}
	word_end(&cutter, &words);
	command_end(arena, &words, out);
}

void words_file(struct arena *arena, const char *text, text_list *out)
{
	struct cutter cutter = cutter_new(arena, text);
	while (*cutter.at) {
		if (isspace((unsigned char)*cutter.at)) {
			word_end(&cutter, out);
			cutter.at++;
		} else {
			take_next(&cutter);
		}
	}
	word_end(&cutter, out);
}

void words_list(struct arena *arena, const char *text, bool blanks, text_list *out)
{
	struct cutter cutter = cutter_new(arena, text);
	bool quoted = false;
	for (; *cutter.at; cutter.at++) {
		bool separates =
			*cutter.at == ',' || (blanks && isspace((unsigned char)*cutter.at));
		if (*cutter.at == '\\' && cutter.at[1]) {
			if (cutter.at[1] != ',')
				take(&cutter, '\\');
			take(&cutter, *++cutter.at);
		} else if (separates && !quoted) {
			word_end(&cutter, out);
		} else {
			quoted ^= *cutter.at == '"';
			take(&cutter, *cutter.at);
		}
	}
	word_end(&cutter, out);
}

const char *word_quoted(struct arena *arena, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-+=/.,:@%^";
	if (*word && !word[strspn(word, plain)])
		return word;
	const char *text = "'";
	while (*word) {
		size_t length = strcspn(word, "'");
		text = arena_printf(
			arena, "%s%.*s%s", text, (int)length, word, word[length] ? "'\\''" : "");
		word += length;
		word += *word == '\'';
	}
	return arena_printf(arena, "%s'", text);
}

const char *words_joined(struct arena *arena, const text_list *words)
{
	const char *text = "";
	vec_each(word, words)
		text = arena_printf(arena, "%s%s%s", text, word == words->at ? "" : " ",
			word_quoted(arena, *word));
	return text;
}

char *file_text(struct arena *arena, const char *path)
{
	FILE *file = fopen(path, "re");
	if (!file)
		return NULL;
	struct stat status;
	size_t room =
		!fstat(fileno(file), &status) && status.st_size > 0 ? (size_t)status.st_size : 4096;
	char *text = malloc(room + 1);
	size_t n = 0;
	while (text) {
		n += fread(text + n, 1, room - n, file);
		if (n < room)
			break;
		room *= 2;
		text = realloc(text, room + 1);
	}
	if (!text)
		memory_out();
	int failed = ferror(file) ? errno : 0;
	fclose(file);
	char *copy = failed ? NULL : arena_strndup(arena, text, n);
	free(text);
	errno = failed;
	return copy;
}
