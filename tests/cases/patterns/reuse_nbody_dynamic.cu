// All-pairs forces with tiles in dynamic shared memory, block size known to the host only.
#include <cuda_runtime.h>

__device__ float3 interact(float4 a, float4 b, float3 acc)
{
	float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
	float d = dx * dx + dy * dy + dz * dz + 1e-3f;
	float s = b.w * rsqrtf(d * d * d);

	acc.x += dx * s;
	acc.y += dy * s;
	acc.z += dz * s;
	return acc;
}

__global__ void forces(const float4 *pos, float4 *out, int n)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = pos[i];
	float3 acc = make_float3(0, 0, 0);

	for (int base = 0; base < n; base += blockDim.x) {
		tile[threadIdx.x] = pos[base + threadIdx.x]; // twin-race: intra-block,intra-warp
		__syncthreads();
		for (unsigned j = 0; j < blockDim.x; j++)
			acc = interact(me, tile[j], acc); // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	out[i] = make_float4(acc.x, acc.y, acc.z, 0);
}

void step(const float4 *pos, float4 *out, int n, int threads)
{
	forces<<<n / threads, threads, threads * sizeof(float4)>>>(pos, out, n); // launch: race-free; twin-launch: race
}
