// The block goes on when one of its threads has seen the flag; in the twin, when one has not.
__device__ volatile int ready;

__global__ void pass(int *data, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence();
			ready = 1;
		}
	} else {
		int seen = 0;
		do {
			if (t == 0) {
				seen = ready;
				__threadfence();
			}
		} while (!__syncthreads_or(seen == 1)); // twin: } while (!__syncthreads_or(seen == 0));
		out[blockIdx.x * 128 + t] = data[127 - t]; // twin-race: inter-block
	}
}

void run(int *data, int *out)
{
	pass<<<4, 128>>>(data, out); // launch: race-free; twin-launch: race
}
