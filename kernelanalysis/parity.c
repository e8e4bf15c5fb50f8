#include "kernelanalysis/turns.h"

/*
 * Waits for the phase of a parity (mbarrier.try_wait.parity) return when the current phase has the
 * other parity. When a thread's k-th wait is for the parity of k, it is for phase k: by induction
 * all before are over then. When it is for the other parity, the first one returns at once and
 * the k-th is for phase k - 1, as a producer waits for buffers that are empty at first. Of n
 * barriers that take turns, k counts the waits at all of them, and the lag is n.
 */

static bool wait_lag(struct kernel *kernel, const struct phased *phased, const struct sync *wait,
	const struct turns *turns, unsigned *lag)
{
	const struct loop *loop = wait->block->loop;
	const struct et *before = phased_before(kernel, phased, true, wait->instruction);
	const struct et *parity = value_et(kernel->env, wait->parity);
	const struct symbol *counter = loop ? kernel->env->loops[loop->index].counter : NULL;
	unsigned n = turns ? turns->n : 1;
	if (2 * n > TURN_ROUNDS || (turns && turns->seen != (UINT64_C(1) << n) - 1))
		return false;
	for (uint64_t round = 0; round < (loop ? TURN_ROUNDS : 1); round++) {
		uint64_t k, odd, index;
		if (!turn_value(kernel, before, counter, round, &k) ||
			!turn_value(kernel, parity, counter, round, &odd))
			return false;
		if (turns && (!turn_element(kernel, wait->object, counter, round, &index) ||
				     index != turns->element[k % n]))
			return false;
		unsigned late = (odd ^ k / n) & 1 ? n : 0;
		if (round && late != *lag)
			return false;
		*lag = late;
	}
	return true;
}

void parities_fill(struct kernel *kernel, struct phased *phased, const struct turns *turns)
{
	bool parity = false, other = false, first = true;
	vec_each(op, &phased->ops) {
		parity |= (*op)->waits && (*op)->parity;
		other |= (*op)->waits && !(*op)->parity;
	}
	if (!parity || phased->unknown)
		return;
	vec_each(op, &phased->ops) {
		unsigned lag = 0;
		if (!(*op)->waits)
			continue;
		if (other || !wait_lag(kernel, phased, *op, turns, &lag) ||
			(!first && lag != phased->lag)) {
			phased->unknown = "barrier whose waits are not for one phase after the other";
			return;
		}
		phased->lag = lag;
		first = false;
	}
}
