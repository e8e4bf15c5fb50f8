#include "kernelanalysis/async.h"

#include <stdlib.h>
#include <string.h>

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool constant(LLVMValueRef value, unsigned *number)
{
	if (!LLVMIsAConstantInt(value) || LLVMConstIntGetZExtValue(value) > INT32_MAX)
		return false;
	*number = (unsigned)LLVMConstIntGetZExtValue(value);
	return true;
}

static bool opcode_is(LLVMValueRef value, LLVMOpcode opcode)
{
	if (LLVMIsAInstruction(value))
		return LLVMGetInstructionOpcode(value) == opcode;
	return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == opcode;
}

/* The pointer that an address operand of inline PTX was made from; NULL: not plain. */
static LLVMValueRef pointer_of(LLVMValueRef value)
{
	while (opcode_is(value, LLVMTrunc) || opcode_is(value, LLVMZExt))
		value = LLVMGetOperand(value, 0);
	if (opcode_is(value, LLVMPtrToInt))
		value = LLVMGetOperand(value, 0);
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind ? value : NULL;
}

static const char *assembly_text(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length = 0;
	return callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : NULL;
}

/* The n-th operand of a statement's operand list: "[$0], [$1], $2" or numbers. */
static LLVMValueRef operand(LLVMValueRef call, const char *operands, unsigned n, unsigned *number)
{
	for (; n; n--) {
		operands = strchr(operands, ',');
		if (!operands)
			return NULL;
		operands++;
	}
	operands += strspn(operands, " \t[");
	bool placeholder = *operands == '$';
	operands += placeholder;
	operands += *operands == '{';
	char *end;
	unsigned long value = strtoul(operands, &end, 0);
	if (end == operands)
		return NULL;
	if (!placeholder) {
		*number = (unsigned)value;
		return NULL;
	}
	LLVMValueRef arg = value < call_args(call) ? call_arg(call, (unsigned)value) : NULL;
	if (arg)
		constant(arg, number);
	return arg;
}

static void assembly_copy(LLVMValueRef call, const char *operands, struct async_call *async)
{
	unsigned ignored = 0, filled = 0;
	LLVMValueRef to = operand(call, operands, 0, &ignored);
	LLVMValueRef from = operand(call, operands, 1, &ignored);
	operand(call, operands, 2, &async->size);
	if (!operand(call, operands, 3, &filled))
		filled = async->size;
	async->kind = ASYNC_COPY;
	async->to = to ? pointer_of(to) : NULL;
	async->from = from ? pointer_of(from) : NULL;
	async->known = async->to && async->from && async->size;
}

static const char *skip_space(const char *text)
{
	return text + strspn(text, " \t\n{");
}

static struct async_call assembly_async(LLVMValueRef call, const char *text)
{
	struct async_call async = { ASYNC_NONE };
	text = skip_space(text);
	const char *operands = text + strcspn(text, " \t;\n");
	const char *end = strchr(text, ';');
	if (!starts(text, "cp.async.") || starts(text, "cp.async.bulk") ||
		(end && end[1 + strspn(end + 1, " \t\n}")]))
		return async;
	async.known = true;
	if (starts(text, "cp.async.commit_group")) {
		async.kind = ASYNC_COMMIT;
	} else if (starts(text, "cp.async.wait_all")) {
		async.kind = ASYNC_WAIT_ALL;
	} else if (starts(text, "cp.async.wait_group")) {
		async.kind = ASYNC_WAIT;
		async.prior = ASYNC_MANY;
		operand(call, operands, 0, &async.prior);
	} else if (starts(text, "cp.async.ca") || starts(text, "cp.async.cg")) {
		assembly_copy(call, operands, &async);
	}
	return async;
}

struct async_call async_of_call(LLVMValueRef call)
{
	struct async_call async = { ASYNC_NONE };
	const char *name = call_name(call), *text = *name ? NULL : assembly_text(call);
	if (text)
		return assembly_async(call, text);
	async.bulk = starts(name, "__hgrd_bulk_");
	if ((!async.bulk && !starts(name, "__hgrd_async_")) || !strcmp(name, "__hgrd_async_bind"))
		return async;
	name += strlen(async.bulk ? "__hgrd_bulk_" : "__hgrd_async_");
	async.known = true;
	if (!strcmp(name, "commit")) {
		async.kind = ASYNC_COMMIT;
	} else if (!strcmp(name, "wait") || !strcmp(name, "wait_read")) {
		async.reads = name[strlen("wait")];
		async.kind = ASYNC_WAIT;
		async.known = constant(call_arg(call, 0), &async.prior);
	} else if (!strcmp(name, "wait_oldest")) {
		async.kind = ASYNC_WAIT_OLDEST;
	} else {
		async.kind = ASYNC_COPY;
		async.to = call_arg(call, 0);
		async.tensor = !strcmp(name, "tensor");
		async.known = constant(call_arg(call, 1), &async.size) && (async.size || async.tensor);
		async.from = call_args(call) > 2 ? call_arg(call, 2) : NULL;
		if (!strcmp(name, "reduce"))
			async.known &= constant(call_arg(call, 3), &async.reduces);
		else
			async.barrier = call_args(call) > 3 ? call_arg(call, 3) : NULL;
	}
	return async;
}

