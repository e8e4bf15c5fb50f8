#include "kernelanalysis/enact/enact_internal.h"

/* One thread, instruction by instruction, until it waits for others. */

static const struct enact_value unknown;

static struct enact_value address_of(const struct enact_player *player, const struct enact_insn *insn)
{
	struct enact_value address = enact_operand(player, &insn->operands.at[0]);
	address.bits += insn->operands.at[1].value.bits;
	vec_each(stride, &insn->strides) {
		struct enact_value index = enact_operand(player, &stride->index);
		address.bits += (uint64_t)(sign_extend(index.bits, stride->width) * stride->scale);
		address.known &= index.known;
		address.raw = address.raw ? address.raw : index.raw;
	}
	return address;
}

static struct enact_value local_of(struct enact *e, const struct enact_insn *insn)
{
	return enact_known(enact_address(e, NULL, false, insn->size));
}

static struct enact_value computed(const struct enact_player *player, const struct enact_insn *insn)
{
	struct enact_value of[3] = { { 0 } };
	for (unsigned i = 0; i < insn->operands.n && i < 3; i++)
		of[i] = enact_operand(player, &insn->operands.at[i]);
	return enact_computed(insn, of);
}

static struct enact_value swap_or_add(struct enact *e, struct enact_player *player, const struct enact_insn *insn)
{
	struct enact_value swapped = { 0 };
	struct enact_value old = enact_atomic(e, player, insn, enact_operand(player, &insn->operands.at[0]), &swapped);
	player->slots[insn->slot + 1] = swapped;
	return old;
}

static struct enact_value value_of(struct enact *e, struct enact_player *player, const struct enact_insn *insn)
{
	switch (insn->act) {
	case ENACT_COMPUTE:
		return computed(player, insn);
	case ENACT_ID:
		return enact_known(player->id[insn->number]);
	case ENACT_TERM:
		return enact_term(e, player, insn->term);
	case ENACT_LOAD:
		return enact_load(e, player, insn, enact_operand(player, &insn->operands.at[0]));
	case ENACT_ATOMIC:
		return swap_or_add(e, player, insn);
	case ENACT_LOCAL:
		return local_of(e, insn);
	case ENACT_ADDRESS:
		return address_of(player, insn);
	default:
		return unknown;
	}
}

enum { MOST_PHIS = 128 };

static void go_to(struct enact *e, struct enact_player *player, unsigned target)
{
	const struct enact_code *code = &e->code.at[target];
	struct enact_value values[MOST_PHIS];
	e->stopped |= code->phis > MOST_PHIS;
	for (unsigned p = 0; p < code->phis && !e->stopped; p++) {
		const struct enact_insn *phi = &code->insns.at[p];
		values[p] = unknown;
		for (unsigned k = 0; k < phi->targets.n; k++)
			if (phi->targets.at[k] == player->at)
				values[p] = enact_operand(player, &phi->operands.at[k]);
	}
	for (unsigned p = 0; p < code->phis && !e->stopped; p++)
		player->slots[code->insns.at[p].slot] = values[p];
	player->at = target;
	player->next = code->phis;
}

static void go(struct enact *e, struct enact_player *player, const struct enact_insn *insn)
{
	if (!insn->operands.n) {
		go_to(e, player, insn->targets.at[0]);
		return;
	}
	struct enact_value value = enact_operand(player, &insn->operands.at[0]);
	if (!value.known) {
		e->stopped = true;
		return;
	}
	unsigned way = 0;
	if (insn->opcode == LLVMBr)
		way = value.bits ? 0 : 1;
	for (unsigned k = 1; insn->opcode == LLVMSwitch && k < insn->operands.n; k++)
		if (insn->operands.at[k].value.bits == value.bits)
			way = k;
	go_to(e, player, insn->targets.at[way]);
}

static uint32_t group_of(const struct enact_insn *insn, unsigned lane)
{
	unsigned extent = insn->sync->extent;
	uint32_t all = (uint32_t)mask_bits(extent);
	return all << lane / extent * extent;
}

/* Whom the thread waits for; false: that is not known. */
static bool wait_for(struct enact_player *player, const struct enact_insn *insn)
{
	struct enact_value mask = enact_known(UINT32_MAX);
	unsigned lane = player->index % ENACT_WARP;
	player->waits = insn;
	player->state = ENACT_WAITS;
	if (insn->act == ENACT_TOGETHER)
		mask = enact_operand(player, &insn->operands.at[enact_mask_operand(insn->number)]);
	if (insn->act == ENACT_WARP_BARRIER && insn->sync->mask_value)
		mask = enact_operand(player, &insn->operands.at[0]);
	if (insn->act == ENACT_WARP_BARRIER && insn->sync->extent)
		mask.bits &= group_of(insn, lane);
	player->mask = (uint32_t)mask.bits;
	return mask.known && (insn->act == ENACT_BLOCK_BARRIER || player->mask >> lane & 1);
}

static void step(struct enact *e, struct enact_player *player)
{
	const struct enact_insn *insn = &e->code.at[player->at].insns.at[player->next++];
	switch (insn->act) {
	case ENACT_NOTHING:
		return;
	case ENACT_STORE:
		enact_store(e, player, insn, enact_operand(player, &insn->operands.at[1]),
			enact_operand(player, &insn->operands.at[0]));
		return;
	case ENACT_BLOCK_BARRIER:
	case ENACT_WARP_BARRIER:
	case ENACT_TOGETHER:
		e->stopped |= !wait_for(player, insn);
		return;
	case ENACT_GO:
		go(e, player, insn);
		return;
	case ENACT_END:
		player->state = ENACT_DONE;
		return;
	case ENACT_STOP:
		e->stopped = true;
		return;
	default:
		break;
	}
	struct enact_value value = value_of(e, player, insn);
	value.bits &= mask_bits(insn->width ? insn->width : 64);
	player->slots[insn->slot] = value;
}

void enact_thread_runs(struct enact *e, struct enact_player *player)
{
	while (player->state == ENACT_RUNS && !e->stopped) {
		if (!*e->steps) {
			e->stopped = true;
			return;
		}
		--*e->steps;
		step(e, player);
	}
}
