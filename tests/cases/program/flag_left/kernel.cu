// A device variable that the caller in another file sets back between two launches; without that the second one finds the flag set.
__device__ int ready;

__global__ void pass(int *p)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		p[0] = 1; // twin-race: inter-block
		__threadfence();
		atomicExch(&ready, 1);
	} else {
		while (atomicAdd(&ready, 0) == 0)
			;
		__threadfence();
		p[1] = p[0]; // twin-race: inter-block
	}
}

void forget()
{
	const int none = 0;
	cudaMemcpyToSymbol(ready, &none, sizeof(none));
}

void launch(int *p)
{
	pass<<<2, 32>>>(p); // launch: race-free; twin-launch: race, race-free
}
