#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "solver/launches/nulls.h"

/*
 * A text that is the same for launches that differ only in the names of host
 * values: terms written in order of first appearance, symbols and subterms by
 * number. Inlined copies of one launch under the same facts have one key.
 */

struct key {
	FILE *out;
	struct arena *arena;
	struct ptrmap *numbers; /* term or symbol -> number + 1 */
	uintptr_t next;
};

static bool known(struct key *key, const void *thing)
{
	uintptr_t number = (uintptr_t)ptrmap_get(key->numbers, thing);
	if (!number) {
		ptrmap_set(key->numbers, thing, (void *)++key->next);
		number = key->next;
	} else {
		fprintf(key->out, "#%ju ", (uintmax_t)number);
		return true;
	}
	fprintf(key->out, "#%ju=", (uintmax_t)number);
	return false;
}

static void put_symbol(struct key *key, const struct symbol *sym)
{
	if (known(key, sym))
		return;
	fprintf(key->out, "s%d:%d:%d:%d:%d:%d", (int)sym->kind, (int)sym->level, sym->width,
		(int)sym->builtin, sym->axis, sym->computed);
	if (sym->bounded)
		fprintf(key->out, "[%" PRId64 ",%" PRId64 "]", sym->lo, sym->hi);
	fputc(' ', key->out);
}

static void put(struct key *key, const struct et *et)
{
	if (et->op == ET_CONST) {
		fprintf(key->out, "%" PRIu64 ":%d ", et->value, et->width);
		return;
	}
	if (known(key, et))
		return;
	fprintf(key->out, "%d:%d:%d( ", et->op, et->width, et->flags);
	if (et->op == ET_SYM || et->op == ET_APP)
		put_symbol(key, et->sym);
	for (unsigned i = 0; i < et->nargs; i++)
		put(key, et->arg[i]);
	fputs(") ", key->out);
}

/* Does some thread wait for a value: only then it matters what launches before have left. */
static bool waits(const struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->acquired.n || (*access)->found_by.n || (*access)->waited_for.n)
			return true;
	return false;
}

static void put_contents(struct key *key, const struct host_contents *contents)
{
	fprintf(key->out, "c%u:%u:%u:%d ", contents->stride, contents->offset,
		contents->width, contents->is_signed);
	put(key, contents->base);
	put(key, contents->within);
	if (contents->value)
		put(key, contents->value);
	fputc('|', key->out);
	if (contents->step)
		put(key, contents->step);
	fputc('|', key->out);
	if (contents->gain)
		put(key, contents->gain);
}

static void put_presets(struct key *key, const struct host_launch *host)
{
	vec_each(preset, &host->presets) {
		fprintf(key->out, "preset %s %d %u ", preset->variable ? preset->variable : "",
			preset->surely, preset->words.loc.line);
		put_contents(key, &preset->words);
		put(key, preset->when);
	}
}

static void put_before(struct key *key, const struct launch *launch)
{
	const struct host_before *before = launch->host ? launch->host->before : NULL;
	if (launch->host && waits(launch->kernel))
		put_presets(key, launch->host);
	if (!before || !waits(launch->kernel))
		return;
	vec_each(left, &before->left) {
		fprintf(key->out, "%s:%u:%u@%u:%u ", left->variable ? left->variable : "",
			left->arg, left->offset, left->loc.line, left->loc.column);
		put(key, left->when);
		put(key, left->resized);
		put(key, left->perhaps);
		put(key, left->resized_perhaps);
		put(key, left->given);
	}
	vec_each(was, &before->was) put(key, *was);
	vec_each(kept, &before->kept) fprintf(key->out, "%d", *kept);
}

const char *launch_key(struct arena *arena, struct launch *launch)
{
	char *text = NULL;
	size_t size = 0;
	struct key key = { .out = open_memstream(&text, &size), .arena = arena,
		.numbers = ptrmap_new(arena) };
	if (!key.out)
		memory_out();
	if (launch->host)
		fprintf(key.out, "%s:%u:%u ", launch->host->loc.file ? launch->host->loc.file : "",
			launch->host->loc.line, launch->host->loc.column);
	vec_each(entry, &launch->kernel->unsupported)
		fputc(launch_suffers(launch, entry) ? 'u' : 'k', key.out);
	for (unsigned i = 0; i < 3; i++) {
		put(&key, launch->grid[i]);
		put(&key, launch->block[i]);
	}
	vec_each(param, &launch->kernel->params) {
		const struct et *own = et_sym(launch->kernel->ets, param->sym);
		fputs(launch_gives_null(launch, own) ? "null " : "", key.out);
		put(&key, et_map_apply(launch->map, own));
	}
	for (size_t i = 0; launch->host && i < launch->host->args.n; i++)
		fputc(launch->host->args.at[i].made ? 'm' : '-', key.out);
	for (size_t i = 0; launch->host && i < launch->host->images.n; i++)
		put(&key, launch->host->images.at[i].piece.value);
	for (size_t i = 0; launch->host && i < launch->host->contents.n; i++)
		put_contents(&key, &launch->host->contents.at[i]);
	for (size_t i = 0; launch->host && i < 2 * launch->host->exchanged.n; i++)
		put(&key, launch->host->exchanged.at[i / 2].pointer[i % 2]);
	vec_each(fact, &launch->facts) put(&key, fact->cond);
	for (size_t i = 0; launch->host && i < launch->host->exact.n; i++)
		put(&key, launch->host->exact.at[i].cond);
	put_before(&key, launch);
	fclose(key.out);
	const char *copy = arena_strdup(arena, text);
	free(text);
	return copy;
}
