// The threads of one block of several rows wait for one flag each, told by their number in the block; another kernel's blocks stand in rows, and one thread waits
// for the flags of these by one loop in another. In the twin each wait leaves out the last row.
__global__ void of_rows(int *data, volatile int *flag, int *out, int last)
{
	int t = threadIdx.y * blockDim.x + threadIdx.x;
	int i = blockIdx.x * blockDim.x * blockDim.y + t;
	if (blockIdx.x > 0) {
		data[i] = i; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence();
			flag[blockIdx.x] = 1;
		}
	} else {
		if (t > 0 && t < gridDim.x - last) {
			while (flag[t] != 1)
				;
			__threadfence();
		}
		__syncthreads();
		int sum = 0;
		for (int j = 128; j < 128 * gridDim.x; j++)
			sum += data[j]; // twin-race: inter-block
		out[t] = sum;
	}
}

__global__ void of_grid(int *data, volatile int *flag, int *out, int last)
{
	int b = blockIdx.y * gridDim.x + blockIdx.x;
	if (b > 0) {
		data[b * blockDim.x + threadIdx.x] = b; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			flag[b] = 1;
		}
	} else {
		if (threadIdx.x == 0) {
			for (int y = 0; y < gridDim.y - last; y++)
				for (int x = 0; x < gridDim.x; x++)
					if (x || y)
						while (!flag[y * gridDim.x + x])
							;
			__threadfence();
		}
		__syncthreads();
		int sum = 0;
		for (int j = 128; j < 128 * gridDim.x * gridDim.y; j++)
			sum += data[j]; // twin-race: inter-block
		out[threadIdx.x] = sum;
	}
}

enum { LAST = 0 }; // twin: enum { LAST = 1 };

void run(int *data, int *flag, int *out)
{
	of_rows<<<32, dim3(16, 8)>>>(data, flag, out, LAST); // launch: race-free; twin-launch: race
}

void run_grid(int *data, int *flag, int *out)
{
	of_grid<<<dim3(8, 4), 128>>>(data, flag, out, LAST); // launch: race-free; twin-launch: race
}
