/* Barriers and fences. README.md says what each becomes in LLVM IR. */
#ifndef HGRD_DEVICE_SYNC_H
#define HGRD_DEVICE_SYNC_H

/* __syncthreads() itself is the compiler's. */
__hgrd_dev int __syncthreads_count(int predicate)
{
	return __nvvm_bar0_popc(predicate);
}
__hgrd_dev int __syncthreads_and(int predicate)
{
	return __nvvm_bar0_and(predicate);
}
__hgrd_dev int __syncthreads_or(int predicate)
{
	return __nvvm_bar0_or(predicate);
}
__hgrd_dev void __syncwarp(unsigned int mask = 0xffffffffu)
{
	__nvvm_bar_warp_sync(mask);
}
__hgrd_dev void __barrier_sync(unsigned int id)
{
	__nvvm_barrier_sync(id);
}
__hgrd_dev void __barrier_sync_count(unsigned int id, unsigned int count)
{
	__nvvm_barrier_sync_cnt(id, count);
}
__hgrd_dev void __threadfence_block(void)
{
	__nvvm_membar_cta();
}
__hgrd_dev void __threadfence(void)
{
	__nvvm_membar_gl();
}
__hgrd_dev void __threadfence_system(void)
{
	__nvvm_membar_sys();
}

/* Thread block clusters. */
__hgrd_extern void __cluster_barrier_arrive(void);
__hgrd_extern void __cluster_barrier_arrive_relaxed(void);
__hgrd_extern void __cluster_barrier_wait(void);
__hgrd_extern void __threadfence_cluster(void);
__hgrd_dev dim3 __clusterDim(void)
{
	return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(), __nvvm_read_ptx_sreg_cluster_nctaid_y(),
		__nvvm_read_ptx_sreg_cluster_nctaid_z());
}
__hgrd_dev dim3 __clusterRelativeBlockIdx(void)
{
	return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(), __nvvm_read_ptx_sreg_cluster_ctaid_y(),
		__nvvm_read_ptx_sreg_cluster_ctaid_z());
}
__hgrd_dev dim3 __clusterGridDimInClusters(void)
{
	dim3 n = __clusterDim();

	return dim3(gridDim.x / n.x, gridDim.y / n.y, gridDim.z / n.z);
}
__hgrd_dev dim3 __clusterIdx(void)
{
	dim3 n = __clusterDim();

	return dim3(blockIdx.x / n.x, blockIdx.y / n.y, blockIdx.z / n.z);
}
__hgrd_dev unsigned int __clusterRelativeBlockRank(void)
{
	return __nvvm_read_ptx_sreg_cluster_ctarank();
}
__hgrd_dev unsigned int __clusterSizeInBlocks(void)
{
	return __nvvm_read_ptx_sreg_cluster_nctarank();
}
__hgrd_dev void *__cluster_map_shared_rank(const void *p, unsigned int rank)
{
	return __nvvm_mapa((void *)p, rank);
}
__hgrd_dev unsigned int __cluster_query_shared_rank(const void *p)
{
	return __nvvm_getctarank((void *)p);
}

#endif
