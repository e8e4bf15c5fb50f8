// Who finds the last number, or more, sets the counter back; it begins with 60, so that several do, and 0 is found again. In the twin it begins at 0.
__device__ unsigned next = 60; // twin: __device__ unsigned next = 0;

__global__ void elect(int *out)
{
	if (threadIdx.x)
		return;
	unsigned found = atomicAdd(&next, 1);
	if (found == 0)
		out[0] = blockIdx.x; // race: inter-block
	if (found >= gridDim.x - 1)
		atomicExch(&next, 0);
}

void run(int *out)
{
	elect<<<64, 128>>>(out); // launch: race; twin-launch: race-free
}
