// Counters, flags and locks of cluster scope in global memory, each of one cluster; in the twin all clusters share the counter.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__global__ void __cluster_dims__(2, 1, 1) count(int *counts)
{
	int cluster = blockIdx.x / 2; // twin: int cluster = 0;
	__nv_atomic_fetch_add(counts + cluster, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); // twin-race: inter-block
}

__global__ void __cluster_dims__(2, 1, 1) pass(int *data, int *flag, int *out)
{
	int cluster = blockIdx.x / 2;
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x % 2 == 0) {
		data[cluster] = 1;
		asm volatile("fence.acq_rel.cluster;" ::: "memory");
		asm volatile("st.relaxed.cluster.b32 [%0], 1;" ::"l"(flag + cluster) : "memory");
	} else {
		int seen;
		do {
			asm volatile("ld.acquire.cluster.b32 %0, [%1];" : "=r"(seen) : "l"(flag + cluster) : "memory");
		} while (!seen);
		out[cluster] = data[cluster];
	}
}

__global__ void __cluster_dims__(2, 1, 1) add(int *lock, int *total)
{
	int cluster = blockIdx.x / 2, found;
	if (threadIdx.x != 0)
		return;
	do {
		asm volatile("atom.cas.acquire.cluster.b32 %0, [%1], 0, 1;" : "=r"(found) : "l"(lock + cluster) : "memory");
	} while (found);
	total[cluster] += 1;
	asm volatile("st.release.cluster.b32 [%0], 0;" ::"l"(lock + cluster) : "memory");
}

int main()
{
	int *counts, *data, *flag, *lock;

	cudaMalloc(&counts, 16);
	cudaMalloc(&data, 16);
	cudaMalloc(&flag, 16);
	cudaMalloc(&lock, 16);
	cudaMemset(flag, 0, 16);
	cudaMemset(lock, 0, 16);
	count<<<8, 64>>>(counts); // launch: race-free; twin-launch: race
	pass<<<8, 64>>>(data, flag, counts); // launch: race-free; twin-launch: race-free
	add<<<8, 64>>>(lock, counts); // launch: race-free; twin-launch: race-free
	return 0;
}
