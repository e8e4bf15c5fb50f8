#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

#include "expr/linear.h"

/* Memory that is filled with words that are all the same. What reads wider words finds several of them, if they are constant. */

enum { WIDEST = 64 };

/* Is a fill done when `at` is reached. */
static bool is_done(struct root *root, LLVMValueRef fill, LLVMValueRef at)
{
	if (!strstr(call_name(fill), "Async"))
		return true;
	unsigned stream = call_args(fill) - 1;
	return is_call(at) && !strcmp(call_name(at), "hgrd.launch") &&
	       value_et(root->env, call_arg(fill, stream)) == value_et(root->env, call_arg(at, LAUNCH_STREAM));
}

static const struct et *repeated(struct ets *ets, const struct et *word, unsigned width)
{
	uint64_t bits = 0;
	if (word->width == width)
		return word;
	if (!et_is_const(word))
		return NULL;
	for (unsigned at = 0; at < width; at += word->width)
		bits |= word->value << at;
	return et_const(ets, width, bits);
}

static void words_add(struct root *root, LLVMValueRef call, const struct row_fill *fill, unsigned width, held_list *list)
{
	struct ets *ets = root->pass->ets;
	const struct et *value = repeated(ets, fill->value, width);
	const struct et *end = et_quotient(ets, fill->bytes, width / 8);
	struct held held = { .end = end, .filled = true };
	if (!value || !end)
		return;
	held.contents = (struct host_contents){ .stride = width / 8, .width = width, .value = value, .computed = true };
	contents_text(root, call, &held.contents);
	vec_push(root->pass->arena, list, held);
}

void fills_add(struct root *root, const struct buffer *buffer, LLVMValueRef at, held_list *list)
{
	struct host_contents whole = { .stride = 1, .width = 8 };
	vec_each(call, &buffer->others) {
		struct filling filling = { .write = *call };
		struct row_fill fill;
		if (!row_fill_of(root, *call, &fill) || buffer_start(root, fill.to) != buffer->base ||
			!is_steady(root, fill.value) || !is_done(root, *call, at) ||
			!filling_precedes(root, &filling, at) ||
			!is_settled(root, buffer, &filling, &whole, at, NULL))
			continue;
		for (unsigned width = fill.value->width; width <= WIDEST; width *= 2)
			words_add(root, *call, &fill, width, list);
	}
}
