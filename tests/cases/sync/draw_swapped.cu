// Tickets by compare-and-swap: who succeeds has a number of his own, with a bound in the loop and several numbers at once, next to those who
// add. In the twin the number counts that was read at first, whether it was won or not.
__global__ void fill(unsigned *tail, int *out, unsigned room, unsigned n)
{
	unsigned own = 1 + n, seen = *(volatile unsigned *)tail, place;
	do {
		place = seen;
		if (place + own > room)
			return;
		seen = atomicCAS(tail, place, place + own);
	} while (seen != place); // twin: 	} while (seen < place);
	for (unsigned i = 0; i < own; i++)
		out[place + i] = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
	out[atomicAdd(tail, 1)] = 0; // twin-race: inter-block,intra-block,intra-warp
}

void run(unsigned *tail, int *out, unsigned n)
{
	cudaMemset(tail, 0, 4);
	fill<<<64, 128>>>(tail, out, 4096, n); // launch: race-free; twin-launch: race
}
