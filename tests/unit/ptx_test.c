#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernelanalysis/ptx/ptx.h"

struct row {
	const char *text;
	enum ptx_effect effect;
	enum scope scope;
};

static const struct row rows[] = {
	{ "", PTX_REGISTERS, SCOPE_NONE },
	{ "mov.u32 $0, %laneid;", PTX_REGISTERS, SCOPE_NONE },
	{ "{  .reg .pred p;  setp.eq.u32 p, $1, 0; @p add.u32 $0, $0, 1;}", PTX_REGISTERS,
		SCOPE_NONE },
	{ "shfl.sync.down.b32 $0, $1, $2, $3, $4;", PTX_REGISTERS, SCOPE_NONE },
	{ "bar.sync 0;", PTX_BLOCK_BARRIER, SCOPE_NONE },
	{ "barrier.sync.aligned 0;", PTX_BLOCK_BARRIER, SCOPE_NONE },
	{ "bar.sync 1;", PTX_OTHER, SCOPE_NONE },
	{ "bar.sync 0, 64;", PTX_OTHER, SCOPE_NONE },
	{ "bar.sync $0;", PTX_OTHER, SCOPE_NONE },
	{ "bar.arrive 0, 64;", PTX_OTHER, SCOPE_NONE },
	{ "bar.warp.sync $0;", PTX_WARP_BARRIER, SCOPE_NONE },
	{ "membar.gl;", PTX_FENCE, SCOPE_DEVICE },
	{ "fence.acq_rel.gpu;", PTX_FENCE, SCOPE_DEVICE },
	{ "fence.sc.cta;", PTX_FENCE, SCOPE_BLOCK },
	{ "membar.sys;", PTX_FENCE, SCOPE_SYSTEM },
	{ "fence.proxy.async;", PTX_OTHER, SCOPE_NONE },
	{ "ld.global.cg.f32 $0, [$1];", PTX_OTHER, SCOPE_NONE },
	{ "mov.u32 $0, $1; st.global.u32 [$2], $0;", PTX_OTHER, SCOPE_NONE },
	{ "unheard.of $0;", PTX_OTHER, SCOPE_NONE },
};

static void statements_have_their_effect(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		enum scope scope = SCOPE_NONE;
		if (ptx_effect(rows[i].text, &scope) != rows[i].effect || scope != rows[i].scope)
			fail_msg("%s", rows[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(statements_have_their_effect) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
