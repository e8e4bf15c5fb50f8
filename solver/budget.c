#include "solver/check_pair.h"

#include "base/effort.h"

/*
 * How the time of a kernel is spent: shared among its launches. Where something is open for good, so that only a race
 * could still make a verdict, only a part of it may go into questions that stay open, and a smaller part where a
 * race makes the verdict already and the lines are those of a known one. What is found and what is proved does not count.
 */
#define SHORT_SECONDS 0.3

enum {
	LEAST_SHARE = 8, /* a launch gets this part of its kernel's time, while that lasts */
	SHORT_SHARE = 8, /* a question gets this part at first, but not more than SHORT_SECONDS */
	AGAIN_SHARE = 4, /* and this part the second time, unless it is the only one */
	VAIN_SHARE = 2,	 /* this part may go into questions that stay open where there is no proof any more */
	KNOWN_SHARE = 8	 /* and this one where a race is known, before its lines are done with */
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
	double left = check->options->seconds / VAIN_SHARE - check->lost;
	bool limited = check->doomed && !check->settled;
	use(check, limited ? effort_now() + left : check->end);
}

double budget_short(const struct check *check)
{
	double part = check->options->seconds / SHORT_SHARE;
	return part < SHORT_SECONDS ? part : SHORT_SECONDS;
}

double budget_again(const struct check *check, size_t questions)
{
	double left = check->deadline - effort_now(), part = check->options->seconds / AGAIN_SHARE;
	double share = left / (double)questions, least = budget_short(check);
	share = questions > 1 && share > part ? part : share;
	return share > least ? share : least;
}

void budget_spent(struct check *check, double since, const struct answer *answer)
{
	if (answer->kind == ANSWER_UNKNOWN)
		check->lost += effort_now() - since;
	budget_for_pairs(check);
}

void budget_doomed(struct check *check)
{
	check->doomed = true;
	budget_for_pairs(check);
}

bool budget_is_vain(const struct check *check, const struct pair *pair)
{
	return check->settled && check->lost >= check->options->seconds / KNOWN_SHARE &&
	       reported_lines(check->reported, pair);
}

void budget_settled(struct check *check)
{
	if (!check->settled)
		check->lost = 0;
	check->settled = true;
}
