/* Instructions of cuda::ptx that are no barriers in shared memory and no bulk copies, as inline PTX, which
 * the analysis reads. Inside of namespace cuda::ptx. What it does not model it says at the call. */
#ifndef HGRD_PTX_INSTRUCTIONS_H
#define HGRD_PTX_INSTRUCTIONS_H

#define X(NAME, REGISTER)                                                                          \
	__hgrd_dev unsigned int get_sreg_##NAME()                                                  \
	{                                                                                          \
		unsigned int value;                                                                \
		asm("mov.u32 %0, %%" REGISTER ";" : "=r"(value));                                  \
		return value;                                                                      \
	}
#define Y(NAME) X(NAME##_x, #NAME ".x") X(NAME##_y, #NAME ".y") X(NAME##_z, #NAME ".z")
Y(tid) Y(ntid) Y(ctaid) Y(nctaid) Y(clusterid) Y(nclusterid) Y(cluster_ctaid) Y(cluster_nctaid)
#undef Y
X(laneid, "laneid") X(warpid, "warpid") X(nwarpid, "nwarpid") X(smid, "smid") X(nsmid, "nsmid")
X(cluster_ctarank, "cluster_ctarank") X(cluster_nctarank, "cluster_nctarank")
X(lanemask_eq, "lanemask_eq") X(lanemask_le, "lanemask_le") X(lanemask_lt, "lanemask_lt")
X(lanemask_ge, "lanemask_ge") X(lanemask_gt, "lanemask_gt") X(clock, "clock") X(clock_hi, "clock_hi")
X(globaltimer_lo, "globaltimer_lo") X(globaltimer_hi, "globaltimer_hi")
X(total_smem_size, "total_smem_size") X(aggr_smem_size, "aggr_smem_size")
X(dynamic_smem_size, "dynamic_smem_size")
#undef X
#define X(NAME)                                                                                    \
	__hgrd_dev unsigned long long get_sreg_##NAME()                                            \
	{                                                                                          \
		unsigned long long value;                                                          \
		asm volatile("mov.u64 %0, %%" #NAME ";" : "=l"(value));                            \
		return value;                                                                      \
	}
X(clock64) X(globaltimer) X(gridid)
#undef X

#define X(PARAMETER, NAME, TEXT)                                                                   \
	__hgrd_dev void NAME(PARAMETER)                                                            \
	{                                                                                          \
		asm volatile(TEXT ";" ::: "memory");                                               \
	}
X(, barrier_cluster_arrive, "barrier.cluster.arrive.aligned")
X(sem_release_t, barrier_cluster_arrive, "barrier.cluster.arrive.release.aligned")
X(sem_relaxed_t, barrier_cluster_arrive, "barrier.cluster.arrive.relaxed.aligned")
X(, barrier_cluster_wait, "barrier.cluster.wait.aligned")
X(sem_acquire_t, barrier_cluster_wait, "barrier.cluster.wait.acquire.aligned")
X(, fence_proxy_alias, "fence.proxy.alias")
#undef X
#define Y(SEM, ORDER, SCOPE)                                                                       \
	__hgrd_dev void fence(SEM, scope_##SCOPE##_t)                                              \
	{                                                                                          \
		asm volatile("fence." ORDER "." #SCOPE ";" ::: "memory");                          \
	}
#define X(SCOPE)                                                                                   \
	Y(sem_sc_t, "sc", SCOPE)                                                                   \
	Y(sem_acq_rel_t, "acq_rel", SCOPE)                                                         \
	Y(sem_acquire_t, "acquire", SCOPE)                                                         \
	Y(sem_release_t, "release", SCOPE)
X(cta) X(cluster) X(gpu) X(sys)
#undef X
#undef Y

__hgrd_dev unsigned int getctarank(space_cluster_t, const void *p)
{
	return __nvvm_getctarank((void *)p);
}
__hgrd_dev void cp_async_mbarrier_arrive(__hgrd_word *b)
{
	asm volatile("cp.async.mbarrier.arrive.b64 [%0];" ::"l"(b) : "memory");
}
__hgrd_dev void cp_async_mbarrier_arrive_noinc(__hgrd_word *b)
{
	asm volatile("cp.async.mbarrier.arrive.noinc.b64 [%0];" ::"l"(b) : "memory");
}

/* Stores and reductions to another block's shared memory, which its barrier counts. */
extern "C" __attribute__((device, nothrow)) void __cuda_store_async(void);
template <class... Args> __hgrd_dev void st_async(const Args &...)
{
	__cuda_store_async();
}
template <class... Args> __hgrd_dev void red_async(const Args &...)
{
	__cuda_store_async();
}

#endif
