#include "hostanalysis/memory/contents.h"
#include "hostanalysis/flags/leftovers.h"

#include <string.h>

#include "expr/place.h"

/*
 * What host code puts into memory of kernels: fills, copies and stores, each with its bytes and its value as far as these
 * are known. Of what anything else does that may change the memory nothing is said but that it may.
 */

/* Functions that write, to each of `layers` that lie `between` rows apart, `rows` times `count` words of so many bits, to rows that lie `pitch`
   apart; -1: it is one layer, one row, and neither the value nor where it is put is known. */
static const struct writer {
	const char *name;
	unsigned width, to;
	int count, value, rows, pitch, layers, between;
} writers[] = {
#define LAYERS(name, width, to, count, value, rows, pitch, layers, between) \
	{ #name, width, to, count, value, rows, pitch, layers, between },
#define WRITES(name, width, to, count, value, rows, pitch) LAYERS(name, width, to, count, value, rows, pitch, -1, -1)
#include "hostanalysis/flags/preset_writes.def"
#undef WRITES
#undef LAYERS
};

static const struct writer *writer_of(LLVMValueRef i)
{
	if (!is_call(i))
		return NULL;
	int api = api_find(call_name(i));
	const char *name = api >= 0 ? api_row(api)->name : call_name(i);
	name += strncmp(name, "llvm.", 5) ? 0 : 5;
	for (size_t w = 0; w < sizeof(writers) / sizeof(writers[0]); w++) {
		size_t length = strlen(writers[w].name);
		const char *rest = name + length;
		if (!strncmp(name, writers[w].name, length) && (!*rest || *rest == '.'))
			return &writers[w];
	}
	return NULL;
}

static const struct et *wide(struct ets *ets, const struct et *term)
{
	return term->width < 64 ? et_cast(ets, ET_ZEXT, 64, term) : term;
}

static const struct et *product(struct ets *ets, const struct et *a, const struct et *b)
{
	return et_binary(ets, ET_MUL, ET_NSW, a, b);
}

static const struct et *wide_arg(struct root *root, LLVMValueRef call, int arg)
{
	return wide(root->pass->ets, host_term(root, call_arg(call, (unsigned)arg)));
}

/* How many rows there are from the first to the last one of all layers. */
static const struct et *all_rows(struct root *root, const struct writer *writer, LLVMValueRef call, bool *gaps)
{
	const struct et *rows = wide_arg(root, call, writer->rows);
	if (writer->layers < 0)
		return rows;
	const struct et *layers = wide_arg(root, call, writer->layers), *between = wide_arg(root, call, writer->between);
	if (et_is_const(layers) && layers->value == 1)
		return rows;
	*gaps = between != rows;
	return product(root->pass->ets, layers, between);
}

static const struct et *row_bytes(struct root *root, const struct writer *writer, LLVMValueRef call)
{
	struct ets *ets = root->pass->ets;
	return product(ets, wide_arg(root, call, writer->count), et_const(ets, 64, writer->width / 8));
}

/* Bytes from the first to behind the last one; sets `gaps` if there may be others between. */
static const struct et *extent(struct root *root, const struct writer *writer, LLVMValueRef call, bool *gaps)
{
	struct ets *ets = root->pass->ets;
	const struct et *row = row_bytes(root, writer, call);
	if (writer->rows < 0)
		return row;
	const struct et *rows = all_rows(root, writer, call, gaps), *pitch = wide_arg(root, call, writer->pitch);
	if (et_is_const(rows) && rows->value == 1)
		return row;
	*gaps |= pitch != row;
	return pitch != row ? product(ets, rows, pitch) : product(ets, rows, row);
}

static bool is_some(const struct et *count)
{
	return et_is_const(count) && count->value;
}

/* Is the first row filled, if any row is that may have gaps behind it. */
static bool has_first_row(struct root *root, const struct writer *writer, LLVMValueRef call)
{
	return writer->rows >= 0 && is_some(wide_arg(root, call, writer->rows)) &&
	       (writer->layers < 0 || is_some(wide_arg(root, call, writer->layers)));
}

static const struct et *cut(struct ets *ets, const struct et *value, unsigned width)
{
	return value->width > width ? et_cast(ets, ET_TRUNC, width, value) : value;
}

/* Is it one fill of the memory from its start on, of at least so many bytes. */
static bool fills_whole(struct root *root, LLVMValueRef base, LLVMValueRef call, const struct et *bytes)
{
	const struct writer *writer = writer_of(call);
	if (!writer || writer->value < 0 || writer->rows >= 0 || writer->width != 8 ||
		buffer_start(root, call_arg(call, writer->to)) != base)
		return false;
	const struct et *filled = wide_arg(root, call, writer->count);
	return filled == bytes || (et_is_const(filled) && et_is_const(bytes) && filled->value >= bytes->value);
}

const struct et *filled_value(struct root *root, LLVMValueRef source, LLVMValueRef copy, const struct et *bytes)
{
	struct ets *ets = root->pass->ets;
	LLVMValueRef base = buffer_start(root, source), fill = NULL;
	struct buffer *buffer = base ? buffer_of(root, base) : NULL;
	if (!buffer || buffer->escapes || buffer->stores.n || buffer->copies.n)
		return NULL;
	vec_each(other, &buffer->others) {
		if (!may_follow(root, *other, copy))
			continue;
		if (fill || !fills_whole(root, base, *other, bytes) ||
			!instruction_dominates(root->func, *other, copy))
			return NULL;
		fill = *other;
	}
	if (fill)
		return cut(ets, host_term(root, call_arg(fill, (unsigned)writer_of(fill)->value)), 8);
	return is_call(base) && !strcmp(call_name(base), "calloc") ? et_const(ets, 8, 0) : NULL;
}

bool row_fill_of(struct root *root, LLVMValueRef call, struct row_fill *fill)
{
	const struct writer *writer = writer_of(call);
	if (!writer || writer->value < 0 || writer->rows >= 0)
		return false;
	fill->to = call_arg(call, writer->to);
	fill->bytes = row_bytes(root, writer, call);
	fill->value = cut(root->pass->ets, host_term(root, call_arg(call, (unsigned)writer->value)), writer->width);
	return fill->value->width == writer->width;
}

static const struct et *written_value(struct root *root, const struct writer *writer, LLVMValueRef call)
{
	struct ets *ets = root->pass->ets;
	const struct et *value;
	if (writer->value >= 0)
		value = cut(ets, host_term(root, call_arg(call, (unsigned)writer->value)), writer->width);
	else if (writer->rows >= 0 || writer->count != 2)
		return NULL;
	else
		value = filled_value(root, call_arg(call, 1), call, wide_arg(root, call, writer->count));
	return value && value->width == writer->width ? value : NULL;
}

static void call_add(const struct finding *finding, const struct writer *writer, LLVMValueRef call, prior_list *priors)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	struct prior prior = { .by = call, .width = writer->width, .value = written_value(root, writer, call) };
	const struct et *first, *pointer = host_term(root, call_arg(call, writer->to));
	bool gaps = false;
	if (writer->count >= 0 && host_pointee(ets, pointer, &first) == finding->memory.alloc) {
		prior.first = first;
		prior.end = et_binary(ets, ET_ADD, ET_NSW, first, extent(root, writer, call, &gaps));
	}
	bool beside = runs_aside(finding, call);
	prior.surely = prior.first && !gaps && !beside;
	vec_push(root->pass->arena, priors, prior);
	if (!gaps || !has_first_row(root, writer, call))
		return;
	prior.end = et_binary(ets, ET_ADD, ET_NSW, first, row_bytes(root, writer, call));
	prior.surely = !beside;
	vec_push(root->pass->arena, priors, prior);
}

