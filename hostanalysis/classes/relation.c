#include "hostanalysis/classes/invariant.h"

#include "hostanalysis/launches/collect.h"

/* Relations between members as facts at a launch, and as what is to be shown. */

static const struct et *member_term(struct ets *ets, const struct class_entry *entry,
	unsigned member, const struct et *const *values, unsigned width)
{
	const struct et *value = values[member];
	enum et_op op = entry->members.at[member].is_unsigned ? ET_ZEXT : ET_SEXT;
	return value->width < width ? et_cast(ets, op, width, value) : value;
}

const struct et *relation_term(struct ets *ets, const struct invariants *invariants,
	const struct class_relation *relation, const struct et *const *values)
{
	const struct class_entry *entry = invariants->classes.at[relation->number].entry;
	const struct class_member *b = &entry->members.at[relation->b];
	if (relation->a == RELATION_CONSTANT)
		return et_binary(ets, ET_EQ, 0, values[relation->b],
			et_const(ets, b->width, relation->value));
	if (relation->a < 0)
		return et_binary(ets, ET_SLE, 0, et_const(ets, b->width, 0), values[relation->b]);
	const struct class_member *a = &entry->members.at[relation->a];
	bool same = a->width == b->width && relation->factor == 1;
	unsigned width = same ? a->width : 64;
	const struct et *left = member_term(ets, entry, (unsigned)relation->a, values, width);
	const struct et *right = member_term(ets, entry, relation->b, values, width);
	if (relation->factor != 1)
		left = et_binary(ets, ET_MUL, ET_NSW, left, et_const(ets, width, relation->factor));
	return et_binary(ets, same && a->is_unsigned ? ET_ULE : ET_SLE, 0, left, right);
}

/* The values a call names; false when the class has other members here. */
static bool values_fill(struct root *root, LLVMValueRef call, unsigned *number,
	const struct et **values)
{
	const struct invariants *invariants = root->pass->options->invariants;
	*number = (unsigned)LLVMConstIntGetZExtValue(call_arg(call, MEMBERS_CLASS));
	const struct class_entry *entry = invariants->classes.at[*number].entry;
	if (call_args(call) != MEMBERS_VALUES + entry->members.n)
		return false;
	for (unsigned i = 0; i < entry->members.n; i++) {
		values[i] = host_term(root, call_arg(call, MEMBERS_VALUES + i));
		if (values[i]->width != entry->members.at[i].width)
			return false;
	}
	return true;
}

/* Was something stored in the members that a relation is about. */
static bool is_about_set(LLVMValueRef call, const struct class_relation *relation)
{
	return !is_unset_value(call_arg(call, MEMBERS_VALUES + relation->b)) &&
	       (relation->a < 0 || !is_unset_value(call_arg(call, MEMBERS_VALUES + (unsigned)relation->a)));
}

static void state_facts(struct collect *c, LLVMValueRef call)
{
	const struct et *values[CLASS_MEMBERS];
	unsigned number;
	const struct invariants *invariants = c->root->pass->options->invariants;
	if (!values_fill(c->root, call, &number, values))
		return;
	vec_each(relation, &invariants->relations)
		if (relation->alive && relation->number == number && is_about_set(call, relation))
			add_fact(c, FACT_INVARIANT,
				relation_term(c->root->pass->ets, invariants, relation, values),
				relation->text, relation->loc);
}

void invariant_facts(struct collect *c, LLVMValueRef at)
{
	vec_each(call, &c->root->states)
		if (instruction_dominates(c->root->func, *call, at))
			state_facts(c, *call);
}

void owed_fill(struct root *root, LLVMValueRef call)
{
	struct host_pass *pass = root->pass;
	struct host_owed owed = { .root = root_number(root->llvm),
		.site = (unsigned)LLVMConstIntGetZExtValue(call_arg(call, MEMBERS_SITE)) };
	const struct et *values[CLASS_MEMBERS];
	struct host_launch at = { .loc = instruction_loc(pass->arena, call) };
	struct host_arg arg = { 0 };
	if (!values_fill(root, call, &owed.number, values))
		return;
	const struct class_entry *entry =
		pass->options->invariants->classes.at[owed.number].entry;
	for (unsigned i = 0; i < entry->members.n; i++) {
		struct host_piece piece = { 8 * i, entry->members.at[i].width, values[i] };
		vec_push(pass->arena, &arg.pieces, piece);
		owed.values[i] = values[i];
	}
	const struct et *one = et_const(pass->ets, 32, 1);
	for (unsigned i = 0; i < 3; i++)
		at.grid[i] = at.block[i] = one;
	at.shared = at.stream = et_const(pass->ets, 64, 0);
	vec_push(pass->arena, &at.args, arg);
	facts_fill(root, call, et_bool(pass->ets, true), &at);
	owed.facts = at.facts;
	owed.loc = at.loc;
	vec_push(pass->arena, &pass->host->owed, owed);
}
