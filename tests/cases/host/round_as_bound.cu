// Threads up to the round of the host's loop store, and one beyond all rounds reads.
__global__ void first(int *a, int i, int *b)
{
	if ((int)threadIdx.x <= i)
		a[threadIdx.x] = threadIdx.x; // twin-race: intra-block
	if (threadIdx.x == 40)
		b[0] = a[20]; // twin-race: intra-block
}

void all(int *a, int *b)
{
	for (int i = 0; i < 8; i++) // twin: 	for (int i = 0; i < 28; i++)
		first<<<1, 64>>>(a, i, b); // launch: race-free; twin-launch: race
}
