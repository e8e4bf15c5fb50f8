// A kernel computes the places that the next one writes to. What it computes is not modelled, and a run of both in numbers shows no race. In the twin two
// threads have one place.
__global__ void number(int *place, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		place[i] = i % 2 ? i / 2 : (n + i) / 2; // twin: 		place[i] = i % 2 ? i / 2 : (n - i) / 2;
}

__global__ void scatter(const int *place, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[place[i]] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	const int n = 4096;
	int *place;
	float *in, *out;
	cudaMalloc(&place, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	number<<<n / 256, 256>>>(place, n);		// launch: race-free; twin-launch: race-free
	scatter<<<n / 256, 256>>>(place, in, out, n);	// launch: undecided; twin-launch: race
	cudaDeviceSynchronize();
}
