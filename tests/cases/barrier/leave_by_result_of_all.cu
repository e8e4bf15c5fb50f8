// A solver on two buffers that change places leaves its loop by a result that all blocks add up. In the twin the result lies in
// one of the buffers, which other threads write.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void solve(float *u, float *v, float *result, int n, int most)
{
	cg::grid_group grid = cg::this_grid();
	__shared__ float part[256];
	for (int round = 0; round < most; round++) {
		float sum = 0;
		for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size()) {
			v[i] = (u[i - 1] + u[i + 1]) / 2; // twin-race: inter-block, intra-block, intra-warp
			sum += v[i];
		}
		part[threadIdx.x] = sum;
		__syncthreads(); // twin-finding: barrier-divergence
		if (threadIdx.x == 0)
			atomicAdd(&result[round], part[0] + part[255]);
		grid.sync();
		if (result[round] < 1) // twin-race: inter-block, intra-block, intra-warp; twin: 		if (u[round] < 1)
			break;
		float *other = u;
		u = v;
		v = other;
	}
}

int main()
{
	int n = 1 << 20, most = 100;
	float *u, *v, *result;
	cudaMalloc(&u, n * sizeof(float));
	cudaMalloc(&v, n * sizeof(float));
	cudaMalloc(&result, most * sizeof(float));
	cudaMemset(result, 0, most * sizeof(float));
	void *args[] = { &u, &v, &result, &n, &most };
	cudaLaunchCooperativeKernel((void *)solve, dim3(64), dim3(256), args, 0, 0); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
