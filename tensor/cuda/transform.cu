// The kernels by which transformers and convolutions learn.

// A Strip is up to 64 rows of one side of a sequence, and the rows of the other side that they have to do with.
struct Strip {
	int row, n;      // the first, and how many
	int first, end;  // of the other side
	int base, place; // the sequence's first row on the other side, and the place of row on its own
	int shift;       // a query at place p sees the keys up to place p + shift
};

// A Back is the way back through attention, for strips of this side, x, and a head; z is the other side. x and z are
// queries and keys, dx and w the gradient of results and values, in this order or the other way round. A block has 256
// threads and computes 64 columns of the results, with squares of 64 by 64 numbers.
struct Back {
	float *out, *second, *sum, *mean; // sum and mean by head and query
	float *spread;                    // the gradient of the bias, by strip and head; 0 where nobody asks for it
	const float *x, *dx, *z, *w, *y, *bias;
	const Strip *strips;
	int cols, n, wide; // of a head, how many queries there are, and columns of the bias
	int os, ss, xs, dxs, zs, ws, ys, bs;
	float scale;
};

const int side = 64; // of a square
const int own = 4;   // rows and columns of a square that a thread computes

// square is where four numbers of a row of a square begin. They change places from row to row, so that the rows of a column are
// in memory that can be read at once.
__device__ int square(int row, int four) { return row * side + 4 * (four ^ (row & 15)); }

// bring sets a square to 64 columns of n rows of m, 0 elsewhere, when all threads are done with it.
__device__ void bring(float *to, const float *m, int stride, int row, int n, int from, int cols) {
	int c = threadIdx.x % side;
#pragma unroll
	for (int k = 0; k < side; k += 4) {
		int r = k + threadIdx.x / side;
		to[square(r, c / 4) + c % 4] = r < n && from + c < cols ? m[(long long)(row + r) * stride + from + c] : 0;
	}
}

// across adds the products of rows of a with rows of b: the thread has every 16th of both.
__device__ void across(float to[own][own], const float *a, const float *b) {
	int i = threadIdx.x / 16, j = threadIdx.x % 16;
#pragma unroll 2
	for (int d = 0; d < side / 4; d++) {
		float4 p[own], q[own];
#pragma unroll
		for (int r = 0; r < own; r++) {
			p[r] = *(const float4 *)(a + square(i + 16 * r, d));
			q[r] = *(const float4 *)(b + square(j + 16 * r, d));
		}
#pragma unroll
		for (int r = 0; r < own; r++)
#pragma unroll
			for (int c = 0; c < own; c++)
				to[r][c] += p[r].x * q[c].x + p[r].y * q[c].y + p[r].z * q[c].z + p[r].w * q[c].w;
	}
}

__device__ void axpy(float to[own], float a, float4 x) { to[0] += a * x.x, to[1] += a * x.y, to[2] += a * x.z, to[3] += a * x.w; }

// along adds a·b: the thread has every 16th row and four columns beside each other.
__device__ void along(float to[own][own], const float *a, const float *b) {
	int i = threadIdx.x / 16, j = threadIdx.x % 16;
#pragma unroll 2
	for (int k = 0; k < side / 4; k++) {
		float4 q[4];
#pragma unroll
		for (int n = 0; n < 4; n++)
			q[n] = *(const float4 *)(b + square(4 * k + n, j));
#pragma unroll
		for (int r = 0; r < own; r++) {
			float4 p = *(const float4 *)(a + square(i + 16 * r, k));
			axpy(to[r], p.x, q[0]), axpy(to[r], p.y, q[1]), axpy(to[r], p.z, q[2]), axpy(to[r], p.w, q[3]);
		}
	}
}

// Of the 16 threads that have the same rows.
__device__ float sum16(float x) {
	for (int i = 8; i > 0; i /= 2)
		x += __shfl_xor_sync(~0u, x, i);
	return x;
}

