#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mangled.h"

static void parts_of_names(void **state)
{
	static const struct {
		const char *name, *scope, *member, *parameters;
		enum mangled_kind kind;
	} rows[] = {
		{ "_ZNSt6vectorIiSaIiEE9push_backEOi", "St6vectorIiSaIiEE", "9push_back", "Oi",
			MANGLED_PLAIN },
		{ "_ZNKSt6vectorIiSaIiEE4sizeEv", "St6vectorIiSaIiEE", "4size", "v",
			MANGLED_PLAIN },
		{ "_ZNSt6vectorIPfSaIS0_EEC2EmRKS1_", "St6vectorIPfSaIS0_EE", "C2", "mRKS1_",
			MANGLED_BASE },
		{ "_ZN5ShapeC1Ev", "5Shape", "C1", "v", MANGLED_COMPLETE },
		{ "_ZN5C2C1EC2Ev", "5C2C1E", "C2", "v", MANGLED_BASE },
		{ "_ZN3BoxILi32ELb1EED0Ev", "3BoxILi32ELb1EE", "D0", "v", MANGLED_DESTRUCTOR },
		{ "_ZN3BoxILin5EEcvT_IiEEv", "3BoxILin5EE", "cvT_IiE", "v", MANGLED_PLAIN },
		{ "_ZN1A1BIN1C1DEEC2ERKS3_", "1A1BIN1C1DEE", "C2", "RKS3_", MANGLED_BASE },
		{ "_ZN1AIFvPA5_iEE1fIJfdEEEvv", "1AIFvPA5_iEE", "1fIJfdEE", "vv", MANGLED_PLAIN },
		{ "_ZZ4mainENK3$_0clEi", "3$_0", "cl", "i", MANGLED_PLAIN },
		{ "_ZZ4mainEN5LocalC2Ev", "5Local", "C2", "v", MANGLED_BASE },
		{ "_ZN1AC2I1BEET_", "1A", "C2I1BE", "T_", MANGLED_BASE },
		{ "_ZN1BCI21AEi", "1B", "CI21A", "i", MANGLED_CONSTRUCTOR },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mangled read;
		assert_true(mangled_read(rows[i].name, &read));
		assert_int_equal(read.scope_size, strlen(rows[i].scope));
		assert_memory_equal(read.scope, rows[i].scope, read.scope_size);
		assert_int_equal(read.member_size, strlen(rows[i].member));
		assert_memory_equal(read.member, rows[i].member, read.member_size);
		assert_string_equal(read.parameters, rows[i].parameters);
		assert_int_equal(read.kind, rows[i].kind);
		assert_int_equal(read.constant, strstr(rows[i].name, "NK") != NULL);
	}
}

static void names_without_scope(void **state)
{
	static const char *const names[] = { "", "main", "_Z1fi", "_ZN", "_ZN1A", "_ZN9AE",
		"_ZN1AE", "_ZSt3maxIiERKT_S2_S2_", "_ZN1AIXgtT_0EE1fEv", "_ZN1AI", "_ZN1AILi",
		"_ZZ1fvEN" };
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct mangled read;
		assert_false(mangled_read(names[i], &read));
		assert_int_equal(read.scope_size, 0);
	}
}

static void templates_and_namespaces(void **state)
{
	struct mangled read;
	(void)state;
	assert_true(mangled_read("_ZNSt6vectorIPfSaIS0_EE9push_backEOS0_", &read));
	assert_true(mangled_in(&read, "St6vector"));
	assert_false(mangled_in(&read, "St6vecto"));
	assert_true(mangled_member(&read, "push_back"));
	assert_false(mangled_member(&read, "push_bac"));
	assert_int_equal(*mangled_argument(&read), 'P');
	assert_true(mangled_read("_ZN1A6vectorIfE1fEv", &read));
	assert_false(mangled_in(&read, "St6vector"));
	assert_int_equal(*mangled_argument(&read), 'f');
	assert_true(mangled_read("_ZN1AIiE1B1fEv", &read));
	assert_null(mangled_argument(&read));
	assert_true(mangled_is_base("_ZN1AC2Ev"));
	assert_false(mangled_is_base("_ZN3AC24C2EvEv"));
	assert_false(mangled_is_base("C2"));
	assert_true(mangled_is_standard("_ZSt3maxIiERKT_S2_S2_"));
	assert_true(mangled_is_standard("_ZNKSt6vectorIiSaIiEE4sizeEv"));
	assert_true(mangled_is_standard("_ZNSaIiEC2Ev"));
	assert_false(mangled_is_standard("_ZN5StateC2Ev"));
	assert_false(mangled_is_standard("_Z5Statev"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_names),
		cmocka_unit_test(names_without_scope),
		cmocka_unit_test(templates_and_namespaces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
