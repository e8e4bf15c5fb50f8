// One thread waits for a signal and meets its group at a named barrier behind: all of the group have waited. In the twin the group is there already.
__device__ int flag, apart, of_rounds;
__device__ int buffer[64], far[64], rounds_of[6400];

#define MEET asm volatile("bar.sync 1, 64;" ::: "memory") // twin: #define MEET ((void)0)

__global__ void shared(const int *in, int *out)
{
	__shared__ int ready, buffer[32];
	if (threadIdx.x == 0)
		ready = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		buffer[threadIdx.x] = in[threadIdx.x]; // twin-race: intra-block
		__syncwarp();
		if (threadIdx.x == 0) {
			__threadfence_block();
			*(volatile int *)&ready = 1;
		}
	} else if (threadIdx.x < 96) {
		if (threadIdx.x == 32) {
			while (*(volatile int *)&ready == 0)
				;
			__threadfence_block();
		}
		MEET;
		out[blockIdx.x * 64 + threadIdx.x - 32] = buffer[threadIdx.x & 31]; // twin-race: intra-block; twin-cause: barrier missing between the wait at line 22, which one thread makes
	}
}

// Two groups of one number, in different blocks.
__global__ void blocks(int *out)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x < 64) {
			buffer[threadIdx.x] = threadIdx.x; // twin-race: inter-block
			MEET;
			if (threadIdx.x == 0) {
				__threadfence();
				atomicExch(&flag, 1);
			}
		}
	} else if (threadIdx.x >= 64) {
		if (threadIdx.x == 64) {
			while (atomicAdd(&flag, 0) == 0)
				;
			__threadfence();
		}
		MEET;
		out[blockIdx.x * 64 + threadIdx.x - 64] = buffer[threadIdx.x - 64]; // twin-race: inter-block; twin-cause: which one thread makes
	}
}

__global__ void rounds(int *out, int n)
{
	if (blockIdx.x == 0) {
		for (int r = 0; r < n; r++) {
			rounds_of[r * 64 + threadIdx.x] = threadIdx.x; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				*(volatile int *)&of_rounds = r + 1;
			}
		}
	} else if (threadIdx.x < 64) {
		for (int r = 0; r < n; r++) {
			if (threadIdx.x == 0) {
				while (*(volatile int *)&of_rounds < r + 1)
					;
				__threadfence();
			}
			MEET;
			out[r * 1024 + blockIdx.x * 64 + threadIdx.x] = rounds_of[r * 64 + threadIdx.x]; // twin-race: inter-block
		}
	}
}

int main(int argc, char **argv)
{
	int *in, *out;
	cudaMalloc(&in, 128);
	cudaMalloc(&out, 1024 * 4 * 100);
	shared<<<8, 128>>>(in, out); // launch: race-free; twin-launch: race
	blocks<<<8, 128>>>(out); // launch: race-free; twin-launch: race
	rounds<<<8, 64>>>(out, argc); // launch: race-free; twin-launch: race
	return 0;
}
