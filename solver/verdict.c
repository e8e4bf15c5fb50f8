#include "solver/verdict.h"

#include <assert.h>

#define WORD(texts, index) (assert((size_t)(index) < sizeof(texts) / sizeof(*texts)), texts[index])

const char *verdict_text(enum verdict verdict)
{
	static const char *const texts[] = {
		[VERDICT_RACE_FREE] = "race-free",
		[VERDICT_RACE] = "race",
		[VERDICT_UNDECIDED] = "undecided",
		[VERDICT_VACUOUS] = "vacuous",
	};
	return WORD(texts, verdict);
}

const char *race_kind_text(enum race_kind kind)
{
	static const char *const texts[] = {
		[RACE_INTER_BLOCK] = "inter-block",
		[RACE_INTRA_BLOCK] = "intra-block",
		[RACE_INTRA_WARP] = "intra-warp",
	};
	return WORD(texts, kind);
}

const char *space_text(enum space space)
{
	static const char *const texts[] = {
		[SPACE_GLOBAL] = "global",
		[SPACE_SHARED] = "shared",
		[SPACE_LOCAL] = "local",
		[SPACE_CONSTANT] = "constant",
		[SPACE_UNKNOWN] = "unknown",
	};
	return WORD(texts, space);
}

const char *access_type_text(enum access_type type)
{
	static const char *const texts[] = {
		[ACCESS_READ] = "read",
		[ACCESS_WRITE] = "write",
		[ACCESS_ATOMIC] = "atomic",
	};
	return WORD(texts, type);
}

const char *severity_text(enum severity severity)
{
	static const char *const texts[] = {
		[SEVERITY_ERROR] = "error",
		[SEVERITY_WARNING] = "warning",
		[SEVERITY_NOTE] = "note",
	};
	return WORD(texts, severity);
}

const char *assumption_text(enum assumption_index index)
{
	static const char *const texts[] = {
#define X(name, text) [ASSUMPTION_INDEX_##name] = text,
		ASSUMPTIONS(X)
#undef X
	};
	return WORD(texts, index);
}
