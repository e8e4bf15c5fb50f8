/* Asynchronous copies: each takes place between its issue and the wait that completes it. */
#ifndef HGRD_ASYNC_COPY_H
#define HGRD_ASYNC_COPY_H

extern "C" {
/* Copies `size` bytes; belongs to the group of the thread's next commit. */
__attribute__((device, nothrow)) void __hgrd_async_copy(
	void *to, unsigned long long size, const void *from);
/* Writes `size` zeros. */
__attribute__((device, nothrow)) void __hgrd_async_fill(void *to, unsigned long long size);
/* A copy that the phase of the thread's next arrival at the barrier object completes. */
__attribute__((device, nothrow)) void __hgrd_async_copy_bound(
	void *to, unsigned long long size, const void *from, void *barrier);
__attribute__((device, nothrow)) void __hgrd_async_commit(void);
/* Waits until at most the latest `prior` groups of this thread are pending. */
__attribute__((device, nothrow)) void __hgrd_async_wait(unsigned long long prior);
/* Waits for the oldest group that this thread has not yet waited for. */
__attribute__((device, nothrow)) void __hgrd_async_wait_oldest(void);
/* A bulk copy to shared memory, which counts as bytes of the barrier's phase. */
__attribute__((device, nothrow)) void __hgrd_bulk_load(
	void *to, unsigned long long size, const void *from, void *barrier);
/* The same, where elements of so many bytes are combined with what is there, each atomically. */
__attribute__((device, nothrow)) void __hgrd_bulk_load_reduce(
	void *to, unsigned long long size, const void *from, void *barrier, unsigned long long element);
/* A load of a box of a tensor, of a size that its descriptor says: `size` is 0, `from` any byte of
 * the box. */
__attribute__((device, nothrow)) void __hgrd_bulk_tensor(
	void *to, unsigned long long size, const void *from, void *barrier);
/* A bulk copy to global memory; belongs to the bulk group of the thread's next commit. */
__attribute__((device, nothrow)) void __hgrd_bulk_store(
	void *to, unsigned long long size, const void *from);
/* The same, where elements of so many bytes are combined with what is there, each atomically. */
__attribute__((device, nothrow)) void __hgrd_bulk_reduce(
	void *to, unsigned long long size, const void *from, unsigned long long element);
__attribute__((device, nothrow)) void __hgrd_bulk_commit(void);
__attribute__((device, nothrow)) void __hgrd_bulk_wait(unsigned long long prior);
/* Waits until the groups have read what they copy. */
__attribute__((device, nothrow)) void __hgrd_bulk_wait_read(unsigned long long prior);
/* A box of a tensor to global memory, it writes the byte at `to`, and reads 16 bytes
 * at `from` and at `part`; these are any of the box (tensor_place.h). */
__attribute__((device, nothrow)) void __hgrd_bulk_tensor_store(
	void *to, const void *from, const void *part);
/* Combined with what is there, elements of so many bytes, each atomically. */
__attribute__((device, nothrow)) void __hgrd_bulk_tensor_reduce(
	void *to, const void *from, const void *part, unsigned long long element);
/* Orders accesses of threads and of bulk copies. */
__attribute__((device, convergent, nothrow)) void __hgrd_proxy_fence(void);
}

#endif
