// Atomics with order and scope.
#include <cuda/atomic>

// IR: load atomic i32, ptr %\w+ acquire
// IR: store atomic i32 .* release
// IR: atomicrmw add ptr .* acq_rel
// IR: cmpxchg ptr .* acquire monotonic
// IR: fence release
__global__ void nv_device(int *p, int *q)
{
	int expected = 0;

	*q = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_store_n(p, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
	__nv_atomic_fetch_add(p, 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_compare_exchange_n(p, &expected, 1, false, __NV_ATOMIC_ACQUIRE,
		__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

// IR: call .*i32 @__hgrd_atomic_load_32\(ptr .*, i32 .*2, i32 .*1\)
// IR: call void @__hgrd_atomic_store_32\(ptr .*, i32 .*1, i32 .*3, i32 .*1\)
// IR: call .*i32 @__hgrd_atomic_rmw_32\(ptr .*, i32 .*5, i32 .*1, i32 .*0, i32 .*1\)
// IR: call .*i32 @__hgrd_atomic_cas_32\(ptr
// IR: call void @__hgrd_fence\(i32 .*4, i32 .*1\)
__global__ void nv_block(int *p, int *q)
{
	int expected = 0;

	*q = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_store_n(p, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_fetch_add(p, 5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_compare_exchange_n(p, &expected, 1, false, __NV_ATOMIC_ACQUIRE,
		__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
}

// IR: load atomic i32, ptr %\w+ acquire
// IR: store atomic i32 .* release
// IR: atomicrmw add ptr .* monotonic
// IR: fence acq_rel
__global__ void library(cuda::atomic<int, cuda::thread_scope_device> *a, int *p)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> r(*p);

	a->store(a->load(cuda::memory_order_acquire) + 1, cuda::memory_order_release);
	r.fetch_add(1, cuda::std::memory_order_relaxed);
	cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

// IR: call .*i64 @__hgrd_atomic_rmw_64\(ptr .*, i64 .*7, i32 .*9, i32 .*5, i32 .*1\)
__global__ void library_block(cuda::atomic<unsigned long long, cuda::thread_scope_block> *a)
{
	a->fetch_max(7);
}

// IR: store atomic i32 .* release
// IR: atomicrmw add ptr .* monotonic
// IR-NOT: fence
__global__ void free_functions(cuda::std::atomic_int *a, cuda::atomic_flag *f)
{
	int seen = cuda::std::atomic_fetch_add_explicit(a, 1, cuda::std::memory_order_relaxed);

	cuda::std::atomic_signal_fence(cuda::std::memory_order_seq_cst);
	cuda::std::atomic_store_explicit(a, 2, cuda::std::memory_order_release);
	if (cuda::std::atomic_compare_exchange_strong(a, &seen, 3))
		f->wait(true);
}

int main()
{
	cuda::atomic<int> a(1);

	a.fetch_add(2);
	return a.load();
}
