// A queue as Vyukov's: who sees that the turn of a cell has come draws its number by compare-and-swap, and fills the cell if he succeeds. In
// the twin no fence follows the read of the turn.
struct cell {
	unsigned turn;
	int data;
};

__global__ void fill(cell *cells, unsigned *tail)
{
	unsigned place = *(volatile unsigned *)tail;
	for (;;) {
		unsigned turn = *(volatile unsigned *)&cells[place & 1023].turn;
		__threadfence(); // twin:
		if (turn == place) {
			unsigned found = atomicCAS(tail, place, place + 1);
			if (found == place)
				break;
			place = found;
		} else {
			place = *(volatile unsigned *)tail;
		}
	}
	cells[place & 1023].data = threadIdx.x; // twin-race: inter-block,intra-block,intra-warp
	__threadfence();
	*(volatile unsigned *)&cells[place & 1023].turn = place + 1024;
}

void run(cell *cells, unsigned *tail)
{
	fill<<<64, 128>>>(cells, tail); // launch: race-free; twin-launch: race
}
