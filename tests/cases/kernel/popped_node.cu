// xfail: that a list from which nodes are only taken gives each of them once is not known
__device__ int head;
__device__ int next_of[1024];

__global__ void take(float *out)
{
	int seen = *(volatile int *)&head, was;
	do {
		was = seen;
		if (was < 0)
			return;
		seen = atomicCAS(&head, was, next_of[was]);
	} while (seen != was);
	out[was] = threadIdx.x; // twin-race: inter-block, intra-block, intra-warp; twin: 	out[was / 2] = threadIdx.x;
}

int main()
{
	float *out;
	cudaMalloc(&out, 1024 * sizeof(float));
	take<<<4, 64>>>(out); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