static bool names_symbol(LLVMValueRef i)
{
	return is_call(i) && api_find(call_name(i)) >= 0 &&
	       !strncmp(api_row(api_find(call_name(i)))->name, "cudaMemcpyToSymbol", 18);
}

/* Bytes of an allocation or variable; NULL: not known. */
static const struct et *size_of(struct host_pass *pass, const struct host_alloc *alloc)
{
	LLVMValueRef global = alloc->memory == HOST_GLOBAL ? LLVMGetNamedGlobal(pass->module->llvm, alloc->function) : NULL;
	if (!global || !LLVMTypeIsSized(LLVMGlobalGetValueType(global)))
		return alloc->size;
	return et_const(pass->ets, 64, LLVMStoreSizeOfType(pass->layout, LLVMGlobalGetValueType(global)));
}

/* Does it write so many bytes from the start of memory on, which has no more. */
static bool writes_all(struct root *root, const struct host_alloc *alloc, const struct et *first, const struct et *bytes)
{
	const struct et *size = size_of(root->pass, alloc);
	if (!size || !et_is_const(first) || first->value)
		return false;
	return bytes == size || (et_is_const(bytes) && et_is_const(size) && bytes->value >= size->value);
}

/* ... of each memory that the pointer may point to. */
static bool writes_all_of(struct root *root, const struct et *to, const struct et *bytes)
{
	place_list places = { 0 };
	if (!address_places(root->pass->ets, to, &places))
		return false;
	vec_each(place, &places) {
		const struct et *base = place->base;
		bool known = (base->op == ET_SYM || base->op == ET_APP) && base->sym->kind == SYM_BASE;
		const struct host_alloc *alloc = known ? base->sym->origin : NULL;
		bool rounds = base->op == ET_APP && alloc && alloc->size && !et_is_const(alloc->size);
		if (!alloc || rounds || !writes_all(root, alloc, place->offset, bytes))
			return false;
	}
	return true;
}

