// What a barrier's completion function writes, the last thread to arrive writes: behind what all have written before they arrived, and before what any does behind
// his wait. Between arrival and wait, as in the twin, it may be written meanwhile.
#include <cuda/barrier>
#include <utility>

#define MINE in[i * 128 + t] // twin: #define MINE total

struct add_up {
	float *partial, *total;

	__device__ void operator()() noexcept
	{
		float sum = 0;
		for (int i = 0; i < 128; i++)
			sum += partial[i];
		*total = sum; // twin-race: intra-block, intra-warp
	}
};

typedef cuda::barrier<cuda::thread_scope_block, add_up> meeting;

__global__ void shares(const float *in, float *out, int n)
{
	__shared__ float partial[128], total;
	__shared__ alignas(meeting) char room[sizeof(meeting)];
	meeting &bar = *(meeting *)room;
	int t = threadIdx.x;

	if (t == 0)
		new (&bar) meeting(128, add_up{ partial, &total });
	__syncthreads();
	for (int i = 0; i < n; i++) {
		partial[t] = in[i * 128 + t];
		auto token = bar.arrive();
		float mine = MINE; // twin-race: intra-block, intra-warp
		bar.wait(std::move(token));
		out[(blockIdx.x * n + i) * 128 + t] = mine / total;
	}
}

void run(const float *in, float *out, int n)
{
	shares<<<8, 128>>>(in, out, n); // launch: race-free; twin-launch: race
}
