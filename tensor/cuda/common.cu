// What stands before the kernels of every program.

const int warp = 32; // threads that run in step

__device__ float infinity() { return __int_as_float(0x7f800000); }

__device__ float sum(float x) {
	for (int i = warp / 2; i > 0; i /= 2)
		x += __shfl_xor_sync(~0u, x, i);
	return x;
}

__device__ float greatest(float x) {
	for (int i = warp / 2; i > 0; i /= 2)
		x = fmaxf(x, __shfl_xor_sync(~0u, x, i));
	return x;
}

__device__ float sigma(float x) { return 1 / (1 + expf(-x)); }

// An Each is a function of every number by itself.
struct Each {
	float *z;
	const float *x, *y;
	unsigned long long seed;
	unsigned rows, cols;
	int zs, xs, ys;
	float a, b;
	int f;
};

#define EACH(t)                                                                                               \
	for (unsigned n = blockIdx.x * blockDim.x + threadIdx.x, size = (t).rows * (t).cols; n < size;            \
	     n += gridDim.x * blockDim.x)                                                                          \
		for (unsigned i = n / (t).cols, j = n % (t).cols, once = 1; once; once = 0)
