#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"

/* Launches of one root: kernel, configuration and arguments as terms. */

static enum level host_level(void *data, LLVMValueRef value)
{
	(void)data;
	(void)value;
	return LEVEL_GRID;
}

struct target {
	const struct stub *stub; /* NULL: not known */
	const struct et *cond;   /* under which it is the one called */
};
typedef VEC(struct target) target_list;

static const struct stub *stub_of_term(struct host_pass *pass, const struct et *term)
{
	if (term->op != ET_SYM || term->sym->kind != SYM_BASE)
		return NULL;
	vec_each(each, &pass->stubs) {
		const struct host_alloc *known =
			(*each)->llvm ? ptrmap_get(pass->values, (*each)->llvm) : NULL;
		if (known && known->base == term->sym)
			return *each;
	}
	return NULL;
}

static void targets_fill(struct host_pass *pass, const struct et *callee, const struct et *cond,
	target_list *targets)
{
	struct ets *ets = pass->ets;
	if (callee->op == ET_ITE && targets->n < 64) {
		targets_fill(pass, callee->arg[1], et_and(ets, cond, callee->arg[0]), targets);
		targets_fill(pass, callee->arg[2],
			et_and(ets, cond, et_not(ets, callee->arg[0])), targets);
		return;
	}
	const struct stub *stub = stub_of_term(pass, callee);
	if (et_is_false(cond))
		return;
	vec_each(known, targets) {
		if (known->stub == stub) {
			known->cond = et_or(ets, known->cond, cond);
			return;
		}
	}
	struct target target = { stub, cond };
	vec_push(pass->arena, targets, target);
}

