// Choices of so many places that they are not followed: some entries of a table are one, or the one that a loop puts everywhere.
struct rows {
	float *at[4];
};

struct layers {
	float **buffer;
};

__global__ void add(rows all)
{
	all.at[blockIdx.y][threadIdx.x] += 1;
}

void turn(layers *all)
{
	all->buffer[0] = all->buffer[1];
}

void use(layers *given, int n)
{
	rows all;
	if (n < 1 || n > 4)
		return;
	for (int i = 0; i < 4; i++)
		all.at[i] = given->buffer[i];
	float *last = all.at[n - 1];
	for (int i = 0; i < n - 1; i++)
		all.at[i] = last;
	add<<<dim3(1, 4), 256>>>(all); // launch: undecided
}
