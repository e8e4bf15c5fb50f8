#include "hostanalysis/pass.h"

#include <string.h>

#include "base/mangled.h"
#include "base/ptrmap.h"

/*
 * Which functions call paths start from, and what is inlined into them. A
 * function is of interest when it reaches a launch or an allocation, or makes a dim3; those are
 * inlined whatever their size, as every copy of a launch then has the facts of
 * its own call path. Other functions are inlined when small. Members of a
 * cycle of the call graph are never inlined (Tarjan, Depth-First Search and
 * Linear Graph Algorithms).
 */

enum { SMALL = 40, SMALL_OWN = 300, MAX_ROOT = 60000, OWN_FACTOR = 3, OWN_PART = 8, READER = 1500,
	READERS = 6000, CONTAINER = 12000 };

struct node {
	LLVMValueRef llvm;
	unsigned index, low; /* Tarjan's numbers; 0: not seen */
	bool on_stack, recursive;
	bool launches;  /* reaches a launch */
	bool interest;  /* reaches a launch or an allocation, or makes a dim3 */
	bool referenced, inlined;
	bool mistyped; /* a call has another type: it cannot be inlined there */
	unsigned sites; /* calls of it */
	unsigned size;  /* instructions */
	unsigned grown; /* with what is inlined, */
	unsigned own;	/* of which so many are none of system headers */
	unsigned plain; /* with what is inlined, reads no options and is none of the library's functions of strings */
	bool reads;     /* it has a searching loop of its own */
	bool branches;	/* with what is inlined */
	unsigned work;  /* `grown` without local variables and what reads and writes them */
	VEC(struct node *) calls; /* one entry per call */
};

struct graph {
	struct host_pass *pass;
	struct ptrmap *nodes;
	VEC(struct node *) order; /* callees first */
	VEC(struct node *) stack;
	unsigned next;
};

static struct node *node_of(struct graph *graph, LLVMValueRef function)
{
	return function ? ptrmap_get(graph->nodes, function) : NULL;
}

static bool is_bookkeeping(LLVMValueRef i)
{
	return LLVMIsAAllocaInst(i) || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
}

/*
 * Functions that a call gives to its callee to be called there count as called by that; those that it keeps, as a function
 * with arguments that are bound to it does, by who makes the call.
 */
static void callbacks_scan(struct graph *graph, LLVMValueRef call, struct node *node, struct node *callee)
{
	for (unsigned i = 0; i < call_args(call); i++) {
		struct node *given = node_of(graph, call_arg(call, i));
		if (!given || given == callee || given == node)
			continue;
		bool called = callback_given(call, i);
		vec_push(graph->pass->arena, called ? &callee->calls : &node->calls, given);
		graph->pass->callbacks |= called;
	}
}

/* A function whose address is stored counts as called by who stores it, as by who makes a function object. */
static void stored_scan(struct graph *graph, LLVMValueRef i, struct node *node)
{
	struct node *stored = LLVMIsAStoreInst(i) ? node_of(graph, LLVMGetOperand(i, 0)) : NULL;
	if (stored && stored != node)
		vec_push(graph->pass->arena, &node->calls, stored);
}

bool is_goal(const struct host_pass *pass, LLVMValueRef call)
{
	const char *name = call_name(call);
	if (pass->options->owed)
		return !strcmp(name, MEMBERS_OWED);
	return !strcmp(name, "hgrd.launch") || !strcmp(name, "hgrd.node") || !strncmp(name, "cudaLaunch", 10);
}

static bool is_of_interest(const struct host_pass *pass, LLVMValueRef call)
{
	const char *name = call_name(call);
	if (!strcmp(name, "__hgrd_tensor_encoded"))
		return true;
	return !strncmp(name, "hgrd.", 5) && strncmp(name, MEMBERS_KNOWN, strlen(MEMBERS_KNOWN)) &&
	       !(pass->options->owed && !strcmp(name, "hgrd.launch"));
}

static void node_scan(struct graph *graph, struct node *node)
{
	node->interest = !graph->pass->options->owed && !strncmp(value_name(node->llvm), "_ZN4dim3C", 9);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(node->llvm); block; block = LLVMGetNextBasicBlock(block)) {
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			node->size++;
			node->work += !is_bookkeeping(i);
			node->branches |= (LLVMIsABranchInst(i) && LLVMIsConditional(i)) || LLVMIsASwitchInst(i);
			stored_scan(graph, i, node);
			if (!is_call(i))
				continue;
			if (is_goal(graph->pass, i))
				node->launches = node->interest = true;
			if (is_of_interest(graph->pass, i))
				node->interest = true;
			struct node *callee = node_of(graph, call_target(i));
			if (!callee)
				continue;
			vec_push(graph->pass->arena, &node->calls, callee);
			callee->sites++;
			callee->mistyped |= !call_fits(i);
			callbacks_scan(graph, i, node, callee);
		}
	}
}

