#include "kernelanalysis/lock_entries.h"
#include "kernelanalysis/signal.h"

/*
 * What the host has put into the memory of a flag before the launch. Where a wait goes on with it, having seen the flag proves
 * nothing. What that is is left to the launch (struct host_preset): symbols stand for it.
 */

static void symbols_make(struct kernel *kernel, struct object *object)
{
	if (object->preset)
		return;
	object->preset = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 1, "filled by the host");
	object->fill = symbol_new(kernel->ets, SYM_PARAM, LEVEL_GRID, 8, "filled with");
}

/* May the kernel itself take the flag back before somebody waits: a write with which the wait does not go on. */
static bool may_be_taken_back(struct kernel *kernel, const struct acquire *acquire)
{
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		bool writes = write->type == ACCESS_WRITE ||
			      (write->type == ACCESS_ATOMIC && write->writes);
		if (!writes || write->object != acquire->op->object || keeps_value(write) ||
			!accesses_may_meet(write, acquire->op) || counter_step(write))
			continue;
		const struct et *value = value_written(kernel, write);
		if (!value || value->width != acquire->op->size * 8 ||
			!et_is_true(acquire_test(kernel, acquire, value)))
			return true;
	}
	return false;
}

const struct et *wait_preset(struct kernel *kernel, const struct acquire *acquire)
{
	struct ets *ets = kernel->ets;
	const struct access *op = acquire->op;
	if (op->object->kind != OBJECT_PARAM || !lock_only_read(op) || !acquire->spins ||
		may_be_taken_back(kernel, acquire))
		return et_bool(ets, false);
	struct object *object = kernel->objects.at[op->object->index];
	symbols_make(kernel, object);
	const struct et *byte = et_sym(ets, object->fill), *word = byte;
	unsigned width = op->size * 8;
	if (width > 8)
		word = et_binary(ets, ET_MUL, 0, et_cast(ets, ET_ZEXT, width, byte),
			et_const(ets, width, UINT64_C(0x0101010101010101) >> (64 - width)));
	return et_and(ets, et_sym(ets, object->preset), acquire_test(kernel, acquire, word));
}
