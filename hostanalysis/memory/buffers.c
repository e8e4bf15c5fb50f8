#include "hostanalysis/canonical/uses.h"
#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

#include "base/ptrmap.h"

/* The uses of an allocation in a root. */

struct uses {
	struct root *root;
	struct buffer *buffer;
	struct ptrmap *seen;
	value_list work;
};

static bool begins_program(const struct root *root)
{
	return !strcmp(value_name(root->llvm), "main");
}

/* An array or structure of the unit's own that is no variable of the device: in main(), which runs once, it is like a local one. */
static bool is_static(const struct root *root, LLVMValueRef value)
{
	if (!LLVMIsAGlobalVariable(value) || LLVMGetLinkage(value) != LLVMInternalLinkage || LLVMIsGlobalConstant(value) || LLVMIsThreadLocal(value))
		return false;
	LLVMValueRef contents = LLVMGetInitializer(value);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMGlobalGetValueType(value));
	return contents && !LLVMIsUndef(contents) && (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind) && begins_program(root);
}

static bool is_buffer(const struct root *root, LLVMValueRef value)
{
	int size, count;
	if (LLVMIsAAllocaInst(value) || is_table(value) || is_static(root, value))
		return true;
	return is_call(value) && (!strcmp(call_name(value), "hgrd.alloc") ||
					 host_allocator(call_name(value), &size, &count));
}

/* The one pointer that a choice takes; NULL: there are several. */
static LLVMValueRef only_source(LLVMValueRef choice)
{
	LLVMValueRef source = NULL;
	unsigned n = (unsigned)LLVMGetNumOperands(choice);
	for (unsigned i = LLVMIsASelectInst(choice) ? 1 : 0; i < n; i++) {
		LLVMValueRef value = LLVMGetOperand(choice, i);
		if (LLVMIsNull(value) || value == source || value == choice)
			continue;
		if (source)
			return NULL;
		source = value;
	}
	return source;
}

/* Adds what the pointer is a step from or chosen among; false: it is neither. */
static bool sources_add(struct arena *arena, value_list *list, LLVMValueRef pointer)
{
	unsigned first = LLVMIsASelectInst(pointer) ? 1 : 0, n = (unsigned)LLVMGetNumOperands(pointer);
	if (!LLVMIsAGetElementPtrInst(pointer) && !LLVMIsAPHINode(pointer) && !LLVMIsASelectInst(pointer))
		return false;
	for (unsigned i = first; i < (LLVMIsAGetElementPtrInst(pointer) ? 1 : n); i++) {
		LLVMValueRef source = LLVMGetOperand(pointer, i);
		bool known = LLVMIsNull(source);
		vec_each(other, list)
			known |= *other == source;
		if (!known)
			vec_push(arena, list, source);
	}
	return true;
}

LLVMValueRef buffer_around(struct root *root, LLVMValueRef pointer)
{
	enum { MOST = 32 };
	value_list list = { 0 };
	LLVMValueRef buffer = NULL;
	vec_push(root->pass->arena, &list, pointer);
	for (size_t i = 0; i < list.n; i++) {
		if (list.n > MOST)
			return NULL;
		if (sources_add(root->pass->arena, &list, list.at[i]))
			continue;
		LLVMValueRef one = buffer_start(root, list.at[i]);
		if (!one || (buffer && buffer != one))
			return NULL;
		buffer = one;
	}
	return buffer;
}

LLVMValueRef buffer_start(struct root *root, LLVMValueRef pointer)
{
	enum { MOST_STEPS = 16 };
	for (unsigned i = 0; pointer && i < MOST_STEPS; i++) {
		int64_t offset = 0;
		if (is_buffer(root, pointer))
			return pointer;
		LLVMValueRef base = pointer_base(root->pass, pointer, &offset);
		if (base != pointer && offset)
			return NULL;
		if (base == pointer && !LLVMIsAPHINode(pointer) && !LLVMIsASelectInst(pointer))
			return NULL;
		pointer = base == pointer ? only_source(pointer) : base;
	}
	return NULL;
}

static void follow(struct uses *uses, LLVMValueRef value)
{
	if (ptrmap_get(uses->seen, value))
		return;
	ptrmap_set(uses->seen, value, value);
	vec_push(uses->root->pass->arena, &uses->work, value);
}

/* Is a number made of the address only compared with, or taken from, others. */
static bool is_measured(LLVMValueRef number, unsigned depth)
{
	enum { MOST_PHIS = 4 };
	for (LLVMUseRef u = LLVMGetFirstUse(number); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		bool difference = LLVMIsABinaryOperator(user) &&
				  LLVMGetInstructionOpcode(user) == LLVMSub;
		bool same = LLVMIsAPHINode(user) && depth < MOST_PHIS && is_measured(user, depth + 1);
		if (!difference && !same && !LLVMIsAICmpInst(user))
			return false;
	}
	return true;
}

