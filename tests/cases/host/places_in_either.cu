#include <cstdlib>

// A library counts the places in one of two allocations, which the host has chosen before: they are no list of any numbers.
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

void run(int *out, int *wanted, int n, bool managed)
{
	int *at;
	if (managed)
		cudaMallocManaged(&at, n * sizeof(int));
	else
		cudaMalloc(&at, n * sizeof(int));
	thrust::device_ptr<int> first(wanted), last(wanted + n), result(at);
	thrust::exclusive_scan(first, last, result); // twin: 	thrust::sort(result, thrust::device_ptr<int>(at + n));
	put<<<(n + 255) / 256, 256>>>(at, wanted, out, n); // launch: undecided; twin-launch: race
	cudaFree(at);
}
