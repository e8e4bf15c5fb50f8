/* Barriers in shared memory, by primitives: calls that the analysis knows by their names. */
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_pipeline_primitives.h"

#include "hgrd/barrier_calls.h"

typedef unsigned long long __mbarrier_token_t;

__hgrd_dev unsigned int __mbarrier_maximum_count(void)
{
	return (1u << 20) - 1;
}
__hgrd_dev void __mbarrier_init(__mbarrier_t *barrier, unsigned int count)
{
	__hgrd_barrier_init(barrier, count);
}
__hgrd_dev void __mbarrier_inval(__mbarrier_t *barrier)
{
}
__hgrd_dev __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
	return __hgrd_barrier_arrive(barrier, 1);
}
__hgrd_dev __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
	return __hgrd_barrier_arrive(barrier, -1);
}
__hgrd_dev bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
	return __hgrd_barrier_test(barrier, token);
}
__hgrd_dev bool __mbarrier_try_wait(
	__mbarrier_t *barrier, __mbarrier_token_t token, unsigned int nanoseconds)
{
	return __hgrd_barrier_test(barrier, token);
}
__hgrd_dev bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool phase)
{
	return __hgrd_barrier_test_parity(barrier, phase);
}
__hgrd_dev bool __mbarrier_try_wait_parity(
	__mbarrier_t *barrier, bool phase, unsigned int nanoseconds)
{
	return __hgrd_barrier_test_parity(barrier, phase);
}
/* Not modelled. */
extern "C" {
__attribute__((device, nothrow)) unsigned int __mbarrier_token_pending_count(__mbarrier_token_t);
__attribute__((device, nothrow)) void __pipeline_arrive_on(__mbarrier_t *);
}

#endif
