/* cuda::std has what the standard library has; constant expressions may be used on both sides. */
#ifndef HGRD_CUDA_STD_H
#define HGRD_CUDA_STD_H

namespace std {
}
namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
