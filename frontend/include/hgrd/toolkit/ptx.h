/* What the built-in cuda::ptx has of a toolkit's, with the toolkit's tags. */
#define HGRD_TOOLKIT_PTX
#include "../../cuda/ptx"