static bool binds(LLVMValueRef i)
{
	return LLVMIsACallInst(i) && !strcmp(call_name(i), "__hgrd_async_bind");
}

/* The first operation behind the copy that binds it to a barrier; NULL: there is none. */
static LLVMValueRef binding(const struct kernel *kernel, const struct access *copy)
{
	LLVMValueRef best = NULL;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!binds(i))
				continue;
			bool behind = instruction_dominates(kernel->func, copy->instruction, i) ||
				      (block_post_dominates(*block, copy->block) &&
					      (*block)->index > copy->block->index);
			if (behind && (!best || instruction_dominates(kernel->func, i, best)))
				best = i;
		}
	}
	return best;
}

void bindings_fill(struct kernel *kernel)
{
	vec_each(each, &kernel->accesses) {
		LLVMValueRef to = (*each)->async && !(*each)->bulk && !(*each)->bound
					  ? binding(kernel, *each)
					  : NULL;
		if (to)
			(*each)->bound = call_arg(to, 0);
	}
}

/* Commits as arrivals, waits for the oldest group as waits. */
static struct phased *pipeline_of(struct kernel *kernel)
{
	struct phased *pipeline = arena_alloc(kernel->arena, sizeof(*pipeline));
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			enum async_kind kind = call.kind;
			if (call.bulk || (kind != ASYNC_COMMIT && kind != ASYNC_WAIT_OLDEST))
				continue;
			struct sync *op = arena_alloc(kernel->arena, sizeof(*op));
			op->instruction = i;
			op->block = *block;
			op->arrives = kind == ASYNC_COMMIT;
			op->waits = !op->arrives;
			vec_push(kernel->arena, &pipeline->ops, op);
		}
	}
	return pipeline;
}

static bool waits_for_oldest(const struct phased *pipeline)
{
	vec_each(op, &pipeline->ops) {
		if ((*op)->waits)
			return true;
	}
	return false;
}

/* What a bound copy's barrier is made of; NULL: no barrier that is known. */
static const struct phased *bound_to(const struct kernel *kernel, const struct access *copy)
{
	vec_each(phased, &kernel->phased) {
		if ((*phased)->object == copy->bound && (*phased)->id != PHASED_EMPTY)
			return *phased;
	}
	return NULL;
}

static void count_pending(
	struct kernel *kernel, const struct phased *pipeline, struct access *copy)
{
	int ahead;
	copy->in_order = true;
	copy->pending = FLIGHT_MOST;
	if (pipeline && phased_ahead(kernel, pipeline, copy->instruction, &ahead) && ahead >= 0 &&
		ahead < FLIGHT_MOST)
		copy->pending = (unsigned)ahead;
	else if (copy->bound)
		copy->open = true;
	else
		kernel_unsupported(kernel, copy->instruction,
			"pipeline whose number of pending stages is not known");
}

LLVMValueRef flight_end(struct kernel *kernel, const struct access *copy)
{
	LLVMValueRef best = NULL;
	vec_each(block, &kernel->func->blocks) {
		if ((*block)->loop != copy->block->loop ||
			!(*block == copy->block || block_post_dominates(*block, copy->block)))
			continue;
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			bool all = call.kind == ASYNC_WAIT_ALL ||
				   (call.kind == ASYNC_WAIT && call.known && !call.prior);
			bool reads = call.reads && copy->type == ACCESS_WRITE;
			if (all && call.bulk == copy->bulk && !reads &&
				instruction_dominates(kernel->func, copy->instruction, i) &&
				(!best || instruction_dominates(kernel->func, i, best)))
				best = i;
		}
	}
	return best;
}

bool flight_never_ends(const struct kernel *kernel, const struct access *copy)
{
	if (copy->bound)
		return false;
	vec_each(block, &kernel->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			if (!LLVMIsACallInst(i))
				continue;
			struct async_call call = async_of_call(i);
			bool waits = call.kind == ASYNC_WAIT || call.kind == ASYNC_WAIT_ALL ||
				     call.kind == ASYNC_WAIT_OLDEST;
			if (waits && call.bulk == copy->bulk)
				return false;
		}
	}
	return true;
}

void flights_prepare(struct kernel *kernel)
{
	const struct phased *pipeline = pipeline_of(kernel);
	bool oldest = waits_for_oldest(pipeline);
	vec_each(each, &kernel->accesses) {
		struct access *copy = *each;
		if (copy->bulk)
			continue;
		if (copy->async && copy->bound)
			count_pending(kernel, bound_to(kernel, copy), copy);
		else if (copy->async && oldest)
			count_pending(kernel, pipeline, copy);
	}
}

