// What a block counts itself for lies behind a loop over the input, whose end says nothing about who counts; the last block, told by a
// variable, sets the count back for the next launch behind loops of its own. In the second kernel the input decides who counts.
__device__ unsigned arrived, counted;

__global__ void total(const float *in, float *part, int n)
{
	__shared__ bool last;
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += in[i];
	if (threadIdx.x == 0) {
		part[blockIdx.x] = sum; // twin-race: inter-block
		__threadfence();
		last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1; // twin-race: inter-block
	}
	__syncthreads();
	if (last) {
		__threadfence(); // twin:
		for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
			sum += part[i]; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			part[0] = sum; // twin-race: inter-block
			arrived = 0; // twin-race: inter-block
		}
	}
}

__global__ void some(const float *in, float *part, int n)
{
	float sum = 0;
	for (int i = blockIdx.x; i < n; i += gridDim.x)
		sum += in[i];
	if (threadIdx.x == 0 && sum > 0) {
		part[blockIdx.x] = sum;
		__threadfence();
		bool last = atomicInc(&counted, gridDim.x) == gridDim.x - 1;
		__threadfence();
		if (last) {
			part[0] = part[1];
			counted = 0;
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc * 1000;
	float *in, *part;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&part, 64 * sizeof(float));
	for (int i = 0; i < 10; i++) {
		total<<<64, 128>>>(in, part, n); // launch: race-free; twin-launch: race
		some<<<64, 32>>>(in, part, n); // launch: undecided; twin-launch: undecided
	}
}
