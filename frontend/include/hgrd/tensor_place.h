/* Boxes of tensors, as kernelanalysis/barriers/tensor_place.c understands them. */
#ifndef HGRD_TENSOR_PLACE_H
#define HGRD_TENSOR_PLACE_H

extern "C" {
/* Some byte of the box at these coordinates in global memory; NULL: it is outside the tensor. */
__attribute__((device, pure, nothrow)) char *__hgrd_tensor_place(
	const void *map, unsigned rank, int c0, int c1, int c2, int c3, int c4);
/* Some 16 bytes of a box in shared memory. */
__attribute__((device, pure, nothrow)) const char *__hgrd_tensor_part(
	const void *map, unsigned rank, const void *from);
/* Bytes of an element. */
__attribute__((device, pure, nothrow)) unsigned long long __hgrd_tensor_element(const void *map);
}

#endif
