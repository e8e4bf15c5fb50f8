/* Where bulk copies of tensors read: somewhere in the memory that the descriptor begins with. */
#ifndef HGRD_TENSOR_PLACE_H
#define HGRD_TENSOR_PLACE_H

#include "function_kinds.h"

__hgrd_value char *__hgrd_handle_memory(unsigned long long);
__hgrd_value unsigned long __hgrd_texel(float x, float y, float z, float level);

__hgrd_dev const void *__hgrd_tensor_place(const void *map, float x, float y, float z)
{
	return __hgrd_handle_memory(*(const unsigned long long *)map) + __hgrd_texel(x, y, z, 0);
}

#endif
