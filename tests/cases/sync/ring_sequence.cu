// A bounded queue whose slots count: who draws a place waits until its slot has come round to it. The twin pops with no fence after the wait.
#include <cuda_runtime.h>

enum { SLOTS = 64 };

struct queue {
	unsigned head, tail, turn[SLOTS];
	int data[SLOTS];
};

__device__ void push(queue *q, int value)
{
	unsigned place = atomicAdd(&q->tail, 1u);
	while (atomicAdd(&q->turn[place % SLOTS], 0u) != place)
		;
	__threadfence();
	q->data[place % SLOTS] = value; // twin-race: inter-block
	__threadfence();
	atomicExch(&q->turn[place % SLOTS], place + 1);
}

__device__ int pop(queue *q)
{
	unsigned place = atomicAdd(&q->head, 1u);
	while (atomicAdd(&q->turn[place % SLOTS], 0u) != place + 1)
		;
	__threadfence(); // twin:
	int value = q->data[place % SLOTS]; // twin-race: inter-block
	__threadfence();
	atomicExch(&q->turn[place % SLOTS], place + SLOTS);
	return value;
}

__global__ void work(queue *q, int *out, int n)
{
	for (int i = 0; i < n; i++)
		if (blockIdx.x < 8)
			push(q, i);
		else
			out[(blockIdx.x * blockDim.x + threadIdx.x) * n + i] = pop(q);
}

void run(queue *q, int *out, int n)
{
	work<<<16, 32>>>(q, out, n); // launch: race-free; twin-launch: race
}