static bool is_word(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ||
	       LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/*
 * One value for bytes [offset, ...) of a parameter of the given leaves. Small
 * fields packed into one word are taken apart.
 */
static void piece_add(struct root *root, struct host_arg *arg, const leaf_list *leaves,
	unsigned offset, unsigned width, LLVMValueRef value)
{
	struct host_pass *pass = root->pass;
	struct ets *ets = pass->ets;
	const struct et *term = host_term(root, value);
	if (!is_word(LLVMTypeOf(value)) || width > 64)
		return;
	if (term->width < width)
		term = et_cast(ets, ET_ZEXT, width, term);
	vec_each(leaf, leaves) {
		unsigned bits = (unsigned)LLVMSizeOfTypeInBits(pass->layout, leaf->type);
		if (leaf->offset < offset || 8 * (leaf->offset - offset) + bits > width)
			continue;
		const struct et *part = term;
		unsigned shift = 8 * (leaf->offset - offset);
		if (shift)
			part = et_binary(
				ets, ET_LSHR, 0, part, et_const(ets, term->width, shift));
		if (bits < term->width)
			part = et_cast(ets, ET_TRUNC, bits, part);
		struct host_piece piece = { leaf->offset, bits, part };
		vec_push(pass->arena, &arg->pieces, piece);
	}
}

static void leaf_add(
	struct root *root, struct host_arg *arg, const struct leaf *leaf, LLVMValueRef value)
{
	leaf_list one = { 0 };
	vec_push(root->pass->arena, &one, *leaf);
	piece_add(root, arg, &one, leaf->offset,
		(unsigned)LLVMSizeOfTypeInBits(root->pass->layout, leaf->type), value);
}

static size_t run_end(const struct site *site, size_t index)
{
	return index + 1 < site->first.n ? site->first.at[index + 1] : site->leaves.n;
}

static void args_fill(struct root *root, LLVMValueRef call, const struct site *site,
	const struct stub *stub, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	if (!stub || !stub->understood || !site->args_known)
		return;
	launch->args_known = true;
	for (size_t i = 0; i < stub->params.n; i++) {
		const struct stub_param *param = &stub->params.at[i];
		struct host_arg arg = { .size = param->size };
		size_t run = site->by_array ? i : (size_t)param->byval;
		bool hidden = param->indirect && !site->by_array && !site->stub;
		if (!hidden && (site->by_array || param->byval >= 0)) {
			vec_each(table, &site->tables)
				arg.made |= *table == run;
			for (size_t l = run < site->first.n ? site->first.at[run] : ~(size_t)0;
				run < site->first.n && l < run_end(site, run); l++)
				leaf_add(root, &arg, &site->leaves.at[l], call_arg(call, LAUNCH_ARGS + (unsigned)l));
		} else if (!hidden && param->type) {
			leaf_list leaves = { 0 };
			leaves_fill(pass, param->type, 0, &leaves);
			vec_each(piece, &param->pieces)
				if (piece->arg < site->first.n)
					piece_add(root, &arg, &leaves, piece->offset, piece->width,
						call_arg(call, LAUNCH_ARGS +
								       site->first.at[piece->arg]));
		}
		vec_push(pass->arena, &launch->args, arg);
	}
}

static bool same_args(const struct host_launch *a, const struct host_launch *b)
{
	if (!a->args_known || !b->args_known || a->args.n != b->args.n)
		return false;
	for (size_t i = 0; i < a->args.n; i++) {
		const struct host_arg *x = &a->args.at[i], *y = &b->args.at[i];
		if (x->pieces.n != y->pieces.n)
			return false;
		for (size_t j = 0; j < x->pieces.n; j++)
			if (x->pieces.at[j].offset != y->pieces.at[j].offset ||
				x->pieces.at[j].value != y->pieces.at[j].value)
				return false;
	}
	return true;
}

static bool same_images(const struct host_launch *a, const struct host_launch *b)
{
	for (size_t i = 0; i < a->images.n && a->images.n == b->images.n; i++)
		if (a->images.at[i].piece.value != b->images.at[i].piece.value)
			return false;
	return a->images.n == b->images.n;
}

static bool same_left(const struct host_left *a, const struct host_left *b)
{
	return a->arg == b->arg && a->offset == b->offset && !a->variable == !b->variable &&
	       (!a->variable || !strcmp(a->variable, b->variable)) &&
	       et_is_true(a->when) == et_is_true(b->when) &&
	       et_is_true(a->resized) == et_is_true(b->resized) &&
	       et_is_true(a->perhaps) == et_is_true(b->perhaps) &&
	       et_is_true(a->resized_perhaps) == et_is_true(b->resized_perhaps) &&
	       et_is_true(a->given) == et_is_true(b->given) && same_loc(&a->loc, &b->loc) &&
	       !a->foreign == !b->foreign && (!a->foreign || same_loc(&a->foreign_loc, &b->foreign_loc));
}

/* Is what launches before have left the same; conditions of rounds are taken to be. */
static bool same_before(const struct host_before *a, const struct host_before *b)
{
	if (!a || !b || a->left.n != b->left.n || a->kept.n != b->kept.n || a->was.n != b->was.n)
		return a == b;
	for (size_t i = 0; i < a->was.n; i++)
		if (a->was.at[i] != b->was.at[i])
			return false;
	for (size_t i = 0; i < a->left.n; i++)
		if (!same_left(&a->left.at[i], &b->left.at[i]))
			return false;
	for (size_t i = 0; i < a->kept.n; i++)
		if (a->kept.at[i] != b->kept.at[i])
			return false;
	return true;
}

static bool has_fact(const fact_list *facts, const struct et *cond)
{
	vec_each(fact, facts)
		if (fact->cond == cond)
			return true;
	return false;
}

static bool same_words(const struct host_contents *x, const struct host_contents *y)
{
	return x->base == y->base && x->within == y->within && x->value == y->value &&
	       x->stride == y->stride && x->offset == y->offset && x->width == y->width &&
	       x->step == y->step && x->gain == y->gain && x->apart == y->apart && x->least == y->least &&
	       x->most == y->most && same_loc(&x->loc, &y->loc);
}

static bool same_contents(const struct host_launch *a, const struct host_launch *b)
{
	for (size_t i = 0; i < a->contents.n && a->contents.n == b->contents.n; i++)
		if (!same_words(&a->contents.at[i], &b->contents.at[i]))
			return false;
	return a->contents.n == b->contents.n;
}

static bool same_presets(const struct host_launch *a, const struct host_launch *b)
{
	for (size_t i = 0; i < a->presets.n && a->presets.n == b->presets.n; i++) {
		const struct host_preset *x = &a->presets.at[i], *y = &b->presets.at[i];
		bool same = x->variable == y->variable ||
			    (x->variable && y->variable && !strcmp(x->variable, y->variable));
		if (!same || x->surely != y->surely || x->below != y->below || !same_words(&x->words, &y->words) ||
			et_is_true(x->when) != et_is_true(y->when))
			return false;
	}
	return a->presets.n == b->presets.n;
}

static bool same_facts(const fact_list *a, const fact_list *b)
{
	vec_each(fact, a)
		if (!has_fact(b, fact->cond))
			return false;
	vec_each(fact, b)
		if (!has_fact(a, fact->cond))
			return false;
	return true;
}

/* One launch of the source, reached on two paths with nothing to tell them apart. */
static bool same_launch(const struct host_launch *a, const struct host_launch *b)
{
	if (!a->kernel || !b->kernel || strcmp(a->kernel, b->kernel) ||
		!a->loc.file || !same_loc(&a->loc, &b->loc) || a->shared != b->shared || a->stream != b->stream ||
		a->cooperative != b->cooperative || a->early != b->early || !dependents_equal(a, b) || !same_args(a, b) ||
		!same_images(a, b) || !same_contents(a, b) || !same_presets(a, b) || !same_before(a->before, b->before))
		return false;
	for (unsigned i = 0; i < 3; i++)
		if (a->grid[i] != b->grid[i] || a->block[i] != b->block[i] ||
			a->cluster[i] != b->cluster[i])
			return false;
	return same_facts(&a->facts, &b->facts) && same_facts(&a->exact, &b->exact);
}

static bool is_integer(LLVMTypeRef type, unsigned bits)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == bits;
}

