#include "frontend/percents.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const char *const registers[] = { "tid", "ntid", "laneid", "warpid", "nwarpid", "ctaid",
	"nctaid", "smid", "nsmid", "gridid", "is_explicit_cluster", "clusterid", "nclusterid",
	"cluster_ctaid", "cluster_nctaid", "cluster_ctarank", "cluster_nctarank", "lanemask_eq",
	"lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt", "clock", "clock_hi", "clock64",
	"globaltimer", "globaltimer_lo", "globaltimer_hi", "total_smem_size", "aggr_smem_size",
	"dynamic_smem_size" };

static bool is_register(const char *name)
{
	size_t length = 0;
	while (isalnum((unsigned char)name[length]) || name[length] == '_')
		length++;
	for (size_t i = 0; i < sizeof(registers) / sizeof(*registers); i++)
		if (strlen(registers[i]) == length && !strncmp(registers[i], name, length))
			return true;
	return false;
}

/* A single sign in front of a register begins here. */
static bool is_single(const char *source, const char *at)
{
	return *at == '%' && (at == source || at[-1] != '%') && is_register(at + 1);
}

/* A quote that begins or ends a string stands here. */
static bool is_quote(const char *source, const char *at)
{
	return *at == '"' && (at == source || (at[-1] != '\\' && at[-1] != '\''));
}

char *percents_doubled(struct arena *arena, const char *source)
{
	char *out = arena_alloc(arena, 2 * strlen(source) + 1), *to = out;
	bool found = false, inside = false;
	for (const char *at = source; *at; at++) {
		if (*at == '\n')
			inside = false;
		else if (is_quote(source, at))
			inside = !inside;
		if (inside && is_single(source, at)) {
			*to++ = '%';
			found = true;
		}
		*to++ = *at;
	}
	*to = '\0';
	return found ? out : NULL;
}
