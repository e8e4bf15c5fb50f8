/* Matrix fragments of a warp. Which lane loads or stores which element is not specified: here lane
 * l takes the elements 32 * i + (l + k) % 32 of a tile, with k unknown, so that a warp touches the whole
 * tile and nothing follows from which lane it is. Sums of one shape, type and layout have one k: each lane
 * stores the places that it loads. */
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
/* Rows and columns of a fragment's matrix. */
template <class Use, int M, int N, int K> struct __hgrd_shape {
	enum { rows = M, columns = N };
};
template <int M, int N, int K> struct __hgrd_shape<matrix_a, M, N, K> {
	enum { rows = M, columns = K };
};
template <int M, int N, int K> struct __hgrd_shape<matrix_b, M, N, K> {
	enum { rows = K, columns = N };
};
/* Elements that a lane has: its share of the matrix, of factors in half precision twice as much or more. */
template <class Use, int M, int N, int K, class T> struct __hgrd_share {
	enum { count = __hgrd_shape<Use, M, N, K>::rows * __hgrd_shape<Use, M, N, K>::columns / 32 };
};
template <int M, int N, int K> struct __hgrd_share<matrix_a, M, N, K, __half> {
	enum { count = 16 };
};
template <int M, int N, int K> struct __hgrd_share<matrix_b, M, N, K, __half> {
	enum { count = 16 };
};
template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
	typedef typename __hgrd_storage<T>::type element_type;
	enum { num_elements = __hgrd_share<Use, M, N, K, T>::count,
		num_storage_elements = num_elements };
	element_type x[num_elements];
};
template <class U, int M, int N, int K, class T, class L, class V>
__hgrd_dev void fill_fragment(fragment<U, M, N, K, T, L> &f, const V &value)
{
	for (int i = 0; i < f.num_elements; i++)
		f.x[i] = value;
}
__hgrd_value unsigned int __hgrd_load_lane(void);
__hgrd_value unsigned int __hgrd_sum_lane(unsigned int kind);

/* The place of this lane's i-th element among the elements of a tile. MINOR of them lie side by
 * side. */
__hgrd_dev unsigned long __hgrd_element(
	unsigned int i, unsigned int first, unsigned int minor, unsigned int stride)
{
	unsigned int element = 32 * i + ((__nvvm_read_ptx_sreg_laneid() + first) & 31);

	return (unsigned long)(element / minor) * stride + element % minor;
}
/* The k of a fragment. */
template <class U, int M, int N, int K, class T> struct __hgrd_first {
	static __inline__ __attribute__((device, always_inline)) unsigned int lane(layout_t)
	{
		return __hgrd_load_lane();
	}
};
template <int M, int N, int K, class T> struct __hgrd_first<accumulator, M, N, K, T> {
	static __inline__ __attribute__((device, always_inline)) unsigned int lane(layout_t layout)
	{
		unsigned int whole = (T)0.5f == (T)0;

		return __hgrd_sum_lane(
			((((M * 64u + N) * 64 + K) * 16 + sizeof(T)) * 2 + whole) * 2 + layout);
	}
};
template <class U, int M, int N, int K, class T, class L, class E>
__hgrd_dev void load_matrix_sync(
	fragment<U, M, N, K, T, L> &f, const E *p, unsigned int stride, layout_t layout)
{
	typedef __hgrd_shape<U, M, N, K> shape;
	unsigned int minor = layout == mem_row_major ? shape::columns : shape::rows;

	for (unsigned int i = 0; i < shape::rows * shape::columns / 32; i++)
		f.x[i % f.num_elements] =
			p[__hgrd_element(i, __hgrd_first<U, M, N, K, T>::lane(layout), minor, stride)];
}
template <class L> struct __hgrd_layout {
	static const layout_t layout = mem_row_major;
};
template <> struct __hgrd_layout<col_major> {
	static const layout_t layout = mem_col_major;
};
template <class U, int M, int N, int K, class T, class L, class E>
__hgrd_dev void load_matrix_sync(
	fragment<U, M, N, K, T, L> &f, const E *p, unsigned int stride)
{
	load_matrix_sync(f, p, stride, __hgrd_layout<L>::layout);
}
template <class U, int M, int N, int K, class T, class L, class E>
__hgrd_dev void store_matrix_sync(
	E *p, const fragment<U, M, N, K, T, L> &f, unsigned int stride, layout_t layout)
{
	typedef __hgrd_shape<U, M, N, K> shape;
	unsigned int minor = layout == mem_row_major ? shape::columns : shape::rows;

	for (unsigned int i = 0; i < shape::rows * shape::columns / 32; i++)
		p[__hgrd_element(i, __hgrd_first<U, M, N, K, T>::lane(layout), minor, stride)] =
			f.x[i % f.num_elements];
}
template <class D, class A, class B, class C>
__hgrd_dev void mma_sync(D &d, const A &a, const B &b, const C &c, bool saturate = false)
{
	for (int i = 0; i < d.num_elements; i++)
		d.x[i] = c.x[i % c.num_elements] +
			 (typename D::element_type)((float)a.x[i % a.num_elements] *
						    (float)b.x[i % b.num_elements]);
}
__hgrd_dev float __float_to_tf32(float f)
{
	return f;
}

} // namespace wmma
} // namespace nvcuda

#endif
