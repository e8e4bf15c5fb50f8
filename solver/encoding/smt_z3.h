#ifndef HGRD_SOLVER_ENCODING_SMT_Z3_H
#define HGRD_SOLVER_ENCODING_SMT_Z3_H

#include <z3.h>

#include "solver/encoding/smt.h"
#include "solver/watchdog.h"

/* Shared by the files that speak to Z3, and by no others. */
typedef VEC(Z3_ast) ast_table; /* NULL where nothing is translated yet */

struct smt {
	struct arena *arena;
	struct ints *in;
	Z3_context z3;
	Z3_solver solver;
	Z3_model model;
	struct watchdog *watchdog;
	enum smt_mode mode;
	ast_table vars, bools;
	ast_table monos[2], forms[2]; /* by mode */
	ast_table bits;		      /* by term id */
	VEC(Z3_func_decl) functions;  /* of applications, by symbol id */
	ast_table core;
};

/* The slot of an index; the table grows with NULL. */
Z3_ast *smt_slot(struct smt *smt, ast_table *table, uint32_t index);
/* The Z3 constant of a boolean variable of formulas. */
Z3_ast smt_bool_ast(struct smt *smt, uint32_t var);
/* Starts over with this solver. */
void smt_open_with(struct smt *smt, Z3_solver solver);
/* Value of a term in the model of the last check. */
Z3_ast smt_model_ast(struct smt *smt, Z3_ast ast);
/* "name.copy!id": unique, and readable in dumps. */
Z3_symbol smt_symbol(struct smt *smt, const struct et *leaf, const char *prefix, uint32_t id);

#endif
