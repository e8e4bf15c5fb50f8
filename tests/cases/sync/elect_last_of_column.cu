// One block of each column comes last to the column's counter, which then begins again; the twin's begins again too early.
#include <cuda_runtime.h>

__global__ void finish(unsigned *arrived, float *out)
{
	__shared__ bool last;
	int t = threadIdx.x;

	if (t == 0)
		last = atomicInc(&arrived[blockIdx.x], gridDim.y - 1) == gridDim.y - 1; // twin: 		last = atomicInc(&arrived[blockIdx.x], gridDim.y - 3) == gridDim.y - 3;
	__syncthreads();
	if (last)
		out[blockIdx.x * 128 + t] = blockIdx.y; // twin-race: inter-block
}

void run(unsigned *arrived, float *out)
{
	cudaMemset(arrived, 0, 16 * sizeof(unsigned));
	finish<<<dim3(16, 4), 128>>>(arrived, out); // launch: race-free; twin-launch: race
}
