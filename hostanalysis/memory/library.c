#include "hostanalysis/memory/contents.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "hostanalysis/canonical/rewrite.h"

/*
 * What the host has a library compute in memory of the device: places by scans, numbers in turn, permutations. hgrd.computed(pointer)
 * before the call says so, as long as the call has its name.
 */

#define COMPUTED "hgrd.computed"

struct computes {
	const char *class, *name;
	unsigned most, which;
};

static const struct computes rows[] = {
#define COMPUTES(class, name, most, which) { class, name, most, which },
#include "hostanalysis/memory/library.def"
#undef COMPUTES
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), POINTERS = 8 };

/* The next name of a nested one in the Itanium ABI's mangling, 3foo; NULL: none. */
static const char *name_next(const char **at, size_t *length)
{
	char *end = NULL;
	unsigned long n = **at >= '1' && **at <= '9' ? strtoul(*at, &end, 10) : 0;
	if (!n || strlen(end) < n)
		return NULL;
	*at = end + n;
	*length = n;
	return end;
}

static bool is_name(const char *text, size_t length, const char *name)
{
	return strlen(name) == length && !strncmp(text, name, length);
}

/* The class, or namespace, and name of a function of the libraries; false: it is none. */
static bool library_name(const char *mangled, char *class, char *name, size_t room)
{
	const char *at = mangled, *text;
	size_t length, n = 0;
	class[0] = name[0] = '\0';
	if (strncmp(at, "_ZN", 3))
		return false;
	at += 3;
	while ((text = name_next(&at, &length)) && length < room) {
		if (!n++ && !is_name(text, length, "thrust") && !is_name(text, length, "cub"))
			return false;
		memcpy(class, name, room);
		memcpy(name, text, length);
		name[length] = '\0';
	}
	return n >= 2;
}

static bool is_reference(LLVMValueRef call, unsigned arg)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
	return LLVMGetCallSiteEnumAttribute(call, arg + 1, kind) != NULL;
}

static unsigned pointers_of(LLVMValueRef call, LLVMValueRef *pointers)
{
	unsigned n = 0;
	for (unsigned i = 0; i < call_args(call) && n < POINTERS; i++) {
		LLVMValueRef arg = call_arg(call, i);
		if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind && !is_reference(call, i))
			pointers[n++] = arg;
	}
	return n;
}

static void computed_put(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef pointer)
{
	LLVMTypeRef type = type_ptr(pass);
	LLVMTypeRef none = LLVMVoidTypeInContext(pass->module->context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	own_call(b, own_function(pass, COMPUTED, none, 1, &type, false), &pointer, 1, "");
}

static void call_mark(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef call)
{
	enum { ROOM = 64 };
	char class[ROOM], name[ROOM];
	LLVMValueRef pointers[POINTERS];
	if (!is_call(call) || !library_name(call_name(call), class, name, ROOM))
		return;
	unsigned n = pointers_of(call, pointers);
	for (size_t row = 0; row < ROWS; row++) {
		const struct computes *r = &rows[row];
		if (strcmp(r->name, name) || (*r->class && strcmp(r->class, class)) ||
			(r->most && r->most != n))
			continue;
		for (unsigned i = 0; i < n; i++)
			if (r->which >> i & 1)
				computed_put(pass, b, call, pointers[i]);
	}
}

void libraries_mark(struct host_pass *pass)
{
	functions_rewrite(pass, call_mark);
	functions_rewrite(pass, sorts_mark);
}

static bool is_computed(struct root *root, LLVMValueRef pointer, LLVMValueRef at)
{
	struct filling none = { 0 };
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		none.write = user;
		if (is_call(user) && !strcmp(call_name(user), COMPUTED) &&
			instruction_block(root->func, user) &&
			comes_between(root, &none, user, at))
			return true;
	}
	return false;
}

/* Where a pointer is found: so many bytes into an object, and how many bytes of it the pointer may lie in. */
struct kept {
	LLVMValueRef object; /* NULL: not in one */
	int64_t from, bytes;
};

/* An object of the library (a vector) that is asked for its memory, or the one that the pointer is read from. */
static struct kept kept_in(struct host_pass *pass, LLVMValueRef pointer)
{
	enum { ROOM = 64 };
	char class[ROOM], name[ROOM];
	struct kept kept = { NULL, 0, 1 };
	LLVMValueRef at = LLVMIsALoadInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
	bool asked = is_call(pointer) && call_args(pointer) == 1 && is_reference(pointer, 0);
	if (asked && library_name(call_name(pointer), class, name, ROOM)) {
		unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", 15);
		at = call_arg(pointer, 0);
		kept.bytes = (int64_t)LLVMGetEnumAttributeValue(LLVMGetCallSiteEnumAttribute(pointer, 1, kind));
	}
	if (at)
		kept.object = pointer_base(pass, at, &kept.from);
	return kept;
}

/* A variable that the pointer is read from is taken to hold the same one wherever it is read. */
bool library_computed(struct root *root, LLVMValueRef pointer, LLVMValueRef at)
{
	if (is_computed(root, pointer, at))
		return true;
	LLVMValueRef function = LLVMGetNamedFunction(root->pass->module->llvm, COMPUTED);
	struct kept mine = kept_in(root->pass, pointer);
	for (LLVMUseRef use = function && mine.object ? LLVMGetFirstUse(function) : NULL; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_call(user) || !instruction_block(root->func, user))
			continue;
		struct kept other = kept_in(root->pass, call_arg(user, 0));
		if (other.object == mine.object && other.from < mine.from + mine.bytes && mine.from < other.from + other.bytes &&
			is_computed(root, call_arg(user, 0), at))
			return true;
	}
	return false;
}
