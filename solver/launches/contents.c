#include "solver/check_pair.h"

#include "expr/linear.h"
#include "expr/place.h"

/*
 * What the host has put into memory that the kernel reads. Values that follow from the place enter the kernel's terms; others
 * become conditions on what is read: for each place by itself, and for each two of them.
 */

/* A place where the kernel reads: an element of what the host has filled. */
struct element {
	const struct host_contents *contents;
	const struct et *leaf, *index;
};

static const struct et *index_leaf(void *data, struct ets *ets, const struct et *leaf)
{
	const struct element *element = data;
	(void)ets;
	return leaf->op == ET_SYM && leaf->sym == element->contents->index ? element->index : NULL;
}

static const struct et *at_index(struct ets *ets, const struct element *element, const struct et *et)
{
	return et_map_once(ets, et, index_leaf, (void *)element);
}

/* The start of the memory that a device variable's contents are those of; false: there is none. */
static bool variable_place(struct launch *launch, const struct object *object, struct place *place)
{
	for (size_t i = 0; object && launch->host && i < launch->host->images.n; i++) {
		const struct host_image *image = &launch->host->images.at[i];
		if (!image->whole || !object_is_global(object, image->name))
			continue;
		*place = (struct place){ .base = image->piece.value, .offset = et_const(launch->kernel->ets, 64, 0) };
		return true;
	}
	return false;
}

bool object_place(struct launch *launch, const struct object *object, struct place *place)
{
	vec_each(param, &launch->kernel->params) {
		place_list places = { 0 };
		if (!object || !param->pointer || param->sym != object->base)
			continue;
		const struct et *term = launch_param(launch, param);
		if (!term || !address_places(launch->kernel->ets, term, &places) || places.n != 1)
			return false;
		*place = places.at[0];
		return true;
	}
	return variable_place(launch, object, place);
}

static bool is_of_memory(const struct et *leaf)
{
	return leaf->op == ET_APP && leaf->nargs == 1 && leaf->sym->kind == SYM_LOAD;
}

static bool is_pointer_of_memory(const struct et *leaf)
{
	return leaf->op == ET_APP && leaf->nargs == 1 && leaf->sym->kind == SYM_BASE;
}

/* The element that a leaf reads of the contents of that number; false: none of these. */
static bool element_of(struct launch *launch, const struct et *leaf, const struct place *place,
	size_t number, struct element *element)
{
	struct ets *ets = launch->kernel->ets;
	const struct host_contents *contents = &launch->host->contents.at[number];
	if (contents->base != place->base || contents->width != leaf->width)
		return false;
	const struct et *bytes = et_binary(ets, ET_ADD, ET_NSW, place->offset, leaf->arg[0]);
	*element = (struct element){ contents, leaf,
		et_element(ets, bytes, contents->offset, contents->stride) };
	return element->index != NULL;
}

/* Where a parameter points, as the host gives it: chosen among several, or made of numbers; NULL: it is none. */
static const struct et *object_given(struct launch *launch, const struct object *object)
{
	vec_each(param, &launch->kernel->params)
		if (object && param->pointer && param->sym == object->base)
			return launch_given(launch, et_sym(launch->kernel->ets, param->sym));
	return NULL;
}

/* Is it a structure among the arguments, not followed, that the host fills itself. */
static bool is_made_table(const struct launch *launch, const struct object *object)
{
	if (!object || object->kind != OBJECT_BYVAL)
		return false;
	unsigned arg = kernel_argument(launch->kernel, object->value);
	return arg < launch->host->args.n && launch->host->args.at[arg].made;
}

const char *launch_own_list(struct launch *launch, const struct et *leaf)
{
	struct place place;
	struct element element;
	const char *made = NULL;
	bool moved = false, known = false, grows = false;
	if (!launch->host || !is_of_memory(leaf))
		return NULL;
	const struct object *object = object_of_contents(launch->kernel, leaf->sym);
	if (is_made_table(launch, object))
		return "the list that the host makes";
	bool one = object_place(launch, object, &place);
	const struct et *given = object_given(launch, object), *start = one ? place.base : given;
	vec_each(contents, &launch->host->contents) {
		bool found = one && element_of(launch, leaf, &place, (size_t)(contents - launch->host->contents.at), &element);
		bool own = start && !contents->width && !contents->alike && (contents->base == start || contents->base == given);
		known |= found && !contents->one && !(contents->value && contents->value->op == ET_APP);
		grows |= found && contents->step;
		moved |= own && contents->computed;
		made = own ? contents->text : made;
	}
	return (moved ? grows : known) ? NULL : made;
}

