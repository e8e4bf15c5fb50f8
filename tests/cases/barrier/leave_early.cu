// Threads that have left the kernel hold no barrier up; those that only pass one by do.
#include <cuda_runtime.h>

__global__ void smooth(const float *in, float *out, int n)
{
	__shared__ float s[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	s[threadIdx.x] = in[i];
	__syncthreads();
	out[i] = s[threadIdx.x] + (threadIdx.x ? s[threadIdx.x - 1] : 0);
}

__global__ void tiles(const float *in, float *out, int n, int rounds)
{
	extern __shared__ float t[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	if (i >= n)
		return;
	for (int r = 0; r < rounds; r++) {
		t[threadIdx.x] = in[r * blockDim.x + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++)
			sum += t[k];
		__syncthreads();
	}
	out[i] = sum;
}

// All warps but the first put their parts down and leave.
__global__ void total(const float *in, float *out)
{
	__shared__ float parts[256];
	if (threadIdx.x >= 32) {
		parts[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
		return;
	}
	__syncthreads();
	float sum = 0;
	for (int k = threadIdx.x + 32; k < 256; k += 32)
		sum += parts[k];
	out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void count(const float *in, float *out, int n)
{
	__shared__ int hits;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0)
		hits = 0;
	__syncthreads();
	if (i < n && in[i] > 0)
		atomicAdd(&hits, 1);
	__syncthreads(); // twin-finding: barrier-divergence; twin: if (i < n) __syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = i;
}

int main(int argc, char **)
{
	int n = 1000 * argc;
	float *in, *out;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	smooth<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race-free
	tiles<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(in, out, n, 4); // launch: race-free; twin-launch: race-free
	total<<<n / 256, 256>>>(in, out); // launch: race-free; twin-launch: race-free
	count<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
