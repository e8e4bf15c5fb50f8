// Between the halves of a cluster's barrier the threads of a block meet at one of their own; without it the second half does not order them.
__global__ void __cluster_dims__(2) turn(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x, i = blockIdx.x * 64 + t;

	asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
	s[t] = in[i]; // twin-race: intra-block, intra-warp
	__syncthreads(); // twin:
	asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
	out[i] = s[62 - t / 2]; // twin-race: intra-block, intra-warp
}

void run(const int *in, int *out)
{
	turn<<<8, 64>>>(in, out); // launch: race-free; twin-launch: race
}
