/* What the rows of frontend/nvcc.def and frontend/host.def do. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "frontend/arch.h"
#include "frontend/paths.h"
#include "frontend/toolkit.h"
#include "frontend/translate_internal.h"
#include "frontend/words.h"

#define DEPTH_LIMIT 16
#define FILES_LIMIT 1000

static void emit(struct translator *t, text_list *list, const char *word)
{
	vec_push(t->arena, list, word);
	t->emitted = arena_printf(t->arena, "%s%s%s", t->emitted, *t->emitted ? " " : "",
		word_quoted(t->arena, word));
}

void flag_apply(struct translator *t, const char *given, const struct flag_row *row,
	flag_action *action, const char *value)
{
	t->flag = given;
	t->emitted = "";
	size_t place = t->out->steps.n;
	struct flag_step step = { given, "", "" };
	vec_push(t->arena, &t->out->steps, step);
	t->why = row->why;
	action(t, row, value);
	t->out->steps.at[place].emitted = t->emitted;
	t->out->steps.at[place].why = t->why;
}

void flag_input(struct translator *t, const char *word)
{
	struct flag_step step = { word, "", "a value of no flag that is known" };
	if (t->from_host) {
		vec_push(t->arena, &t->out->steps, step);
		return;
	}
	vec_push(t->arena, &t->out->inputs, word);
}

void flag_unknown(struct translator *t, const char *word)
{
	struct flag_step step = { word, "", "not known" };
	vec_push(t->arena, &t->out->steps, step);
	vec_push(t->arena, &t->out->unknown, word);
}

void flag_lacks_value(struct translator *t, const char *word)
{
	if (!t->out->error)
		t->out->error = arena_printf(t->arena, "compiler flag '%s' needs a value", word);
}

void act_drop(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)t, (void)row, (void)value;
}

void act_not_kept(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)t, (void)row, (void)value;
}

static bool has(const text_list *list, const char *word)
{
	vec_each(other, list)
		if (!strcmp(*other, word))
			return true;
	return false;
}

/* Macros of options come before the user's own flags, so that a -U among those wins. */
void act_flag(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)value;
	text_list words = { 0 };
	words_file(t->arena, row->emit, &words);
	vec_each(word, &words) {
		if (has(&t->first, *word))
			t->emitted = arena_printf(
				t->arena, "%s%s%s", t->emitted, *t->emitted ? " " : "", *word);
		else
			emit(t, &t->first, *word);
	}
}

void act_join(struct translator *t, const struct flag_row *row, const char *value)
{
	emit(t, &t->flags, arena_printf(t->arena, "%s%s", row->emit, value));
}

void act_keep(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row, (void)value;
	emit(t, &t->flags, t->flag);
}

static void show(struct translator *t, const char *text)
{
	t->emitted = text;
}

/* The last one wins: what is emitted is known at the end. */
void act_rdc(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	t->rdc = !*value || !strcmp(value, "true");
	if (t->rdc)
		show(t, "-fgpu-rdc -D__CUDACC_RDC__");
}

void act_no_rdc(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row, (void)value;
	t->rdc = false;
}

void act_no_compile(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)value;
	if (!t->from_host && !t->idle)
		t->idle = row->why;
}

void act_link(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row, (void)value;
	t->links = true;
}

void act_output(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	if (!t->from_host)
		t->out->output = value;
}

/* A name that is not there is searched for along the include folders, as compilers do. */
void act_pre_include(struct translator *t, const struct flag_row *row, const char *value)
{
	const char *path = path_join(t->arena, t->folder, value);
	emit(t, &t->flags, row->emit);
	emit(t, &t->flags, path_exists(path) ? path : value);
}

void act_pre_includes(struct translator *t, const struct flag_row *row, const char *value)
{
	text_list names = { 0 };
	words_list(t->arena, value, false, &names);
	vec_each(name, &names)
		act_pre_include(t, row, *name);
}

static bool is_macro(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	while (isalnum((unsigned char)*text) || *text == '_')
		text++;
	return !*text || *text == '=';
}

static void emit_macro(struct translator *t, const char *letter, const char *macro)
{
	size_t length = strcspn(macro, "=");
	if (length == strlen("NDEBUG") && !strncmp(macro, "NDEBUG", length))
		t->out->ndebug = !strcmp(letter, "-D");
	emit(t, &t->flags, arena_printf(t->arena, "%s%s", letter, macro));
}

/* nvcc splits at commas; where the parts are no macros it would fail, so the text stays whole. */
void act_define(struct translator *t, const struct flag_row *row, const char *value)
{
	text_list macros = { 0 };
	words_list(t->arena, value, false, &macros);
	bool all = true;
	vec_each(macro, &macros)
		all &= is_macro(*macro);
	if (!all)
		macros = (text_list){ .at = &value, .n = 1, .room = 1 };
	vec_each(macro, &macros)
		emit_macro(t, row->emit, *macro);
}