/* Is a value a dim3 that a function returns whose code is not in sight. */
static bool is_called_dim3(LLVMValueRef value)
{
	if (!LLVMIsACallInst(value) && !LLVMIsAInvokeInst(value))
		return false;
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef callee = LLVMGetCalledValue(value);
	return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2 &&
	       is_integer(LLVMStructGetTypeAtIndex(type, 0), 64) &&
	       is_integer(LLVMStructGetTypeAtIndex(type, 1), 32) &&
	       (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee));
}

/*
 * Is a dimension an argument of the root, a part of one, or found in memory that one points to; or a part of
 * what a function out of sight returns.
 */
static bool is_passed(struct host_pass *pass, LLVMValueRef value)
{
	int64_t offset;
	while (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) ||
		(LLVMIsABinaryOperator(value) && LLVMGetInstructionOpcode(value) == LLVMLShr))
		value = LLVMGetOperand(value, 0);
	if (LLVMIsAExtractValueInst(value))
		return is_called_dim3(LLVMGetOperand(value, 0));
	if (LLVMIsALoadInst(value))
		value = pointer_base(pass, LLVMGetOperand(value, 0), &offset);
	return LLVMIsAArgument(value);
}

static bool is_mentioned(struct arena *arena, const fact_list *facts, const struct et *term)
{
	vec_each(fact, facts)
		if (et_mentions(arena, fact->cond, term))
			return true;
	return false;
}

static void passed_fill(struct root *root, LLVMValueRef call, struct host_launch *launch)
{
	struct host_pass *pass = root->pass;
	for (unsigned i = 0; i < 3; i++) {
		launch->grid_passed[i] = is_passed(pass, call_arg(call, LAUNCH_GRID + i)) &&
			!is_mentioned(pass->arena, &launch->facts, launch->grid[i]);
		launch->block_passed[i] = is_passed(pass, call_arg(call, LAUNCH_BLOCK + i)) &&
			!is_mentioned(pass->arena, &launch->facts, launch->block[i]);
	}
}

