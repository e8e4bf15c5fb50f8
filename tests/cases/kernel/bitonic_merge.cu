// A step of a bitonic sort whose grid is not known: twice an id is assumed not to pass 2^32, and its difference with the id's low bits is not negative.
__global__ void merge(unsigned *keys, unsigned stride)
{
	unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned at = 2 * id - (id & (stride - 1)); // twin: unsigned at = 2 * id - (id & stride);
	keys[at + stride] = keys[at]; // twin-race: inter-block
}

void sort(unsigned *keys, unsigned batch, unsigned length)
{
	for (unsigned size = 1024; size <= length; size <<= 1)
		for (unsigned stride = size / 2; stride >= 512; stride >>= 1)
			merge<<<batch * length / 2 / 128, 128>>>(keys, stride); // launch: race-free; twin-launch: race
}