__device__ float greatest16(float x) {
	for (int i = 8; i > 0; i /= 2)
		x = fmaxf(x, __shfl_xor_sync(~0u, x, i));
	return x;
}

__device__ void nothing(float x[own][own]) {
#pragma unroll
	for (int r = 0; r < own; r++)
#pragma unroll
		for (int c = 0; c < own; c++)
			x[r][c] = 0;
}

// dots sets s to the products of the strip's rows of x with those of z from row o on. a still has x unless it is new.
__device__ void dots(float s[own][own], const Strip &g, const float *x, int xs, const float *z, int zs, int o, int cols, bool fresh, float *a, float *b) {
	nothing(s);
	for (int from = 0; from < cols; from += side) {
		__syncthreads();
		if (fresh || cols > side)
			bring(a, x, xs, g.row, g.n, from, cols);
		bring(b, z, zs, o, g.end - o, from, cols);
		__syncthreads();
		across(s, a, b);
	}
}

// store puts a thread's part of a square there.
__device__ void store(float *to, const float x[own][own]) {
	int i = threadIdx.x / 16, j = threadIdx.x % 16;
#pragma unroll
	for (int r = 0; r < own; r++)
#pragma unroll
		for (int c = 0; c < own; c++)
			to[square(i + 16 * r, (j + 16 * c) / 4) + j % 4] = x[r][c];
}

// add adds a thread's part of a result to it.
__device__ void add(float *to, int stride, const Strip &g, int from, int cols, float by, const float x[own][own]) {
	int i = threadIdx.x / 16, j = threadIdx.x % 16;
	for (int r = 0; r < own; r++)
		for (int c = 0; c < own; c++) {
			int k = from + 4 * j + c;
			if (i + 16 * r < g.n && k < cols)
				to[(long long)(g.row + i + 16 * r) * stride + k] += by * x[r][c];
		}
}

// attendBack is for strips of queries, and leaves sum and mean for attendBackKeys: the logarithm of the sum of a query's exponentials,
// and the mean of the gradients of its shares.
extern "C" __global__ void __launch_bounds__(256, 2) attendBack(Back t) {
	extern __shared__ float memory[];
	float *a = memory, *b = a + side * side, *c = b + side * side;
	const Strip g = t.strips[blockIdx.x];
	int head = blockIdx.y, from = blockIdx.z * side, i = threadIdx.x / 16, j = threadIdx.x % 16;
	long long column = (long long)head * t.cols;
	const float *x = t.x + column, *dx = t.dx + column, *y = t.y + column, *z = t.z + column, *w = t.w + column;
	// Of the key in row k of z and query r of the strip: bias[k − r].
	const float *bias = t.bias ? t.bias + (long long)head * t.bs - g.base - g.place : 0;
	float most[own], all[own], mean[own], s[own][own], d[own][own], out[own][own];
	for (int r = 0; r < own; r++)
		most[r] = -infinity(), all[r] = 0, mean[r] = 0;
	nothing(out);
	int limit = g.base + g.place + g.shift; // the last key that query 0 of the strip sees
	for (int o = g.first; o < g.end; o += side) {
		dots(s, g, x, t.xs, z, t.zs, o, t.cols, o == g.first, a, b);
#pragma unroll
		for (int r = 0; r < own; r++) {
			int q = i + 16 * r;
			float now = -infinity(), total = 0;
#pragma unroll
			for (int n = 0; n < own; n++) {
				int k = o + j + 16 * n;
				bool in = q < g.n && k < g.end && k - q <= limit;
				s[r][n] = in ? t.scale * s[r][n] + (bias ? bias[k - q] : 0) : -infinity();
				now = fmaxf(now, s[r][n]);
			}
			now = fmaxf(most[r], greatest16(now));
#pragma unroll
			for (int n = 0; n < own; n++)
				total += s[r][n] == -infinity() ? 0 : expf(s[r][n] - now);
			all[r] = (all[r] == 0 ? 0 : all[r] * expf(most[r] - now)) + sum16(total);
			most[r] = now;
		}
	}
	for (int r = 0; r < own; r++) {
		long long row = g.row + i + 16 * r;
		if (i + 16 * r < g.n)
			for (int k = j; k < t.cols; k += 16)
				mean[r] += dx[row * t.dxs + k] * y[row * t.ys + k];
		mean[r] = sum16(mean[r]);
		all[r] = most[r] + logf(all[r]);
		if (j == 0 && from == 0 && i + 16 * r < g.n) {
			t.sum[(long long)head * t.n + row] = all[r];
			t.mean[(long long)head * t.n + row] = mean[r];
		}
	}
	float *spread = t.spread && from == 0 ? t.spread + ((long long)blockIdx.x * gridDim.y + head) * t.wide : 0;
	for (int o = g.first; o < g.end; o += side) {
		dots(s, g, x, t.xs, z, t.zs, o, t.cols, true, a, b);
		dots(d, g, dx, t.dxs, w, t.ws, o, t.cols, true, a, b);
#pragma unroll
		for (int r = 0; r < own; r++) {
			int q = i + 16 * r;
#pragma unroll
			for (int n = 0; n < own; n++) {
				int k = o + j + 16 * n;
				bool in = q < g.n && k < g.end && k - q <= limit;
				d[r][n] = in ? expf(t.scale * s[r][n] + (bias ? bias[k - q] : 0) - all[r]) * (d[r][n] - mean[r]) : 0;
			}
		}
		store(c, d);
		__syncthreads();
		bring(b, z, t.zs, o, g.end - o, from, t.cols);
		__syncthreads();
		along(out, c, b);
		int away = (int)threadIdx.x - (side - 1), at = t.wide / 2 + o - g.base - g.place + away;
		if (spread && away < side && at >= 0 && at < t.wide) {
			float v = 0;
			for (int q = max(0, -away); q < min(side, side - away); q++)
				v += c[square(q, (q + away) / 4) + (q + away) % 4];
			spread[at] += v;
		}
	}
	add(t.out + column, t.os, g, from, t.cols, t.scale, out);
}