static struct host_launch launch_of(
	struct root *root, LLVMValueRef call, const struct target *target)
{
	struct host_pass *pass = root->pass;
	uint64_t index = LLVMConstIntGetZExtValue(call_arg(call, LAUNCH_SITE));
	struct site *site = pass->sites.at[index];
	site->seen = true;
	struct host_launch launch = { 0 };
	launch.kernel = target->stub ? target->stub->kernel : NULL;
	launch.function = arena_strdup(pass->arena, value_name(root->llvm));
	launch.root = root_number(root->llvm);
	launch.loc = instruction_loc(pass->arena, call);
	launch.cooperative = site->cooperative;
	instruction_stack(pass->arena, call, &launch.stack);
	for (unsigned i = 0; i < 3; i++) {
		launch.grid[i] = host_term(root, call_arg(call, LAUNCH_GRID + i));
		launch.block[i] = host_term(root, call_arg(call, LAUNCH_BLOCK + i));
	}
	launch.shared = host_term(root, call_arg(call, LAUNCH_SHARED));
	launch.stream = host_term(root, call_arg(call, LAUNCH_STREAM));
	attributes_fill(root, call, site, &launch);
	args_fill(root, call, site, target->stub, &launch);
	launch_images_fill(root, call, site, &launch);
	launch_contents_fill(root, call, &launch);
	launch_exchanged_fill(root, call, &launch);
	launch_doubled_fill(root, call, &launch);
	facts_fill(root, call, target->cond, &launch);
	passed_fill(root, call, &launch);
	return launch;
}

static void launch_add(struct host_pass *pass, const struct host_launch *launch)
{
	vec_each(known, &pass->host->launches)
		if (same_launch(known, launch) &&
			(!pass->options->marked_roots || known->root == launch->root))
			return;
	vec_push(pass->arena, &pass->host->launches, *launch);
}

void launches_fill(struct host_pass *pass, LLVMValueRef function)
{
	struct root root = { .pass = pass, .llvm = function };
	VEC(LLVMValueRef) calls = { 0 };
	root.trimmed = ptrmap_new(pass->arena);
	root.buffers = ptrmap_new(pass->arena);
	root.func = func_new(pass->arena, function);
	func_number(root.func);
	root.env = value_env_new(
		pass->arena, pass->ets, root.func, host_leaf, host_level, &root);
	root.env->reads_input = true;
	/* all threads of a launch see the same iteration of a host loop */
	for (size_t i = 0; i < root.func->loops.n; i++)
		((struct symbol *)root.env->loops[i].counter)->level = LEVEL_GRID;
	vec_each(block, &root.func->blocks) {
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i)) {
			if (!is_call(i))
				continue;
			if (!strcmp(call_name(i), "hgrd.alloc") ||
				!strcmp(call_name(i), "hgrd.sized") ||
				!strcmp(call_name(i), "hgrd.pitch"))
				vec_push(pass->arena, &root.allocs, i);
			if (!strcmp(call_name(i), pass->options->owed ? MEMBERS_OWED : "hgrd.launch"))
				vec_push(pass->arena, &calls, i);
			if (!strcmp(call_name(i), "hgrd.launch"))
				vec_push(pass->arena, &root.launches, i);
			if (!strcmp(call_name(i), MEMBERS_KNOWN) && pass->options->invariants)
				vec_push(pass->arena, &root.states, i);
		}
	}
	launch_call_list made = { 0 };
	vec_each(call, &calls) {
		if (pass->options->owed) {
			owed_fill(&root, *call);
			continue;
		}
		target_list targets = { 0 };
		targets_fill(pass, value_et(root.env, call_arg(*call, LAUNCH_CALLEE)),
			et_bool(pass->ets, true), &targets);
		vec_each(target, &targets) {
			struct launch_call one = { *call, launch_of(&root, *call, target) };
			vec_push(pass->arena, &made, one);
		}
	}
	leftovers_fill(&root, &made);
	presets_fill(&root, &made);
	dependents_fill(&root, &made);
	vec_each(one, &made) launch_add(pass, &one->launch);
	overlaps_fill(&root, &made);
}
