/* In front of a toolkit's: the built-in headers have surfaces where they have textures. */
#include "texture_indirect_functions.h"
