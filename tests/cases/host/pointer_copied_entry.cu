// An entry of a table is put into another place of it, so that two of them are one; in the twin the two change places.
__global__ void shift(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1];
}

struct layers {
	int **buffer;
};

void turn(layers *all, int **last)
{
	int *first = all->buffer[0];
	all->buffer[0] = all->buffer[1];
	*last = first; // twin: 	all->buffer[1] = first;
}

void use(layers *all)
{
	shift<<<16, 256>>>(all->buffer[0], all->buffer[1], 4096); // launch: undecided; twin-launch: race-free
}
