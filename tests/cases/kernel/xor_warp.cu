// A thread's place is its number with the warp's mixed in: from the quotient by 4 follows that by 32.
__global__ void spread(const float4 *in, float4 *out)
{
	__shared__ float4 buffer[128];
	int t = threadIdx.x;
	buffer[t ^ t / 32] = in[blockIdx.x * 128 + t]; // twin-race: intra-warp; twin: buffer[(t & 123) ^ t / 32] = in[blockIdx.x * 128 + t];
	__syncthreads();
	out[blockIdx.x * 128 + t] = buffer[t];
}

void run(const float4 *in, float4 *out)
{
	spread<<<64, 128>>>(in, out); // launch: race-free; twin-launch: race
}
