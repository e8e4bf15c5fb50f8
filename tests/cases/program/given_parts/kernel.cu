// Two callers in another file: one has two allocations, the other gives two parts of one, which are long enough to be apart or meet.
__global__ void copy_part(float *out, const float *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = in[i]; // twin-race: inter-block
}

void copy(float *out, const float *in, int blocks)
{
	copy_part<<<blocks, 128>>>(out, in); // launch: race-free, race-free; twin-launch: race, race-free
}
