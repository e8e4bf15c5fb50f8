// Tables whose entries are chosen among pointers: kept for several rounds, put twice in a round, read from another entry, or one
// of two buffers. Those taken one behind the other from a block are apart; in the twin the pool forgets to move on.
#include <vector>

struct job {
	const float *in;
	float *out;
};

__global__ void count(float **rows, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		rows[blockIdx.x][i] = i + blockIdx.x; // race: inter-block; twin-race: inter-block
}

__global__ void copy(const job *jobs, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		jobs[blockIdx.x].out[i] = jobs[blockIdx.x].in[i];
}

static float **given(float **table)
{
	float **rows;
	cudaMalloc(&rows, 48 * sizeof(*rows));
	cudaMemcpy(rows, table, 48 * sizeof(*rows), cudaMemcpyHostToDevice);
	return rows;
}

void groups(int n)
{
	float *table[48], *p = nullptr;
	for (int b = 0; b < 48; b++) {
		if (b % 4 == 0)
			cudaMalloc(&p, n * sizeof(float));
		table[b] = p;
	}
	count<<<48, 128>>>(given(table), n); // launch: undecided; twin-launch: undecided
}

void twice(int n)
{
	float *table[48], *p;
	for (int b = 0; b < 48; b += 2) {
		cudaMalloc(&p, n * sizeof(float));
		table[b] = p;
		table[b + 1] = p;
	}
	count<<<48, 128>>>(given(table), n); // launch: undecided; twin-launch: undecided
}

void two(int n)
{
	float *table[48], *p, *q;
	cudaMalloc(&p, n * sizeof(float));
	cudaMalloc(&q, n * sizeof(float));
	for (int b = 0; b < 48; b++)
		table[b] = b > 3 ? p : q;
	count<<<48, 128>>>(given(table), n); // launch: race; twin-launch: race
}

void pool(int n)
{
	float *table[48], *p = nullptr;
	size_t left = 0;
	for (int b = 0; b < 48; b++) {
		if (left < n) {
			cudaMalloc(&p, 1 << 20);
			left = 1 << 18;
		}
		table[b] = p;
		p += n; // twin:
		left -= n;
	}
	count<<<48, 128>>>(given(table), n); // launch: race-free; twin-launch: undecided
}

void members(int n)
{
	std::vector<job> list;
	for (int b = 0; b < 48; b++) {
		job j;
		float *p;
		cudaMalloc(&p, n * sizeof(float));
		j.in = p;
		if (b == 0)
			cudaMalloc(&j.out, n * sizeof(float));
		else
			j.out = list[0].out;
		list.push_back(j);
	}
	job *jobs;
	cudaMalloc(&jobs, 48 * sizeof(job));
	cudaMemcpy(jobs, list.data(), 48 * sizeof(job), cudaMemcpyHostToDevice);
	copy<<<48, 128>>>(jobs, n); // launch: undecided; twin-launch: undecided
}
