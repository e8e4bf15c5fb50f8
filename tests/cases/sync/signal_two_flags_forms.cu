// Waits for two flags in one loop, by objects, by inline PTX and in rounds; in the twin one side of the first wait has another flag.
#include <cuda/atomic>

typedef cuda::atomic<int, cuda::thread_scope_device> flag_t;

__global__ void objects(float *edge, flag_t *flag, float *out)
{
	int b = blockIdx.x, l = (b + gridDim.x - 1) % gridDim.x, r = (b + 1) % gridDim.x;
	if (threadIdx.x == 0) {
		edge[b] = out[b]; // twin-race: inter-block
		flag[b].store(1, cuda::memory_order_release);
		while (!(flag[l].load(cuda::memory_order_acquire) && // twin: while (!(flag[b].load(cuda::memory_order_acquire) &&
			flag[r].load(cuda::memory_order_acquire)))
			;
		out[b] = edge[l] + edge[r]; // twin-race: inter-block
	}
}
__device__ int seen(int *p)
{
	int v;
	asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}
__device__ void signal(int *p, int v)
{
	asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__global__ void blocks(float *edge, int *flag, float *out)
{
	int b = blockIdx.x, t = threadIdx.x, l = (b + gridDim.x - 1) % gridDim.x, r = (b + 1) % gridDim.x;
	edge[b * 32 + t] = t;
	__syncthreads();
	if (t == 0) {
		signal(&flag[b], 1);
		while (!seen(&flag[l]) || !seen(&flag[r]))
			;
	}
	__syncthreads();
	out[b * 32 + t] = edge[l * 32 + t] + edge[r * 32 + t];
}
__global__ void automaton(volatile int *step, int *a, int *c, int n)
{
	int b = blockIdx.x, t = threadIdx.x, l = (b + gridDim.x - 1) % gridDim.x, r = (b + 1) % gridDim.x;
	for (int s = 1; s <= n; s++) {
		int *from = s & 1 ? a : c, *to = s & 1 ? c : a;
		to[b * blockDim.x + t] = from[l * blockDim.x + t] + from[r * blockDim.x + t];
		__syncthreads();
		if (t == 0) {
			__threadfence();
			step[b] = s;
			while (step[l] < s || step[r] < s)
				;
			__threadfence();
		}
		__syncthreads();
	}
}
int main()
{
	float *edge, *out;
	int *flag, *a, *c;
	flag_t *object;
	cudaMalloc(&edge, 64 * 128);
	cudaMalloc(&out, 64 * 128);
	cudaMalloc(&flag, 64 * 4);
	cudaMalloc(&object, 64 * 4);
	cudaMalloc(&a, 64 * 128 * 4);
	cudaMalloc(&c, 64 * 128 * 4);
	cudaMemset(object, 0, 64 * 4);
	objects<<<64, 32>>>(edge, object, out); // launch: race-free; twin-launch: race
	cudaMemset(flag, 0, 64 * 4);
	blocks<<<64, 32>>>(edge, flag, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, 64 * 4);
	automaton<<<64, 128>>>(flag, a, c, 10); // launch: race-free; twin-launch: race-free
}