// attendBackKeys is for strips of keys.
extern "C" __global__ void __launch_bounds__(256, 2) attendBackKeys(Back t) {
	extern __shared__ float memory[];
	float *a = memory, *b = a + side * side, *c = b + side * side;
	const Strip g = t.strips[blockIdx.x];
	int head = blockIdx.y, from = blockIdx.z * side, i = threadIdx.x / 16, j = threadIdx.x % 16;
	long long column = (long long)head * t.cols;
	const float *x = t.x + column, *dx = t.dx + column, *z = t.z + column, *w = t.w + column;
	const float *sums = t.sum + (long long)head * t.n, *means = t.mean + (long long)head * t.n;
	// Of key r of the strip and the query in row q of z: bias[r − q].
	const float *bias = t.bias ? t.bias + (long long)head * t.bs + g.base + g.place : 0;
	float s[own][own], d[own][own], out[own][own], second[own][own];
	nothing(out), nothing(second);
	int limit = g.base + g.place - g.shift; // the first query that sees key 0 of the strip
	for (int o = g.first; o < g.end; o += side) {
		dots(s, g, x, t.xs, z, t.zs, o, t.cols, true, a, b);
		dots(d, g, dx, t.dxs, w, t.ws, o, t.cols, true, a, b);
#pragma unroll
		for (int n = 0; n < own; n++) {
			int q = o + j + 16 * n;
			float all = q < g.end ? sums[q] : 0, mean = q < g.end ? means[q] : 0;
#pragma unroll
			for (int r = 0; r < own; r++) {
				int k = i + 16 * r;
				bool in = k < g.n && q < g.end && q - k >= limit;
				s[r][n] = in ? expf(t.scale * s[r][n] + (bias ? bias[k - q] : 0) - all) : 0;
				d[r][n] = in ? s[r][n] * (d[r][n] - mean) : 0;
			}
		}
		store(c, s);
		__syncthreads();
		if (t.cols > side) {
			bring(b, w, t.ws, o, g.end - o, from, t.cols);
			__syncthreads();
		}
		along(second, c, b);
		__syncthreads();
		store(c, d);
		bring(b, z, t.zs, o, g.end - o, from, t.cols);
		__syncthreads();
		along(out, c, b);
	}
	add(t.out + column, t.os, g, from, t.cols, t.scale, out);
	add(t.second + column, t.ss, g, from, t.cols, 1, second);
}

