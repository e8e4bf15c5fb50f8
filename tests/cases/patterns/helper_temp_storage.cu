// Storage of two collectives in a union, as with CUB: between the two a barrier is needed.
#include <cuda_runtime.h>

template <typename T, int BLOCK>
struct BlockReduce {
	struct TempStorage {
		T warp[BLOCK / 32];
	};
	TempStorage &temp;
	__device__ BlockReduce(TempStorage &t) : temp(t) {}
	__device__ T Sum(T v)
	{
		for (int o = 16; o > 0; o >>= 1)
			v += __shfl_down_sync(~0u, v, o);
		if (threadIdx.x % 32 == 0)
			temp.warp[threadIdx.x / 32] = v;
		__syncthreads();
		if (threadIdx.x == 0)
			for (int w = 1; w < BLOCK / 32; w++)
				v += temp.warp[w]; // twin-race: intra-warp
		return v;
	}
};

template <typename T, int BLOCK>
struct BlockExchange {
	struct TempStorage {
		T buf[BLOCK];
	};
	TempStorage &temp;
	__device__ BlockExchange(TempStorage &t) : temp(t) {}
	__device__ T Reverse(T v)
	{
		temp.buf[threadIdx.x] = v; // twin-race: intra-warp
		__syncthreads();
		return temp.buf[BLOCK - 1 - threadIdx.x];
	}
};

template <int BLOCK>
__global__ void tile(const float *in, float *out, float *total)
{
	using Reduce = BlockReduce<float, BLOCK>;
	using Exchange = BlockExchange<float, BLOCK>;
	__shared__ union {
		typename Reduce::TempStorage reduce;
		typename Exchange::TempStorage exchange;
	} temp;
	int i = blockIdx.x * BLOCK + threadIdx.x;
	float v = in[i];
	float sum = Reduce(temp.reduce).Sum(v);

	if (threadIdx.x == 0)
		total[blockIdx.x] = sum;
	__syncthreads(); // twin:
	out[i] = Exchange(temp.exchange).Reverse(v);
}

void run(const float *in, float *out, float *total, int blocks)
{
	tile<256><<<blocks, 256>>>(in, out, total); // launch: race-free; twin-launch: race
}
