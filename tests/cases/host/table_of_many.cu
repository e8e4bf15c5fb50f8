// A table of 36 places that the program never changes, through two pointers 12 apart; in the twin two of the places are 12 apart, too.
__global__ void add(double *a, double *b, const int *place)
{
	int p = place[threadIdx.x];
	a[p] += 1; // twin-race: intra-warp
	b[p] += 3; // twin-race: intra-warp
}

int places[36] = {
	521, 523, 525, 527, 529, 531, 547, 549, 551, 553, 555, 557, 573, 575, 577, 579, 581, 583, // twin: 	521, 523, 525, 527, 529, 533, 547, 549, 551, 553, 555, 557, 573, 575, 577, 579, 581, 583,
	599, 601, 603, 605, 607, 609, 625, 627, 629, 631, 633, 635, 651, 653, 655, 657, 659, 661};

int main()
{
	double *data;
	int *place;
	cudaMalloc(&data, 700 * sizeof(double));
	cudaMalloc(&place, sizeof(places));
	cudaMemcpy(place, places, sizeof(places), cudaMemcpyHostToDevice); // fact: contents
	add<<<1, 36>>>(data, data + 12, place); // launch: race-free; twin-launch: race
}
