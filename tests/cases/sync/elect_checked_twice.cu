// Initialization that is checked twice: by a flag, and again under a lock. In the twin the flag is set without a fence before it.
__device__ int ready, lock, value;
__global__ void use(int *out)
{
	volatile int *is_ready = &ready;

	if (threadIdx.x == 0) {
		if (!*is_ready) {
			while (atomicCAS(&lock, 0, 1))
				;
			__threadfence();
			if (!*is_ready) {
				value = 42; // twin-race: inter-block; twin-cause: fence missing before the signal
				__threadfence(); // twin:
				*is_ready = 1;
			}
			__threadfence();
			atomicExch(&lock, 0);
		}
		__threadfence();
		out[blockIdx.x] = value; // twin-race: inter-block
	}
}
void run(int *out)
{
	use<<<32, 128>>>(out); // launch: race-free; twin-launch: race
}
