/* Cooperative groups. A group's sync() is the barrier it stands for: __syncthreads() of a
 * block, __syncwarp(mask) of a tile or coalesced group, __hgrd_grid_sync() of the grid,
 * the two halves of a cluster barrier of a cluster. */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#ifndef HGRD_TOOLKIT_H
#include "cuda_runtime.h"
#endif

#include "hgrd/async_copy.h"

/* Grid-wide barrier: every thread of the grid arrives before any leaves. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_grid_sync(void);
/* Its two halves. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_grid_arrive(void);
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_grid_wait(void);
/* The two halves of a block barrier of `count` threads. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_block_arrive(unsigned int count);
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_block_wait(unsigned int count);
/* Arrival at a tile's barrier: not modelled. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_tile_arrive(void);
/* The two halves of a cluster's barrier. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_cluster_arrive(void);
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_cluster_wait(void);
/* A scan that updates an atomic: not modelled. */
extern "C" __attribute__((device, nothrow)) void __cuda_scan_update(void);
/* The lane that elect.sync chooses of a whole warp. */
extern "C" __attribute__((device, const, nothrow)) unsigned int __hgrd_elected_lane(void);
/* Barrier of a group of `size` consecutive threads of a block, size a multiple of 32. */
extern "C" __attribute__((device, convergent, nothrow)) void __hgrd_tile_sync(unsigned int size);

#define __hgrd_member __attribute__((device, always_inline)) __inline__

namespace cooperative_groups {

namespace details {
__hgrd_dev unsigned int lane(void)
{
	return __nvvm_read_ptx_sreg_laneid();
}
__hgrd_dev unsigned int block_rank(void)
{
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__hgrd_dev unsigned int block_size(void)
{
	return blockDim.x * blockDim.y * blockDim.z;
}
__hgrd_dev unsigned int lanes_below(void)
{
	return (1u << lane()) - 1;
}
template <class T> struct identity {
	typedef T type;
};
/* A value of any size, word by word, through a shuffle of words. */
template <size_t Size> struct words {
	template <class T, class F> static __hgrd_member T shuffled(const T &value, F &&shuffle)
	{
		enum { n = (Size + 3) / 4 };
		unsigned int from[n] = {}, to[n];
		T result;

		__builtin_memcpy(from, &value, sizeof(T));
		for (int i = 0; i < n; i++)
			to[i] = shuffle(from[i]);
		__builtin_memcpy(&result, to, sizeof(T));
		return result;
	}
};
template <> struct words<4> {
	template <class T, class F> static __hgrd_member T shuffled(const T &value, F &&shuffle)
	{
		return __builtin_bit_cast(T, shuffle(__builtin_bit_cast(unsigned int, value)));
	}
};
template <> struct words<8> {
	template <class T, class F> static __hgrd_member T shuffled(const T &value, F &&shuffle)
	{
		unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
		unsigned int low = shuffle((unsigned int)bits);
		unsigned int high = shuffle((unsigned int)(bits >> 32));

		return __builtin_bit_cast(T, (unsigned long long)high << 32 | low);
	}
};
/* The order of that name, in whichever enumeration. */
struct relaxed {
	template <class Order> __hgrd_member constexpr operator Order() const
	{
		return static_cast<Order>(0);
	}
};
template <class T, class F> __hgrd_dev T by_words(const T &value, F &&shuffle)
{
	return words<sizeof(T)>::shuffled(value, static_cast<F &&>(shuffle));
}
} // namespace details

enum group_kind {
	group_of_threads,
	group_of_tile,
	group_of_block,
	group_of_grid
};

/* Any group: which threads it has is known only at run time. */
class thread_group {
protected:
	unsigned int mask, count;
	group_kind kind;

	__hgrd_member thread_group(group_kind k, unsigned int m, unsigned int n)
		: mask(m), count(n), kind(k)
	{
	}

public:
	__hgrd_member void sync() const
	{
		if (kind == group_of_block)
			__syncthreads();
		else if (kind == group_of_grid)
			__hgrd_grid_sync();
		else
			__syncwarp(mask);
	}
	__hgrd_member unsigned int size() const
	{
		return count;
	}
	__hgrd_member unsigned int num_threads() const
	{
		return count;
	}
	__hgrd_member unsigned int thread_rank() const
	{
		if (kind == group_of_block)
			return details::block_rank();
		if (kind == group_of_tile)
			return details::lane() & (count - 1);
		return (unsigned int)__popc(mask & details::lanes_below());
	}
	__hgrd_member bool is_valid() const
	{
		return true;
	}
	__hgrd_member unsigned int __mask() const
	{
		return mask;
	}
	__hgrd_member group_kind __kind() const
	{
		return kind;
	}
};

struct thread_block : public thread_group {
	struct arrival_token {
	};

