// Threads walk a list in memory: the next pointer is loaded through itself.
#include <cuda_runtime.h>

struct node {
	struct node *next;
	int value;
};

__global__ void walk(const struct node *head, int *out)
{
	int sum = 0;
	for (const struct node *at = head; at; at = at->next)
		sum += at->value;
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum; // twin-race: inter-block; twin: out[threadIdx.x] = sum;
}

void run(const struct node *head, int *out)
{
	walk<<<8, 64>>>(head, out); // launch: race-free; twin-launch: race
}
