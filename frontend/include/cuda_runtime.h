/* The CUDA runtime: what every source sees, whether it includes this or not. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "host_defines.h"
/* The order matters: device overloads come before the standard headers that would
 * otherwise make their constexpr functions the only candidates. */
#include "hgrd/device_math_forward.h"
#include "hgrd/standard.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "builtin_types.h"
#include "cuda_runtime_api.h"
#include "cuda_device_runtime_api.h"
#include "hgrd/host_templates.h"
#include "hgrd/device_builtins.h"
#include "hgrd/device_integer.h"
#include "hgrd/device_packed.h"
#include "hgrd/device_math.h"
#include "hgrd/device_sync.h"
#include "hgrd/device_warp.h"
#include "hgrd/device_atomics.h"
#include "hgrd/device_memory.h"
#include "hgrd/nv_atomics.h"
#include "hgrd/device_textures.h"

#endif
