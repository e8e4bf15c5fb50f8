#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

#include "base/ptrmap.h"

/*
 * Ways that meet and part again (jump threading): where a block only asks by which way it was come to, as the end of a
 * scope, of a function that says whether it failed, or which class an object has, ways whose answer is known go on to where
 * it leads. What was read before then dominates what is read behind. Values that such a block chooses are kept in slots,
 * which LLVM's sroa turns into values again.
 */

enum { MOST_BLOCKS = 4000, MOST_ROUNDS = 4 };

/* A block with a branch on `phi`, or on phi == `value`: of pointers, `value` bytes behind the table of a class. */
struct fork {
	struct host_pass *pass;
	LLVMBasicBlockRef block;
	LLVMValueRef phi, branch, table; /* NULL: of integers */
	uint64_t value;
	bool negated;
};

/* The table of a class that a pointer points into; NULL: it is no such constant. */
static LLVMValueRef table_of(struct host_pass *pass, LLVMValueRef pointer, uint64_t *offset)
{
	int64_t bytes = 0;
	LLVMValueRef base = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind && LLVMIsAConstant(pointer)
				    ? pointer_base(pass, pointer, &bytes) : NULL;
	*offset = (uint64_t)bytes;
	return base && LLVMIsAGlobalVariable(base) && !strncmp(value_name(base), "_ZTV", 4) ? base : NULL;
}

static bool is_marker(LLVMValueRef i)
{
	return is_call(i) && !strncmp(call_name(i), "llvm.lifetime.end", 17);
}

static bool is_phi_of(LLVMValueRef value, LLVMBasicBlockRef block)
{
	return LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == block;
}

static bool is_only_use(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	return use && !LLVMGetNextUse(use);
}

/* !x */
static bool is_denial(LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMXor &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1 && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
}

static bool condition_read(struct fork *fork, LLVMValueRef cond)
{
	fork->phi = cond;
	fork->value = 1;
	fork->table = NULL;
	fork->negated = false;
	if (is_phi_of(cond, fork->block))
		return true;
	if (is_denial(cond) && LLVMGetInstructionParent(cond) == fork->block && is_only_use(cond)) {
		fork->phi = LLVMGetOperand(cond, 0);
		fork->negated = true;
		return is_phi_of(fork->phi, fork->block);
	}
	if (!LLVMIsAICmpInst(cond) || LLVMGetInstructionParent(cond) != fork->block || !is_only_use(cond))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(cond);
	fork->phi = LLVMGetOperand(cond, 0);
	fork->table = table_of(fork->pass, LLVMGetOperand(cond, 1), &fork->value);
	if (!fork->table && !LLVMIsAConstantInt(LLVMGetOperand(cond, 1)))
		return false;
	if (!fork->table)
		fork->value = LLVMConstIntGetZExtValue(LLVMGetOperand(cond, 1));
	fork->negated = predicate == LLVMIntNE;
	return is_phi_of(fork->phi, fork->block) &&
	       (predicate == LLVMIntEQ || predicate == LLVMIntNE);
}

static bool fork_read(struct fork *fork, LLVMBasicBlockRef block)
{
	fork->block = block;
	fork->branch = LLVMGetBasicBlockTerminator(block);
	if (!LLVMIsABranchInst(fork->branch) || !LLVMIsConditional(fork->branch) ||
		!condition_read(fork, LLVMGetCondition(fork->branch)))
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
		if (!LLVMIsAPHINode(i) && i != LLVMGetCondition(fork->branch) && i != fork->branch &&
			!is_marker(i))
			return false;
	return true;
}

/* Where the fork leads by that way; NULL: not known. */
static LLVMBasicBlockRef leads_to(const struct fork *fork, unsigned way)
{
	LLVMValueRef value = LLVMGetIncomingValue(fork->phi, way);
	uint64_t number;
	LLVMValueRef table = table_of(fork->pass, value, &number);
	if (fork->table ? !table : !LLVMIsAConstantInt(value))
		return NULL;
	number = table ? number : LLVMConstIntGetZExtValue(value);
	bool holds = (number == fork->value && table == fork->table) != fork->negated;
	return LLVMGetSuccessor(fork->branch, holds ? 0 : 1);
}

