#ifndef HGRD_KERNELANALYSIS_PTX_ASM_TEXT_H
#define HGRD_KERNELANALYSIS_PTX_ASM_TEXT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

/* Inline PTX split into statements. */
enum { PTX_PARTS = 20, PTX_OPERANDS = 8 };

struct ptx_statement {
	bool guarded;                   /* "@p" stands before it */
	const char *guard;              /* "p", "!p" */
	bool spins;                     /* is repeated until it is true, see asm_join_spin */
	const char *label;              /* "name:" and nothing else, no parts; else NULL */
	const char *part[PTX_PARTS];    /* the opcode's parts between dots: "ld", "acquire", "gpu" */
	unsigned parts;
	const char *operand[PTX_OPERANDS]; /* trimmed; "[...]" and "{...}" are one operand each */
	unsigned operands;
};
typedef VEC(struct ptx_statement) ptx_list;

/* Fills `list`; false when the text has directives or more parts than there is room for. */
bool ptx_statements(struct arena *arena, const char *text, ptx_list *list);

/* Has the opcode this part. */
bool ptx_has(const struct ptx_statement *statement, const char *part);

/* The type part, "u32" and the like: its bits and its letter (u, s, b, f); false when there is none. */
bool ptx_type(const struct ptx_statement *statement, unsigned *bits, char *letter);

#endif
