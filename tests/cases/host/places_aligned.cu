#include <cstddef>

// The places that a library counts lie in a part of one chunk of memory, which the host aligns in numbers: they are no list of any numbers either.
namespace thrust {
template <class T> struct device_ptr {
	T *at;
	explicit device_ptr(T *p) : at(p) {}
};
template <class I, class O> O exclusive_scan(I first, I last, O result);
template <class I> void sort(I first, I last);
}

__global__ void put(const int *at, const int *wanted, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && wanted[i])
		out[at[i]] = i; // twin-race: inter-block, intra-block, intra-warp
}

static int *carve(char *&chunk, int n)
{
	size_t at = ((size_t)chunk + 127) & ~(size_t)127;
	chunk = (char *)(at + n * sizeof(int));
	return (int *)at;
}

void run(char *chunk, int *out, int n)
{
	int *wanted = carve(chunk, n), *at = carve(chunk, n);
	thrust::device_ptr<int> first(wanted), last(wanted + n), result(at);
	thrust::exclusive_scan(first, last, result); // twin: 	thrust::sort(result, thrust::device_ptr<int>(at + n));
	put<<<(n + 255) / 256, 256>>>(at, wanted, out, n); // launch: undecided; twin-launch: race
}
