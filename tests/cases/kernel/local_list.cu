// A list and a stack of pointers in a thread's own arrays: what they point to is the thread's own, too.
#include <cuda_runtime.h>

struct node {
	int value;
	node *next;
};

__global__ void walk(const int *in, int *out, int n)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	node nodes[16], *stack[16];
	int top = 0;

	for (int i = 0; i < 16; i++) {
		nodes[i].value = in[i];
		nodes[i].next = i ? &nodes[in[i] % i] : nullptr;
	}
	for (int i = 0; i < 16; i++)
		if (in[i] > 0)
			stack[top++] = &nodes[i];
	for (node *p = top ? stack[in[at] % top] : nullptr; p; p = p->next)
		p->value += 1; // twin-race: inter-block,intra-block,intra-warp; twin: out[n] = p->value += at;
	out[at] = nodes[3].value;
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 1024 * sizeof(int));
	cudaMalloc(&out, 1025 * sizeof(int));
	walk<<<4, 256>>>(in, out, 1024); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
