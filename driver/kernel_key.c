#include "driver/kernel_key.h"

#include <stdlib.h>
#include <string.h>

#include "base/ptrmap.h"
#include "kernelanalysis/canonical/own_functions.h"

/*
 * Everything in these that the analysis looks at has to be written below. When a field is
 * added, write it, or be sure that no verdict depends on it, and then adjust the size.
 */
_Static_assert(sizeof(struct host) == 184, "key_host");
_Static_assert(sizeof(struct host_launch) == 424, "key_launch");
_Static_assert(sizeof(struct host_before) == 80, "key_before");
_Static_assert(sizeof(struct host_left) == 96, "key_before");
_Static_assert(sizeof(struct host_preset) == 152, "key_preset");
_Static_assert(sizeof(struct host_alloc) == 72, "key_alloc");
_Static_assert(sizeof(struct host_piece) == 16, "key_arg");
_Static_assert(sizeof(struct host_image) == 32, "key_launch");
_Static_assert(sizeof(struct host_contents) == 128, "key_contents");
_Static_assert(sizeof(struct host_exchange) == 16, "key_launch");
_Static_assert(sizeof(struct host_arg) == 32, "key_arg");
_Static_assert(sizeof(struct host_escape) == 40, "key_host");
_Static_assert(sizeof(struct symbol) == 88, "key_symbol");
_Static_assert(sizeof(struct et) == 16, "key_term");
_Static_assert(sizeof(struct fact) == 40, "key_fact");
_Static_assert(sizeof(struct check_options) == 88, "key_options");

struct key {
	struct arena *arena;
	struct hasher *hasher;
	LLVMModuleRef module; /* of the kernel */
	struct ptrmap *numbers; /* term, symbol or allocation -> number */
	uintptr_t next;
	loc_list places; /* in the order in which they occur */
};

static void number(struct key *key, uint64_t value)
{
	hasher_add(key->hasher, &value, sizeof(value));
}

/* Writes the number of a thing; true when it was written before. NULL is known. */
static bool known(struct key *key, const void *thing)
{
	uintptr_t at = thing ? (uintptr_t)ptrmap_get(key->numbers, thing) : 0;
	bool is_new = thing && !at;
	if (is_new) {
		at = ++key->next;
		ptrmap_set(key->numbers, thing, (void *)at);
	}
	number(key, at);
	return !is_new;
}

static void key_place(struct key *key, struct loc loc)
{
	vec_push(key->arena, &key->places, loc);
}

static void key_term(struct key *key, const struct et *et);

static void key_alloc(struct key *key, const struct host_alloc *alloc)
{
	if (known(key, alloc))
		return;
	number(key, alloc->memory);
	hasher_text(key->hasher, alloc->function);
	hasher_text(key->hasher, alloc->fetched ? alloc->fetched : "");
	number(key, alloc->fetched && named_holds_own_functions(key->module, alloc->fetched));
	key_term(key, alloc->size);
	key_place(key, alloc->loc);
}

static void key_symbol(struct key *key, const struct symbol *sym)
{
	if (known(key, sym))
		return;
	const uint64_t fields[] = { sym->kind, sym->level, sym->width, sym->axis, sym->copy,
		sym->builtin, sym->computed, sym->bounded, sym->bounded ? (uint64_t)sym->lo : 0,
		sym->bounded ? (uint64_t)sym->hi : 0 };
	hasher_add(key->hasher, fields, sizeof(fields));
	hasher_text(key->hasher, sym->name);
	key_place(key, sym->loc);
	key_symbol(key, sym->original);
	key_alloc(key, sym->kind == SYM_BASE ? sym->origin : NULL);
}

static void key_term(struct key *key, const struct et *et)
{
	if (known(key, et))
		return;
	const uint64_t fields[] = { et->op, et->width, et->flags, et->nargs,
		et->op == ET_CONST ? et->value : 0 };
	hasher_add(key->hasher, fields, sizeof(fields));
	if (et->op == ET_SYM || et->op == ET_APP)
		key_symbol(key, et->sym);
	for (unsigned i = 0; i < et->nargs; i++)
		key_term(key, et->arg[i]);
}

