#include "solver/check_pair.h"

#include "base/effort.h"

/*
 * How the time of a kernel is spent: shared among its launches. Once something is open for good, so that only a race could
 * still make a verdict, and once a race has made it, so that only further lines are looked for, a part of it is left.
 */
#define SHORT_SECONDS 0.3
#define QUICK_SECONDS 2.0 /* who gives no more than that wants the verdict alone */

enum {
	LEAST_SHARE = 8, /* a launch gets this part of its kernel's time, while that lasts */
	SHORT_SHARE = 8, /* a question gets this part at first, but not more than SHORT_SECONDS */
	AGAIN_SHARE = 4, /* and this part the second time, unless it is the only one */
	SPARING_SHARE = 32, /* this part, and as much as in others, may go into proofs that spare questions and are not found */
	QUICK_SHARE = 16,   /* this part of QUICK_SECONDS is left when only a race could make the verdict better, */
	FURTHER_SHARE = 40, /* this one for further lines of a race, */
	LATER_SHARE = 2,  /* and these of the seconds beyond */
	FURTHER_LATER_SHARE = 8,
	MORE_SHORT_SHARE = 32 /* after the first race a question gets this part at first */
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
	return check->settled ? quick / FURTHER_SHARE + (seconds - quick) / FURTHER_LATER_SHARE
			      : quick / QUICK_SHARE + (seconds - quick) / LATER_SHARE;
}

void budget_for_pairs(struct check *check)
{
	bool last = check->doomed || check->settled;
	use(check, last ? check->known_at + last_part(check) : check->end);
}

double budget_short(const struct check *check)
{
	double part = check->options->seconds / (check->settled ? MORE_SHORT_SHARE : SHORT_SHARE);
	return part < SHORT_SECONDS ? part : SHORT_SECONDS;
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
