#include "kernelanalysis/drawing.h"
#include "kernelanalysis/lock_entries.h"
#include "kernelanalysis/signal.h"

/*
 * Words into which threads put bits of their own (atomicOr), and see which are there: who finds a bit that one thread alone sets, once,
 * comes after that thread. So he follows its release, and of two of whom each finds the other's bit there is none: the last one to
 * come, who finds all bits but his own, is one.
 */

static bool puts_zero(const struct access *write)
{
	uint64_t value;
	bool stores = write->type == ACCESS_WRITE || write->rmw == RMW_EXCHANGE || write->rmw == RMW_STORE;
	LLVMValueRef stored = write->type == ACCESS_WRITE ? write->stored : write->operand;
	return stores && stored && constant_of(stored, &value) && !value;
}

/* Does it put bits into the word that the operation does, too. */
static bool puts_bits(const struct access *access, const struct access *op)
{
	return access->rmw == RMW_OR && !keeps_value(access) && at_one_place(access, op);
}

/* Is an operation of each thread, at most once, one by which bits come into a word of all blocks, from which nothing but zeros takes them. */
static bool gathers(const struct kernel *kernel, const struct access *op)
{
	if (op->rmw != RMW_OR || op->block->loop || op->size < 4 || op->object->space != SPACE_GLOBAL)
		return false;
	vec_each(each, &kernel->accesses) {
		const struct access *write = *each;
		bool writes = access_writes(write);
		if (!writes || keeps_value(write) || !at_one_place(write, op) || puts_zero(write))
			continue;
		if (write->rmw != RMW_OR || write->size != op->size || write->scope < SCOPE_DEVICE)
			return false;
	}
	return true;
}

/* Which bit it is, where a term is a power of two: 1 << i; NULL: it is none. */
static const struct et *bit_of(struct ets *ets, const struct et *term)
{
	if (et_is_const(term) && term->value && !(term->value & (term->value - 1)))
		return et_const(ets, 64, (uint64_t)__builtin_ctzll(term->value));
	if (term->op != ET_SHL || !et_is_const(term->arg[0]) || term->arg[0]->value != 1)
		return NULL;
	const struct et *index = term->arg[1];
	return index->width < 64 ? et_cast(ets, ET_ZEXT, 64, index) : index;
}

/* The bit that the operation puts there; NULL: it may be any, or several. */
static const struct et *own_bit(struct kernel *kernel, const struct access *op)
{
	return bit_of(kernel->ets, value_et(kernel->env, op->operand));
}

/* How many bits from the lowest one on are set, where these are all: 2^n - 1; NULL: it is no such number. */
static const struct et *bits_below(struct ets *ets, const struct et *term)
{
	if (et_is_const(term))
		return term->value && !(term->value & (term->value + 1))
			       ? et_const(ets, 64, (uint64_t)__builtin_popcountll(term->value)) : NULL;
	bool less = term->op == ET_ADD || term->op == ET_SUB;
	for (unsigned i = 0; less && i < (term->op == ET_ADD ? 2 : 1); i++) {
		const struct et *one = term->arg[1 - i];
		uint64_t by = term->op == ET_ADD ? et_const(ets, term->width, UINT64_MAX)->value : 1;
		if (et_is_const(one) && one->value == by && term->arg[i]->op == ET_SHL)
			return bit_of(ets, term->arg[i]);
	}
	return NULL;
}

/* A test of what was found: all bits below `n` are there, but for one perhaps. */
struct full {
	const struct et *n, *but; /* 64 bits; but NULL: none */
};

static bool full_side(struct ets *ets, const struct et *goal, const struct et *seen, const struct et *value,
	struct full *full)
{
	full->n = bits_below(ets, goal);
	full->but = NULL;
	if (seen == value && !full->n && goal->op == ET_XOR) {
		full->n = bits_below(ets, goal->arg[0]);
		full->but = bit_of(ets, goal->arg[1]);
		return full->n && full->but;
	}
	if (!full->n || seen == value)
		return full->n != NULL;
	for (unsigned i = 0; i < 2 && (seen->op == ET_OR || seen->op == ET_AND); i++) {
		if (seen->arg[i] != value)
			continue;
		if (seen->op == ET_AND)
			return seen->arg[1 - i] == goal;
		full->but = bit_of(ets, seen->arg[1 - i]);
		return full->but != NULL;
	}
	return false;
}

