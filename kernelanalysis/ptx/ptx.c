#include "kernelanalysis/ptx/ptx.h"

#include <ctype.h>
#include <string.h>

/*
 * Inline PTX, statement by statement. Only opcodes that are known to touch no
 * memory count as such; one unknown statement makes the whole text unknown.
 */

static const char *const register_opcodes[] = { "abs", "activemask", "add", "addc", "and",
	"applypriority", "bfe", "bfi", "bfind", "bmsk", "bra", "brev", "brkpt", "clz", "cnot",
	"copysign", "cos", "createpolicy", "cvt", "cvta", "div", "dp2a", "dp4a", "elect", "ex2",
	"fma", "fns", "getctarank", "isspacep", "istypep", "lg2", "lop3", "mad", "mad24",
	"madc", "match", "max", "min", "mma", "mov", "movmatrix", "mul", "mul24", "nanosleep",
	"neg", "not", "or", "pmevent", "popc", "prefetch", "prefetchu", "prmt", "rcp", "redux",
	"rem", "rsqrt", "sad", "selp", "set", "setmaxnreg", "setp", "shf", "shfl", "shl", "shr",
	"sin", "slct", "sqrt", "sub", "subc", "szext", "tanh", "testp", "trap", "vabsdiff",
	"vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmad", "vmax",
	"vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4", "vshl",
	"vshr", "vsub", "vsub2", "vsub4", "xor" };

static bool is_register_opcode(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(register_opcodes) / sizeof(*register_opcodes); i++)
		if (strlen(register_opcodes[i]) == length &&
			!strncmp(register_opcodes[i], word, length))
			return true;
	return false;
}

bool ptx_is_register_opcode(const char *opcode)
{
	return is_register_opcode(opcode, strlen(opcode));
}

static bool starts(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* Does the dotted opcode, which ends at a blank, have this component. */
static bool has_part(const char *opcode, const char *part)
{
	size_t length = strlen(part), end = strcspn(opcode, " \t;");
	for (const char *p = strchr(opcode, '.'); p && p < opcode + end; p = strchr(p + 1, '.')) {
		char after = p[1 + length];
		if (starts(p + 1, part) && !isalnum((unsigned char)after) && after != '_')
			return true;
	}
	return false;
}

static enum ptx_effect fence_effect(const char *statement, enum scope *scope)
{
	if (has_part(statement, "proxy") || has_part(statement, "mbarrier_init"))
		return PTX_OTHER;
	if (has_part(statement, "cta"))
		*scope = SCOPE_BLOCK;
	else if (has_part(statement, "cluster"))
		*scope = SCOPE_CLUSTER;
	else if (has_part(statement, "gl") || has_part(statement, "gpu"))
		*scope = SCOPE_DEVICE;
	else if (has_part(statement, "sys"))
		*scope = SCOPE_SYSTEM;
	else
		return PTX_OTHER;
	return PTX_FENCE;
}

static enum ptx_effect barrier_effect(const char *statement)
{
	const char *operand = statement + strcspn(statement, " \t");
	while (isspace((unsigned char)*operand))
		operand++;
	if (has_part(statement, "warp"))
		return PTX_WARP_BARRIER;
	bool whole = has_part(statement, "sync") && operand[0] == '0' &&
		     (operand[1] == ';' || !operand[1]);
	return whole ? PTX_BLOCK_BARRIER : PTX_OTHER;
}

static const char *skip_prefix(const char *p)
{
	for (;;) {
		while (*p && (isspace((unsigned char)*p) || *p == '{' || *p == '}' || *p == ';'))
			p++;
		if (starts(p, "//")) {
			p += strcspn(p, "\n");
		} else if (*p == '@') {
			p += strcspn(p, " \t;");
		} else {
			size_t word = strcspn(p, " \t;:\n");
			if (p[word] != ':')
				return p;
			p += word + 1;
		}
	}
}

static enum ptx_effect statement_effect(const char *statement, enum scope *scope)
{
	size_t length = strcspn(statement, ". \t;\n");
	if (*statement == '.')
		return starts(statement, ".reg") || starts(statement, ".pragma") ? PTX_REGISTERS
										 : PTX_OTHER;
	if (starts(statement, "griddepcontrol."))
		return PTX_REGISTERS;
	if (starts(statement, "membar") || starts(statement, "fence"))
		return fence_effect(statement, scope);
	if (starts(statement, "bar.") || starts(statement, "barrier."))
		return barrier_effect(statement);
	return is_register_opcode(statement, length) ? PTX_REGISTERS : PTX_OTHER;
}

enum ptx_effect ptx_effect(const char *text, enum scope *scope)
{
	enum ptx_effect effect = PTX_REGISTERS;
	for (const char *p = skip_prefix(text); *p; p = skip_prefix(p)) {
		enum ptx_effect now = statement_effect(p, scope);
		if (now == PTX_OTHER || (now != PTX_REGISTERS && effect != PTX_REGISTERS))
			return PTX_OTHER;
		if (now != PTX_REGISTERS)
			effect = now;
		p += strcspn(p, ";\n");
	}
	return effect;
}
