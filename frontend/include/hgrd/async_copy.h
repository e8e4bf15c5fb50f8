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
}

#endif
