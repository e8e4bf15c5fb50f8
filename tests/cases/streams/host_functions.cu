// What functions touch that streams run: they are operations of their streams. In the twin a stream does not wait for the kernel.
#include <cuda_runtime.h>

__global__ void fill(int *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = i;
}

struct work {
	const int *y;
	int n, sum;
};

static void CUDART_CB add(void *p)
{
	work *w = (work *)p;
	for (int i = 0; i < w->n; i++)
		w->sum += w->y[i];
}

static void CUDART_CB reset(cudaStream_t, cudaError_t status, void *p)
{
	if (status == cudaSuccess)
		*(int *)p = 0;
}

static void CUDART_CB put(void *p)
{
	int *to = (int *)p;
	to[to[0]] = 1;
}

int main()
{
	int *y, *z;
	cudaStream_t s, t;
	cudaEvent_t e;
	cudaMallocHost(&y, 6400 * sizeof(int));
	cudaMallocHost(&z, 6400 * sizeof(int));
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	cudaEventCreate(&e);
	work w = { y, 6400, 0 }, same = w, part = { y + 3200, 3200, 0 }, more = { y + 3199, 3200, 0 };

	fill<<<50, 128, 0, s>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaLaunchHostFunc(s, add, &same);
	cudaDeviceSynchronize();

	fill<<<50, 128, 0, s>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0); // twin:
	cudaLaunchHostFunc(t, add, &w); // twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<25, 128, 0, s>>>(y, 3200); // launch: race-free; twin-launch: race-free
	cudaLaunchHostFunc(t, add, &part);
	cudaDeviceSynchronize();

	fill<<<25, 128, 0, s>>>(y, 3200); // launch: race-free; twin-launch: race-free
	cudaLaunchHostFunc(t, add, &more); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	cudaStreamAddCallback(t, reset, z, 0);
	fill<<<50, 128, 0, s>>>(z, 6400); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	cudaStreamAddCallback(t, reset, z + 6399, 0);
	fill<<<50, 128, 0, s>>>(z, 6399); // launch: race-free; twin-launch: race-free
	cudaLaunchHostFunc(t, put, z);
	fill<<<50, 128, 0, t>>>(y, 6400); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
