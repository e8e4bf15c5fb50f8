// A table of the thread's own whose numbers grow evenly: each round has rows of its own.
__global__ void rows(const float *in, float *out)
{
	extern __shared__ float tile[];
	int first[6] = { 0, 768, 1536, 2304, 3072, 3840 }; // twin: int first[6] = { 0, 640, 1280, 1920, 2560, 3200 };
	int at = threadIdx.y * 128 + threadIdx.x;
	for (int i = 0; i < 6; i++)
		tile[at + first[i]] = in[at + i * 768]; // twin-race: intra-block
	__syncthreads();
	for (int i = 0; i < 6; i++)
		out[blockIdx.x * 4608 + at + i * 768] = tile[at + i * 768];
}

int main()
{
	float *in, *out;
	cudaMalloc(&in, 4608 * 4);
	cudaMalloc(&out, 16 * 4608 * 4);
	rows<<<16, dim3(128, 6), 4608 * 4>>>(in, out); // launch: race-free; twin-launch: race
	return 0;
}
