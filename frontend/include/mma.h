/* Matrix fragments of a warp. A load or store touches an area whose shape across lanes is not
 * specified, so it is a call with the address, the leading dimension and the layout. */
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision {
struct tf32;
struct u4;
struct s4;
struct b1;
} // namespace precision
enum layout_t {
	mem_row_major,
	mem_col_major
};
template <class T> struct __hgrd_storage {
	typedef T type;
};
template <> struct __hgrd_storage<precision::tf32> {
	typedef float type;
};
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
	typedef typename __hgrd_storage<T>::type element_type;
	enum { num_elements = M * N / 32 > 8 ? M * N / 32 : 8 };
	element_type x[num_elements];
};
template <class U, int M, int N, int K, class T, class L, class V>
__hgrd_dev void fill_fragment(fragment<U, M, N, K, T, L> &f, const V &value)
{
	for (int i = 0; i < f.num_elements; i++)
		f.x[i] = value;
}
template <class U, int M, int N, int K, class T, class L, class E>
__attribute__((device, convergent)) void load_matrix_sync(
	fragment<U, M, N, K, T, L> &, const E *, unsigned int stride);
template <class U, int M, int N, int K, class T, class L, class E>
__attribute__((device, convergent)) void load_matrix_sync(
	fragment<U, M, N, K, T, L> &, const E *, unsigned int stride, layout_t);
template <class U, int M, int N, int K, class T, class L, class E>
__attribute__((device, convergent)) void store_matrix_sync(
	E *, const fragment<U, M, N, K, T, L> &, unsigned int stride, layout_t);
template <class D, class A, class B, class C>
__attribute__((device, convergent)) void mma_sync(
	D &, const A &, const B &, const C &, bool saturate = false);
__hgrd_dev float __float_to_tf32(float f)
{
	return f;
}

} // namespace wmma
} // namespace nvcuda

#endif
