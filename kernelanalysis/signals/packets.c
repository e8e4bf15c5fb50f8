#include "kernelanalysis/pairs/order.h"

#include <string.h>

#include "kernelanalysis/ptx/asm.h"

/*
 * Packets: one volatile vector access of inline PTX carries data beside the flags that say it has
 * come, and who waits reads all of it again in each round until the flags are there (NCCL's LL and
 * LL128 protocols). The words of a packet are strong accesses like its flags, so what is written
 * and read of them by such vectors is no race. They order nothing else.
 */

enum { MOST_ELEMENTS = 8 };

unsigned packet_element(LLVMValueRef access)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
	unsigned kind = LLVMGetMDKindIDInContext(
		context, ASM_VECTOR_KIND, (unsigned)strlen(ASM_VECTOR_KIND));
	LLVMValueRef node = LLVMGetMetadata(access, kind), part[2];
	if (!node || LLVMGetMDNodeNumOperands(node) != 2)
		return 0;
	LLVMGetMDNodeOperands(node, part);
	return (unsigned)(LLVMConstIntGetZExtValue(part[1]) * MOST_ELEMENTS +
			  LLVMConstIntGetZExtValue(part[0]));
}

/* The element before or behind this one; NULL: it is not there. */
static struct access *next_element(
	const struct kernel *kernel, const struct access *access, bool back)
{
	unsigned wanted = (access->packet & ~PACKET_AWAITED) + (back ? -1U : 1);
	LLVMValueRef i = access->instruction;
	do
		i = back ? LLVMGetPreviousInstruction(i) : LLVMGetNextInstruction(i);
	while (i && !access_at(kernel, i));
	struct access *next = i ? access_at(kernel, i) : NULL;
	return next && next->type == access->type && next->is_volatile &&
			       (next->packet & ~PACKET_AWAITED) == wanted
		       ? next
		       : NULL;
}

/* Does a loop wait for the value that one element has brought. */
static void mark_awaited(const struct kernel *kernel, struct access *flag)
{
	unsigned elements = flag->packet / MOST_ELEMENTS, at = flag->packet % MOST_ELEMENTS;
	struct access *element = flag;
	for (; element && at > 0; at--)
		element = next_element(kernel, element, true);
	for (; element && at < elements; at++) {
		element->packet |= PACKET_AWAITED;
		element = at + 1 < elements ? next_element(kernel, element, false) : NULL;
	}
}

void packets_find(struct kernel *kernel)
{
	vec_each(access, &kernel->accesses)
		if ((*access)->packet && (*access)->packet < PACKET_AWAITED &&
			(*access)->spin_flag && (*access)->type == ACCESS_READ)
			mark_awaited(kernel, *access);
}

bool packet_carries(const struct access *a, const struct access *b)
{
	return a->packet && ((a->packet ^ b->packet) & ~PACKET_AWAITED) == 0 &&
	       (a->packet | b->packet) & PACKET_AWAITED;
}