/*
 * Where waits are for the oldest group, the state counts the groups that were pending when
 * the copy was issued: FLIGHT_COMMITTED plus those not waited for yet.
 */
static unsigned oldest_after(const struct access *copy, unsigned flight, enum async_kind kind)
{
	if (kind == ASYNC_COMMIT && flight == FLIGHT_ISSUED)
		return copy->pending < FLIGHT_MOST - FLIGHT_COMMITTED
			       ? FLIGHT_COMMITTED + copy->pending
			       : FLIGHT_MOST;
	if (kind == ASYNC_WAIT_OLDEST && flight == FLIGHT_COMMITTED)
		return 0;
	if (kind == ASYNC_WAIT_OLDEST && flight > FLIGHT_COMMITTED && flight < FLIGHT_MOST)
		return flight - 1;
	return kind == ASYNC_WAIT_ALL ? 0 : flight;
}

/* Is a bulk copy complete after the wait, by the thread that issued it, in the same round or later. */
static bool bulk_is_over(
	const struct kernel *kernel, const struct access *copy, const struct sync *wait)
{
	struct kernel *k = (struct kernel *)kernel;
	const struct et *phase = copy->expect ? copy->phase : NULL;
	const struct et *before = phased_before(k, wait->phased, true, wait->instruction);
	if (!wait->waits || !phase || !before || wait->phased->stays)
		return false;
	const struct et *lag = et_const(k->ets, 64, wait->phased->lag);
	const struct et *done = et_binary(k->ets, ET_SUB, ET_NSW, before, lag);
	return et_is_true(et_binary(k->ets, ET_SLE, 0, phase, done));
}

/* A copy bound to a barrier: the thread's arrival commits it, its waits are in order. */
static unsigned bound_after(
	const struct kernel *kernel, const struct access *copy, unsigned flight, LLVMValueRef call)
{
	const struct sync *sync = sync_at(kernel, call);
	if (!sync || copy->open || sync->kind != SYNC_PHASE || sync->phased->object != copy->bound ||
		sync->phased->id == PHASED_EMPTY)
		return flight;
	if (copy->bulk)
		return bulk_is_over(kernel, copy, sync) ? 0 : flight;
	if (sync->arrives)
		flight = oldest_after(copy, flight, ASYNC_COMMIT);
	return sync->waits ? oldest_after(copy, flight, ASYNC_WAIT_OLDEST) : flight;
}

/* Waits that leave the latest `prior` groups pending. */
static unsigned latest_after(unsigned flight, const struct async_call *async)
{
	switch (async->kind) {
	case ASYNC_COMMIT:
		return flight < FLIGHT_MOST ? flight + 1 : flight;
	case ASYNC_WAIT: {
		bool old = flight >= FLIGHT_COMMITTED && flight - FLIGHT_COMMITTED >= async->prior;
		return old ? 0 : flight;
	}
	case ASYNC_WAIT_ALL:
		return 0;
	case ASYNC_NONE:
	case ASYNC_COPY:
	case ASYNC_WAIT_OLDEST:
		break;
	}
	return flight;
}

unsigned flight_after(
	const struct kernel *kernel, const struct access *copy, unsigned flight, LLVMValueRef call)
{
	if (!LLVMIsACallInst(call))
		return flight;
	if (copy->bound)
		return bound_after(kernel, copy, flight, call);
	struct async_call async = async_of_call(call);
	if (async.bulk != copy->bulk || (async.reads && copy->type == ACCESS_WRITE))
		return flight;
	if (!copy->in_order)
		return latest_after(flight, &async);
	bool all = async.kind == ASYNC_WAIT && !async.prior && flight >= FLIGHT_COMMITTED;
	return oldest_after(copy, flight, all ? ASYNC_WAIT_ALL : async.kind);
}

bool flight_may_end(const struct kernel *kernel, const struct access *copy, LLVMValueRef call)
{
	const struct sync *sync = sync_at(kernel, call);
	return copy->open && sync && sync->kind == SYNC_PHASE && sync->waits &&
	       sync->phased->object == copy->bound && sync->phased->id != PHASED_EMPTY;
}

static bool has_conjunct(const struct et *term, const struct et *wanted)
{
	if (term == wanted)
		return true;
	return term->op == ET_AND && term->width == 1 &&
	       (has_conjunct(term->arg[0], wanted) || has_conjunct(term->arg[1], wanted));
}

bool flight_excludes(struct kernel *kernel, const struct access *copy, const struct block *from,
	const struct block *to)
{
	if (from->succs.n < 2)
		return false;
	const struct et *taken = value_edge(kernel->env, from, to);
	return has_conjunct(copy->guard, et_not(kernel->ets, taken));
}
