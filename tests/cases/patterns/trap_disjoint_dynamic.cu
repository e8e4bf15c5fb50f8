// Keys and values in one dynamic buffer, the second part behind as many elements as there are threads.
#include <cuda_runtime.h>

template <typename K, typename V>
__global__ void argmin(const K *keys, V *index, int n)
{
	extern __shared__ unsigned char raw[];
	K *k = reinterpret_cast<K *>(raw);
	V *v = reinterpret_cast<V *>(raw + blockDim.x * sizeof(K)); // twin: 	V *v = reinterpret_cast<V *>(raw + n * sizeof(K));
	int t = threadIdx.x;
	K best = keys[t];
	V where = t;

	for (int i = t; i < n; i += blockDim.x)
		if (keys[i] < best) {
			best = keys[i];
			where = i;
		}
	k[t] = best; // twin-race: intra-block,intra-warp
	v[t] = where; // twin-race: intra-block,intra-warp
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d >>= 1) {
		if (t < d && k[t + d] < k[t]) { // twin-race: intra-block,intra-warp
			k[t] = k[t + d]; // twin-race: intra-block,intra-warp
			v[t] = v[t + d]; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
	}
	if (t == 0)
		*index = v[0];
}

void run(const float *keys, int *index, int n)
{
	argmin<float, int><<<1, 256, 256 * (sizeof(float) + sizeof(int))>>>(keys, index, n); // launch: race-free; twin-launch: race
}
