#include "hostanalysis/canonical/rewrite.h"

#include <string.h>

/*
 * What a launch's attributes say: the size of clusters, and whether the kernel may begin before the
 * one before it in its stream is over. They are elements of an array of cudaLaunchAttribute, of which
 * the runtime reads as many as the configuration says.
 */

enum { MOST_ATTRIBUTES = 4, ATTRIBUTE_SIZE = 72, ATTRIBUTE_VALUE = 8, CONFIG_ATTRIBUTES = 40,
	CONFIG_COUNT = 48, CLUSTER_DIMENSION = 4, PROGRAMMATIC_SERIALIZATION = 6,
	REQUIRED_CLUSTER_WIDTH = 11 };

static LLVMValueRef word_at(
	struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef pointer, unsigned offset)
{
	return LLVMBuildLoad2(b, type_i32(pass), address_build(pass, b, pointer, offset), "");
}

/* Is the index-th attribute read, and of this kind. */
static LLVMValueRef is_given(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef config,
	LLVMValueRef attribute, unsigned index, unsigned kind)
{
	LLVMValueRef count = word_at(pass, b, config, CONFIG_COUNT);
	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntUGT, count, const_i32(pass, index), ""),
		LLVMBuildICmp(b, LLVMIntEQ, word_at(pass, b, attribute, 0), const_i32(pass, kind), ""),
		"");
}

/* A word of the value of the attribute of this kind; fallback[0] where there is none, [1]
 * where there are too many. */
static LLVMValueRef attribute_word(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef config,
	unsigned kind, unsigned offset, const unsigned fallback[2])
{
	LLVMValueRef attributes = LLVMBuildLoad2(
		b, type_ptr(pass), address_build(pass, b, config, CONFIG_ATTRIBUTES), "");
	LLVMValueRef word = const_i32(pass, fallback[0]);
	for (unsigned i = 0; i < MOST_ATTRIBUTES; i++) {
		LLVMValueRef attribute = address_build(pass, b, attributes, ATTRIBUTE_SIZE * i);
		word = LLVMBuildSelect(b, is_given(pass, b, config, attribute, i, kind),
			word_at(pass, b, attribute, ATTRIBUTE_VALUE + offset), word, "");
	}
	LLVMValueRef few = LLVMBuildICmp(b, LLVMIntULE, word_at(pass, b, config, CONFIG_COUNT),
		const_i32(pass, MOST_ATTRIBUTES), "");
	return LLVMBuildSelect(b, few, word, const_i32(pass, fallback[1]), "");
}

void attributes_load(struct host_pass *pass, LLVMBuilderRef b, LLVMValueRef config, struct site *site,
	value_list *values)
{
	static const unsigned size[2] = { 1, 0 }, early[2] = { 0, 1 };
	site->attribute_values = (unsigned)values->n + 1;
	for (unsigned axis = 0; axis < 3; axis++)
		vec_push(pass->arena, values,
			attribute_word(pass, b, config, CLUSTER_DIMENSION, 4 * axis, size));
	vec_push(pass->arena, values,
		attribute_word(pass, b, config, PROGRAMMATIC_SERIALIZATION, 0, early));
}

void attributes_fill(struct root *root, LLVMValueRef call, const struct site *site,
	struct host_launch *launch)
{
	struct ets *ets = root->pass->ets;
	unsigned at = LAUNCH_ARGS + site->attribute_values - 1;
	bool given = site->attribute_values > 0;
	for (unsigned axis = 0; axis < 3; axis++)
		launch->cluster[axis] = given ? host_term(root, call_arg(call, at + axis))
					      : et_const(ets, 32, 1);
	launch->early = given ? host_term(root, call_arg(call, at + 3)) : et_const(ets, 32, 0);
}

/* Sizes along the axes that the program requires of a kernel's clusters; 0: not known. */
struct required {
	unsigned size[3];
	bool given[3];
};

/* What a call of cudaFuncSetAttribute says of them. */
static void add_required(struct required *required, LLVMValueRef call)
{
	LLVMValueRef attribute = call_arg(call, 1), value = call_arg(call, 2);
	unsigned size = LLVMIsAConstantInt(value) ? (unsigned)LLVMConstIntGetZExtValue(value) : 0;
	bool known = LLVMIsAConstantInt(attribute);
	uint64_t named = known ? LLVMConstIntGetZExtValue(attribute) - REQUIRED_CLUSTER_WIDTH : 0;
	for (uint64_t axis = 0; axis < 3; axis++) {
		if (known && axis != named)
			continue;
		bool agrees = known && (!required->given[axis] || required->size[axis] == size);
		required->size[axis] = agrees ? size : 0;
		required->given[axis] = true;
	}
}

static struct required required_of(const struct stub *stub)
{
	struct required required = { { 1, 1, 1 }, { false, false, false } };
	LLVMUseRef use = stub->llvm ? LLVMGetFirstUse(stub->llvm) : NULL;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_call(user) && call_args(user) == 3 &&
			api_find(call_name(user)) == api_find("cudaFuncSetAttribute"))
			add_required(&required, user);
	}
	return required;
}

void required_fill(struct host_pass *pass)
{
	vec_each(each, &pass->stubs) {
		struct required required = required_of(*each);
		vec_each(launch, &pass->host->launches) {
			const struct et *const *size = launch->cluster;
			bool given = !size[0] || !et_is_const(size[0]) || size[0]->value != 1;
			if (given || !launch->kernel || strcmp(launch->kernel, (*each)->kernel))
				continue;
			for (unsigned i = 0; i < 3; i++)
				if (required.given[i])
					launch->cluster[i] =
						et_const(pass->ets, 32, required.size[i]);
		}
	}
}

void host_cluster(const struct host *host, const char *kernel, unsigned cluster[3])
{
	bool found = false;
	cluster[0] = cluster[1] = cluster[2] = 0;
	if (!host)
		return;
	vec_each(launch, &host->launches) {
		if (!launch->kernel || strcmp(launch->kernel, kernel) || launch->unreached)
			continue;
		for (unsigned i = 0; i < 3; i++) {
			const struct et *size = launch->cluster[i];
			bool known = size && et_is_const(size) && size->value &&
				     (!found || cluster[i] == size->value);
			if (!known) {
				cluster[0] = cluster[1] = cluster[2] = 0;
				return;
			}
			cluster[i] = (unsigned)size->value;
		}
		found = true;
	}
}