bool launch_entries_alike(struct launch *launch, const struct et *leaf)
{
	struct place place;
	const struct object *object = object_of_contents(launch->kernel, leaf->sym);
	if (launch->host && object && object->kind == OBJECT_GLOBAL && variable_is_laid(launch->kernel->arena, object->value))
		return true;
	if (!launch->host || !object || !object_place(launch, object, &place))
		return false;
	vec_each(contents, &launch->host->contents)
		if (contents->alike && contents->base == place.base)
			return true;
	return false;
}

/* The pointer that the host puts there, of choices each by itself, so that what is chosen for several elements is one. */
static const struct et *pointer_held(struct launch *launch, const struct et *value, const struct et *leaf, unsigned depth)
{
	struct ets *ets = launch->kernel->ets;
	place_list places = { 0 };
	if (value->op != ET_ITE || address_places(ets, value, &places))
		return launch_pointer(launch, value, leaf->sym->name);
	const struct et *held[2] = { leaf, leaf };
	for (unsigned i = 0; depth && i < 2; i++) {
		const struct et *one = pointer_held(launch, value->arg[i + 1], leaf, depth - 1);
		held[i] = one ? one : leaf;
	}
	return et_ite(ets, value->arg[0], held[0], held[1]);
}

const struct et *launch_contents(struct launch *launch, const struct et *leaf)
{
	enum { MOST_CHOICES = 10 };
	struct ets *ets = launch->kernel->ets;
	struct place place;
	struct element element;
	bool pointer = is_pointer_of_memory(leaf);
	if (!launch->host || !launch->host->contents.n || !(pointer || is_of_memory(leaf)) ||
		!object_place(launch, object_of_contents(launch->kernel, leaf->sym), &place))
		return NULL;
	const struct et *found = NULL;
	for (size_t i = 0; i < launch->host->contents.n; i++) {
		if (!element_of(launch, leaf, &place, i, &element) || !element.contents->computed)
			continue;
		const struct et *within = at_index(ets, &element, element.contents->within);
		if (et_is_false(within))
			continue;
		const struct et *value = at_index(ets, &element, element.contents->value);
		if (pointer)
			value = pointer_held(launch, value, leaf, MOST_CHOICES);
		if (!value)
			continue;
		launch->read[i] = true;
		found = et_ite(ets, within, value, found ? found : leaf);
	}
	return found;
}

/* Conditions. */

struct reads {
	struct launch *launch;
	VEC(const struct et *) leaves;
};

static void reads_visit(void *data, const struct et *et)
{
	struct reads *reads = data;
	if (is_of_memory(et))
		vec_push(reads->launch->kernel->arena, &reads->leaves, et);
}

static void when_within(struct launch *launch, struct pair_terms *terms, const struct et *within,
	const struct et *condition)
{
	struct ets *ets = launch->kernel->ets;
	const struct et *rule = et_or(ets, et_not(ets, within), condition);
	if (!et_is_true(rule))
		vec_push(launch->kernel->arena, &terms->conditions, rule);
}

static void value_condition(
	struct launch *launch, struct pair_terms *terms, const struct element *element)
{
	struct ets *ets = launch->kernel->ets;
	const struct host_contents *contents = element->contents;
	if (!contents->value || contents->computed)
		return;
	when_within(launch, terms, at_index(ets, element, contents->within),
		et_binary(ets, ET_EQ, 0, element->leaf, at_index(ets, element, contents->value)));
}

static const struct et *wide(struct ets *ets, const struct element *element)
{
	enum et_op op = element->contents->is_signed ? ET_SEXT : ET_ZEXT;
	return element->leaf->width < 64 ? et_cast(ets, op, 64, element->leaf) : element->leaf;
}

/* How much b's value is greater than a's at least, which comes before: step * (b - a), or where more is known of what follows
   a, that and step * (b - a - 1). */
static const struct et *growth_between(struct ets *ets, const struct element *a, const struct element *b, const struct et *gain)
{
	const struct et *steps = et_binary(ets, ET_SUB, ET_NSW, b->index, a->index);
	if (gain)
		steps = et_binary(ets, ET_SUB, ET_NSW, steps, et_const(ets, 64, 1));
	const struct et *grown = et_binary(ets, ET_MUL, ET_NSW, steps, a->contents->step);
	return gain ? et_binary(ets, ET_ADD, ET_NSW, grown, at_index(ets, a, gain)) : grown;
}

