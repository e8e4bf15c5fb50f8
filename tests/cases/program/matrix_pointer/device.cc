#include "device.h"

#include <cuda_runtime.h>
#include <cstdio>
#include <string>

static std::string name;

Device &Device::get()
{
	static Device device;
	name = std::string("device ") + std::to_string((long)&device);
	for (char c : name)
		putchar(c);
	return device;
}

bool Device::enabled() const
{
	int n = 0;
	return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}
