#include "hostanalysis/canonical/rewrite.h"
#include "hostanalysis/pass.h"

#include <string.h>

#include "base/ptrmap.h"

/* Kernels whose address goes where it is not followed, so that they may be launched from there. */

/* Does an instruction stand in a function that nothing calls any more, in a program that is all
 * here. */
static bool is_dead(const struct host_pass *pass, LLVMValueRef user)
{
	if (!pass->closed || !LLVMIsAInstruction(user))
		return false;
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
	return !LLVMGetFirstUse(function) && strcmp(value_name(function), "main") != 0;
}

static bool is_unread(const struct host_pass *pass, LLVMValueRef value, struct ptrmap *seen);

/* Does a use of a table's address read nothing: it is compared, or chosen and then compared, or a
 * constant that is no more. */
static bool is_no_read(const struct host_pass *pass, LLVMValueRef user, struct ptrmap *seen)
{
	bool chooses = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
	if (is_dead(pass, user) || LLVMIsAICmpInst(user) || ptrmap_get(seen, user))
		return true;
	ptrmap_set(seen, user, user);
	return (chooses || LLVMIsAConstant(user)) && is_unread(pass, user, seen);
}

/* A constant, or a table of the program's own, or a choice of such, that nothing reads any more. */
static bool is_unread(const struct host_pass *pass, LLVMValueRef value, struct ptrmap *seen)
{
	LLVMLinkage linkage =
		LLVMIsAGlobalVariable(value) ? LLVMGetLinkage(value) : LLVMPrivateLinkage;
	bool own = linkage == LLVMPrivateLinkage || linkage == LLVMInternalLinkage;
	if (!own || LLVMIsAFunction(value))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
		if (!is_no_read(pass, LLVMGetUser(use), seen))
			return false;
	return true;
}

/* Does a kernel's address go anywhere but into launches, comparisons and known calls. */
static bool escapes(
	const struct host_pass *pass, LLVMValueRef value, struct ptrmap *seen, struct loc *loc)
{
	if (ptrmap_get(seen, value))
		return false;
	ptrmap_set(seen, value, value);
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsAICmpInst(user) || is_dead(pass, user))
			continue;
		if (is_call(user) &&
			(!strncmp(call_name(user), "hgrd.", 5) || api_find(call_name(user)) >= 0))
			continue;
		if (is_listed(user) ||
			(LLVMIsAConstant(user) && is_unread(pass, user, ptrmap_new(pass->arena))))
			continue;
		bool choice = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
		if (choice && !escapes(pass, user, seen, loc))
			continue;
		if (LLVMIsAInstruction(user))
			*loc = instruction_loc(pass->arena, user);
		return true;
	}
	return false;
}

static bool is_launched(const struct host *host, const char *kernel)
{
	vec_each(launch, &host->launches)
		if (launch->kernel && !launch->unreached && !strcmp(launch->kernel, kernel))
			return true;
	return false;
}

void escapes_fill(struct host_pass *pass)
{
	vec_each(each, &pass->stubs) {
		struct host_escape escape = { .kernel = (*each)->kernel,
			.reason = "the kernel's address is stored or passed on",
			.listed = is_launched(pass->host, (*each)->kernel) };
		if ((*each)->llvm &&
			escapes(pass, (*each)->llvm, ptrmap_new(pass->arena), &escape.loc))
			vec_push(pass->arena, &pass->host->escapes, escape);
	}
}

const struct host_escape *host_escape_of(const struct host *host, const char *kernel)
{
	vec_each(escape, &host->escapes)
		if (!strcmp(escape->kernel, kernel))
			return escape;
	return NULL;
}