static void reach_without(struct ptrmap *seen, LLVMBasicBlockRef from, LLVMBasicBlockRef without, value_list *stack,
	struct arena *arena)
{
	stack->n = 0;
	vec_push(arena, stack, (LLVMValueRef)(void *)from);
	while (stack->n) {
		LLVMBasicBlockRef block = (LLVMBasicBlockRef)(void *)stack->at[--stack->n];
		if (block == without || ptrmap_get(seen, block))
			continue;
		ptrmap_set(seen, block, block);
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
			vec_push(arena, stack, (LLVMValueRef)(void *)LLVMGetSuccessor(last, i));
	}
}

/* Does every way to `block` lead through `through`. */
static bool is_behind(LLVMBasicBlockRef block, LLVMBasicBlockRef through)
{
	struct arena *scratch = arena_new();
	struct ptrmap *seen = ptrmap_new(scratch);
	value_list stack = { 0 };
	LLVMValueRef function = LLVMGetBasicBlockParent(block);
	reach_without(seen, LLVMGetEntryBasicBlock(function), through, &stack, scratch);
	bool behind = !ptrmap_get(seen, block);
	arena_free(scratch);
	return behind;
}

/* No header of a loop, and no way back to one. */
static bool is_in_order(const struct fork *fork)
{
	for (unsigned i = 0; i < LLVMCountIncoming(fork->phi); i++)
		if (is_behind(LLVMGetIncomingBlock(fork->phi, i), fork->block))
			return false;
	for (unsigned i = 0; i < 2; i++)
		if (is_behind(fork->block, LLVMGetSuccessor(fork->branch, i)))
			return false;
	return true;
}

/* Is what the ways bring there before they end, not made by a call that ends them. */
static bool can_keep(const struct fork *fork)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(fork->block); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			if (LLVMIsAInvokeInst(LLVMGetIncomingValue(phi, i)) &&
				LLVMGetIncomingValue(phi, i) ==
					LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)))
				return false;
	return true;
}

/* Can the way's last branch go to `to` instead. */
static bool can_turn(const struct fork *fork, LLVMBasicBlockRef way, LLVMBasicBlockRef to)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(way);
	unsigned edges = 0;
	if (!LLVMIsABranchInst(last) && !LLVMIsASwitchInst(last))
		return false;
	for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
		edges += LLVMGetSuccessor(last, i) == fork->block;
		if (LLVMGetSuccessor(last, i) == to)
			return false;
	}
	return edges == 1;
}

/* Values in slots. */

static bool stays(const struct fork *fork, LLVMValueRef user, LLVMValueRef phi)
{
	if (LLVMGetInstructionParent(user) == fork->block)
		return true;
	if (!LLVMIsAPHINode(user))
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
		if (LLVMGetIncomingValue(user, i) == phi && LLVMGetIncomingBlock(user, i) != fork->block)
			return false;
	return true;
}

static LLVMValueRef load_before(LLVMBuilderRef b, LLVMValueRef place, LLVMValueRef phi, LLVMValueRef slot)
{
	LLVMPositionBuilderBefore(b, place);
	return LLVMBuildLoad2(b, LLVMTypeOf(phi), slot, "");
}

static void use_slot(LLVMBuilderRef b, const struct fork *fork, LLVMValueRef user, LLVMValueRef phi, LLVMValueRef slot)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
		LLVMValueRef place = user;
		if (LLVMGetOperand(user, i) != phi)
			continue;
		if (LLVMIsAPHINode(user)) {
			LLVMBasicBlockRef way = LLVMGetIncomingBlock(user, i);
			if (way == fork->block)
				continue;
			place = LLVMGetBasicBlockTerminator(way);
		}
		LLVMSetOperand(user, i, load_before(b, place, phi, slot));
	}
}