	__hgrd_member thread_block() : thread_group(group_of_block, 0, details::block_size())
	{
	}
	static __hgrd_member void sync()
	{
		__syncthreads();
	}
	__hgrd_member arrival_token barrier_arrive() const
	{
		__hgrd_block_arrive(details::block_size());
		return arrival_token();
	}
	__hgrd_member void barrier_wait(arrival_token &&) const
	{
		__hgrd_block_wait(details::block_size());
	}
	static __hgrd_member unsigned int thread_rank()
	{
		return details::block_rank();
	}
	static __hgrd_member dim3 group_index()
	{
		return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
	}
	static __hgrd_member dim3 thread_index()
	{
		return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
	}
	static __hgrd_member dim3 group_dim()
	{
		return dim3(blockDim.x, blockDim.y, blockDim.z);
	}
	static __hgrd_member dim3 dim_threads()
	{
		return group_dim();
	}
	static __hgrd_member unsigned int size()
	{
		return details::block_size();
	}
	static __hgrd_member unsigned int num_threads()
	{
		return details::block_size();
	}
};

__hgrd_dev thread_block this_thread_block()
{
	return thread_block();
}

struct grid_group : public thread_group {
	struct arrival_token {
	};

	__hgrd_member grid_group() : thread_group(group_of_grid, 0, 0)
	{
	}
	static __hgrd_member void sync()
	{
		__hgrd_grid_sync();
	}
	__hgrd_member arrival_token barrier_arrive() const
	{
		__hgrd_grid_arrive();
		return arrival_token();
	}
	__hgrd_member void barrier_wait(arrival_token &&) const
	{
		__hgrd_grid_wait();
	}
	static __hgrd_member bool is_valid()
	{
		return true;
	}
	static __hgrd_member unsigned long long block_rank()
	{
		return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
			blockIdx.x;
	}
	static __hgrd_member unsigned long long num_blocks()
	{
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	static __hgrd_member unsigned long long thread_rank()
	{
		return block_rank() * details::block_size() + details::block_rank();
	}
	static __hgrd_member unsigned long long size()
	{
		return num_blocks() * details::block_size();
	}
	static __hgrd_member unsigned long long num_threads()
	{
		return size();
	}
	static __hgrd_member dim3 group_dim()
	{
		return dim3(gridDim.x, gridDim.y, gridDim.z);
	}
	static __hgrd_member dim3 dim_blocks()
	{
		return group_dim();
	}
	static __hgrd_member dim3 block_index()
	{
		return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
	}
	static __hgrd_member dim3 dim_threads()
	{
		return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
	}
	static __hgrd_member dim3 thread_index()
	{
		return dim3(blockIdx.x * blockDim.x + threadIdx.x,
			blockIdx.y * blockDim.y + threadIdx.y, blockIdx.z * blockDim.z + threadIdx.z);
	}
	static __hgrd_member dim3 dim_clusters()
	{
		return dim3(gridDim.x / __nvvm_read_ptx_sreg_cluster_nctaid_x(),
			gridDim.y / __nvvm_read_ptx_sreg_cluster_nctaid_y(),
			gridDim.z / __nvvm_read_ptx_sreg_cluster_nctaid_z());
	}
	static __hgrd_member dim3 cluster_index()
	{
		return dim3(blockIdx.x / __nvvm_read_ptx_sreg_cluster_nctaid_x(),
			blockIdx.y / __nvvm_read_ptx_sreg_cluster_nctaid_y(),
			blockIdx.z / __nvvm_read_ptx_sreg_cluster_nctaid_z());
	}
	static __hgrd_member unsigned long long num_clusters()
	{
		dim3 n = dim_clusters();

		return (unsigned long long)n.x * n.y * n.z;
	}
	static __hgrd_member unsigned long long cluster_rank()
	{
		dim3 n = dim_clusters(), at = cluster_index();

		return ((unsigned long long)at.z * n.y + at.y) * n.x + at.x;
	}
};

__hgrd_dev grid_group this_grid()
{
	return grid_group();
}

/* One grid only: launches over several devices are taken as one. */
struct multi_grid_group : public grid_group {
	static __hgrd_member unsigned int grid_rank()
	{
		return 0;
	}
	static __hgrd_member unsigned int num_grids()
	{
		return 1;
	}
};

__hgrd_dev multi_grid_group this_multi_grid()
{
	return multi_grid_group();
}

struct cluster_group {
	struct arrival_token {
	};