static bool is_same_memory(struct root *root, const struct memory *memory, const struct et *to)
{
	const struct et *offset;
	return host_pointee(root->pass->ets, to, &offset) == memory->alloc ||
	       host_alias(root->pass->arena, root->pass->ets, memory->pointer, to).alias == HOST_ALIAS_SAME;
}

/* Is it a copy to a variable that may leave some of its bytes. */
static bool may_leave_of_symbol(struct root *root, LLVMValueRef copy, const struct host_alloc *alloc)
{
	enum { BYTES = 2, OFFSET = 3 };
	return call_args(copy) <= OFFSET ||
	       !writes_all(root, alloc, wide_arg(root, copy, OFFSET), wide_arg(root, copy, BYTES));
}

bool may_write_beside(struct root *root, LLVMValueRef i, const struct memory *memory)
{
	const struct writer *writer = writer_of(i);
	bool gaps = false;
	if (LLVMIsAStoreInst(i))
		return true;
	if (names_symbol(i))
		return may_leave_of_symbol(root, i, memory->alloc);
	if (!writer || writer->count < 0)
		return false;
	const struct et *to = host_term(root, call_arg(i, writer->to)), *bytes = extent(root, writer, i, &gaps);
	return gaps || !is_same_memory(root, memory, to) || !writes_all_of(root, to, bytes);
}

static void store_add(const struct finding *finding, LLVMValueRef store, prior_list *priors)
{
	struct root *root = finding->root;
	struct ets *ets = root->pass->ets;
	LLVMValueRef stored = LLVMGetOperand(store, 0);
	uint64_t size = LLVMStoreSizeOfType(root->pass->layout, LLVMTypeOf(stored));
	bool integer = LLVMGetTypeKind(LLVMTypeOf(stored)) == LLVMIntegerTypeKind;
	struct prior prior = { .by = store, .width = 8 };
	const struct et *first;
	if (host_pointee(ets, host_term(root, LLVMGetOperand(store, 1)), &first) == finding->memory.alloc) {
		prior.first = first;
		prior.end = et_binary(ets, ET_ADD, ET_NSW, first, et_const(ets, 64, size));
		prior.surely = true;
	}
	if (integer && (size == 1 || size == 2 || size == 4 || size == 8)) {
		prior.width = (unsigned)(8 * size);
		prior.value = host_term(root, stored);
	}
	if (prior.value && prior.value->width != prior.width)
		prior.value = NULL;
	vec_push(root->pass->arena, priors, prior);
}

/* A call, store or atomic of a root, but for launches. */
struct write {
	LLVMValueRef at;
	const struct writer *writer; /* NULL: no known one */
	bool to_symbol;		     /* a copy to a variable that it names */
};

struct writes {
	VEC(struct write) list;
};

static bool may_write(LLVMValueRef i)
{
	if (is_call(i))
		return strcmp(call_name(i), "hgrd.launch");
	return LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i);
}

static const struct writes *writes_of(struct root *root)
{
	if (root->writes)
		return root->writes;
	struct writes *writes = arena_alloc(root->pass->arena, sizeof(*writes));
	vec_each(block, &root->func->blocks) {
		LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm);
		for (; i; i = LLVMGetNextInstruction(i)) {
			struct write write = { i, writer_of(i), names_symbol(i) };
			if (may_write(i))
				vec_push(root->pass->arena, &writes->list, write);
		}
	}
	root->writes = writes;
	return writes;
}

/* Is a fill or copy captured, and not the launch beside it: it is made when the graph is launched, if it is. */
static bool is_made_later(const struct finding *finding, LLVMValueRef call)
{
	struct root *root = finding->root;
	return is_captured(root, call) && !is_captured(root, finding->at);
}

static void write_add(const struct finding *finding, const struct write *write, prior_list *priors)
{
	struct prior other = { .by = write->at };
	if (!instruction_touches(finding->root, &finding->memory, write->at))
		return;
	if (write->writer && !is_made_later(finding, write->at))
		call_add(finding, write->writer, write->at, priors);
	else if (LLVMIsAStoreInst(write->at))
		store_add(finding, write->at, priors);
	else
		vec_push(finding->root->pass->arena, priors, other);
}

void priors_of_writes(const struct finding *finding, prior_list *priors)
{
	vec_each(write, &writes_of(finding->root)->list)
		if (write->at != finding->at && !(finding->variable && write->to_symbol))
			write_add(finding, write, priors);
}
