#ifndef HGRD_BASE_MANGLED_H
#define HGRD_BASE_MANGLED_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Names of functions by the Itanium C++ ABI taken apart
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling): a function of a class or namespace is
 * "_ZN" qualifiers scope member "E" parameters. Nothing is copied; all parts point into the name.
 */

enum mangled_kind {
	MANGLED_PLAIN,		  /* a function with a name, an operator or a conversion */
	MANGLED_COMPLETE,	  /* constructor of a complete object: C1 */
	MANGLED_BASE,		  /* constructor of a base object: C2 */
	MANGLED_CONSTRUCTOR,	  /* any other constructor */
	MANGLED_DESTRUCTOR,	  /* D0, D1, D2 */
};

struct mangled {
	const char *scope; /* class or namespace with its template arguments, "St6vectorIiSaIiEE" */
	size_t scope_size;
	const char *member; /* last component with its template arguments, "9push_back", "C2" */
	size_t member_size;
	const char *parameters; /* types of the parameters, to the end: "Oi", "v" */
	enum mangled_kind kind;
	bool constant; /* a member function that is const */
};

/*
 * Fills `read` from the linkage name of a function that is a member of a class or namespace. False for all
 * other names, and where the name has a form that is not read; `read` is then empty.
 */
bool mangled_read(const char *name, struct mangled *read);

/* Is the scope the class or class template `source`, given as the ABI writes it: "St6vector". */
bool mangled_in(const struct mangled *read, const char *source);

/* Is the member named `name`, whatever its template arguments: "push_back". */
bool mangled_member(const struct mangled *read, const char *name);

/* First template argument of the scope, "i" in "St6vectorIiSaIiEE"; NULL: it has none. */
const char *mangled_argument(const struct mangled *read);

/* Is that a pointer to a class, as the runtime's handles are: "P11CUstream_st". */
bool mangled_argument_is_handle(const struct mangled *read);

/* Is a linkage name that of the constructor of a base object. */
bool mangled_is_base(const char *name);

/* Is a linkage name that of a function in namespace std, or of a class there. */
bool mangled_is_standard(const char *name);
/* Is it that of one by which the standard library makes strings, and numbers of these. */
bool mangled_is_of_strings(const char *name);

#endif