	static __hgrd_member void sync()
	{
		__hgrd_cluster_arrive();
		__hgrd_cluster_wait();
	}
	static __hgrd_member arrival_token barrier_arrive()
	{
		__hgrd_cluster_arrive();
		return arrival_token();
	}
	static __hgrd_member void barrier_wait()
	{
		__hgrd_cluster_wait();
	}
	static __hgrd_member void barrier_wait(arrival_token &&)
	{
		__hgrd_cluster_wait();
	}
	static __hgrd_member dim3 dim_blocks()
	{
		return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(),
			__nvvm_read_ptx_sreg_cluster_nctaid_y(),
			__nvvm_read_ptx_sreg_cluster_nctaid_z());
	}
	static __hgrd_member dim3 block_index()
	{
		return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(),
			__nvvm_read_ptx_sreg_cluster_ctaid_y(),
			__nvvm_read_ptx_sreg_cluster_ctaid_z());
	}
	static __hgrd_member dim3 dim_threads()
	{
		dim3 n = dim_blocks();

		return dim3(n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z);
	}
	static __hgrd_member dim3 thread_index()
	{
		dim3 at = block_index();

		return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y,
			at.z * blockDim.z + threadIdx.z);
	}
	static __hgrd_member unsigned int num_blocks()
	{
		return __nvvm_read_ptx_sreg_cluster_nctarank();
	}
	static __hgrd_member unsigned int block_rank()
	{
		return __nvvm_read_ptx_sreg_cluster_ctarank();
	}
	static __hgrd_member unsigned int num_threads()
	{
		return num_blocks() * details::block_size();
	}
	static __hgrd_member unsigned int size()
	{
		return num_threads();
	}
	static __hgrd_member unsigned int thread_rank()
	{
		return block_rank() * details::block_size() + details::block_rank();
	}
	template <class T> static __hgrd_member T *map_shared_rank(T *p, int rank)
	{
		return (T *)__nvvm_mapa((void *)p, rank);
	}
	static __hgrd_member unsigned int query_shared_rank(const void *p)
	{
		return __nvvm_getctarank((void *)p);
	}
};

__hgrd_dev cluster_group this_cluster()
{
	return cluster_group();
}

/* What tiles and coalesced groups share: a mask of lanes, and rank and size in it. */
#define HGRD_WARP_COLLECTIVES                                                                      \
	template <class T> __hgrd_member T shfl(T value, int from) const                           \
	{                                                                                          \
		return details::by_words(value, [&](unsigned int word) {                           \
			return __shfl_sync(__mask(), word, __lane_of(from), 32);                   \
		});                                                                                \
	}                                                                                          \
	__hgrd_member int any(int predicate) const                                                 \
	{                                                                                          \
		return __any_sync(__mask(), predicate);                                            \
	}                                                                                          \
	__hgrd_member int all(int predicate) const                                                 \
	{                                                                                          \
		return __all_sync(__mask(), predicate);                                            \
	}                                                                                          \
	__hgrd_member unsigned int ballot(int predicate) const                                     \
	{                                                                                          \
		return __pack(__ballot_sync(__mask(), predicate));                                 \
	}                                                                                          \
	template <class T> __hgrd_member unsigned int match_any(T value) const                     \
	{                                                                                          \
		return __pack(__match_any_sync(__mask(), value));                                  \
	}                                                                                          \
	template <class T> __hgrd_member unsigned int match_all(T value, int &all) const           \
	{                                                                                          \
		return __pack(__match_all_sync(__mask(), value, &all));                            \
	}

