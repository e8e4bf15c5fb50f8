#include <llvm-c/Target.h>

#include "kernelanalysis/kernel.h"

/* What device variables begin with, as their initializers say it. */

enum { MOST_RUNS = 8 };

struct beginning {
	struct arena *arena;
	LLVMTargetDataRef layout;
	put_list *puts;
	bool unknown;
};

/* One more word, which a run of equal ones before it takes in. */
static void word_add(struct beginning *beginning, int64_t offset, int64_t size, unsigned width, uint64_t value)
{
	put_list *puts = beginning->puts;
	struct put_words *last = puts->n ? &puts->at[puts->n - 1] : NULL;
	if (last && last->end == offset && last->width == width && last->value == value) {
		last->end += size;
		return;
	}
	struct put_words put = { .offset = offset, .end = offset + size, .width = width, .placed = true,
		.surely = true, .known = true, .param = -1, .value = value };
	beginning->unknown |= puts->n >= MOST_RUNS;
	if (!beginning->unknown)
		vec_push(beginning->arena, puts, put);
}

static void constant_add(struct beginning *beginning, LLVMValueRef constant, int64_t offset);

static void parts_add(struct beginning *beginning, LLVMValueRef constant, int64_t offset)
{
	enum { MOST_PARTS = 4096 };
	LLVMTypeRef type = LLVMTypeOf(constant);
	bool array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
	unsigned n = array ? (unsigned)LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
	beginning->unknown |= n > MOST_PARTS;
	for (unsigned i = 0; i < n && !beginning->unknown; i++) {
		uint64_t at = array ? i * LLVMABISizeOfType(beginning->layout, LLVMGetElementType(type))
				    : LLVMOffsetOfElement(beginning->layout, type, i);
		constant_add(beginning, LLVMGetAggregateElement(constant, i), offset + (int64_t)at);
	}
}

static void constant_add(struct beginning *beginning, LLVMValueRef constant, int64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	int64_t size = (int64_t)LLVMABISizeOfType(beginning->layout, type);
	if (LLVMIsUndef(constant))
		return;
	if (LLVMIsNull(constant))
		word_add(beginning, offset, size, 8, 0);
	else if (LLVMIsAConstantInt(constant) && size <= 8)
		word_add(beginning, offset, size, (unsigned)(8 * size), LLVMConstIntGetZExtValue(constant));
	else if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind)
		parts_add(beginning, constant, offset);
}

void device_begins(void *device, struct arena *arena, const char *variable, put_list *puts)
{
	const struct module *module = device;
	LLVMValueRef global = LLVMGetNamedGlobal(module->llvm, variable);
	LLVMValueRef contents = global ? LLVMGetInitializer(global) : NULL;
	struct beginning beginning = { arena, LLVMGetModuleDataLayout(module->llvm), puts, false };
	if (contents)
		constant_add(&beginning, contents, 0);
	if (beginning.unknown)
		puts->n = 0;
}
