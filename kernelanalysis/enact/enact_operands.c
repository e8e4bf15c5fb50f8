#include <string.h>

#include <llvm-c/Target.h>

#include "expr/place.h"
#include "kernelanalysis/enact/enact_internal.h"

/* Operands of instructions: numbers, addresses of memory, and places of values. */

static const struct enact_value unknown;

LLVMTargetDataRef enact_layout(const struct enact *e)
{
	return LLVMGetModuleDataLayout(LLVMGetGlobalParent(e->kernel->llvm));
}

unsigned enact_bits(LLVMValueRef value)
{
	switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64 ? type_width(value) : 0;
	case LLVMPointerTypeKind:
	case LLVMDoubleTypeKind:
		return 64;
	case LLVMFloatTypeKind:
		return 32;
	default:
		return 0;
	}
}

uint64_t enact_address(struct enact *e, const struct symbol *base, bool shared, uint64_t size)
{
	uintptr_t index = base ? (uintptr_t)ptrmap_get(e->region_of, base) : 0;
	if (!index) {
		struct enact_region *region = arena_alloc(e->arena, sizeof(*region));
		*region = (struct enact_region){ .base = base, .shared = shared, .size = size, .pages = ptrmap_new(e->arena) };
		vec_push(e->arena, &e->regions, region);
		index = e->regions.n;
		if (base)
			ptrmap_set(e->region_of, base, (void *)index);
	}
	return ((uint64_t)index << ENACT_SHIFT) + ENACT_ZERO;
}

struct enact_region *enact_region_of(const struct enact *e, const struct symbol *base)
{
	uintptr_t index = (uintptr_t)ptrmap_get(e->region_of, base);
	return index ? e->regions.at[index - 1] : NULL;
}

struct leaf {
	const struct enact *e;
	const struct enact_player *player; /* NULL: any */
};

static bool leaf_value(void *data, const struct et *et, const uint64_t *args, uint64_t *value)
{
	const struct leaf *leaf = data;
	const struct enact_launch *launch = leaf->e->launch;
	for (unsigned i = 0; i < 3; i++) {
		bool tid = et->sym == launch->kernel->tid[i], ctaid = et->sym == launch->kernel->ctaid[i];
		if (!tid && !ctaid)
			continue;
		*value = leaf->player ? leaf->player->id[tid ? i : 3 + i] : 0;
		return leaf->player != NULL;
	}
	return launch->given(launch->data, et, args, value);
}

static struct enact_value number_of(struct enact *e, const struct enact_player *player, const struct et *term)
{
	struct leaf leaf = { e, player };
	struct enact_value value = { 0 };
	value.known = et_eval(e->arena, term, leaf_value, &leaf, &value.bits);
	return value;
}

/* A pointer, if it is to one place. */
static struct enact_value place_of(struct enact *e, const struct enact_player *player, const struct et *term)
{
	place_list places = { 0 };
	if (!address_places(e->kernel->ets, term, &places) || places.n != 1 || places.at[0].base->op != ET_SYM ||
		!et_is_true(places.at[0].guard))
		return unknown;
	struct enact_value value = number_of(e, player, places.at[0].offset);
	const struct symbol *base = places.at[0].base->sym;
	value.bits += enact_address(e, base, false, e->launch->size(e->launch->data, base));
	return value;
}

static void base_visit(void *data, const struct et *et)
{
	bool *found = data;
	*found |= (et->op == ET_SYM || et->op == ET_APP) && et->sym->kind == SYM_BASE;
}

static bool mentions_base(struct enact *e, const struct et *term)
{
	bool found = false;
	et_once(e->arena, term, base_visit, &found);
	return found;
}

struct enact_value enact_term(struct enact *e, const struct enact_player *player, const struct et *term)
{
	return mentions_base(e, term) ? place_of(e, player, term) : number_of(e, player, term);
}

