#include "kernelanalysis/draws/drawing.h"
#include "kernelanalysis/signals/full_bits.h"
#include "kernelanalysis/locks/lock_entries.h"
#include "kernelanalysis/signals/signal.h"

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

/* The bit that the operation puts there; NULL: it may be any, or several. */
static const struct et *own_bit(struct kernel *kernel, const struct access *op)
{
	return bit_of(kernel->ets, value_et(kernel->env, op->operand));
}

/* The bit is one of those that are there. */
static const struct et *is_there(struct ets *ets, const struct full *full, const struct et *bit, unsigned width)
{
	const struct et *there = et_and(ets, et_binary(ets, ET_ULT, 0, bit, full->n),
		et_binary(ets, ET_ULT, 0, bit, et_const(ets, 64, width)));
	return full->but ? et_and(ets, there, et_not(ets, et_binary(ets, ET_EQ, 0, bit, full->but))) : there;
}

/* A bit that somebody else may put there: by the operation itself, if he is not one of `but`; or one from `beyond` on (NULL: none). */
struct put {
	const struct et *place, *bit, *but, *beyond;
};

/* z puts such a bit into the word. */
static const struct et *put_by(const struct order_query *q, const struct access *op, const struct view *z,
	const struct put *put)
{
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct et *any = et_bool(ets, false);
	vec_each(each, &kernel->accesses) {
		if (!puts_bits(*each, op))
			continue;
		const struct et *own = own_bit(kernel, *each);
		own = own ? order_term(q, own, VIA_SELF, z) : NULL;
		const struct et *puts = own ? et_binary(ets, ET_EQ, 0, own, put->bit) : et_bool(ets, true);
		if (*each == op)
			puts = et_and(ets, puts, et_not(ets, put->but));
		if (put->beyond && own)
			puts = et_or(ets, puts, et_binary(ets, ET_ULE, 0, put->beyond, own));
		puts = et_and(ets, puts, et_binary(ets, ET_EQ, 0, put->place, order_term(q, (*each)->address, VIA_SELF, z)));
		any = et_or(ets, any, et_and(ets, puts, order_term(q, (*each)->guard, VIA_SELF, z)));
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

/* A term of the kernel, of who waits, with the awaited value for what the operation finds; NULL: one thread that told it to all has another. */
static const struct et *as_awaited(const void *data, const struct et *term)
{
	const struct link *link = ((const void *const *)data)[0];
	const struct acquire *acquire = ((const void *const *)data)[1];
	struct kernel *kernel = link->q->kernel;
	const struct et *found = value_et(kernel->env, acquire->op->instruction);
	if (found->op == ET_SYM && found->width == acquire->value->width)
		term = with_value(kernel->ets, term, found->sym, et_sym(kernel->ets, acquire->value));
	return acquire->told && !term_is_common(term, LEVEL_BLOCK) ? NULL : term;
}

/* Does the wait go on only with all bits there. */
static bool waits_full(const struct link *link, const struct wait *wait, const struct access *op, struct full *full)
{
	struct kernel *kernel = link->q->kernel;
	const struct access *by = wait->path->op;
	const void *data[2] = { link, wait->path->acquire };
	struct reading reading = { .kernel = kernel, .value = et_sym(kernel->ets, wait->value),
		.own = by == op ? as_awaited(data, own_bit(kernel, op)) : NULL, .there = as_awaited, .data = data,
		.one = true };
	if (!says_full(&reading, wait->path->acquire->test, full))
		return false;
	full->n = acquire_term(link, wait->path, full->n, wait->path->via);
	full->but = full->but ? acquire_term(link, wait->path, full->but, wait->path->via) : NULL;
	return true;
}

/* Is z the thread, or the one who acts for it. */
static const struct et *is_thread(const struct link *link, const struct view *thread, enum via via, const struct view *z)
{
	struct kernel *kernel = link->q->kernel;
	return et_and(kernel->ets, ids_equal(link->q, thread, via, z, kernel->tid),
		ids_equal(link->q, thread, VIA_SELF, z, kernel->ctaid));
}

const struct et *bits_seen(const struct link *link, const struct order_path *release, const struct wait *wait)
{
	struct order_query *q = link->q;
	struct kernel *kernel = q->kernel;
	struct ets *ets = kernel->ets;
	const struct access *op = release->op;
	const struct et *maybe, *bit = op->rmw == RMW_OR ? own_bit(kernel, op) : NULL;
	struct full full;
	if (!bit || !gathers(kernel, op) || wait->path->op->size != op->size || !waits_full(link, wait, op, &full))
		return et_bool(ets, false);
	bit = order_term(q, bit, release->via, link->x);
	struct view z = { .map = other_thread_map(kernel, q->others++), .copy = THIRD };
	struct put put = { .place = order_term(q, op->address, release->via, link->x), .bit = bit,
		.but = is_thread(link, link->x, release->via, &z), .beyond = full.counted ? full.n : NULL };
	const struct et *first = order_term(q, counter_begins(kernel, op, &maybe), release->via, link->x);
	const struct et *known = et_not(ets, order_term(q, may_be_left(kernel, op, maybe), release->via, link->x));
	const struct et *after = et_and(ets, is_there(ets, &full, bit, wait->value->width),
		et_binary(ets, ET_EQ, 0, first, et_const(ets, first->width, 0)));
	after = et_and(ets, after, et_not(ets, put_by(q, op, &z, &put)));
	put.bit = full.but;
	put.but = is_thread(link, link->y, wait->path->via, &z);
	if (full.own)
		after = et_and(ets, after, et_not(ets, put_by(q, op, &z, &put)));
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

/* Who found what a drawing is asked about, of the pair's threads. */
struct finder {
	const struct drawing *d;
	const struct gathered *own;
	unsigned t;
};

static const struct et *found_there(const void *data, const struct et *term)
{
	const struct finder *finder = data;
	const struct elected *elected = finder->own->elected;
	term = elected ? elected_term(finder->d->kernel, elected, term) : term;
	return term ? drawn_term(finder->d, term, finder->t) : NULL;
}

/* Does the pair's thread t come to its access only with all bits there. */
static bool found_full(const struct drawing *d, const struct gathered *own, unsigned t, struct full *full)
{
	struct finder finder = { d, own, t };
	struct reading reading = { .kernel = d->kernel, .value = drawn_term(d, own->found, t),
		.own = drawn_term(d, own->bit, t), .there = found_there, .data = &finder };
	vec_each(condition, &d->terms->conditions)
		if (says_full(&reading, *condition, full))
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
	const struct et *term = et_not(ets, each);
	for (unsigned t = 0; t < 2; t++) {
		struct put put = { place[0], bit[t], but, full[t].counted ? full[t].n : NULL };
		term = et_or(ets, term, put_by(&q, own->op, &z, &put));
	}
	term = et_or(ets, term, et_not(ets, et_binary(ets, ET_EQ, 0, first, et_const(ets, first->width, 0))));
	drawing_say(d, et_or(ets, term, et_and(ets, left, unknown)));
}

/* Is it what was found, or how many bits that, or more than that, has. */
static bool tells(struct kernel *kernel, const struct symbol *sym, const struct et *found)
{
	LLVMValueRef call = counted_bits(sym);
	return sym == found->sym ||
	       (call && et_mentions(kernel->arena, value_et(kernel->env, call_arg(call, 0)), found));
}

static void say_gathered_by(struct drawing *d, const struct gathered *own)
{
	struct kernel *kernel = d->kernel;
	size_t n = d->pair->interval->kind == RACE_INTER_BLOCK ? kernel->elected.n : 0;
	say_one_last(d, own);
	for (size_t i = 0; i < n; i++) {
		const struct elected elected = kernel->elected.at[i];
		if (!tells(kernel, elected.sym, own->found))
			continue;
		struct gathered told = { .op = own->op, .elected = &elected,
			.found = elected_term(kernel, &elected, own->found),
			.bit = elected_term(kernel, &elected, own->bit),
			.place = elected_term(kernel, &elected, own->place) };
		if (told.found && told.bit && told.place)
			say_one_last(d, &told);
	}
}

void say_gathered(struct drawing *d)
{
	struct kernel *kernel = d->kernel;
	vec_each(op, &kernel->accesses) {
		if (!gathers(kernel, *op) || !LLVMGetFirstUse((*op)->instruction))
			continue;
		struct gathered own = { .op = *op, .found = value_et(kernel->env, (*op)->instruction),
			.bit = own_bit(kernel, *op), .place = (*op)->address };
		if ((own.found->op == ET_SYM || own.found->op == ET_APP) && own.bit)
			say_gathered_by(d, &own);
	}
}
