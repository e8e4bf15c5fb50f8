/* Instead of a toolkit's, whose instructions depend on the architecture. */
#include "../../../ptx.h"