/*
 * Reading options, searching strings and the like: loops with calls. What they
 * find is any value; inlined, their conditions would only get in the way.
 */
static bool has_searching_loop(struct graph *graph, LLVMValueRef function)
{
	struct func *func = func_new(graph->pass->arena, function);
	vec_each(block, &func->blocks) {
		if (!(*block)->loop)
			continue;
		for (LLVMValueRef i = LLVMGetFirstInstruction((*block)->llvm); i;
			i = LLVMGetNextInstruction(i))
			if (is_call(i) && strncmp(call_name(i), "llvm.", 5) &&
				strncmp(call_name(i), MEMBERS_KNOWN, strlen(MEMBERS_KNOWN)))
				return true;
	}
	return false;
}

static void component_pop(struct graph *graph, struct node *node)
{
	struct node *member;
	bool cycle = graph->stack.at[graph->stack.n - 1] != node;
	size_t first = graph->order.n;
	do {
		member = graph->stack.at[--graph->stack.n];
		member->on_stack = false;
		member->recursive = cycle;
		vec_push(graph->pass->arena, &graph->order, member);
	} while (member != node);
	vec_each(callee, &node->calls)
		node->recursive |= *callee == node;
	/* what one member reaches, all reach */
	bool launches = false, interest = false;
	for (size_t i = first; i < graph->order.n; i++) {
		member = graph->order.at[i];
		vec_each(callee, &member->calls) {
			member->launches |= (*callee)->launches;
			member->interest |= (*callee)->interest;
		}
		launches |= member->launches;
		interest |= member->interest;
	}
	for (size_t i = first; i < graph->order.n; i++) {
		graph->order.at[i]->launches = launches;
		graph->order.at[i]->interest = interest;
	}
}

static void node_visit(struct graph *graph, struct node *node)
{
	node->index = node->low = ++graph->next;
	node->on_stack = true;
	vec_push(graph->pass->arena, &graph->stack, node);
	vec_each(each, &node->calls) {
		struct node *callee = *each;
		if (!callee->index)
			node_visit(graph, callee);
		if (callee->on_stack && callee->low < node->low)
			node->low = callee->low;
	}
	if (node->low == node->index)
		component_pop(graph, node);
}

static bool user_function(struct graph *graph, LLVMValueRef function)
{
	ir_stack stack = { 0 };
	instruction_stack(graph->pass->arena, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(function)), &stack);
	return stack.n && !stack.at[0].system;
}

/*
 * What a function owes is known from itself where it is a root; in others a call of it is like any other. A base
 * constructor is part of those that call it.
 */
static bool answers_itself(const struct host_pass *pass, LLVMValueRef function)
{
	return pass->options->owed && root_number(function) >= 0 &&
	       !mangled_is_base(value_name(function));
}

/* What branches brings conditions with it; constructors of views, and iterators, do not. */
static bool is_small(struct graph *graph, const struct node *node)
{
	if (!node->branches && node->grown <= READER)
		return true;
	if (node->grown > (node->reads ? READER : READERS) || (!node->reads && node->plain > SMALL_OWN))
		return false;
	return node->work <= SMALL || user_function(graph, node->llvm);
}

/*
 * How long a container is, and what stands in it, is told by its functions, where there are few calls. Streams and events in a
 * vector are told apart by their places, by its functions' calls (handles.c).
 */
static bool of_container(struct graph *graph, const struct node *node)
{
	struct mangled read;
	const char *name = value_name(node->llvm);
	if (!mangled_is_standard(name) || node->grown > READERS ||
		node->sites * node->grown > CONTAINER ||
		(mangled_read(name, &read) && mangled_argument_is_handle(&read)))
		return false;
	graph->pass->containers = true;
	return true;
}

/* A weak function may be another one where not all of the program is here. */
static bool may_be_replaced(const struct host_pass *pass, LLVMValueRef function)
{
	return !pass->closed && LLVMGetLinkage(function) == LLVMWeakAnyLinkage;
}

/* Where a good part is the program's own, and no system header's, more is followed. */
static bool is_large(const struct node *node, unsigned max)
{
	return node->grown > max && (node->grown > OWN_FACTOR * max || node->own < node->grown / OWN_PART);
}

