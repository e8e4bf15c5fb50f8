#include "ir/node_order.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "ir/debug_nodes.h"

unsigned node_place(const struct node_order *order, unsigned number)
{
	return number < order->places.n ? order->places.at[number] : 0;
}

const char *node_end(const char *line)
{
	static const char *const lists[] = { ", enums: ", ", retainedTypes: ", ", globals: ", ", imports: " };
	const char *end = text_line_end(line);
	bool is_unit = text_within(line, "!DICompileUnit(") != NULL;
	for (size_t i = 0; is_unit && i < sizeof(lists) / sizeof(*lists); i++) {
		const char *at = text_within(line, lists[i]);
		end = at && at < end ? at : end;
	}
	return end;
}

const char *node_next(const char *at, const char *end)
{
	bool quoted = false;
	for (; at < end; at++) {
		quoted ^= *at == '"';
		if (!quoted && *at == '!' && isdigit((unsigned char)at[1]))
			return at;
	}
	return NULL;
}

static void node_meet(struct node_order *order, unsigned number)
{
	if (number >= order->lines.n || !order->lines.at[number] || order->places.at[number])
		return;
	vec_push(order->arena, &order->reached, order->lines.at[number]);
	order->places.at[number] = (unsigned)order->reached.n;
}

static bool is_class(const char *line)
{
	static const char *const tags[] = { "(tag: DW_TAG_class_type,", "(tag: DW_TAG_structure_type,",
		"(tag: DW_TAG_union_type," };
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (text_within(line, tags[i]))
			return true;
	return false;
}

static void members_mark(struct node_order *order, const char *line)
{
	static const char word[] = ", elements: ";
	const char *at = is_class(line) ? text_within(line, word) : NULL;
	unsigned list = at ? debug_reference(at + sizeof(word) - 1) : 0;
	if (list && list < order->unordered.n)
		order->unordered.at[list] = true;
}

/* Two nodes by their text without numbers. */
static int node_compare(const char *a, const char *b)
{
	static const char digits[] = "0123456789";
	a += strcspn(a, "=\n"), b += strcspn(b, "=\n");
	for (;; a++, b++) {
		a += strspn(a, digits), b += strspn(b, digits);
		if (*a != *b || !*a || *a == '\n')
			return *a - *b;
	}
}

/* The nodes of a list, sorted where it has no order; those that are alike stay as they are. */
static void list_fill(const struct node_order *order, unsigned number, place_list *numbers)
{
	const char *line = order->lines.at[number], *at = line + strcspn(line, "=\n");
	for (; (at = node_next(at, text_line_end(line))); at++) {
		unsigned member = debug_reference(at);
		if (member >= order->lines.n || !order->lines.at[member])
			continue;
		size_t i = numbers->n;
		vec_push(order->arena, numbers, member);
		for (; i && node_compare(order->lines.at[numbers->at[i - 1]], order->lines.at[member]) > 0; i--)
			numbers->at[i] = numbers->at[i - 1];
		numbers->at[i] = member;
	}
}

bool node_members(const struct node_order *order, unsigned number, place_list *members)
{
	if (number >= order->unordered.n || !order->unordered.at[number])
		return false;
	list_fill(order, number, members);
	vec_each(member, members)
		*member = node_place(order, *member);
	return true;
}

static void line_follow(struct node_order *order, const char *line, const char *at)
{
	const char *end = node_end(line);
	for (; (at = node_next(at, end)); at++)
		node_meet(order, debug_reference(at));
}

static void node_add(struct node_order *order, unsigned number, const char *line)
{
	while (order->lines.n <= number) {
		vec_push(order->arena, &order->lines, NULL);
		vec_push(order->arena, &order->places, 0);
		vec_push(order->arena, &order->unordered, false);
	}
	order->lines.at[number] = line;
}

void node_order_read(struct node_order *order, const char *text)
{
	for (const char *line = text; *line; line = text_line_end(line), line += *line == '\n')
		if (debug_reference(line))
			node_add(order, debug_reference(line), line);
	for (const char *line = text; *line; line = text_line_end(line), line += *line == '\n')
		if (!debug_reference(line))
			line_follow(order, line, line);
	for (size_t i = 0; i < order->reached.n; i++) {
		const char *line = order->reached.at[i];
		unsigned number = debug_reference(line);
		place_list members = { 0 };
		members_mark(order, line);
		if (!order->unordered.at[number]) {
			line_follow(order, line, line + strcspn(line, "=\n"));
			continue;
		}
		list_fill(order, number, &members);
		vec_each(member, &members)
			node_meet(order, *member);
	}
}
