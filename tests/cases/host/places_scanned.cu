#include <cstdlib>

// A library counts the places: what its scan leaves is no list of any numbers, and no race is told that rests on it. The program declares what it uses of the library.
namespace thrust {
template <class T> struct device_ptr {
	T *at;
	explicit device_ptr(T *p) : at(p) {}
};
template <class T> struct device_vector {
	size_t n;
	T *at;
	explicit device_vector(size_t);
	~device_vector();
	device_ptr<T> begin() { return device_ptr<T>(at); }
	device_ptr<T> end() { return device_ptr<T>(at + n); }
	__attribute__((noinline)) T *data() { return at; }
};
template <class I, class O> O exclusive_scan(I first, I last, O result);
template <class I> void sort(I first, I last);
}

__global__ void put(const int *at, const int *wanted, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && wanted[i])
		out[at[i]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

void run(int *out, int *wanted, int n)
{
	int *at;
	cudaMalloc(&at, n * sizeof(int));
	thrust::device_ptr<int> first(wanted), last(wanted + n), result(at);
	thrust::exclusive_scan(first, last, result); // twin: 	thrust::sort(result, thrust::device_ptr<int>(at + n));
	put<<<(n + 255) / 256, 256>>>(at, wanted, out, n); // launch: undecided; twin-launch: race
	cudaFree(at);
}

// The vectors of a library: it is asked for the place of the one, and for iterators of the same.
void run_vectors(int *out, int *wanted, int n)
{
	thrust::device_vector<int> counted(n), at(n), other(n);
	thrust::exclusive_scan(counted.begin(), counted.end(), at.begin());
	put<<<(n + 255) / 256, 256>>>(at.data(), wanted, out, n); // launch: undecided; twin-launch: undecided
	put<<<(n + 255) / 256, 256>>>(other.data(), wanted, out, n); // launch: race; twin-launch: race
}