template <unsigned int Size, class Parent = void> class thread_block_tile {
	unsigned int parent_rank;

public:
	struct arrival_token {
	};

	__hgrd_member thread_block_tile() : parent_rank(details::block_rank())
	{
	}
	/* A tile from a group of the same size or of run-time size. */
	template <class G> explicit __hgrd_member thread_block_tile(const G &g)
		: parent_rank(g.thread_rank())
	{
	}
	template <class Q> __hgrd_member thread_block_tile(const thread_block_tile<Size, Q> &)
		: parent_rank(details::block_rank())
	{
	}
	__hgrd_member operator thread_group() const;
	static __hgrd_member unsigned int __mask()
	{
		return Size >= 32 ? 0xffffffffu
				  : ((1u << (Size % 32)) - 1) << (details::lane() & ~(Size - 1));
	}
	static __hgrd_member unsigned int __pack(unsigned int lanes)
	{
		return Size >= 32 ? lanes : lanes >> (details::lane() & ~(Size - 1));
	}
	static __hgrd_member unsigned int __lane_of(unsigned int rank)
	{
		return Size >= 32 ? rank : (details::lane() & ~(Size - 1)) + (rank & (Size - 1));
	}
	static __hgrd_member void sync()
	{
		if (Size > 32)
			__hgrd_tile_sync(Size);
		else
			__syncwarp(__mask());
	}
	static __hgrd_member arrival_token barrier_arrive()
	{
		__hgrd_tile_arrive();
		return arrival_token();
	}
	static __hgrd_member void barrier_wait(arrival_token &&)
	{
		sync();
	}
	static __hgrd_member unsigned int thread_rank()
	{
		return (Size <= 32 ? details::lane() : details::block_rank()) & (Size - 1);
	}
	static constexpr __hgrd_member unsigned int size()
	{
		return Size;
	}
	static constexpr __hgrd_member unsigned int num_threads()
	{
		return Size;
	}
	__hgrd_member unsigned int meta_group_rank() const
	{
		return parent_rank / Size;
	}
	__hgrd_member unsigned int meta_group_size() const
	{
		return (details::block_size() + Size - 1) / Size;
	}
	HGRD_WARP_COLLECTIVES
	template <class T> __hgrd_member T shfl_up(T value, unsigned int delta) const
	{
		return details::by_words(value, [&](unsigned int word) {
			return __shfl_up_sync(__mask(), word, delta, Size < 32 ? Size : 32);
		});
	}
	template <class T> __hgrd_member T shfl_down(T value, unsigned int delta) const
	{
		return details::by_words(value, [&](unsigned int word) {
			return __shfl_down_sync(__mask(), word, delta, Size < 32 ? Size : 32);
		});
	}
	template <class T> __hgrd_member T shfl_xor(T value, unsigned int lanes) const
	{
		return details::by_words(value, [&](unsigned int word) {
			return __shfl_xor_sync(__mask(), word, lanes, Size < 32 ? Size : 32);
		});
	}
};

class coalesced_group : public thread_group {
public:
	__hgrd_member explicit coalesced_group(unsigned int m)
		: thread_group(group_of_threads, m, __popc(m))
	{
	}
	__hgrd_member unsigned int __pack(unsigned int lanes) const
	{
		unsigned int packed = 0, n = 0;

		for (unsigned int rest = mask; rest; rest &= rest - 1, n++)
			packed |= ((lanes >> (__ffs(rest) - 1)) & 1) << n;
		return packed;
	}
	__hgrd_member unsigned int __lane_of(unsigned int rank) const
	{
		return __fns(mask, 0, rank + 1);
	}
	__hgrd_member void sync() const
	{
		__syncwarp(mask);
	}
	__hgrd_member unsigned int thread_rank() const
	{
		return (unsigned int)__popc(mask & details::lanes_below());
	}
	__hgrd_member unsigned int meta_group_rank() const
	{
		return 0;
	}
	__hgrd_member unsigned int meta_group_size() const
	{
		return 1;
	}
	HGRD_WARP_COLLECTIVES
	template <class T> __hgrd_member T shfl_up(T value, unsigned int delta) const
	{
		unsigned int rank = thread_rank();

		return shfl(value, rank >= delta ? rank - delta : rank);
	}
	template <class T> __hgrd_member T shfl_down(T value, unsigned int delta) const
	{
		unsigned int rank = thread_rank() + delta;

		return shfl(value, rank < count ? rank : rank - delta);
	}
};
#undef HGRD_WARP_COLLECTIVES

