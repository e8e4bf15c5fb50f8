// Counters of a list begin where the host has put them: which of them begins where is not known, unless all have been set to 0.
// What a run computes of keys is the same as on the device: leading zeros are no trailing ones.
#include <cuda_runtime.h>

// The place of each key is drawn from its bin's counter.
__global__ void fill(const unsigned char *key, int *begin, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[atomicAdd(&begin[key[i]], 1)] = i; // race: intra-warp
}

// By the number of leading zeros: the powers of two each have their own. FAULT: trailing zeros of these and of their halves.
template <bool FAULT>
__global__ void leading(int *out)
{
	__shared__ int slot[32];
	unsigned t = threadIdx.x, x = 0;
	for (unsigned k = 0; k <= t; k++)
		x = x * 2 + 1;
	slot[FAULT ? __clz((x >> 1) | 1) : __clz(x)] = t; // race: intra-warp
	__syncthreads();
	out[blockIdx.x * 32 + t] = slot[t];
}

__device__ int begin_of[4] = { 0, 32, 64, 96 };

__global__ void lists(int *out)
{
	out[atomicAdd(&begin_of[threadIdx.x / 32], 1)] = threadIdx.x;
}

// Ranks among the entries of the other half: an input is not sorted, what an earlier launch has merged may be.
__global__ void merge(const int *in, int *out, int half)
{
	int i = threadIdx.x, first = i < half ? half : 0, place = i % half, value = in[i];
	for (int k = 0; k < half; k++)
		place += i < half ? in[first + k] < value : in[first + k] <= value;
	out[place] = value; // race: intra-block
}

void place(const unsigned char *key, const int *first, int *out, int n)
{
	int *begin;
	cudaMalloc(&begin, 256 * sizeof(int));
	cudaMemset(begin, 0, 256 * sizeof(int));
	fill<<<n / 256, 256>>>(key, begin, out, n); // launch: race
	cudaMemcpy(begin, first, 256 * sizeof(int), cudaMemcpyHostToDevice);
	fill<<<n / 256, 256>>>(key, begin, out, n); // launch: undecided
}

void run(int *out, int blocks)
{
	leading<false><<<blocks, 32>>>(out); // launch: undecided
	leading<true><<<blocks, 32>>>(out); // launch: race
	lists<<<1, 128>>>(out); // launch: undecided
}

void sort(const int *in)
{
	int *a, *b;
	cudaMalloc(&a, 256 * sizeof(int));
	cudaMalloc(&b, 256 * sizeof(int));
	merge<<<1, 128>>>(in, a, 64); // launch: race
	merge<<<1, 128>>>(a, b, 64); // launch: undecided
}