// A Norm is the way back through a norm of rows. part has, by row, what the gradient of gain is the sum of.
struct Norm {
	float *dx, *part;
	const float *dy, *x, *gain;
	int rows, cols, dxs, dys, xs, centred;
	float epsilon;
};

extern "C" __global__ void normGrad(Norm t) {
	long long row = (long long)blockIdx.x * (blockDim.x / warp) + threadIdx.x / warp;
	if (row >= t.rows)
		return;
	int lane = threadIdx.x % warp;
	const float *x = t.x + row * t.xs, *dy = t.dy + row * t.dys;
	float *dx = t.dx + row * t.dxs, *part = t.part + row * t.cols;
	float mean = 0, squares = 0, level = 0, along = 0;
	if (t.centred) {
		for (int j = lane; j < t.cols; j += warp)
			mean += x[j];
		mean = sum(mean) / t.cols;
	}
	for (int j = lane; j < t.cols; j += warp)
		squares += (x[j] - mean) * (x[j] - mean);
	float by = 1 / sqrtf(sum(squares) / t.cols + t.epsilon);
	for (int j = lane; j < t.cols; j += warp) {
		float normal = (x[j] - mean) * by, d = dy[j] * t.gain[j];
		part[j] = dy[j] * normal;
		level += d;
		along += d * normal;
	}
	level = t.centred ? sum(level) / t.cols : 0;
	along = sum(along) / t.cols;
	for (int j = lane; j < t.cols; j += warp)
		dx[j] += by * (dy[j] * t.gain[j] - level - along * (x[j] - mean) * by);
}

// softmaxGrad has a warp for each row: z is dx, x is dy, y what softmax gave.
extern "C" __global__ void softmaxGrad(Each t) {
	long long row = (long long)blockIdx.x * (blockDim.x / warp) + threadIdx.x / warp;
	if (row >= t.rows)
		return;
	const float *dy = t.x + row * t.xs, *y = t.y + row * t.ys;
	float *dx = t.z + row * t.zs, all = 0;
	for (int j = threadIdx.x % warp; j < t.cols; j += warp)
		all += dy[j] * y[j];
	all = sum(all);
	for (int j = threadIdx.x % warp; j < t.cols; j += warp)
		dx[j] += t.a * y[j] * (dy[j] - all);
}

// A Most is the greatest numbers of rows of x, from bounds[i] up to bounds[i + 1], and the way back.
struct Most {
	float *y, *dx;
	const float *x, *dy;
	const int *bounds;
	unsigned rows, cols;
	int ys, dxs, xs, dys;
};

extern "C" __global__ void maxRows(Most t) {
	EACH(t) {
		float v = 0;
		for (int k = t.bounds[i]; k < t.bounds[i + 1]; k++) {
			float x = t.x[(long long)k * t.xs + j];
			if (k == t.bounds[i] || x > v)
				v = x;
		}
		t.y[(long long)i * t.ys + j] = v;
	}
}

extern "C" __global__ void maxRowsGrad(Most t) {
	EACH(t) {
		float most = t.y[(long long)i * t.ys + j];
		for (int k = t.bounds[i]; k < t.bounds[i + 1]; k++)
			if (t.x[(long long)k * t.xs + j] == most) {
				t.dx[(long long)k * t.dxs + j] += t.dy[(long long)i * t.dys + j];
				break;
			}
	}
}
