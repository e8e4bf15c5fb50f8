#include <string.h>
#include <time.h>

#include "driver/contexts_internal.h"
#include "driver/transfer.h"

/*
 * A unit's host side is analysed many times, on every level of its callers and once more for what is not proved. Each time has
 * terms, module and models of kernels of its own, which go together. Results leave as bytes.
 */

enum { KERNELS = 120 }; /* the time of so many for all plans of one level, or one kind of questions */

struct context_scope { /* what is set aside meanwhile */
	struct ets *ets;
	struct host *host;
	struct module *module;
	VEC(struct item) items;
};

void context_scope_enter(struct contexts *c)
{
	struct arena *arena = arena_new();
	struct context_scope *scope = arena_alloc(arena, sizeof(*scope));
	assert(!c->scope && c->arena == c->kept);
	*scope = (struct context_scope){ .ets = c->ets, .host = c->host, .module = c->module };
	vec_each(item, &c->items) {
		vec_push(arena, &scope->items, *item);
		item->kernel = NULL;
	}
	c->scope = scope;
	c->arena = arena;
	c->ets = ets_new(arena);
	c->host = NULL;
	c->module = NULL;
	c->current = NULL;
	memset(&c->so_far->kernels, 0, sizeof(c->so_far->kernels));
}

static void item_restore(struct item *item, const struct item *before)
{
	item->kernel = before->kernel;
	memcpy(item->cluster, before->cluster, sizeof(item->cluster));
	item->asked = NULL;
}

void context_scope_leave(struct contexts *c)
{
	struct context_scope *scope = c->scope;
	struct arena *arena = c->arena;
	for (size_t i = 0; i < c->items.n; i++)
		item_restore(&c->items.at[i], &scope->items.at[i]);
	if (c->module)
		module_free(c->module);
	c->module = scope->module;
	c->host = scope->host;
	c->ets = scope->ets;
	c->arena = c->kept;
	c->scope = NULL;
	c->current = NULL;
	memset(&c->so_far->kernels, 0, sizeof(c->so_far->kernels));
	contexts_tell(c);
	arena_free(arena);
}

struct results results_keep(struct contexts *c, const struct results *results)
{
	struct results copy = { 0 };
	byte_list bytes = { 0 };
	transfer_write(c->arena, results, &bytes);
	if (!transfer_read(c->kept, bytes.at, bytes.n, &copy))
		bug("damaged results");
	return copy;
}

double processor_seconds(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

bool contexts_have_time(struct contexts *c, double start)
{
	bool have = processor_seconds() - start < KERNELS * c->options->timeout;
	if (!have)
		cache_limited(c->cache);
	return have;
}
