// How often a condition on memory held is a count of the loop's first rounds: a race that needs one match is shown, not guessed.
#include <cuda_runtime.h>

__global__ void any_match(int *found, const int *list, int n)
{
	int count = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (list[i] == 3)
			count++;
	if (count > 0)
		found[0] += count; // race: inter-block,intra-block,intra-warp; twin: atomicAdd(found, count);
}

__global__ void of_ten(int *found, const int *list)
{
	int count = 0;

	for (int i = 0; i < 10; i++)
		if (list[10 * threadIdx.x + i] == 3)
			count += 2;
	if (count == 18)
		found[0] = threadIdx.x; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
	if (count == 7)
		found[1] = threadIdx.x;
}

__global__ void last_and_best(int *found, const int *list, int n)
{
	int best = -1, place = 0;

	for (int i = threadIdx.x; i < n; i += 64) {
		int value = list[i] / 3 + place;

		if (value > best) {
			best = value;
			place = best / 2 + 1;
		}
	}
	found[place] = 1; // race(warning): intra-block,intra-warp; twin-race(warning): intra-block,intra-warp
}

// One value for all threads: no two of them find it to be different.
__global__ void moved(int *out, const int *list)
{
	int p = 1, q = 0;

	for (int i = 0; list[i] > 0; i++) {
		if (list[i] > q)
			p = p * 3 + q;
		else
			q = q ^ p;
	}
	if (p > 0)
		out[threadIdx.x + p] = q;
}

__device__ bool has(const int *list, int what, int from, int to)
{
	while (from <= to) {
		int middle = (from + to) / 2;

		if (list[middle] == what)
			return true;
		if (list[middle] < what)
			from = middle + 1;
		else
			to = middle - 1;
	}
	return false;
}

__global__ void searched(int *found, const int *list, int n)
{
	int count = 0;

	for (int i = threadIdx.x; i < n; i += 64)
		if (has(list, list[n + i], 0, n))
			count++;
	if (count > 0)
		found[0] = threadIdx.x; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
}

// Only the thread with the first entry's number counts.
__global__ void own(int *found, const int *list, int n)
{
	int count = 0;

	for (int i = 0; i < n; i++) {
		bool match = false;

		for (int j = 0; j < list[7]; j++)
			if (list[0] == threadIdx.x)
				match = true;
		if (match)
			count++;
	}
	if (count > 0)
		found[0] = threadIdx.x;
}

void run(int *found, const int *list, int n)
{
	any_match<<<16, 64>>>(found, list, n);     // launch: race; twin-launch: race-free
	of_ten<<<1, 64>>>(found + 8, list);        // launch: race; twin-launch: race
	last_and_best<<<1, 64>>>(found, list, n);  // launch: race; twin-launch: race
	moved<<<1, 64>>>(found, list);             // launch: undecided; twin-launch: undecided
	searched<<<1, 64>>>(found, list, n);       // launch: race; twin-launch: race
	own<<<1, 64>>>(found, list, n);            // launch: undecided; twin-launch: undecided
}
