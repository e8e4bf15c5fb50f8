#include <cstdlib>

// Where the runs of equal keys begin and end: one thread alone comes to each, as long as the keys are sorted. The program declares what it uses of the library.
namespace thrust {
template <class T> struct device_ptr {
	T *at;
	explicit device_ptr(T *p) : at(p) {}
	device_ptr operator+(long k) const { return device_ptr(at + k); }
};
template <class I> void sort(I first, I last);
template <class I, class J> void sort_by_key(I first, I last, J with);
}

__global__ void runs(const int *key, int *start, int *stop, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int k = key[i];
	if (i == 0 || key[i - 1] != k) {
		start[k] = i; // twin-race: inter-block, intra-block, intra-warp
		if (i > 0)
			stop[key[i - 1]] = i; // twin-race: inter-block, intra-block, intra-warp
	}
	if (i == n - 1)
		stop[k] = n; // twin-race: inter-block, intra-block, intra-warp
}

// Copied over after the sort.
__global__ void starts(const int *key, int *start, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && (i == 0 || key[i - 1] != key[i]))
		start[key[i]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

// Equal keys are next to each other, but not one.
__global__ void last(const int *key, int *at, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		at[key[i]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

// A function of the program, whatever its name, may have changed the keys since.
extern "C" void cudaShuffleKeys(int seed);
__global__ void behind(const int *key, int *start, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && (i == 0 || key[i - 1] != key[i]))
		start[key[i]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = 20000 * argc, *key, *with, *start, *stop;
	cudaMalloc(&key, n * sizeof(int));
	cudaMalloc(&with, n * sizeof(int));
	cudaMalloc(&start, 4096 * sizeof(int));
	cudaMalloc(&stop, 4096 * sizeof(int));
	thrust::device_ptr<int> first(key), values(with);
	thrust::sort_by_key(first, first + n, values); // twin: thrust::sort_by_key(first, first + (n - 1), values);
	cudaMemset(start, 0, 4096 * sizeof(int));
	runs<<<(n + 127) / 128, 128>>>(key, start, stop, n); // launch: race-free; twin-launch: race
	thrust::sort(first, first + n);
	last<<<(n + 127) / 128, 128>>>(key, start, n); // launch: race; twin-launch: race
	thrust::sort(first, first + n);
	cudaMemcpy(key, with, 8, cudaMemcpyDeviceToDevice);
	starts<<<(n + 127) / 128, 128>>>(key, start, n); // launch: race; twin-launch: race
	thrust::sort(first, first + n);
	cudaShuffleKeys(argc);
	behind<<<(n + 127) / 128, 128>>>(key, start, n); // launch: race; twin-launch: race
	return 0;
}
