// One slot that is empty at first: who fills it waits for a word that begins with what he waits for, and is a round ahead. In the twin
// it is given back before it has been read.
__global__ void slot(const int *in, int *out, int n)
{
	__shared__ int full, empty, slot[32];
	int lane = threadIdx.x & 31;
	if (threadIdx.x == 0) {
		full = 0;
		empty = 1;
	}
	__syncthreads();
	if (threadIdx.x < 32) {
		for (int i = 0; i < n; i++) {
			if (lane == 0) {
				while (atomicCAS(&empty, 1, 0) != 1)
					;
				__threadfence_block();
			}
			__syncwarp();
			slot[lane] = in[i * 32 + lane]; // twin-race: intra-block
			__syncwarp();
			if (lane == 0) {
				__threadfence_block();
				atomicExch(&full, 1);
			}
		}
	} else {
		for (int i = 0; i < n; i++) {
			if (lane == 0) {
				while (atomicCAS(&full, 1, 0) != 1)
					;
				__threadfence_block(); // twin:
			}
			__syncwarp();
			out[(blockIdx.x * n + i) * 32 + lane] = slot[lane]; // twin-race: intra-block; twin-cause: fence missing after the wait at line 30
			__syncwarp();
			if (lane == 0) {
				__threadfence_block();
				atomicExch(&empty, 1);
			}
		}
	}
}

int main(int argc, char **argv)
{
	int *in, *out;
	cudaMalloc(&in, argc * 128);
	cudaMalloc(&out, argc * 1024);
	slot<<<8, 64>>>(in, out, argc); // launch: race-free; twin-launch: race
	return 0;
}
