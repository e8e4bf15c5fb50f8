#include "solver/check_pair.h"

#include "base/effort.h"
#include "solver/reductions/siblings.h"

/*
 * How the time of a kernel is spent: shared among its launches. Once something is open for good, so that only a race could
 * still make a verdict, and once a race has made it, so that only further lines are looked for, a part of it is left.
 */
#define SHORT_SECONDS 0.3
#define QUICK_SECONDS 2.0 /* who gives no more than that wants the verdict alone */

enum {
	LEAST_SHARE = 8, /* a launch gets this part of its kernel's time, while that lasts */
	SHORT_SHARE = 20, /* a question gets this part at first, but not more than SHORT_SECONDS */
	AGAIN_SHARE = 4, /* and this part the second time, unless it is the only one */
	MOST_OPEN = 3, /* so many that stayed open make the first part of others smaller: few of such launches are proved */
	SPARING_SHARE = 32,   /* this part, and as much as in others, may go into proofs that spare
				 questions and are not found */
	QUICK_SHARE = 20,     /* this part of QUICK_SECONDS is left when only a race could make the
				 verdict better, */
	FURTHER_SHARE = 40,   /* this one for further lines of a race, */
	BARREN_SHARE = 2,     /* (and of this where launches before have ended so), */
	CHEAP_SHARE = 16,     /* searches without Z3 get this part before it is asked, */
	CHEAP_LEAST_LEFT = 2, /* while no more than this one has passed */
	LATER_SHARE = 2,      /* and these of the seconds beyond, for a race and for further lines */
	FURTHER_LATER_SHARE = 8,
	LAST_SHORT_SHARE = 40 /* of what is left a question gets this part: nearly all races that are found then are found in less */
};

double budget_launch(double seconds, double end, size_t launches)
{
	double now = effort_now(), left = end - now;
	double share = left / (double)(launches ? launches : 1), least = seconds / LEAST_SHARE;
	share = share > least ? share : least;
	return share < left ? now + share : end;
}

static void use(struct check *check, double deadline)
{
	check->deadline = deadline < check->end ? deadline : check->end;
	check->kernel->deadline = check->deadline;
	solver_deadline(check->solver, check->deadline);
}

void budget_whole(struct check *check)
{
	use(check, check->end);
}

static double last_part(const struct check *check)
{
	double seconds = check->options->seconds, quick = seconds < QUICK_SECONDS ? seconds : QUICK_SECONDS;
	double part = quick / (check->settled ? FURTHER_SHARE : QUICK_SHARE);
	double later = (seconds - quick) / (check->settled ? FURTHER_LATER_SHARE : LATER_SHARE);
	return (family_is_barren(check->family) ? part / BARREN_SHARE : part) + later;
}

void budget_for_pairs(struct check *check)
{
	bool last = check->doomed || check->settled;
	use(check, last ? check->known_at + last_part(check) : check->end);
}

double budget_short(const struct check *check)
{
	bool last = check->doomed || check->settled;
	double part = check->options->seconds / (last ? LAST_SHORT_SHARE : SHORT_SHARE);
	return part < SHORT_SECONDS ? part : SHORT_SECONDS;
}

double budget_first(const struct check *check)
{
	unsigned open = check->opened < MOST_OPEN ? check->opened : MOST_OPEN;
	return budget_short(check) / (check->doomed ? 1 : 1 + open);
}

double budget_sparing(const struct check *check, double share)
{
	double most = check->proved + check->options->seconds / SPARING_SHARE;
	return check->unproved > most || check->doomed || check->settled ? 0 : share * budget_short(check);
}

double budget_again(const struct check *check, size_t questions)
{
	double left = check->deadline - effort_now(), part = check->options->seconds / AGAIN_SHARE;
	double share = left / (double)questions, least = budget_short(check);
	share = questions > 1 && share > part ? part : share;
	return share > least ? share : least;
}

void budget_cheap(struct check *check)
{
	double now = effort_now();
	check->cheap_until = effort_counted() + check->options->seconds / CHEAP_SHARE;
	check->cheap_end = now + (check->deadline - now) / CHEAP_LEAST_LEFT;
}

void budget_draws(struct check *check, bool draws)
{
	check->draws = draws;
}

bool budget_is_cheap(const struct check *check)
{
	return check->draws || (effort_counted() < check->cheap_until && effort_now() < check->cheap_end);
}

void budget_doomed(struct check *check)
{
	if (!check->doomed && !check->settled)
		check->known_at = effort_now();
	check->doomed = true;
	budget_for_pairs(check);
}

void budget_settled(struct check *check)
{
	if (!check->settled)
		check->known_at = effort_now();
	check->settled = true;
}
