enum mode { near, linear, cubic }; // twin: enum mode : int { near, linear, cubic };

__global__ void shifted(float *data, mode m) // kernel: race-free; twin-kernel: race
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	data[i + m] += data[i]; // twin-race: inter-block,intra-block,intra-warp
}
