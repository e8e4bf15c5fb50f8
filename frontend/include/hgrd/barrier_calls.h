/* What operations on barrier objects become: calls that the analysis knows by their names. */
#ifndef HGRD_BARRIER_CALLS_H
#define HGRD_BARRIER_CALLS_H

extern "C" {
__attribute__((device, host, nothrow)) void __hgrd_barrier_init(void *, long long count);
__attribute__((device, convergent, nothrow)) unsigned long long __hgrd_barrier_arrive(
	void *, long long count);
__attribute__((device, convergent, nothrow)) void __hgrd_barrier_wait(
	void *, unsigned long long token);
/* Is the token's phase over. A loop that does nothing until it is, waits. */
__attribute__((device, convergent, nothrow)) bool __hgrd_barrier_test(
	void *, unsigned long long token);
/* The same for the phase of this parity. */
__attribute__((device, convergent, nothrow)) bool __hgrd_barrier_test_parity(
	void *, unsigned int parity);
__attribute__((device, convergent, nothrow)) void __hgrd_barrier_wait_parity(
	void *, unsigned int parity);
/* The same in the cluster's scope; arrivals may be at another block's barrier. */
__attribute__((device, convergent, nothrow)) unsigned long long __hgrd_barrier_arrive_cluster(
	void *, long long count);
__attribute__((device, convergent, nothrow)) bool __hgrd_barrier_test_cluster(
	void *, unsigned long long token);
__attribute__((device, convergent, nothrow)) bool __hgrd_barrier_test_parity_cluster(
	void *, unsigned int parity);
/* The current phase waits for so many bytes of bulk copies, too. */
__attribute__((device, convergent, nothrow)) void __hgrd_barrier_expect(void *, long long bytes);
/* Of an object whose scope is wider than a block, which may lie in any memory. */
__attribute__((device, host, nothrow)) void __hgrd_wide_barrier_init(void *, long long count);
__attribute__((device, convergent, nothrow)) void __hgrd_wide_barrier_arrive_and_wait(void *);
}

#endif
