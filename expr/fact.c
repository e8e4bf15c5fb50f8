#include "expr/fact.h"

const char *fact_kind_text(enum fact_kind kind)
{
	static const char *const texts[] = {
#define FACT(name, text) [FACT_##name] = text,
#include "expr/fact.def"
#undef FACT
	};
	assert(kind < FACT_KINDS);
	return texts[kind];
}
