// Initialization that is checked twice by one thread for its block; in the twin it acquires nothing where it finds the flag set.
__device__ int ready, lock, table[128];
__global__ void use(int *out)
{
	volatile int *is_ready = &ready;
	int t = threadIdx.x;

	if (t == 0) {
		if (!*is_ready) {
			while (atomicCAS(&lock, 0, 1))
				;
			__threadfence();
			if (!*is_ready) {
				for (int i = 0; i < 128; i++)
					table[i] = i; // twin-race: inter-block
				__threadfence();
				*is_ready = 1;
			}
			__threadfence();
			atomicExch(&lock, 0);
		}
		__threadfence(); // twin:
	}
	__syncthreads();
	out[blockIdx.x * 128 + t] = table[t]; // twin-race: inter-block
}
void run(int *out)
{
	use<<<32, 128>>>(out); // launch: race-free; twin-launch: race
}