static void node_decide(struct graph *graph, struct node *node, unsigned max)
{
	node->grown = node->plain = node->size;
	node->own = user_function(graph, node->llvm) || stub_kernel(graph->pass->arena, value_name(node->llvm)) ? node->size : 0;
	vec_each(callee, &node->calls)
		if ((*callee)->inlined) {
			node->grown += (*callee)->grown;
			node->own += (*callee)->own;
			node->plain += (*callee)->reads || mangled_is_of_strings(value_name((*callee)->llvm)) ? 0 : (*callee)->plain;
			node->work += (*callee)->work;
			node->branches |= (*callee)->branches;
		}
	bool variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(node->llvm));
	if (node->recursive || variadic || is_large(node, max) || may_be_replaced(graph->pass, node->llvm) ||
		answers_itself(graph->pass, node->llvm))
		return;
	node->reads = has_searching_loop(graph, node->llvm);
	node->inlined = node->interest || is_small(graph, node) || of_container(graph, node);
}

static bool visible(LLVMValueRef function)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);
	return linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage;
}

/* May the function be called from elsewhere than the calls that are seen, after inlining. */
static bool given_away(struct graph *graph, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_left_behind(user))
			continue;
		if (!is_call(user))
			return true;
		struct node *callee = node_of(graph, call_target(user));
		for (unsigned i = 0; i < call_args(user); i++)
			if (call_arg(user, i) == function &&
				!(callee && callee->inlined && callback_given(user, i)))
				return true;
	}
	return false;
}

/* Does the address go anywhere, and into memory and to functions of this module alone, as those in function objects do. */
static bool is_only_kept(LLVMValueRef function)
{
	LLVMUseRef use = visible(function) ? NULL : LLVMGetFirstUse(function);
	bool kept = false, only = use;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == function;
		kept |= stored || (is_call(user) && LLVMGetCalledValue(user) != function);
		only &= stored || is_call(user);
	}
	return only && kept;
}

static bool is_root(struct graph *graph, struct node *node)
{
	struct host_pass *pass = graph->pass;
	if (!node->launches)
		return false;
	if (pass->options->marked_roots)
		return root_number(node->llvm) >= 0 || !node->inlined || node->mistyped;
	if (!strcmp(value_name(node->llvm), "main") || !node->referenced ||
		given_away(graph, node->llvm))
		return true;
	return !node->inlined || node->mistyped || (!pass->has_main && visible(node->llvm));
}

void roots_fill(struct host_pass *pass)
{
	struct graph graph = { .pass = pass, .nodes = ptrmap_new(pass->arena) };
	VEC(struct node *) nodes = { 0 };
	unsigned max = pass->options->max_inlined ? pass->options->max_inlined : MAX_ROOT;
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		struct node *node = arena_alloc(pass->arena, sizeof(*node));
		node->llvm = f;
		ptrmap_set(graph.nodes, f, node);
		vec_push(pass->arena, &nodes, node);
	}
	vec_each(node, &nodes)
		node_scan(&graph, *node);
	vec_each(node, &nodes)
		if (!(*node)->index)
			node_visit(&graph, *node);
	vec_each(node, &graph.order)
		node_decide(&graph, *node, max);
	vec_each(node, &nodes)
		vec_each(callee, &(*node)->calls)
			if (*callee != *node)
				(*callee)->referenced = true;
	vec_each(each, &nodes) {
		struct node *node = *each;
		function_remove_attribute(node->llvm, "noinline");
		function_remove_attribute(node->llvm, "alwaysinline");
		function_add_attribute(node->llvm, node->inlined ? "alwaysinline" : "noinline");
		if (node->launches && node->inlined && is_only_kept(node->llvm))
			vec_push(pass->arena, &pass->stored, node->llvm);
		if (is_root(&graph, node)) {
			vec_push(pass->arena, &pass->roots, node->llvm);
			/* nothing may remove it */
			LLVMSetLinkage(node->llvm, LLVMExternalLinkage);
		}
	}
}

static bool is_settled(const struct host_pass *pass, LLVMValueRef root)
{
	vec_each(stored, &pass->stored)
		if (*stored == root)
			return !LLVMGetFirstUse(root);
	return false;
}

void roots_settle(struct host_pass *pass)
{
	size_t n = 0;
	vec_each(root, &pass->roots)
		if (!is_settled(pass, *root))
			pass->roots.at[n++] = *root;
	pass->roots.n = n;
}

static bool contains_goal(const struct host_pass *pass, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (is_call(i) && is_goal(pass, i))
				return true;
	return false;
}

static bool is_called(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (is_call(LLVMGetUser(use)))
			return true;
	return false;
}

void roots_complete(struct host_pass *pass)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(pass->module->llvm); f;
		f = LLVMGetNextFunction(f)) {
		bool root = false;
		vec_each(known, &pass->roots)
			root |= *known == f;
		if (root || LLVMIsDeclaration(f) || !is_called(f) || !contains_goal(pass, f))
			continue;
		vec_push(pass->arena, &pass->roots, f);
		LLVMSetLinkage(f, LLVMExternalLinkage);
	}
}
