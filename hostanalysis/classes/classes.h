#ifndef HGRD_HOSTANALYSIS_CLASSES_CLASSES_H
#define HGRD_HOSTANALYSIS_CLASSES_CLASSES_H

#include <llvm-c/Target.h>

#include "base/options.h"
#include "base/ptrmap.h"
#include "base/strmap.h"
#include "ir/module.h"

/*
 * Classes of one host module, as clang made it: which functions write the integers among their members that
 * are not public, or all of them where the module has all of a program. A class is found by the name of its type, which debug information and the notes for
 * type-based alias analysis have in common; LLVM's structure types have other names in every module.
 */

struct class_member {
	unsigned offset; /* bytes */
	unsigned width;	 /* bits: 32 or 64 */
	bool is_unsigned;
	const char *name;
};

struct class_entry {
	const char *name;  /* of its type, "_ZTS..." */
	const char *shown; /* "Matrix<float>" */
	struct loc loc;	   /* where it is declared */
	VEC(struct class_member) members;
	text_list bases;   /* names of the types of base classes at its start */
	text_list setters; /* declared functions without result, and constructors, that take integers */
	text_list writers; /* functions of the module that write a member */
	text_list joined;  /* types with the same members that objects are cast to */
	LLVMTypeRef type;  /* NULL: no member is accessed */
	bool is_public;	   /* some of the members are */
	bool blank;	   /* an object may be zeros that no function has set */
	const char *open;  /* why nobody can tell who writes them; NULL: all do it where it is seen */
};

typedef VEC(struct class_entry *) class_list;

enum { CLASS_MEMBERS = 8 }; /* a class with more integers is left out */

struct classes {
	struct arena *arena;
	LLVMModuleRef llvm;
	LLVMTargetDataRef layout;
	unsigned tbaa;		/* kind of the metadata */
	class_list list;
	struct strmap *by_name; /* type name -> class_entry */
	struct ptrmap *types;	/* LLVM structure type -> class_entry */
	bool all;		/* public members count as well */
};

/* Fills the list from the module's debug information: complete classes of the user's files. */
void classes_debug_fill(struct classes *classes);
/* Finds the structure types of the listed classes. */
void classes_types_fill(struct classes *classes);
/* All of that, for a module; `all`: with public members. */
struct classes *classes_new(struct arena *arena, LLVMModuleRef module, bool all);
/* Fills writers, `open` and `blank`. */
void classes_writers_fill(struct classes *classes);

/* &object->field: the field's number, and the structure's type; -1: it is none. */
int gep_field(LLVMValueRef value, LLVMTypeRef *type);
/* "Matrix.12" of "class.ns::Matrix.12"; NULL: the type has no name. */
const char *type_last_name(LLVMTypeRef type);
/* "class.ns::Matrix.12" against "Matrix<float>". */
bool type_bears_name(LLVMTypeRef type, const char *shown);

/* Notes why nobody can tell who writes the members of a class. */
void class_open(struct classes *classes, struct class_entry *entry, LLVMValueRef function,
	const char *what);
/* Is a class the one of that type name or derived from it, directly or not, its base being at the start of the object. */
bool class_has_base(
	const struct classes *classes, const struct class_entry *entry, const char *name);
/* The same for a class whose type name contains a text: classes without members are not in the list. */
bool class_has_base_like(
	const struct classes *classes, const struct class_entry *entry, const char *part);

/* Does a function stand in a system header. */
bool function_is_system(struct arena *arena, LLVMValueRef function);
/*
 * What an argument points to for the called function, by its declaration: the name of a class's type, "" for what is
 * no class or has no name; NULL: it is given by value or as constant bytes, or there is no telling. `args` of the call.
 */
const char *parameter_pointee(
	struct arena *arena, LLVMValueRef function, unsigned param, unsigned args);
/* The same for the function's result. */
const char *result_pointee(struct arena *arena, LLVMValueRef function);

/* An address of a member: the GEP's class and member; NULL: it is none. */
struct class_entry *member_address(
	const struct classes *classes, LLVMValueRef value, unsigned *member);

/* What becomes of an address of a member in one of its uses. */
enum address_use {
	ADDRESS_READS,	/* loads, comparisons */
	ADDRESS_WRITES, /* stores through it, perhaps in functions it is given to */
	ADDRESS_LEAKS	/* it is kept, returned, or given to code that is not seen */
};
enum address_use address_use(LLVMValueRef address);

/* What comes behind the type in the linkage name of one of its functions; NULL: it is none. */
const char *behind_type(const char *function, const char *type);
/*
 * Does a function construct a base object of a class or of one derived from it, at the start of the object: who calls it
 * is a constructor that has not ended.
 */
bool constructs_base(
	const struct classes *classes, const char *function, const struct class_entry *entry);

#endif
