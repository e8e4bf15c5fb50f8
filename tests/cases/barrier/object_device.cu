// A barrier object of device scope, made by another kernel for all threads of the grid; in the twin for half of them.
#include <cuda/barrier>
#include <new>

using barrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void make(barrier *b, int n)
{
	new (b) barrier(n);
}

__global__ void steps(barrier *b, int *a, int *out, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; k < rounds; k++) {
		a[i] = k; // twin-race: inter-block
		b->arrive_and_wait();
		out[i] += a[n - 1 - i]; // twin-race: inter-block
		b->arrive_and_wait();
	}
}

int main()
{
	barrier *b;
	int *a, *out, half = 256;

	cudaMalloc(&b, sizeof(*b));
	cudaMalloc(&a, 2 * half * sizeof(int));
	cudaMalloc(&out, 2 * half * sizeof(int));
	make<<<1, 1>>>(b, 2 * half); // launch: race-free; twin-launch: race-free; twin: make<<<1, 1>>>(b, half);
	steps<<<4, 128>>>(b, a, out, 512, 10); // launch: race-free; twin-launch: race
	return 0;
}
