// Each block fills its part of a table with the best state before each one, then one thread walks it back. That an entry leads to
// the block's own part follows from how it was found: no race is told. Where entries are copied from elsewhere, or lie where the
// block has stored nothing, it is one.
#include <cassert>

__device__ int best_before(const float *score, int states)
{
	float most = -1e30f;
	int best = 0;
	for (int p = threadIdx.x % 32; p < states; p += 32)
		if (score[p] > most) {
			most = score[p];
			best = p;
		}
	for (int lane = 16; lane > 0; lane >>= 1) {
		float other = __shfl_down_sync(0xffffffff, most, lane);
		int place = __shfl_down_sync(0xffffffff, best, lane);
		if (other > most) {
			most = other;
			best = place;
		}
	}
	return best;
}

__global__ void walk_back(const float *score, int *from, int *path, int states, int steps)
{
	for (int s = 0; s < steps; s++) {
		for (int c = threadIdx.x / 32; c < states; c += blockDim.x / 32) {
			int best = best_before(score + (s * states + c) * states, states);
			if (threadIdx.x % 32 == 0)
				from[(blockIdx.x * steps + s) * states + c] = best; // twin-race: inter-block,intra-block
		}
		__syncthreads(); // twin: ;
	}
	if (threadIdx.x != 0)
		return;
	int at = 0;
	for (int s = steps - 1; s >= 0; s--) {
		at = from[(blockIdx.x * steps + s) * states + at]; // twin-race: inter-block,intra-block
		path[blockIdx.x * steps + s] = at;
	}
}

__global__ void walk_copied(const int *list, int *from, int *path, int states, int steps)
{
	for (int s = 0; s < steps; s++)
		for (int c = threadIdx.x; c < states; c += blockDim.x)
			from[(blockIdx.x * steps + s) * states + c] = list[c]; // race: inter-block; twin-race: inter-block
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	int at = 0;
	for (int s = steps - 1; s >= 0; s--) {
		at = from[(blockIdx.x * steps + s) * states + at]; // race: inter-block; twin-race: inter-block
		path[blockIdx.x * steps + s] = at;
	}
}

__global__ void walk_between(const float *score, int *from, int *path, int states, int steps)
{
	for (int s = 0; s < steps; s++) {
		int best = best_before(score + s * states, states);
		if (threadIdx.x == 0)
			from[(blockIdx.x * steps + s) * states] = best; // race: inter-block; twin-race: inter-block
	}
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	int at = 0;
	for (int s = steps - 1; s >= 0; s--) {
		at = from[(blockIdx.x * steps + s) * states + at]; // race: inter-block; twin-race: inter-block
		path[blockIdx.x * steps + s] = at;
	}
}

void run(const float *score, const int *list, int *from, int *path, int states, int steps, int sequences)
{
	assert(states > 0 && steps > 0);
	walk_back<<<sequences, 256>>>(score, from, path, states, steps); // launch: undecided; twin-launch: race
	walk_copied<<<sequences, 256>>>(list, from, path, states, steps); // launch: race; twin-launch: race
	walk_between<<<sequences, 32>>>(score, from, path, states, steps); // launch: race; twin-launch: race
}
