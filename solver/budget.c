#include "solver/check_pair.h"

#include "base/effort.h"

/*
 * How the time of a kernel is spent: shared among its launches. Once something is open for good, so that only a race could
 * still make a verdict, and once a race has made it, so that only further lines are looked for, a part of it is left.
 */
#define SHORT_SECONDS 0.3

enum {
	LEAST_SHARE = 8, /* a launch gets this part of its kernel's time, while that lasts */
	SHORT_SHARE = 8, /* a question gets this part at first, but not more than SHORT_SECONDS */
	AGAIN_SHARE = 4, /* and this part the second time, unless it is the only one */
	VAIN_SHARE = 16, /* this part is left when there is no proof any more */
	MORE_SHARE = 16, /* and this one after the first race */
	MORE_SHORT_SHARE = 32 /* and this one into one of them */
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

void budget_for_pairs(struct check *check)
{
	if (check->settled)
		use(check, check->known_at + check->options->seconds / MORE_SHARE);
	else if (check->doomed)
		use(check, check->known_at + check->options->seconds / VAIN_SHARE);
	else
		use(check, check->end);
}

double budget_short(const struct check *check)
{
	double part = check->options->seconds / (check->settled ? MORE_SHORT_SHARE : SHORT_SHARE);
	return part < SHORT_SECONDS ? part : SHORT_SECONDS;
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
