#include <string.h>

#include "base/effort.h"
#include "solver/witnesses/enacted.h"

/*
 * Races that need entries which earlier kernels of the same call path compute. These are run in numbers, one after the other, and then the
 * launch, on what they have left. Where that comes to the end, and to all accesses of these races, on all inputs, and two threads never meet,
 * nothing shows that such entries ever are there: then the launch is undecided. Else the races stay.
 */

enum { STEPS = 12000000, MOST_STAGES = 12, MOST_BLOCKS = 16, LEAST_INPUTS = 2 };
#define SIZES_SECONDS 0.05

static struct kernel *model_of(const struct check *check, const struct host_launch *host)
{
	struct kernel *kernel = check->kernel;
	LLVMModuleRef llvm = LLVMGetGlobalParent(kernel->llvm);
	struct module module = { LLVMGetModuleContext(llvm), llvm };
	LLVMValueRef function = host->kernel ? kernel_of_name(kernel->arena, &module, host->kernel) : NULL;
	unsigned cluster[3];
	if (!function || !host->args_known)
		return NULL;
	host_cluster(check->host, host->kernel, cluster);
	struct kernel *model = kernel_new(kernel->arena, kernel->ets, function, kernel->lockstep, cluster);
	return enact_may_run(model) ? model : NULL;
}

/* The launches before this one on its call path; false: there are too many. */
static bool stages_fill(struct enacted *run)
{
	const struct check *check = run->check;
	const struct host_launch *own = check->launch->host;
	vec_each(other, &check->host->launches) {
		struct enacted_stage stage = { .host = other };
		if (other == own)
			return run->stages.n;
		if (strcmp(other->function, own->function))
			continue;
		if (run->stages.n == MOST_STAGES)
			return false;
		stage.kernel = model_of(check, other);
		if (stage.kernel)
			stage.launch = launch_new(stage.kernel, other, check->options);
		vec_push(run->arena, &run->stages, stage);
	}
	return false;
}

/* With the facts of all launches, if they can hold together; else with those of the last. */
static bool sizes_find(struct enacted *run)
{
	run->facts = (fact_list){ 0 };
	vec_each(fact, &run->check->launch->facts)
		vec_push(run->arena, &run->facts, *fact);
	vec_each(stage, &run->stages)
		for (size_t i = 0; stage->launch && i < stage->launch->facts.n; i++)
			vec_push(run->arena, &run->facts, stage->launch->facts.at[i]);
	solver_deadline(run->check->solver, effort_now() + SIZES_SECONDS);
	if (enacted_sizes(run))
		return true;
	run->facts = run->check->launch->facts;
	solver_deadline(run->check->solver, effort_now() + SIZES_SECONDS);
	return enacted_sizes(run);
}

/* Ready to run the first blocks. */
static struct enact *machine_of(struct enacted *run, struct kernel *kernel, struct launch *launch, struct enact_launch *numbers,
	uint64_t *steps)
{
	run->kernel = kernel;
	run->launch = launch;
	if (!enacted_launch(run, kernel, launch, numbers))
		return NULL;
	numbers->blocks = MOST_BLOCKS;
	return enact_new(run->arena, numbers, steps);
}

static void stages_prepare(struct enacted *run, uint64_t *steps)
{
	vec_each(stage, &run->stages) {
		bool known = stage->launch != NULL;
		for (size_t i = 0; stage->launch && i < stage->launch->facts.n; i++) {
			int holds = enacted_holds(run, &stage->launch->facts.at[i]);
			stage->skipped |= holds == 0;
			known &= holds == 1;
		}
		if (!known || stage->skipped)
			continue;
		stage->machine = machine_of(run, stage->kernel, stage->launch, &stage->numbers, steps);
		stage->partial = stage->numbers.grid[0] * stage->numbers.grid[1] * stage->numbers.grid[2] > MOST_BLOCKS;
	}
}

static bool run_next(struct enacted *run, struct kernel *kernel, struct launch *launch, struct enact *machine)
{
	run->kernel = kernel;
	run->launch = launch;
	run->known.n = 0;
	return enact_run(machine, &run->race);
}

enum way { WAY_WELL, WAY_BADLY, WAY_OUTSIDE };

/* Comes the launch to its end on the input, and do no two of its threads meet; or is an access outside of its memory, so that no such input is meant. */
static enum way way_on_input(struct enacted *run, struct enact *machine)
{
	bool outside = false;
	vec_each(stage, &run->stages) {
		stage->ended = stage->machine && !run_next(run, stage->kernel, stage->launch, stage->machine) &&
			       enact_ended(stage->machine);
		outside |= stage->machine && enact_left_memory(stage->machine);
	}
	run->met = run_next(run, run->check->kernel, run->check->launch, machine);
	if (!run->met && enact_ended(machine))
		return WAY_WELL;
	return !run->met && (outside || enact_left_memory(machine)) ? WAY_OUTSIDE : WAY_BADLY;
}

/* On all inputs that keep within memory, several of them, or as far as there is time, mixed ones first; on one, where none is chosen. */
static bool goes_well_on_inputs(struct enacted *run, struct enact *machine, const uint64_t *steps)
{
	unsigned well = 0;
	for (unsigned i = 0; i < ENACTED_INPUTS && (!i || run->chosen); i++) {
		run->input = (i + ENACTED_INPUTS / 2) % ENACTED_INPUTS;
		enum way way = way_on_input(run, machine);
		if (way == WAY_BADLY)
			return !*steps && !run->met && well >= LEAST_INPUTS;
		well += way == WAY_WELL;
	}
	return run->chosen ? well >= LEAST_INPUTS : well;
}

static bool none_met(struct enacted *run, uint64_t *steps)
{
	struct check *check = run->check;
	struct enact_launch numbers;
	stages_prepare(run, steps);
	struct enact *machine = machine_of(run, check->kernel, check->launch, &numbers, steps);
	if (!machine || !goes_well_on_inputs(run, machine, steps))
		return false;
	vec_each(access, &check->made)
		if (!enact_came_to(machine, *access) || enact_stored_same(machine, *access))
			return false;
	return true;
}

/* Is there a run of the chain at all in which none met, as far as these steps go; what is left of them is filled. */
static bool chain_goes_well(struct check *check, bool sparing, uint64_t *steps)
{
	struct enacted run = { .check = check, .arena = arena_new(), .kernel = check->kernel, .launch = check->launch, .chained = true, .sparing = sparing };
	bool well = stages_fill(&run) && sizes_find(&run) && none_met(&run, steps);
	arena_free(run.arena);
	return well;
}

void races_by_chain(struct check *check)
{
	uint64_t steps = STEPS, few = STEPS / 2;
	bool wanted = check->host && check->launch->host && check->made.n && check->made.n == 2 * check->result->races.n;
	if (wanted && enact_may_run(check->kernel) &&
		(chain_goes_well(check, false, &steps) || (!steps && chain_goes_well(check, true, &few)))) {
		check->result->races.n = 0;
		undecided_add(check, "a race needs entries that an earlier kernel has computed, and no run in numbers of both had them",
			access_loc(check->kernel, check->made.at[0]));
	}
	solver_deadline(check->solver, check->deadline);
}
