// Each block finds its best place, by what its threads keep in shared memory, and marks it in its own row: what lies in shared memory is
// a place below n, of which nothing is known here. Where the places are read from a list, this may say anything.
__global__ void mark(const float *score, const int *list, float *marks, int n)
{
	__shared__ float values[256];
	__shared__ int places[256];
	int place = -1;
	float most = 0;
	for (int i = threadIdx.x; i < n; i += 256)
		if (score[blockIdx.x * n + i] > most) {
			most = score[blockIdx.x * n + i];
			place = i; // twin: 			place = list[i];
		}
	values[threadIdx.x] = most;
	places[threadIdx.x] = place;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	int best = -1;
	most = 0;
	for (int k = 0; k < 256; k++)
		if (places[k] >= 0 && values[k] > most) {
			most = values[k];
			best = places[k];
		}
	if (best >= 0)
		marks[blockIdx.x * n + best] = most; // twin-race: inter-block
}

void run(const float *score, const int *list, float *marks, int n, int rows)
{
	if (n > 0)
		mark<<<rows, 256>>>(score, list, marks, n); // launch: undecided; twin-launch: race
}