void act_macro(struct translator *t, const struct flag_row *row, const char *value)
{
	emit_macro(t, row->emit, value);
}

/* A toolkit's own headers among the folders would hide the built-in ones, and clash with them. */
void act_folder(struct translator *t, const struct flag_row *row, const char *value)
{
	if (*value != '=')
		value = path_join(t->arena, t->folder, value);
	if (t->folder && strstr(value, "/.."))
		value = path_real(t->arena, NULL, value);
	bool toolkit = toolkit_is_headers(t->arena, value);
	if (toolkit)
		t->why = "a toolkit's headers: behind the built-in ones";
	if (!toolkit && !strcmp(row->emit, "-I")) {
		emit(t, &t->flags, arena_printf(t->arena, "-I%s", value));
		return;
	}
	emit(t, &t->flags, toolkit ? "-idirafter" : row->emit);
	emit(t, &t->flags, value);
}

void act_folders(struct translator *t, const struct flag_row *row, const char *value)
{
	text_list paths = { 0 };
	words_list(t->arena, value, false, &paths);
	vec_each(path, &paths)
		act_folder(t, row, *path);
}

static void expand(struct translator *t, const char *name, bool host)
{
	const char *path = path_join(t->arena, t->folder, name);
	if (t->out->error)
		return;
	bool many = t->depth >= DEPTH_LIMIT || ++t->files > FILES_LIMIT;
	const char *text = many ? NULL : file_text(t->arena, path);
	if (!text) {
		t->out->error = arena_printf(t->arena, "option file %s: %s", name,
			many ? "they contain each other" : strerror(errno));
		return;
	}
	text_list words = { 0 };
	words_file(t->arena, text, &words);
	t->depth++;
	if (host)
		walk_host(t, &words);
	else
		walk_nvcc(t, &words);
	t->depth--;
}

void act_option_file(struct translator *t, const struct flag_row *row, const char *value)
{
	text_list names = { 0 };
	if (*value == '@')
		expand(t, value + 1, true);
	else
		words_list(t->arena, value, false, &names);
	vec_each(name, &names)
		expand(t, *name, false);
	t->emitted = "";
	t->why = row->why;
}

void act_standard(struct translator *t, const struct flag_row *row, const char *value)
{
	const char **standard = t->from_host ? &t->host_standard : &t->standard;
	*standard = arena_printf(t->arena, "%s%s", row->emit, value);
	if (t->from_host && t->standard)
		t->why = "nvcc's own -std counts";
	else
		show(t, *standard);
}

void act_language(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	if (t->from_host)
		return;
	t->language = value;
	if (!strcmp(value, "cu") || !strcmp(value, "cuda"))
		t->emitted = "-x cuda";
}

static void take_archs(struct translator *t, const char *text, text_list *archs)
{
	size_t before = archs->n;
	if (!arch_add(t->arena, text, archs))
		t->why = "names no architecture: --arch does";
	for (size_t i = before; i < archs->n; i++)
		t->emitted = arena_printf(t->arena, "%s%s--cuda-gpu-arch=%s", t->emitted,
			*t->emitted ? " " : "", archs->at[i]);
}

/* The last one wins, and counts beside those of -gencode. */
void act_arch(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	t->archs = (text_list){ 0 };
	take_archs(t, value, &t->archs);
}

void act_archs(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	take_archs(t, value, &t->out->archs);
}

/* arch=compute_80,code=sm_80: the part behind arch= decides what is compiled. */
void act_gencode(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	const char *named = strstr(value, "arch=");
	if (!named)
		return;
	named += strlen("arch=");
	take_archs(t, arena_strndup(t->arena, named, strcspn(named, ",")), &t->out->archs);
}

/* The last one wins, behind the user's macros as nvcc has it. */
void act_stream(struct translator *t, const struct flag_row *row, const char *value)
{
	t->stream = !strcmp(value, "per-thread") ? row->emit : NULL;
	if (t->stream)
		show(t, t->stream);
}

void act_host(struct translator *t, const struct flag_row *row, const char *value)
{
	text_list words = { 0 };
	words_list(t->arena, value, true, &words);
	bool outer = t->from_host;
	t->from_host = true;
	walk_host(t, &words);
	t->from_host = outer;
	t->emitted = "";
	t->why = row->why;
}

void act_toolkit(struct translator *t, const struct flag_row *row, const char *value)
{
	(void)row;
	t->out->toolkit = path_join(t->arena, t->folder, value);
}