/* A tile as a thread_group: tiles of up to a warp only. */
class __hgrd_masked_group : public thread_group {
public:
	__hgrd_member __hgrd_masked_group(unsigned int m, unsigned int size)
		: thread_group(group_of_tile, m, size)
	{
	}
};
template <unsigned int Size, class Parent>
__hgrd_member thread_block_tile<Size, Parent>::operator thread_group() const
{
	return __hgrd_masked_group(__mask(), Size);
}

__hgrd_dev coalesced_group coalesced_threads()
{
	return coalesced_group(__activemask());
}

template <unsigned int Size, class G>
__hgrd_dev thread_block_tile<Size, G> tiled_partition(const G &g)
{
	return thread_block_tile<Size, G>(g);
}
__hgrd_dev thread_block_tile<1> this_thread()
{
	return thread_block_tile<1>();
}
__hgrd_dev thread_group tiled_partition(const thread_group &g, unsigned int size)
{
	unsigned int mask = size >= 32 ? 0xffffffffu
				       : ((1u << size) - 1) << (details::lane() & ~(size - 1));

	if (g.__kind() == group_of_threads)
		mask &= g.__mask();
	return __hgrd_masked_group(mask, size);
}
__hgrd_dev coalesced_group tiled_partition(const coalesced_group &g, unsigned int size)
{
	unsigned int mine = g.thread_rank() / size, lanes = 0, n = 0;

	for (unsigned int rest = g.__mask(); rest; rest &= rest - 1, n++)
		if (n / size == mine)
			lanes |= rest & -rest;
	return coalesced_group(lanes);
}
template <class G> __hgrd_dev coalesced_group binary_partition(const G &g, bool predicate)
{
	unsigned int lanes = __ballot_sync(g.__mask(), predicate);

	return coalesced_group(predicate ? lanes : g.__mask() & ~lanes);
}
template <class L, class G> __hgrd_dev coalesced_group labeled_partition(const G &g, L label)
{
	return coalesced_group(__match_any_sync(g.__mask(), label));
}

template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
	char reserved[128];
};
template <unsigned int N> __hgrd_dev thread_block this_thread_block(block_tile_memory<N> &)
{
	return thread_block();
}

template <class G> __hgrd_dev void sync(const G &g)
{
	g.sync();
}
template <class G> __hgrd_dev unsigned int group_size(const G &g)
{
	return g.size();
}
template <class G> __hgrd_dev unsigned int thread_rank(const G &g)
{
	return g.thread_rank();
}
template <class G> __hgrd_dev bool is_valid(const G &g)
{
	return true;
}

/* Collectives that move data: not modelled beyond the barrier that they contain. */
template <class T> struct plus {
	__hgrd_member T operator()(T a, T b) const
	{
		return a + b;
	}
};
template <class T> struct less {
	__hgrd_member T operator()(T a, T b) const
	{
		return a < b ? a : b;
	}
};
template <class T> struct greater {
	__hgrd_member T operator()(T a, T b) const
	{
		return a > b ? a : b;
	}
};
template <class T> struct bit_and {
	__hgrd_member T operator()(T a, T b) const
	{
		return a & b;
	}
};
template <class T> struct bit_or {
	__hgrd_member T operator()(T a, T b) const
	{
		return a | b;
	}
};
template <class T> struct bit_xor {
	__hgrd_member T operator()(T a, T b) const
	{
		return a ^ b;
	}
};
template <class G, class T, class F> __hgrd_dev T reduce(const G &g, T value, F &&combine)
{
	T total = value;

	for (unsigned int distance = 1; distance < g.size(); distance *= 2)
		total = combine(total, g.shfl(total, g.thread_rank() ^ distance));
	return g.shfl(total, 0); /* all have the same */
}
template <class G, class T, class F> __hgrd_dev T inclusive_scan(const G &g, T value, F &&combine)
{
	for (unsigned int distance = 1; distance < g.size(); distance *= 2) {
		T other = g.shfl_up(value, distance);

		if (g.thread_rank() >= distance)
			value = combine(other, value);
	}
	return value;
}
template <class G, class T> __hgrd_dev T inclusive_scan(const G &g, T value)
{
	return inclusive_scan(g, value, plus<T>());
}
template <class G, class T, class F> __hgrd_dev T exclusive_scan(const G &g, T value, F &&combine)
{
	T before = g.shfl_up(inclusive_scan(g, value, combine), 1);

	return g.thread_rank() == 0 ? T() : before;
}
template <class G, class T> __hgrd_dev T exclusive_scan(const G &g, T value)
{
	return exclusive_scan(g, value, plus<T>());
}
/* Any one thread: of a tile the lane that elect.sync would choose. */
template <class G> __hgrd_dev bool __is_chosen(const G &g)
{
	return g.thread_rank() == 0;
}
template <unsigned int Size, class Parent>
__hgrd_dev bool __is_chosen(const thread_block_tile<Size, Parent> &g)
{
	return g.thread_rank() == (Size <= 32 ? __hgrd_elected_lane() % Size : 0);
}
template <class G, class F, class... Args>
__hgrd_dev void invoke_one(const G &g, F &&f, Args &&...args)
{
	if (__is_chosen(g))
		f(static_cast<Args &&>(args)...);
}
template <class G, class F, class... Args>
__hgrd_dev auto invoke_one_broadcast(const G &g, F &&f, Args &&...args)
	-> decltype(f(static_cast<Args &&>(args)...))
{
	decltype(f(static_cast<Args &&>(args)...)) result;

	if (g.thread_rank() == 0)
		result = f(static_cast<Args &&>(args)...);
	return g.shfl(result, 0);
}