static void phi_keep(LLVMBuilderRef b, struct arena *arena, const struct fork *fork, LLVMValueRef phi)
{
	value_list users = { 0 };
	for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use))
		if (!stays(fork, LLVMGetUser(use), phi))
			vec_push(arena, &users, LLVMGetUser(use));
	if (!users.n)
		return;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(fork->block));
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
	LLVMValueRef slot = LLVMBuildAlloca(b, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
		LLVMBuildStore(b, LLVMGetIncomingValue(phi, i), slot);
	}
	vec_each(user, &users) use_slot(b, fork, *user, phi, slot);
}

/* Turning ways. */

static LLVMValueRef brought_by(LLVMValueRef value, const struct fork *fork, LLVMBasicBlockRef way)
{
	return is_phi_of(value, fork->block) ? phi_value_from(value, way) : value;
}

static void phis_extend(const struct fork *fork, LLVMBasicBlockRef way, LLVMBasicBlockRef to)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(to); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
		for (unsigned k = 0, n = LLVMCountIncoming(i); k < n; k++) {
			if (LLVMGetIncomingBlock(i, k) != fork->block)
				continue;
			LLVMValueRef value = brought_by(LLVMGetIncomingValue(i, k), fork, way);
			LLVMAddIncoming(i, &value, &way, 1);
			break;
		}
	}
}

static void way_turn(LLVMBuilderRef b, struct fork *fork, LLVMBasicBlockRef way, LLVMBasicBlockRef to)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(way);
	phis_extend(fork, way, to);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
		if (LLVMGetSuccessor(last, i) == fork->block)
			LLVMSetSuccessor(last, i, to);
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(fork->block); LLVMIsAPHINode(i); i = next) {
		next = LLVMGetNextInstruction(i);
		LLVMValueRef less = phi_without(b, i, way);
		fork->phi = fork->phi == i ? less : fork->phi;
	}
}

/* Turns ways until one is left, or those whose answer is not known. */
static bool fork_open(struct host_pass *pass, LLVMBuilderRef b, struct fork *fork)
{
	bool turned = false;
	unsigned known = 0;
	for (unsigned i = 0; i < LLVMCountIncoming(fork->phi); i++)
		known += leads_to(fork, i) && can_turn(fork, LLVMGetIncomingBlock(fork->phi, i), leads_to(fork, i));
	if (!known || LLVMCountIncoming(fork->phi) < 2 || !can_keep(fork) || !is_in_order(fork))
		return false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(fork->block); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		phi_keep(b, pass->arena, fork, i);
	for (unsigned i = 0; i < LLVMCountIncoming(fork->phi) && LLVMCountIncoming(fork->phi) > 1;) {
		LLVMBasicBlockRef way = LLVMGetIncomingBlock(fork->phi, i), to = leads_to(fork, i);
		if (!to || !can_turn(fork, way, to)) {
			i++;
			continue;
		}
		way_turn(b, fork, way, to);
		turned = true;
	}
	LLVMBasicBlockRef to = leads_to(fork, 0);
	if (LLVMCountIncoming(fork->phi) == 1 && to)
		LLVMSetCondition(fork->branch,
			LLVMConstInt(LLVMInt1TypeInContext(pass->module->context),
				to == LLVMGetSuccessor(fork->branch, 0), false));
	return turned;
}

static bool launches(LLVMValueRef function)
{
	unsigned blocks = 0;
	bool any = false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		blocks++;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !any; i = LLVMGetNextInstruction(i))
			any = is_call(i) && !strcmp(call_name(i), "hgrd.launch");
	}
	return any && blocks <= MOST_BLOCKS;
}

static bool function_open(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef function)
{
	bool turned = false;
	struct fork fork = { .pass = pass };
	scope_ends_move(pass, b, function);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		if (fork_read(&fork, block))
			turned |= fork_open(pass, b, &fork);
	return turned;
}

bool ways_part(struct host_pass *pass, const char *passes, const char **error)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(pass->module->context);
	bool fine = true, turned = true;
	for (unsigned round = 0; fine && turned && round < MOST_ROUNDS; round++) {
		turned = false;
		for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f))
			turned |= !LLVMIsDeclaration(f) && launches(f) && function_open(pass, b, f);
		fine = !turned || module_run(pass->arena, pass->module, passes, error);
	}
	LLVMDisposeBuilder(b);
	return fine;
}