static void key_fact(struct key *key, const struct fact *fact)
{
	number(key, fact->kind);
	key_term(key, fact->cond);
	hasher_text(key->hasher, fact->text);
	key_place(key, fact->loc);
}

static void key_piece(struct key *key, const struct host_piece *piece)
{
	number(key, piece->offset);
	number(key, piece->width);
	key_term(key, piece->value);
}

static void key_arg(struct key *key, const struct host_arg *arg)
{
	number(key, arg->size);
	number(key, arg->made);
	number(key, arg->pieces.n);
	vec_each(piece, &arg->pieces) key_piece(key, piece);
}

static void key_before(struct key *key, const struct host_before *before)
{
	number(key, before != NULL);
	if (!before)
		return;
	number(key, before->left.n);
	vec_each(left, &before->left) {
		hasher_text(key->hasher, left->variable);
		number(key, left->arg);
		number(key, left->offset);
		key_term(key, left->when);
		key_term(key, left->resized);
		key_term(key, left->perhaps);
		key_term(key, left->resized_perhaps);
		key_term(key, left->given);
		key_place(key, left->loc);
		hasher_text(key->hasher, left->foreign);
		key_place(key, left->foreign_loc);
	}
	number(key, before->kept.n);
	vec_each(kept, &before->kept) number(key, *kept);
	number(key, before->was.n);
	vec_each(was, &before->was) key_term(key, *was);
}

static void key_contents(struct key *key, const struct host_contents *contents)
{
	const uint64_t fields[] = { contents->stride, contents->offset, contents->width,
		contents->computed, contents->is_signed };
	hasher_add(key->hasher, fields, sizeof(fields));
	key_term(key, contents->base);
	key_symbol(key, contents->index);
	key_term(key, contents->within);
	key_term(key, contents->value);
	key_term(key, contents->step);
	key_term(key, contents->gain);
	key_term(key, contents->apart);
	key_term(key, contents->least);
	key_term(key, contents->most);
	hasher_text(key->hasher, contents->text);
	key_place(key, contents->loc);
}

static void key_preset(struct key *key, const struct host_preset *preset)
{
	hasher_text(key->hasher, preset->variable);
	number(key, preset->surely);
	number(key, preset->below);
	key_contents(key, &preset->words);
	key_term(key, preset->when);
}

static void key_launch(struct key *key, const struct host_launch *launch)
{
	hasher_text(key->hasher, launch->function);
	number(key, (uint64_t)(int64_t)launch->root);
	key_place(key, launch->loc);
	number(key, launch->stack.n);
	vec_each(frame, &launch->stack) {
		number(key, frame->system);
		key_place(key, frame->loc);
	}
	for (unsigned i = 0; i < 3; i++) {
		key_term(key, launch->grid[i]);
		key_term(key, launch->block[i]);
		key_term(key, launch->cluster[i]);
		number(key, launch->grid_passed[i]);
		number(key, launch->block_passed[i]);
	}
	key_term(key, launch->shared);
	key_term(key, launch->stream);
	key_term(key, launch->early);
	number(key, launch->cooperative);
	number(key, launch->unreached);
	number(key, launch->args_known);
	number(key, launch->args.n);
	vec_each(arg, &launch->args) key_arg(key, arg);
	number(key, launch->images.n);
	vec_each(image, &launch->images) {
		hasher_text(key->hasher, image->name);
		key_piece(key, &image->piece);
		number(key, image->whole);
	}
	number(key, launch->contents.n);
	vec_each(contents, &launch->contents) key_contents(key, contents);
	number(key, launch->refilled.n);
	vec_each(pointer, &launch->refilled) key_term(key, *pointer);
	number(key, launch->calm.n);
	vec_each(pointer, &launch->calm) key_term(key, *pointer);
	number(key, launch->exchanged.n);
	for (size_t i = 0; i < 2 * launch->exchanged.n; i++)
		key_term(key, launch->exchanged.at[i / 2].pointer[i % 2]);
	number(key, launch->facts.n);
	vec_each(fact, &launch->facts) key_fact(key, fact);
	number(key, launch->exact.n);
	vec_each(fact, &launch->exact) key_fact(key, fact);
	key_before(key, launch->before);
	number(key, launch->presets.n);
	vec_each(preset, &launch->presets) key_preset(key, preset);
}

