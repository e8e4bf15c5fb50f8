/* cuTensorMapEncodeTiled where the program asks the driver for it by name. */
#ifndef HGRD_TENSOR_ENTRY_H
#define HGRD_TENSOR_ENTRY_H

#define __hgrd_inlined static inline __attribute__((always_inline))

__hgrd_inlined void __hgrd_entry_found()
{
}
__hgrd_inlined void __hgrd_entry_found(cudaDriverEntryPointQueryResult *found)
{
	if (found)
		*found = cudaDriverEntryPointSuccess;
}
template <class First, class... Rest> __hgrd_inlined void __hgrd_entry_found(First, Rest... rest)
{
	__hgrd_entry_found(rest...);
}
template <class Function, class... Rest>
__hgrd_inlined cudaError_t __hgrd_entry_point(const char *, Function **to, Rest... rest)
{
	__hgrd_entry_found(rest...);
	*to = (Function *)&cuTensorMapEncodeTiled;
	return (cudaError_t)__hgrd_tensor_encoded();
}
#undef __hgrd_inlined

#define __hgrd_first(FIRST, ...) FIRST
#define __hgrd_asks_for_encode(...)                                                                  \
	!__builtin_strcmp(__hgrd_first(__VA_ARGS__, 0), "cuTensorMapEncodeTiled")
#undef cudaGetDriverEntryPoint
#undef cudaGetDriverEntryPointByVersion
#define cudaGetDriverEntryPoint(...)                                                                 \
	(__hgrd_asks_for_encode(__VA_ARGS__) ? __hgrd_entry_point(__VA_ARGS__)                       \
					     : cudaGetDriverEntryPoint(__VA_ARGS__))
#define cudaGetDriverEntryPointByVersion(...)                                                        \
	(__hgrd_asks_for_encode(__VA_ARGS__) ? __hgrd_entry_point(__VA_ARGS__)                       \
					     : cudaGetDriverEntryPointByVersion(__VA_ARGS__))

#endif
