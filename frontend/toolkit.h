#ifndef HGRD_FRONTEND_TOOLKIT_H
#define HGRD_FRONTEND_TOOLKIT_H

#include "base/options.h"

/* Folders where CUDA toolkits are, best first: `first` (or NULL), $CUDA_PATH, $CUDA_HOME, the usual
 * places. */
text_list toolkit_list(struct arena *arena, const char *first);

/* Is there a toolkit's cuda_runtime.h below the folder. */
bool toolkit_valid(struct arena *arena, const char *folder);

/* Is this the folder of a toolkit's headers itself, or that of the CUDA core libraries in it. */
bool toolkit_is_headers(struct arena *arena, const char *folder);

/* Has the toolkit a header of this name, as written in an #include. */
bool toolkit_has(struct arena *arena, const char *folder, const char *header);

/* CUDA_VERSION of its headers, 13000 for 13.0; 0: not known. */
unsigned toolkit_version(struct arena *arena, const char *folder);

/* The toolkit's folder of CUDA core libraries (cub, thrust, cuda/), NULL where they are in include.
 */
const char *toolkit_cccl(struct arena *arena, const char *folder);

#endif
