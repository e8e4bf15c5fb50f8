#ifndef HGRD_BASE_PROGRESS_H
#define HGRD_BASE_PROGRESS_H

/*
 * Sign of life of an analysis that may take long. Called with what starts now,
 * e.g. "kernel 'step'", once all that is finished stands in the results: what
 * was finished before a crash or a hang is still reported, and the error names
 * what was under way. Whoever runs the analysis may hang a listener here.
 */
void progress(const char *what);

/* The same for a kernel, by its name and its mangled name on the host side. */
void progress_kernel(const char *name, const char *mangled);

/* `kernel` is the mangled name of the kernel that starts, NULL for everything else. */
typedef void progress_fn(void *data, const char *what, const char *kernel);
void progress_listen(progress_fn *listener, void *data);

#endif
