/* In front of a toolkit's: what its fragments become does not say which memory is touched. */
#include "../../mma.h"