/* Does the condition, or a part of it that must hold, say so of the value. */
static bool says_full(struct ets *ets, const struct et *condition, const struct et *value, struct full *full)
{
	if (condition->op == ET_AND && condition->width == 1)
		return says_full(ets, condition->arg[0], value, full) ||
		       says_full(ets, condition->arg[1], value, full);
	if (condition->op != ET_EQ || condition->arg[0]->width != value->width)
		return false;
	return full_side(ets, condition->arg[0], condition->arg[1], value, full) ||
	       full_side(ets, condition->arg[1], condition->arg[0], value, full);
}

/* The bit is one of those that are there. */
static const struct et *is_there(struct ets *ets, const struct full *full, const struct et *bit, unsigned width)
{
	const struct et *there = et_and(ets, et_binary(ets, ET_ULT, 0, bit, full->n),
		et_binary(ets, ET_ULT, 0, bit, et_const(ets, 64, width)));
	return full->but ? et_and(ets, there, et_not(ets, et_binary(ets, ET_EQ, 0, bit, full->but))) : there;
}

/* z puts the bit into the word at the place, too: by the operation itself, if it is not one of `but`. */
static const struct et *put_by(const struct order_query *q, const struct access *op, const struct view *z,
	const struct et *place, const struct et *bit, const struct et *but)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *any = et_bool(ets, false);
	vec_each(each, &kernel->accesses) {
		if (!puts_bits(*each, op))
			continue;
		const struct et *own = own_bit(kernel, *each);
		const struct et *puts = own ? et_binary(ets, ET_EQ, 0, order_term(q, own, VIA_SELF, z), bit)
					    : et_bool(ets, true);
		puts = et_and(ets, puts, et_binary(ets, ET_EQ, 0, place, order_term(q, (*each)->address, VIA_SELF, z)));
		puts = et_and(ets, puts, order_term(q, (*each)->guard, VIA_SELF, z));
		any = et_or(ets, any, *each == op ? et_and(ets, puts, et_not(ets, but)) : puts);
	}
	return et_and(ets, any, in_launch(q, z));
}

/* The launch may find bits in the word, as an earlier one left it or something else has put them there. */
static const struct et *may_be_left(struct kernel *kernel, const struct access *op, const struct et *maybe)
{
	struct ets *ets = kernel->ets;
	const struct et *left = et_or(ets, object_left(kernel, op->object), object_left_perhaps(kernel, op->object));
	left = et_or(ets, left, object_left_given(kernel, op->object));
	left = et_or(ets, left, object_left_resized(kernel, op->object));
	left = et_or(ets, left, object_left_resized_perhaps(kernel, op->object));
	return et_or(ets, left, maybe);
}

const struct et *bits_seen(const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct access *op = release->op;
	const struct et *maybe, *value = et_sym(ets, wait->value);
	const struct acquire *acquire = wait->path->acquire;
	const struct et *bit = op->rmw == RMW_OR ? own_bit(kernel, op) : NULL;
	struct full full;
	if (!bit || !gathers(kernel, op) || wait->path->op->size != op->size ||
		!says_full(ets, acquire->test, value, &full))
		return et_bool(ets, false);
	full.n = acquire_term(link, wait->path, full.n, wait->path->via);
	full.but = full.but ? acquire_term(link, wait->path, full.but, wait->path->via) : NULL;
	bit = order_term(q, bit, release->via, link->x);
	struct view z = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	const struct et *itself = et_and(ets, ids_equal(q, link->x, release->via, &z, kernel->tid),
		ids_equal(q, link->x, VIA_SELF, &z, kernel->ctaid));
	const struct et *place = order_term(q, op->address, release->via, link->x);
	const struct et *first = order_term(q, counter_begins(kernel, op, &maybe), release->via, link->x);
	const struct et *known = et_not(ets, order_term(q, may_be_left(kernel, op, maybe), release->via, link->x));
	const struct et *after = et_and(ets, is_there(ets, &full, bit, value->width),
		et_binary(ets, ET_EQ, 0, first, et_const(ets, first->width, 0)));
	after = et_and(ets, after, et_not(ets, put_by(q, op, &z, place, bit, itself)));
	return et_and(ets, after, et_or(ets, known, signal_unknown(link)));
}

/* What two threads of a pair have found and put, themselves or by the one that broadcasts to the block. */
struct gathered {
	const struct access *op;
	const struct elected *elected; /* NULL: themselves */
	const struct et *found, *bit, *place;
};

/* A third thread for the question; each needs its own. */
static struct et_map *rival_of(struct kernel *kernel, const struct gathered *own)
{
	const struct symbol *by = own->elected ? own->elected->twin : NULL;
	vec_each(each, &kernel->bit_rivals)
		if (each->op == own->op && each->elected == by)
			return each->map;
	struct bit_rival rival = { own->op, by, another_thread_map(kernel) };
	vec_push(kernel->arena, &kernel->bit_rivals, rival);
	return rival.map;
}

