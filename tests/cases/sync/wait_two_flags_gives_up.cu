// A loop that waits for two flags gives up waiting for the first one after a while; in the twin it counts its tries only.
__global__ void tries(int *x, int *y, volatile int *first, volatile int *second, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*x = 1; // race: inter-block
		__threadfence();
		*first = 1;
	} else if (blockIdx.x == 1) {
		*y = 1; // race: inter-block
		__threadfence();
		*second = 1;
	} else if (blockIdx.x == 2) {
		int tried = 0;
		while (true) {
			if (!*first) {
				if (++tried > 100) break; // twin: ++tried;
				continue;
			}
			if (*second)
				break;
		}
		__threadfence();
		*out = *x + *y; // race: inter-block
	}
}
// what a round reads decides what it does, and not whether it is the last one
__global__ void rounds(int *x, volatile int *flag, int *out, int n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*x = 1; // race: inter-block; twin-race: inter-block
		__threadfence();
		*flag = 1;
	} else if (blockIdx.x == 1) {
		for (int i = 0; i < n; i++) {
			if (!*flag)
				out[1] = i;
			__threadfence();
			out[0] = *x; // race: inter-block; twin-race: inter-block
		}
	}
}
// the first flag is asked for in the first round alone
__global__ void once(int *x, int *y, volatile int *first, volatile int *second, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*x = 1; // race: inter-block; twin-race: inter-block
		__threadfence();
		*first = 1; // race: inter-block; twin-race: inter-block
	} else if (blockIdx.x == 1) {
		*y = 1;
		__threadfence();
		*second = 1;
	} else if (blockIdx.x == 2) {
		int seen = *first; // race: inter-block; twin-race: inter-block
		while (!*second)
			seen |= *first; // race: inter-block; twin-race: inter-block
		__threadfence();
		*out = *x + *y; // race: inter-block; twin-race: inter-block
		out[1] = seen;
	}
}
int main()
{
	int *x, *y, *first, *second, *out;
	cudaMalloc(&x, 4);
	cudaMalloc(&y, 4);
	cudaMalloc(&first, 4);
	cudaMalloc(&second, 4);
	cudaMalloc(&out, 8);
	cudaMemset(first, 0, 4);
	cudaMemset(second, 0, 4);
	tries<<<3, 32>>>(x, y, first, second, out); // launch: race; twin-launch: race-free
	cudaMemset(first, 0, 4);
	rounds<<<2, 32>>>(x, first, out, 10); // launch: race; twin-launch: race
	cudaMemset(first, 0, 4);
	cudaMemset(second, 0, 4);
	once<<<3, 32>>>(x, y, first, second, out); // launch: race; twin-launch: race
}
