#ifndef HGRD_SOLVER_SMT_Z3_H
#define HGRD_SOLVER_SMT_Z3_H

#include <z3.h>

#include "solver/smt.h"

/* Shared by the files that speak to Z3, and by no others. */
typedef VEC(Z3_ast) ast_table; /* NULL where nothing is translated yet */

struct smt {
	struct arena *arena;
	struct ints *in;
	Z3_context z3;
	Z3_solver solver;
	Z3_model model;
	enum smt_mode mode;
	ast_table vars, bools;
	ast_table monos[2], forms[2]; /* by mode */
	ast_table bits;               /* by term id */
	ast_table core;
};

/* The slot of an index; the table grows with NULL. */
Z3_ast *smt_slot(struct smt *smt, ast_table *table, uint32_t index);
/* "name.copy!id": unique, and readable in dumps. */
Z3_symbol smt_symbol(struct smt *smt, const struct et *leaf, const char *prefix, uint32_t id);

#endif
