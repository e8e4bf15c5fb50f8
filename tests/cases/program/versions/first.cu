// A thread begins with what main has set. The program has a main in another file, and a function in two versions, so that it is not followed as a whole.
#include <cstdlib>
#include <thread>

void note();

static int n;

__global__ void put(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	p[i % (256 - n)] = i; // race: inter-block, intra-block, intra-warp
}

static void run()
{
	int *p;
	cudaMalloc(&p, 256 * sizeof(int));
	put<<<4, 64>>>(p, n); // launch: race; twin-launch: race-free
	note();
}

int main(int argc, char **argv)
{
	n = atoi(argv[1]); // twin: 	n = 0;
	std::thread(run).join(); // finding: launch-order; twin-finding: launch-order
	return 0;
}
