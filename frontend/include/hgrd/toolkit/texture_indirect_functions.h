/* In front of a toolkit's: fetches through texture objects are loads, as with the built-in headers. */
#ifndef HGRD_TOOLKIT_TEXTURES_H
#define HGRD_TOOLKIT_TEXTURES_H

#include "../function_kinds.h"

#define HGRD_TEXTURE_OBJECTS_ONLY
#include "../device_textures.h"

#endif
