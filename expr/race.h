#ifndef HGRD_EXPR_RACE_H
#define HGRD_EXPR_RACE_H

#include "base/diag.h"

/* Words that kernel analysis, solver and report share (SEMANTICS). */

/* Different blocks; one block, different warps; one warp. */
enum race_kind { RACE_INTER_BLOCK, RACE_INTRA_BLOCK, RACE_INTRA_WARP, RACE_KINDS };
enum space { SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONSTANT, SPACE_UNKNOWN };
enum access_type { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };
enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

/* A finding that is not a race. */
struct finding {
	const char *rule; /* "barrier-divergence", "inter-kernel", ... */
	enum severity severity;
	struct loc loc;
	const char *message;
};

#endif