/* What the launch passes; false: it is not known. */
static bool passed_of(struct root *root, LLVMValueRef call, unsigned arg, const struct site **site, const struct stub **stub)
{
	LLVMValueRef callee = call_arg(call, LAUNCH_CALLEE);
	*site = root->pass->sites.at[LLVMConstIntGetZExtValue(call_arg(call, LAUNCH_SITE))];
	*stub = LLVMIsAFunction(callee) ? stub_find(root->pass, callee) : NULL;
	return *stub && (*stub)->understood && (*site)->args_known && arg >= LAUNCH_ARGS &&
	       arg - LAUNCH_ARGS < (*site)->leaves.n;
}

/* Is the value at that place of a launch a part of the parameter. */
static bool is_part(const struct site *site, const struct stub_param *param, unsigned number, unsigned at, unsigned *offset)
{
	size_t run = site->by_array ? number : (size_t)param->byval;
	if (param->indirect && !site->by_array && !site->stub)
		return false;
	if (site->by_array || param->byval >= 0) {
		*offset = site->leaves.at[at].offset;
		return run < site->first.n && site->first.at[run] <= at &&
		       at < (run + 1 < site->first.n ? site->first.at[run + 1] : site->leaves.n);
	}
	vec_each(piece, &param->pieces) {
		*offset = piece->offset;
		if (piece->arg < site->first.n && site->first.at[piece->arg] == at)
			return true;
	}
	return false;
}

bool launch_place_of(struct root *root, LLVMValueRef call, unsigned arg, struct launch_place *place)
{
	const struct site *site;
	const struct stub *stub;
	if (!passed_of(root, call, arg, &site, &stub))
		return false;
	for (unsigned i = 0; i < stub->params.n; i++) {
		place->param = i;
		if (is_part(site, &stub->params.at[i], i, arg - LAUNCH_ARGS, &place->offset))
			return true;
	}
	return false;
}

static bool is_whole(const struct stub_param *param)
{
	return param->size == sizeof(void *) ||
	       (param->pieces.n == 1 && !param->pieces.at[0].offset &&
		       param->pieces.at[0].width == 8 * param->size);
}

/* The parameter that the value at that place of a launch is, when it is a pointer or number by itself; -1: none. */
static int launched_param(const struct site *site, const struct stub *stub, unsigned at)
{
	for (unsigned i = 0; i < stub->params.n; i++) {
		const struct stub_param *param = &stub->params.at[i];
		if (!is_whole(param) || param->byval >= 0)
			continue;
		if (site->by_array && i < site->first.n && site->first.at[i] == at &&
			site->leaves.at[at].offset == 0 && param->type &&
			LLVMGetTypeKind(param->type) == LLVMPointerTypeKind)
			return (int)i;
		vec_each(piece, &param->pieces)
			if (!site->by_array && !piece->offset && piece->arg < site->first.n &&
				site->first.at[piece->arg] == at)
				return (int)i;
	}
	return -1;
}

int launch_param_of(struct root *root, LLVMValueRef call, unsigned arg)
{
	const struct site *site;
	const struct stub *stub;
	return passed_of(root, call, arg, &site, &stub) ? launched_param(site, stub, arg - LAUNCH_ARGS) : -1;
}

LLVMValueRef launch_value_of(struct root *root, LLVMValueRef call, int param)
{
	for (unsigned i = LAUNCH_ARGS; param >= 0 && i < call_args(call); i++)
		if (launch_param_of(root, call, i) == param)
			return call_arg(call, i);
	return NULL;
}

bool launch_writes(struct root *root, LLVMValueRef call, LLVMValueRef pointer)
{
	const struct host_options *options = root->pass->options;
	LLVMValueRef callee = call_arg(call, LAUNCH_CALLEE);
	const struct stub *stub = LLVMIsAFunction(callee) ? stub_find(root->pass, callee) : NULL;
	if (is_table(pointer))
		return false;
	if (!stub || !options->spares)
		return true;
	for (unsigned i = LAUNCH_ARGS; i < call_args(call); i++) {
		if (call_arg(call, i) != pointer)
			continue;
		struct launch_place place;
		if (!launch_place_of(root, call, i, &place) ||
			!options->spares(options->settled_data, stub->kernel, place.param, place.offset))
			return true;
	}
	return false;
}

static bool has_attribute(LLVMValueRef call, unsigned arg, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef target = call_target(call);
	bool declared = target && arg < LLVMCountParams(target) &&
			LLVMGetEnumAttributeAtIndex(target, arg + 1, kind);
	return declared || LLVMGetCallSiteEnumAttribute(call, arg + 1, kind);
}

