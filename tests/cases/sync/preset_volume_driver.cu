// The driver copies rows to the data; in the twin to the flags, of which nobody knows then what they are.
#include <cuda.h>

__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}
void read_rows(void *to);

int main()
{
	int *flag, *data, *out, from[128];
	CUdeviceptr memory;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cuMemAlloc(&memory, 512);
	cuMemsetD32(memory, 0, 128);
	flag = (int *)memory;
	read_rows(from);
	CUDA_MEMCPY2D copy = {};
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = from;
	copy.srcPitch = 64;
	copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.dstDevice = (CUdeviceptr)data; // twin: 	copy.dstDevice = memory;
	copy.dstPitch = 64;
	copy.WidthInBytes = 64;
	copy.Height = 8;
	cuMemcpy2D(&copy);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
