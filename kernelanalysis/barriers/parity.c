#include "kernelanalysis/barriers/phased.h"
#include "kernelanalysis/intervals/runs.h"
#include "kernelanalysis/intervals/turns.h"

/*
 * Waits for the phase of a parity (mbarrier.try_wait.parity) return when the current phase has the
 * other parity: then as many phases are over as the thread knew of before, or one more. Of n
 * barriers that take turns, each is known to be through as many phases as the earlier waits say.
 * What a thread knows after k waits is tried in two forms: that all phases below k - lag are
 * over (lag n: a producer that waits for buffers that are empty at first), or, when the parity
 * stays the same, the first few only.
 */

struct knowledge {
	unsigned n;   /* barriers that take turns */
	unsigned lag;
	bool stays;
	unsigned most;
};

/* Phases that are over after so many waits. */
static uint64_t known_after(const struct knowledge *knows, uint64_t waits)
{
	if (knows->stays)
		return waits < knows->most ? waits : knows->most;
	return waits > knows->lag ? waits - knows->lag : 0;
}

/* Phases of all barriers that are over after the wait, when it is at the barrier of this turn. */
static uint64_t learned(const struct knowledge *knows, uint64_t waits, uint64_t turn, uint64_t odd)
{
	uint64_t n = knows->n, known = known_after(knows, waits);
	uint64_t phases = known > turn ? (known - turn + n - 1) / n : 0;
	if ((phases + 1) % 2 != odd % 2)
		phases++;
	return phases ? n * (phases - 1) + turn + 1 : 0;
}

static bool wait_fits(struct kernel *kernel, const struct phased *phased, const struct sync *wait,
	const struct turns *turns, const struct knowledge *knows)
{
	const struct et *before = phased_before(kernel, phased, true, wait->instruction);
	const struct et *own = runs_before(kernel, wait->instruction, wait->instruction);
	const struct et *parity = value_et(kernel->env, wait->parity);
	struct turn_rounds rounds;
	if (!turn_rounds_start(kernel, wait->instruction, &rounds) || !turn_goes_on(kernel, parity, &rounds))
		return false;
	do {
		uint64_t k, odd, index, run = 0;
		if (!turn_value_at(kernel, before, &rounds, &k) ||
			!turn_value_at(kernel, parity, &rounds, &odd))
			return false;
		if (wait->every > 1 && !turn_value_at(kernel, own, &rounds, &run))
			return false;
		if ((int64_t)k < 0 || (int64_t)run < 0) /* rounds that leave the wait out */
			continue;
		if (wait->every > 1 && run % wait->every != wait->place)
			continue;
		if (turns && (!turn_element(kernel, wait->object, &rounds, &index) ||
				     index != turns->element[k % turns->n]))
			return false;
		uint64_t known = known_after(knows, k), now = learned(knows, k, k % knows->n, odd);
		if ((now > known ? now : known) != known_after(knows, k + 1))
			return false;
	} while (turn_rounds_next(&rounds));
	return true;
}

static bool all_fit(struct kernel *kernel, const struct phased *phased, const struct turns *turns,
	const struct knowledge *knows)
{
	vec_each(op, &phased->ops) {
		if ((*op)->waits && !wait_fits(kernel, phased, *op, turns, knows))
			return false;
	}
	return true;
}

static bool find_knowledge(struct kernel *kernel, struct phased *phased, const struct turns *turns)
{
	unsigned n = turns ? turns->n : 1;
	if (2 * n > TURN_ROUNDS || (turns && turns->seen != (UINT64_C(1) << n) - 1))
		return false;
	for (unsigned form = 0; form < 4; form++) {
		struct knowledge knows = { .n = n, .lag = form * n };
		knows.stays = form > 1;
		knows.most = (form - 2) * n;
		if (!all_fit(kernel, phased, turns, &knows))
			continue;
		phased->lag = knows.stays ? 0 : knows.lag;
		phased->stays = knows.stays;
		phased->most = knows.most;
		return true;
	}
	return false;
}

void parities_fill(struct kernel *kernel, struct phased *phased, const struct turns *turns)
{
	bool parity = false, other = false;
	vec_each(op, &phased->ops) {
		parity |= (*op)->waits && (*op)->parity;
		other |= (*op)->waits && !(*op)->parity;
	}
	if (!parity || phased->unknown)
		return;
	if (other || !find_knowledge(kernel, phased, turns))
		phased->unknown = "barrier whose waits are not for one phase after the other";
}
