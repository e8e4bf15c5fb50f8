#include <cuda_runtime.h>

struct MatrixDim { int rows, cols, stride; };

extern "C" void copy_upper(dim3 grid, dim3 block, float *data, MatrixDim dim);
