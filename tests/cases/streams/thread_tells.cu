// A thread of the host that launches nothing is no matter of order, whatever the function it runs is called; in the twin it launches.
#include <cstdio>
#include <thread>

__global__ void put(int *p, int v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v; // an element for each thread
}

extern "C" void cudaTell(int *p, int n)
{
	if (p)
		printf("%d\n", n);
	if (n) printf("-\n"); // twin-launch: race-free; twin: 	if (n) put<<<64, 256>>>(p, 2);
}

int main()
{
	int *a;

	cudaMalloc(&a, 64 * 256 * sizeof(int));
	std::thread tells(cudaTell, a, 1); // twin-finding: launch-order
	tells.join();
	put<<<64, 256>>>(a, 1); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
