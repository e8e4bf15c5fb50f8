#include "driver/answers.h"

#include <string.h>

#include "base/strmap.h"
#include "ir/hash.h"
#include "kernelanalysis/kernel.h"

enum answer_kind { ANSWER_SETTLED, ANSWER_SPARES, ANSWER_PUTS, ANSWER_BEGINS, ANSWER_WAITS, ANSWER_LAYS };

struct answer {
	enum answer_kind kind;
	const char *kernel, *variable; /* "": none */
	int64_t param;
	unsigned offset; /* into the parameter, bytes */
	struct hash digest;
};

struct answers {
	struct arena *arena;
	struct module *device;
	struct strmap *known; /* questions that are noted */
	VEC(struct answer) all;
};

struct answers *answers_new(struct arena *arena, struct module *device)
{
	struct answers *answers = arena_alloc(arena, sizeof(*answers));
	answers->arena = arena;
	answers->device = device;
	answers->known = strmap_new(arena);
	return answers;
}

static void note(struct answers *answers, struct answer answer)
{
	const char *question = arena_printf(answers->arena, "%d %lld+%u %s %s", answer.kind,
		(long long)answer.param, answer.offset, answer.kernel, answer.variable);
	if (strmap_get(answers->known, question))
		return;
	strmap_set(answers->known, question, answers);
	answer.kernel = arena_strdup(answers->arena, answer.kernel);
	answer.variable = arena_strdup(answers->arena, answer.variable);
	vec_push(answers->arena, &answers->all, answer);
}

static struct hash puts_digest(struct arena *arena, const put_list *puts)
{
	struct hasher *hasher = hasher_new(arena);
	vec_each(put, puts) {
		const int64_t fields[] = { put->offset, put->end, put->width, put->placed,
			put->surely, put->known, put->param, put->widened, put->by_sign, put->below, (int64_t)put->value,
			put->guards.n };
		hasher_add(hasher, fields, sizeof(fields));
		for (unsigned i = 0; i < put->guards.n; i++) {
			const struct put_guard *guard = &put->guards.at[i];
			const int64_t parts[] = { guard->param, guard->op, guard->param_first, guard->holds,
				(int64_t)guard->value };
			hasher_add(hasher, parts, sizeof(parts));
		}
	}
	return hasher_end(hasher);
}

static struct hash lay_digest(struct arena *arena, const struct lay *lay)
{
	struct hasher *hasher = hasher_new(arena);
	const int64_t whole[] = { lay->kind, lay->base, lay->n };
	hasher_add(hasher, whole, sizeof(whole));
	for (unsigned i = 0; i < lay->n; i++) {
		const int64_t step[] = { lay->step[i].op, lay->step[i].value };
		hasher_add(hasher, step, sizeof(step));
	}
	return hasher_end(hasher);
}

static bool told(struct answers *answers, struct answer answer, bool yes)
{
	answer.digest = hash_of(&yes, sizeof(yes));
	note(answers, answer);
	return yes;
}

static void told_puts(struct answers *answers, struct arena *arena, struct answer answer,
	const put_list *own, put_list *puts)
{
	answer.digest = puts_digest(answers->arena, own);
	note(answers, answer);
	vec_each(put, own)
		vec_push(arena, puts, *put);
}

static bool ask_settled(void *data, const char *name)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_SETTLED, .kernel = "", .variable = name };
	return told(answers, answer, device_only_reads(answers->device, name));
}

static bool ask_spares(void *data, const char *kernel, unsigned param, unsigned offset)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_SPARES, .kernel = kernel, .variable = "", .param = param, .offset = offset };
	return told(answers, answer, device_spares(answers->device, kernel, param, offset));
}

static bool ask_waits(void *data, const char *kernel)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_WAITS, .kernel = kernel, .variable = "" };
	return told(answers, answer, device_waits(answers->device, kernel));
}

static void ask_puts(void *data, struct arena *arena, const char *kernel, int param,
	const char *variable, put_list *puts)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_PUTS, .kernel = kernel,
		.variable = variable ? variable : "", .param = param };
	put_list own = { 0 };
	device_puts(answers->device, arena, kernel, param, variable, &own);
	told_puts(answers, arena, answer, &own, puts);
}

static void ask_begins(void *data, struct arena *arena, const char *variable, put_list *puts)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_BEGINS, .kernel = "", .variable = variable };
	put_list own = { 0 };
	device_begins(answers->device, arena, variable, &own);
	told_puts(answers, arena, answer, &own, puts);
}

static void ask_lays(void *data, struct arena *arena, const char *kernel, unsigned param, struct lay *lay)
{
	struct answers *answers = data;
	struct answer answer = { .kind = ANSWER_LAYS, .kernel = kernel, .variable = "", .param = param };
	device_lays(answers->device, arena, kernel, param, lay);
	answer.digest = lay_digest(answers->arena, lay);
	note(answers, answer);
}

void answers_ask(struct answers *answers, struct host_options *options)
{
	options->settled = ask_settled;
	options->spares = ask_spares;
	options->puts = ask_puts;
	options->begins = ask_begins;
	options->waits = ask_waits;
	options->lays = ask_lays;
	options->settled_data = answers;
}

void answers_pack(struct arena *arena, const struct answers *answers, byte_list *bytes)
{
	pack_number(arena, bytes, answers->all.n);
	vec_each(answer, &answers->all) {
		pack_number(arena, bytes, answer->kind);
		pack_text(arena, bytes, answer->kernel);
		pack_text(arena, bytes, answer->variable);
		pack_number(arena, bytes, (uint64_t)answer->param);
		pack_number(arena, bytes, answer->offset);
		pack_bytes(arena, bytes, &answer->digest, sizeof(answer->digest));
	}
}

static void ask_again(struct answers *answers, const struct answer *answer)
{
	put_list puts = { 0 };
	struct lay lay;
	switch (answer->kind) {
	case ANSWER_SETTLED:
		ask_settled(answers, answer->variable);
		break;
	case ANSWER_SPARES:
		ask_spares(answers, answer->kernel, (unsigned)answer->param, answer->offset);
		break;
	case ANSWER_PUTS:
		ask_puts(answers, answers->arena, answer->kernel, (int)answer->param,
			*answer->variable ? answer->variable : NULL, &puts);
		break;
	case ANSWER_BEGINS:
		ask_begins(answers, answers->arena, answer->variable, &puts);
		break;
	case ANSWER_WAITS:
		ask_waits(answers, answer->kernel);
		break;
	case ANSWER_LAYS:
		ask_lays(answers, answers->arena, answer->kernel, (unsigned)answer->param, &lay);
		break;
	}
}

bool answers_hold(struct answers *answers, struct unpack *unpack)
{
	size_t n = unpack_count(unpack, 6 * sizeof(uint64_t));
	bool hold = !answers->all.n;
	for (size_t i = 0; i < n && hold && !unpack->damaged; i++) {
		struct answer then = { .kind = (enum answer_kind)unpack_number(unpack) };
		then.kernel = unpack_text(unpack);
		then.variable = unpack_text(unpack);
		then.param = (int64_t)unpack_number(unpack);
		then.offset = (unsigned)unpack_number(unpack);
		hold = unpack_copy(unpack, &then.digest, sizeof(then.digest)) && !unpack->damaged;
		if (hold)
			ask_again(answers, &then);
		hold = hold && answers->all.n == i + 1 &&
		       !memcmp(&answers->all.at[i].digest, &then.digest, sizeof(then.digest));
	}
	return hold && !unpack->damaged;
}