/* What the host says about the kernel. */
static void key_host(struct key *key, const struct host *host, const char *kernel)
{
	const struct host_escape *escape = host_escape_of(host, kernel);
	uint64_t launches = 0;
	vec_each(launch, &host->launches) {
		if (!launch->kernel || strcmp(launch->kernel, kernel))
			continue;
		launches++;
		key_launch(key, launch);
	}
	number(key, launches);
	number(key, escape ? 1 + escape->listed : 0);
	if (escape)
		key_place(key, escape->loc);
}

static void key_options(struct key *key, const struct check_options *options)
{
	const size_t dim = 3 * sizeof(uint64_t);
	hasher_add(key->hasher, options->block_dim, options->block_dim ? dim : 0);
	hasher_add(key->hasher, options->grid_dim, options->grid_dim ? dim : 0);
	number(key, options->assumes);
	for (size_t i = 0; i < options->assumes; i++)
		hasher_text(key->hasher, options->assume[i]);
	number(key, options->linear_first);
	number(key, options->check);
	number(key, options->wish);
	number(key, options->assumptions);
}

int source_line_compare(const void *a, const void *b)
{
	const struct source_line *x = a, *y = b;
	int order = strcmp(x->file, y->file);
	return order ? order : (x->line > y->line) - (x->line < y->line);
}

static struct source_line line_of(const struct loc *place)
{
	return (struct source_line){ place->file ? place->file : "", place->line };
}

static void lines_fill(struct key *key, line_list *lines)
{
	vec_each(place, &key->places) {
		if (place->line)
			vec_push(key->arena, lines, line_of(place));
	}
	if (lines->n)
		qsort(lines->at, lines->n, sizeof(*lines->at), source_line_compare);
	size_t n = 0;
	vec_each(line, lines) {
		if (!n || source_line_compare(&lines->at[n - 1], line))
			lines->at[n++] = *line;
	}
	lines->n = n;
}

/* Places by file, column and the order of their lines. */
static void key_places(struct key *key, const line_list *lines)
{
	number(key, lines->n);
	vec_each(place, &key->places) {
		struct source_line wanted = line_of(place);
		const struct source_line *line =
			place->line ? bsearch(&wanted, lines->at, lines->n, sizeof(*lines->at),
					      source_line_compare)
				    : NULL;
		const uint64_t fields[] = { line ? (uint64_t)(line - lines->at) + 1 : 0,
			place->column };
		hasher_add(key->hasher, fields, sizeof(fields));
		hasher_text(key->hasher, place->file);
	}
}

static struct key key_new(struct arena *arena)
{
	return (struct key){ .arena = arena, .hasher = hasher_new(arena),
		.numbers = ptrmap_new(arena) };
}

/* The function's own text; false when it has none. */
static bool key_text(struct key *key, const struct kernel_inputs *inputs)
{
	const char *text = closure_text(key->arena, inputs->closures, inputs->function);
	hasher_text(key->hasher, text);
	number(key, inputs->lockstep);
	return text != NULL;
}

static struct hash key_end(struct key *key, const struct kernel_inputs *inputs, line_list *lines)
{
	function_places(key->arena, inputs->function, &key->places);
	lines_fill(key, lines);
	key_places(key, lines);
	return hasher_end(key->hasher);
}

bool kernel_code(struct arena *arena, const struct kernel_inputs *inputs, line_list *lines,
	struct hash *hash)
{
	struct key key = key_new(arena);
	bool has_text = key_text(&key, inputs);
	*hash = key_end(&key, inputs, lines);
	return has_text;
}

bool kernel_key(struct arena *arena, const struct kernel_inputs *inputs, line_list *lines,
	struct hash *hash)
{
	struct key key = key_new(arena);
	const char *name = value_name(inputs->function);
	key.module = LLVMGetGlobalParent(inputs->function);
	hasher_text(key.hasher, "kernel");
	bool has_text = key_text(&key, inputs);
	key_options(&key, inputs->options);
	key_host(&key, inputs->host, device_host_name(arena, name));
	*hash = key_end(&key, inputs, lines);
	return has_text;
}
