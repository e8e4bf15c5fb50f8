// Objects of one class take over what a member of the one before holds, as another member or the same: by a store, through a container, by
// what the loop keeps of the round before. Objects that hand on what they no longer hold, or exchange it, still have two pointers. In the twin each level has its own.
#include <cuda_runtime.h>
#include <utility>
#include <vector>

__global__ void half(const float *fine, float *coarse, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		coarse[i] = fine[2 * i] + fine[2 * i + 1];
}

static float *fresh(int n)
{
	float *p;
	cudaMalloc(&p, n * sizeof(float));
	return p;
}

struct level {
	float *fine, *coarse;
	int n;
};

void kept(int n)
{
	std::vector<level> levels;
	for (; n >= 2; n /= 2) {
		level l;
		l.n = n;
		l.fine = fresh(n);
		l.coarse = levels.empty() ? l.fine : levels.back().fine; // twin: 		l.coarse = fresh(n);
		levels.push_back(l);
	}
	for (size_t k = 0; k + 1 < levels.size(); k++)
		half<<<(levels[k + 1].n + 127) / 128, 128>>>(levels[k].fine, levels[k + 1].coarse, levels[k + 1].n); // launch: undecided; twin-launch: race-free
}

struct step {
	float *from, *to;
	int n;
	step(float *from, float *to, int n) : from(from), to(to), n(n) {}
};

void made(int n)
{
	std::vector<step> steps;
	steps.emplace_back(fresh(n), fresh(n), n);
	for (n /= 2; n >= 2; n /= 2)
		steps.emplace_back(fresh(n), steps.back().from, n);
	for (size_t k = 0; k + 1 < steps.size(); k++)
		half<<<(steps[k + 1].n + 127) / 128, 128>>>(steps[k].from, steps[k + 1].to, steps[k + 1].n); // launch: undecided; twin-launch: undecided
}

struct stage {
	float *held, *before;
	int n;
};

void carried(int n)
{
	std::vector<stage> rounds;
	float *last = fresh(n);
	for (; n >= 2; n /= 2) {
		rounds.push_back({fresh(n), last, n});
		last = rounds.back().held;
	}
	for (size_t k = 0; k + 1 < rounds.size(); k++)
		half<<<(rounds[k + 1].n + 127) / 128, 128>>>(rounds[k].held, rounds[k + 1].before, rounds[k + 1].n); // launch: undecided; twin-launch: undecided
}

struct layer {
	float *in, *out;
	int n;
};

void link(layer *layers, int n)
{
	for (int k = 1; k < n; k++)
		layers[k].in = layers[k - 1].out;
}

void forward(const layer *layers, int n)
{
	for (int k = 0; k < n; k++)
		half<<<(layers[k].n + 127) / 128, 128>>>(layers[k].in, layers[k].out, layers[k].n); // launch: race-free; twin-launch: race-free
}

struct turn {
	float *now, *next;
	int n;
};

void give(turn &a, turn &b)
{
	a.next = b.now;
	b.now = nullptr;
}

void exchanged(std::vector<turn> &turns)
{
	give(turns[0], turns[1]);
	for (size_t k = 0; k + 1 < turns.size(); k++)
		std::swap(turns[k].now, turns[k + 1].next);
	for (size_t k = 0; k + 1 < turns.size(); k++)
		half<<<(turns[k + 1].n + 127) / 128, 128>>>(turns[k].now, turns[k + 1].next, turns[k + 1].n); // launch: race-free; twin-launch: race-free
}