/* Reductions whose result one thread of the group stores, or adds to an atomic. */
template <class G, class D, class T, class F>
__hgrd_dev void reduce_store_async(const G &g, D *to, T value, F &&combine)
{
	T total = reduce(g, value, combine);

	if (g.thread_rank() == 0)
		*to = total;
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, plus<T>)
{
	return to.fetch_add(value, details::relaxed());
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, less<T>)
{
	return to.fetch_min(value, details::relaxed());
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, greater<T>)
{
	return to.fetch_max(value, details::relaxed());
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, bit_and<T>)
{
	return to.fetch_and(value, details::relaxed());
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, bit_or<T>)
{
	return to.fetch_or(value, details::relaxed());
}
template <class A, class T> __hgrd_dev T __update(A &&to, T value, bit_xor<T>)
{
	return to.fetch_xor(value, details::relaxed());
}
template <class G, class A, class T, class F>
__hgrd_dev void reduce_update_async(const G &g, A &&to, T value, F combine)
{
	T total = reduce(g, value, combine);

	if (g.thread_rank() == 0)
		__update(to, total, combine);
}
/* Scans from what one thread finds when it adds their total: not modelled. */
template <class G, class A, class T, class... F>
__hgrd_dev T exclusive_scan_update(const G &g, A &&to, T value, F &&...combine)
{
	__cuda_scan_update();
	return T();
}
template <class G, class A, class T, class... F>
__hgrd_dev T inclusive_scan_update(const G &g, A &&to, T value, F &&...combine)
{
	__cuda_scan_update();
	return T();
}

/* Copies to shared memory, one group for each call; which thread copies what is not specified. */
template <class G, class T> __hgrd_dev void memcpy_async(const G &g, T *to, const T *from, size_t bytes)
{
	for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
		__hgrd_async_copy(&to[i], sizeof(T), &from[i]);
	__hgrd_async_commit();
}
template <class G, class T, class S>
__hgrd_dev auto memcpy_async(const G &g, T *to, const T *from, const S &bytes)
	-> decltype((void)size_t(bytes))
{
	memcpy_async(g, to, from, size_t(bytes));
}
/* Sizes in elements of either side: the smaller one counts. */
template <class G, class T, class S, class R>
__hgrd_dev void memcpy_async(const G &g, T *to, const S &room, const T *from, const R &length)
{
	size_t n = size_t(room) < size_t(length) ? size_t(room) : size_t(length);

	memcpy_async(g, to, from, n * sizeof(T));
}
template <class G> __hgrd_dev void wait(const G &g)
{
	__hgrd_async_wait(0);
	g.sync();
}
template <unsigned int Stages, class G> __hgrd_dev void wait_prior(const G &g)
{
	__hgrd_async_wait(Stages);
	g.sync();
}

namespace experimental {
using namespace cooperative_groups;
}

} // namespace cooperative_groups

#undef __hgrd_member

#endif