static void order_condition(struct launch *launch, struct pair_terms *terms, const struct element *a,
	const struct element *b)
{
	struct ets *ets = launch->kernel->ets;
	const struct host_contents *contents = a->contents;
	const struct et *within = et_and(ets, at_index(ets, a, contents->within),
		et_and(ets, at_index(ets, b, contents->within),
			et_binary(ets, ET_SLT, 0, a->index, b->index)));
	const struct et *gains[] = { NULL, contents->gain };
	for (unsigned i = 0; i < (contents->gain ? 2 : 1); i++)
		when_within(launch, terms, within,
			et_binary(ets, ET_SLE, 0,
				et_binary(ets, ET_ADD, ET_NSW, wide(ets, a), growth_between(ets, a, b, gains[i])), wide(ets, b)));
}

/* Elements at different places are apart. */
static void apart_condition(struct launch *launch, struct pair_terms *terms, const struct element *a,
	const struct element *b)
{
	struct ets *ets = launch->kernel->ets;
	const struct et *apart = a->contents->apart;
	const struct et *within = et_and(ets, at_index(ets, a, a->contents->within),
		et_and(ets, at_index(ets, b, a->contents->within),
			et_not(ets, et_binary(ets, ET_EQ, 0, a->index, b->index))));
	const struct et *above = et_binary(ets, ET_SLE, 0,
		et_binary(ets, ET_ADD, ET_NSW, wide(ets, b), apart), wide(ets, a));
	const struct et *below = et_binary(ets, ET_SLE, 0,
		et_binary(ets, ET_ADD, ET_NSW, wide(ets, a), apart), wide(ets, b));
	when_within(launch, terms, within, et_or(ets, above, below));
}

static void bounds_condition(
	struct launch *launch, struct pair_terms *terms, const struct element *element)
{
	struct ets *ets = launch->kernel->ets;
	const struct host_contents *contents = element->contents;
	if (!contents->least)
		return;
	const struct et *value = wide(ets, element);
	const struct et *most = contents->most ? et_binary(ets, ET_SLE, 0, value, contents->most) : et_bool(ets, true);
	when_within(launch, terms, at_index(ets, element, contents->within),
		et_and(ets, et_binary(ets, ET_SLE, 0, contents->least, value), most));
}

typedef VEC(struct element) element_list;

/* Is it an input, of which nothing is known, beside nothing that grows by such: then what is read there is any number as well. */
static bool is_idle(const struct launch *launch, const struct host_contents *contents)
{
	if (!contents->value || contents->value->op != ET_APP || contents->least)
		return false;
	vec_each(other, &launch->host->contents)
		if (other->gain)
			return false;
	return true;
}

static void elements_fill(struct launch *launch, const struct pair_terms *terms, element_list *elements)
{
	struct arena *arena = launch->kernel->arena;
	struct reads reads = { launch, { 0 } };
	struct et_set *seen = et_set_new(arena);
	for (unsigned t = 0; t < 2; t++)
		et_each(seen, terms->address[t], reads_visit, &reads);
	vec_each(condition, &terms->conditions)
		et_each(seen, *condition, reads_visit, &reads);
	vec_each(leaf, &reads.leaves) {
		struct place place;
		if (!object_place(launch, object_of_contents(launch->kernel, (*leaf)->sym), &place))
			continue;
		for (size_t i = 0; i < launch->host->contents.n; i++) {
			struct element element;
			if (!element_of(launch, *leaf, &place, i, &element) ||
				(element.contents->computed && !element.contents->step) || is_idle(launch, element.contents))
				continue;
			if (element.contents->step && !element.contents->is_signed)
				launch->assumptions |= ASSUME_NO_WRAP;
			launch->read[i] = true;
			vec_push(arena, elements, element);
		}
	}
}

void launch_contents_conditions(struct launch *launch, struct pair_terms *terms)
{
	enum { MOST_ELEMENTS = 16 };
	element_list elements = { 0 };
	if (!launch->host || !launch->host->contents.n)
		return;
	elements_fill(launch, terms, &elements);
	if (elements.n > MOST_ELEMENTS)
		elements.n = MOST_ELEMENTS;
	vec_each(a, &elements) {
		value_condition(launch, terms, a);
		bounds_condition(launch, terms, a);
		vec_each(b, &elements) {
			if (a != b && a->contents == b->contents && a->contents->step)
				order_condition(launch, terms, a, b);
			if (a < b && a->contents == b->contents && a->contents->apart)
				apart_condition(launch, terms, a, b);
		}
	}
}