/* Does the callee keep no copy of the pointer: captures(none), which is encoded as 0. */
static bool keeps_nothing(LLVMValueRef call, unsigned arg)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("captures", 8);
	LLVMValueRef target = call_target(call);
	LLVMAttributeRef of[] = {
		target && arg < LLVMCountParams(target)
			? LLVMGetEnumAttributeAtIndex(target, arg + 1, kind)
			: NULL,
		LLVMGetCallSiteEnumAttribute(call, arg + 1, kind)
	};
	for (unsigned i = 0; i < 2; i++)
		if (of[i] && !LLVMGetEnumAttributeValue(of[i]))
			return true;
	return false;
}

/* Is it the range of one of the library's functions that put elements into another order; what they call may not be known. */
static bool only_permutes(LLVMValueRef call, unsigned arg)
{
	LLVMValueRef target = call_target(call);
	return arg < 2 && target && permuted_size(target);
}

static bool only_reads(LLVMValueRef call, unsigned arg)
{
	return has_attribute(call, arg, "readonly") || has_attribute(call, arg, "readnone");
}

/* Functions that end the life of the memory, or look at where it lies. */
static bool is_end(const char *name)
{
	static const char *const names[] = { "hgrd.computed", "hgrd.sorted", "free", "cudaFree", "cudaFreeAsync", "cudaFreeHost",
		"cudaMemPrefetchAsync", "cudaMemAdvise", "cudaPointerGetAttributes", "_ZdlPv", "_ZdaPv",
		"_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.assume", 11);
}

static void argument_add(struct uses *uses, LLVMValueRef call, unsigned arg, LLVMValueRef pointer)
{
	struct arena *arena = uses->root->pass->arena;
	struct buffer *buffer = uses->buffer;
	const char *name = call_name(call);
	bool copy = is_block_copy(name);
	bool looks = call_has_no_effect(call) &&
		     LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind;
	if (is_end(name) || looks || is_copied_from(call, arg))
		return;
	if (copy && arg == 0)
		vec_push(arena, &buffer->copies, call);
	else if (!strcmp(name, "hgrd.launch") && launch_writes(uses->root, call, pointer))
		vec_push(arena, &buffer->others, call);
	else if (!strcmp(name, "hgrd.launch"))
		vec_push(arena, &buffer->reads, call);
	else if (!keeps_nothing(call, arg) && !only_permutes(call, arg))
		buffer->escapes = true;
	else if (!only_reads(call, arg))
		vec_push(arena, &buffer->others, call);
}

/* Is it in a function that has gone into its callers, the program beginning with this one: of a static array, one that no other unit may call. */
static bool is_left_over(struct root *root, LLVMValueRef base, LLVMValueRef user)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
	if (!is_table(base) && LLVMGetLinkage(function) != LLVMInternalLinkage)
		return false;
	return function != root->llvm && begins_program(root) && !LLVMGetFirstUse(function);
}

static void use_add(struct uses *uses, LLVMValueRef user, LLVMValueRef pointer)
{
	struct arena *arena = uses->root->pass->arena;
	struct buffer *buffer = uses->buffer;
	bool inside = LLVMIsAInstruction(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(
							  user)) == uses->root->llvm;
	if (LLVMIsAConstantExpr(user))
		follow(uses, user);
	else if (LLVMIsAGlobalVariable(buffer->base) && is_left_over(uses->root, buffer->base, user))
		return;
	else if (!inside)
		buffer->escapes = true;
	else if (!instruction_block(uses->root->func, user) || LLVMIsALoadInst(user) ||
		 LLVMIsAICmpInst(user))
		return;
	else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
		follow(uses, user);
	else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
		vec_push(arena, &buffer->stores, user);
	else if (LLVMIsAPtrToIntInst(user) && is_measured(user, 0))
		return;
	else if (!is_call(user) || LLVMGetCalledValue(user) == pointer)
		buffer->escapes = true;
	else
		for (unsigned i = 0; i < call_args(user); i++)
			if (call_arg(user, i) == pointer)
				argument_add(uses, user, i, pointer);
}

struct buffer *buffer_of(struct root *root, LLVMValueRef base)
{
	struct buffer *buffer = ptrmap_get(root->buffers, base);
	if (buffer)
		return buffer;
	buffer = arena_alloc(root->pass->arena, sizeof(*buffer));
	buffer->base = base;
	ptrmap_set(root->buffers, base, buffer);
	struct uses uses = { root, buffer, ptrmap_new(root->pass->arena), { 0 } };
	follow(&uses, base);
	while (uses.work.n && !buffer->escapes) {
		LLVMValueRef pointer = uses.work.at[--uses.work.n];
		for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
			use_add(&uses, LLVMGetUser(u), pointer);
	}
	return buffer;
}
