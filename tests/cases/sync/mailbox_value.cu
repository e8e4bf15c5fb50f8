// The word that says whether the slot is full also carries its length; in the twin an empty one does as well.
#include <cuda/atomic>

struct mailbox {
	cuda::atomic<int, cuda::thread_scope_device> length;
	float data[64];
};

__device__ void send(mailbox &box, const float *from, int n)
{
	while (box.length.load(cuda::memory_order_acquire) != 0)
		;
	for (int i = 0; i < n; i++)
		box.data[i] = from[i]; // twin-race: inter-block
	box.length.store(n, cuda::memory_order_release);
}

__device__ void receive(mailbox &box, float *to)
{
	int n;
	while ((n = box.length.load(cuda::memory_order_acquire)) <= 0) // twin: while ((n = box.length.load(cuda::memory_order_acquire)) < 0)
		;
	for (int i = 0; i < 64; i++)
		to[i] = i < n ? box.data[i] : 0; // twin-race: inter-block
	box.length.store(0, cuda::memory_order_release);
}

__global__ void pass(mailbox *boxes, const float *in, float *out, int n, int rounds)
{
	int pair = blockIdx.x / 2;
	if (threadIdx.x != 0)
		return;
	for (int k = 0; k < rounds; k++)
		if (blockIdx.x % 2 == 0)
			send(boxes[pair], in + pair * 64, n);
		else
			receive(boxes[pair], out + pair * 64);
}

void run(mailbox *boxes, const float *in, float *out, int n, int rounds)
{
	if (n > 0 && n <= 64)
		pass<<<16, 32>>>(boxes, in, out, n, rounds); // launch: race-free; twin-launch: race
}
