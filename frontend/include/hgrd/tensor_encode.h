/*
 * What the analysis reads of a tensor's descriptor (kernelanalysis/barriers/tensor_map.h), of 16 words: the address; five sizes in elements;
 * five distances in bytes, the first of which is the size of an element, 0 where boxes are not such plain ones; of
 * five axes the size of the box, and in the upper half how far its elements are apart.
 */
#ifndef HGRD_TENSOR_ENCODE_H
#define HGRD_TENSOR_ENCODE_H

/* Bytes of an element by CUtensorMapDataType, four bits each. */
#define __hgrd_tensor_bytes(TYPE) ((unsigned)(0x4442842884421ull >> 4 * (TYPE)) & 15)

#define __hgrd_tensor_axis(I)                                                                        \
	if (I < rank) {                                                                              \
		words[1 + I] = sizes[I];                                                             \
		words[6 + I] = I ? strides[I - !!I] : bytes;                                         \
		words[11 + I] = box[I] | (unsigned long long)steps[I] << 32;                         \
	}

extern "C" CUresult __hgrd_tensor_encoded(void);

template <class Word, class Number>
static inline __attribute__((always_inline)) CUresult __hgrd_tensor_fill(void *map, unsigned type, unsigned rank, void *address,
	const Word *sizes, const Word *strides, const Number *box, const Number *steps, bool plain)
{
	unsigned long long *words = (unsigned long long *)map;
	unsigned bytes = plain && type < 13 ? __hgrd_tensor_bytes(type) : 0;
	words[0] = (unsigned long long)address;
	__hgrd_tensor_axis(0) __hgrd_tensor_axis(1) __hgrd_tensor_axis(2)
	__hgrd_tensor_axis(3) __hgrd_tensor_axis(4)
	return __hgrd_tensor_encoded();
}

#endif