/* Is z the one who has put thread t's bit there; of ids that are not told, 0 is taken: another one with them is a rival. */
static const struct et *is_putter(const struct drawing *d, const struct gathered *own, const struct order_query *q,
	const struct view *z, unsigned t)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	const struct et *same = ids_equal(q, &q->view[t], VIA_SELF, z, kernel->ctaid);
	if (!own->elected)
		return et_and(ets, same, ids_equal(q, &q->view[t], VIA_SELF, z, kernel->tid));
	for (unsigned i = 0; i < 3; i++) {
		const struct et *id = order_term(q, et_sym(ets, kernel->tid[i]), VIA_SELF, z);
		const struct et *told = own->elected->tid[i] ? drawn_term(d, own->elected->tid[i], t)
							     : et_const(ets, id->width, 0);
		same = et_and(ets, same, et_binary(ets, ET_EQ, 0, told, id));
	}
	return same;
}

/* Does the pair's thread t come to its access only with all bits there. */
static bool found_full(const struct drawing *d, const struct gathered *own, unsigned t, struct full *full)
{
	const struct et *found = drawn_term(d, own->found, t);
	vec_each(condition, &d->terms->conditions)
		if (says_full(d->kernel->ets, *condition, found, full))
			return true;
	return false;
}

static void say_one_last(struct drawing *d, const struct gathered *own)
{
	struct kernel *kernel = d->kernel;
	struct ets *ets = kernel->ets;
	unsigned width = own->found->width;
	const struct et *bit[2], *place[2], *maybe;
	struct full full[2];
	if (!found_full(d, own, 0, &full[0]) || !found_full(d, own, 1, &full[1]))
		return;
	for (unsigned t = 0; t < 2; t++) {
		bit[t] = drawn_term(d, own->bit, t);
		place[t] = drawn_term(d, own->place, t);
	}
	struct order_query q = order_query_of(kernel, d->pair->interval->kind, d->threads.launch, d->threads.maps);
	struct view z = { .map = rival_of(kernel, own), .copy = THIRD };
	const struct et *each = et_and(ets, is_there(ets, &full[0], bit[1], width), is_there(ets, &full[1], bit[0], width));
	const struct et *first = drawn_term(d, counter_begins(kernel, own->op, &maybe), 0);
	const struct et *unknown =
		et_sym(ets, symbol_new(ets, SYM_HAVOC, LEVEL_GRID, 1, "what a word of bits begins with"));
	const struct et *left = drawn_term(d, may_be_left(kernel, own->op, maybe), 0);
	const struct et *but = et_or(ets, is_putter(d, own, &q, &z, 0), is_putter(d, own, &q, &z, 1));
	each = et_and(ets, each, et_binary(ets, ET_EQ, 0, place[0], place[1]));
	const struct et *other = et_or(ets, put_by(&q, own->op, &z, place[0], bit[0], but),
		put_by(&q, own->op, &z, place[0], bit[1], but));
	const struct et *term = et_or(ets, et_not(ets, each), other);
	term = et_or(ets, term, et_not(ets, et_binary(ets, ET_EQ, 0, first, et_const(ets, first->width, 0))));
	drawing_say(d, et_or(ets, term, et_and(ets, left, unknown)));
}

void say_gathered(struct drawing *d)
{
	struct kernel *kernel = d->kernel;
	bool blocks = d->pair->interval->kind == RACE_INTER_BLOCK;
	vec_each(op, &kernel->accesses) {
		if (!gathers(kernel, *op) || !LLVMGetFirstUse((*op)->instruction))
			continue;
		struct gathered own = { .op = *op, .found = value_et(kernel->env, (*op)->instruction),
			.bit = own_bit(kernel, *op), .place = (*op)->address };
		if ((own.found->op != ET_SYM && own.found->op != ET_APP) || !own.bit)
			continue;
		say_one_last(d, &own);
		vec_each(elected, &kernel->elected) {
			struct gathered told = { .op = *op, .elected = elected,
				.found = et_app(kernel->ets, elected->twin, own.found->nargs, own.found->arg),
				.bit = elected_term(kernel, elected, own.bit),
				.place = elected_term(kernel, elected, own.place) };
			if (blocks && elected->sym == own.found->sym && told.bit && told.place)
				say_one_last(d, &told);
		}
	}
}
