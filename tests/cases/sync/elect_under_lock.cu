// A plain word under a lock says who initializes; in the twin it does not keep out the next one.
__device__ int ready, lock, value;
__global__ void use(int *out)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&lock, 0, 1))
			;
		__threadfence();
		if (!ready) {
			value = 42; // twin-race: inter-block
			ready = 1; // twin: 			ready = 0;
		}
		__threadfence();
		atomicExch(&lock, 0);
		out[blockIdx.x] = value; // twin-race: inter-block
	}
}
void run(int *out)
{
	use<<<32, 128>>>(out); // launch: race-free; twin-launch: race
}
