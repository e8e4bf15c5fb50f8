#ifndef HGRD_KERNELANALYSIS_BARRIERS_TENSOR_MAP_H
#define HGRD_KERNELANALYSIS_BARRIERS_TENSOR_MAP_H

/*
 * A tensor's descriptor, in words of 64 bits, as frontend/include/hgrd/tensor_map.h makes it: the address; sizes in
 * elements; bytes from an element to the next along each axis, the first of which is the size of an element; for each
 * axis the size of the box, and in the upper half how far its elements are apart.
 */
enum { TENSOR_AXES = 5, TENSOR_ADDRESS = 0, TENSOR_SIZE = 1, TENSOR_PITCH = 6, TENSOR_BOX = 11 };

/* Bytes along a box's first axis are a multiple of it. */
enum { TENSOR_PART = 16 };

/* The headers' calls about a box (frontend/include/hgrd/tensor_place.h). */
#define TENSOR_PLACE "__hgrd_tensor_place"
#define TENSOR_PART_OF "__hgrd_tensor_part"
#define TENSOR_ELEMENT "__hgrd_tensor_element"
/* (bytes of an element, number of the use in its copy): any number. */
#define TENSOR_PICK "__hgrd_tensor_pick"

#endif
