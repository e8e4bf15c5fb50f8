// One block fills a node and publishes its address, for which the others wait: it is not null, as the node is there. In the twin the pointer is
// stored without an order.
#include <cuda/atomic>

struct node {
	int a, b;
};

using head_t = cuda::atomic<node *, cuda::thread_scope_device>;

__global__ void publish(node *pool, head_t *head, int *out)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		pool[3].a = 1; // twin-race: inter-block
		pool[3].b = 2; // twin-race: inter-block
		head->store(&pool[3], cuda::memory_order_release); // twin: 		head->store(&pool[3], cuda::memory_order_relaxed);
	} else {
		while (head->load(cuda::memory_order_acquire) == nullptr)
			;
		out[blockIdx.x] = pool[3].a + pool[3].b; // twin-race: inter-block; twin-cause: fence missing before the signal at line 18
	}
}

int main()
{
	node *pool;
	head_t *head;
	int *out;
	cudaMalloc(&pool, 8 * sizeof(*pool));
	cudaMalloc(&head, sizeof(*head));
	cudaMemset(head, 0, sizeof(*head));
	cudaMalloc(&out, 64 * sizeof(int));
	publish<<<8, 32>>>(pool, head, out); // launch: race-free; twin-launch: race
}