const struct et *enact_launch_term(struct enact *e, LLVMValueRef value)
{
	return et_map_apply(e->launch->map, value_et(e->kernel->env, value));
}

static uint64_t object_bytes(const struct enact *e, LLVMValueRef global)
{
	uint64_t size = LLVMABISizeOfType(enact_layout(e), LLVMGlobalGetValueType(global));
	return size ? size : e->launch->shared;
}

static struct enact_value global_of(struct enact *e, LLVMValueRef global)
{
	const struct object *object = object_of(e->kernel, global);
	if (!object->base || (object->kind != OBJECT_SHARED && object->kind != OBJECT_GLOBAL))
		return unknown;
	return enact_known(enact_address(e, object->base, object->kind == OBJECT_SHARED, object_bytes(e, global)));
}

static struct enact_value constant_of(struct enact *e, LLVMValueRef value);

static struct enact_value expression_of(struct enact *e, LLVMValueRef value)
{
	uint64_t offset = 0;
	LLVMOpcode opcode = LLVMGetConstOpcode(value);
	bool cast = opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast || opcode == LLVMPtrToInt || opcode == LLVMIntToPtr;
	if (!cast && (opcode != LLVMGetElementPtr || !enact_offset(e, NULL, value, &offset)))
		return unknown;
	struct enact_value of = constant_of(e, LLVMGetOperand(value, 0));
	of.bits += offset;
	return of;
}

static struct enact_value float_constant(LLVMValueRef value)
{
	LLVMBool loses;
	double number = LLVMConstRealGetDouble(value, &loses);
	float single = (float)number;
	struct enact_value result = { .known = !loses && enact_bits(value) };
	if (enact_bits(value) == 32)
		memcpy(&result.bits, &single, sizeof(single));
	else
		memcpy(&result.bits, &number, sizeof(number));
	return result;
}

static struct enact_value constant_of(struct enact *e, LLVMValueRef value)
{
	if (LLVMIsAConstantInt(value) && enact_bits(value))
		return enact_known(LLVMConstIntGetZExtValue(value));
	if (LLVMIsAConstantFP(value))
		return float_constant(value);
	if (LLVMIsAConstantPointerNull(value))
		return enact_known(0);
	if (LLVMIsAGlobalVariable(value))
		return global_of(e, value);
	return LLVMIsAConstantExpr(value) ? expression_of(e, value) : unknown;
}

unsigned enact_slot(struct enact *e, LLVMValueRef value)
{
	uintptr_t slot = (uintptr_t)ptrmap_get(e->slot_of, value);
	if (!slot) {
		slot = ++e->slots;
		ptrmap_set(e->slot_of, value, (void *)slot);
		e->slots++; /* whether a compare-and-swap has swapped */
	}
	return (unsigned)slot;
}

struct enact_operand enact_operand_of(struct enact *e, LLVMValueRef value)
{
	struct enact_operand operand = { .constant = true };
	if (LLVMIsAArgument(value))
		operand.value = enact_term(e, NULL, enact_launch_term(e, value));
	else if (LLVMIsAConstant(value))
		operand.value = constant_of(e, value);
	else
		operand = (struct enact_operand){ .slot = enact_slot(e, value) };
	return operand;
}

bool enact_offset(struct enact *e, struct enact_insn *insn, LLVMValueRef gep, uint64_t *offset)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
			*offset += LLVMOffsetOfElement(enact_layout(e), type, field);
			type = LLVMStructGetTypeAtIndex(type, field);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		int64_t scale = (int64_t)LLVMABISizeOfType(enact_layout(e), type);
		if (LLVMIsAConstantInt(index))
			*offset += (uint64_t)(LLVMConstIntGetSExtValue(index) * scale);
		else if (!insn || !enact_bits(index))
			return false;
		else
			vec_push(e->arena, &insn->strides,
				((struct enact_stride){ enact_operand_of(e, index), enact_bits(index), scale }));
	}
	return true;
}
