// The kernels by which transformers and convolutions learn, behind kernel.cu and learn.cu in one program.

// A Span is what a row sees: rows of the other side, from first up to end; base is the first of the
// sequence's, place that of the row in its own.
struct Span {
	int first, end, base, place;
};

// A Back is the way back through attention, for a row of this side, x, and a head; z is the other side. x and z are
// queries and keys, dx and w the gradient of results and values, in this order or the other way round.
struct Back {
	float *out, *second, *sum, *mean; // sum and mean by head and query
	const float *x, *dx, *z, *w, *y, *bias;
	const Span *spans;
	int rows, cols, n; // of this side, of a head, and how many queries there are
	int os, ss, xs, dxs, zs, ws, ys, bs;
	float scale;
};

const int apart = warp + 1; // from row to row of a tile

// load sets a tile to 32 columns of n rows of m, 0 elsewhere.
__device__ void load(float *tile, const float *m, int stride, int row, int n, int from, int cols) {
	int lane = threadIdx.x % warp;
#pragma unroll 8
	for (int k = 0; k < warp; k++)
		tile[k * apart + lane] = k < n && from + lane < cols ? m[(long long)(row + k) * stride + from + lane] : 0;
}

// dots gives the products of this row with n rows of the other side, one for each thread of the warp; without dx, but the
// first of them.
__device__ void dots(const Back &t, const float *x, const float *dx, const float *z, const float *w, int row, int n,
                     float *tile, float &s, float &d) {
	int lane = threadIdx.x % warp;
	s = 0, d = 0;
	for (int from = 0; from < t.cols; from += warp) {
		bool in = from + lane < t.cols;
		float a = in ? x[from + lane] : 0, b = in && dx ? dx[from + lane] : 0;
		__syncwarp();
		load(tile, z, t.zs, row, n, from, t.cols);
		if (dx)
			load(tile + warp * apart, w, t.ws, row, n, from, t.cols);
		__syncwarp();
#pragma unroll 8
		for (int k = 0; k < warp; k++) {
			s += __shfl_sync(~0u, a, k) * tile[lane * apart + k];
			if (dx)
				d += __shfl_sync(~0u, b, k) * tile[(warp + lane) * apart + k];
		}
	}
}

// gather adds the sum of n rows of m, times by of the thread that has the row, to out.
__device__ void gather(const Back &t, float *out, const float *m, int stride, int row, int n, float by, float *tile) {
	int lane = threadIdx.x % warp;
	for (int from = 0; from < t.cols; from += warp) {
		__syncwarp();
		load(tile, m, stride, row, n, from, t.cols);
		__syncwarp();
		float v = 0;
#pragma unroll 8
		for (int k = 0; k < warp; k++)
			v += __shfl_sync(~0u, by, k) * tile[k * apart + lane];
		if (from + lane < t.cols)
			out[from + lane] += v;
	}
}

// attendBack has a warp for each query, and leaves sum and mean for attendBackKeys and attendBias: the logarithm of the sum
// of its exponentials, and the mean of the gradients of its shares.
extern "C" __global__ void attendBack(Back t) {
	extern __shared__ float memory[];
	int lane = threadIdx.x % warp, me = threadIdx.x / warp, i = blockIdx.x * (blockDim.x / warp) + me, head = blockIdx.y;
	if (i >= t.rows)
		return;
	float *tile = memory + me * 2 * warp * apart;
	Span span = t.spans[i];
	long long column = (long long)head * t.cols;
	const float *x = t.x + (long long)i * t.xs + column, *dx = t.dx + (long long)i * t.dxs + column;
	const float *y = t.y + (long long)i * t.ys + column, *z = t.z + column, *w = t.w + column;
	const float *bias = t.bias ? t.bias + (long long)head * t.bs - span.place - span.base : 0;
	float most = -infinity(), all = 0, mean = 0, s, d;
	for (int j = span.first; j < span.end; j += warp) {
		int n = min(warp, span.end - j);
		dots(t, x, 0, z, w, j, n, tile, s, d);
		s = lane < n ? t.scale * s + (bias ? bias[j + lane] : 0) : -infinity();
		float now = fmaxf(most, greatest(s));
		all = all * expf(most - now) + sum(expf(s - now));
		most = now;
	}
	for (int k = lane; k < t.cols; k += warp)
		mean += dx[k] * y[k];
	mean = sum(mean);
	all = most + logf(all);
	if (lane == 0) {
		t.sum[(long long)head * t.n + i] = all;
		t.mean[(long long)head * t.n + i] = mean;
	}
	for (int j = span.first; j < span.end; j += warp) {
		int n = min(warp, span.end - j);
		dots(t, x, dx, z, w, j, n, tile, s, d);
		s = lane < n ? expf(t.scale * s + (bias ? bias[j + lane] : 0) - all) * (d - mean) : 0;
		gather(t, t.out + (long long)i * t.os + column, z, t.zs, j, n, t.scale * s, tile);
	}
}

// attendBackKeys has a warp for each key.
extern "C" __global__ void attendBackKeys(Back t) {
	extern __shared__ float memory[];
	int lane = threadIdx.x % warp, me = threadIdx.x / warp, j = blockIdx.x * (blockDim.x / warp) + me, head = blockIdx.y;
	if (j >= t.rows)
		return;
	float *tile = memory + me * 2 * warp * apart;
	Span span = t.spans[j];
	long long column = (long long)head * t.cols;
	const float *x = t.x + (long long)j * t.xs + column, *dx = t.dx + (long long)j * t.dxs + column;
	const float *z = t.z + column, *w = t.w + column;
	const float *bias = t.bias ? t.bias + (long long)head * t.bs + span.place + span.base : 0;
	for (int i = span.first; i < span.end; i += warp) {
		int n = min(warp, span.end - i);
		float s, d, share = 0;
		dots(t, x, dx, z, w, i, n, tile, s, d);
		if (lane < n) {
			long long at = (long long)head * t.n + i + lane;
			share = expf(t.scale * s + (bias ? bias[-i - lane] : 0) - t.sum[at]);
			s = share * (d - t.mean[at]);
		} else
			s = 0;
		gather(t, t.out + (long long)j * t.os + column, z, t.zs, i, n, t.scale * s, tile);
		gather(t, t.second + (long long)j * t.ss + column, w, t.ws, i, n, share, tile);
	}
}

// attendBias has a block for each head and distance; its warps share the queries. x and z are as in attendBack, out is the
// gradient of the bias.
extern "C" __global__ void attendBias(Back t) {
	__shared__ float few[32];
	int lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int away = (int)blockIdx.x - (int)gridDim.x / 2, head = blockIdx.y;
	long long column = (long long)head * t.cols;
	float bias = t.bias[(long long)head * t.bs + away], all = 0;
	for (int i = me; i < t.rows; i += warps) {
		Span span = t.spans[i];
		int j = span.base + span.place + away;
		if (j < span.first || j >= span.end)
			continue;
		const float *x = t.x + (long long)i * t.xs + column, *dx = t.dx + (long long)i * t.dxs + column;
		const float *z = t.z + (long long)j * t.zs + column, *w = t.w + (long long)j * t.ws + column;
		float s = 0, d = 0;
		for (int k = lane; k < t.cols; k += warp) {
			s += x[k] * z[k];
			d += dx[k] * w[k];
		}
		s = sum(s), d = sum(d);
		long long at = (long long)head * t.n + i;
		all += expf(t.scale * s + bias - t.sum[at]) * (d - t.mean[at]);
	}
	all = total(lane == 0 ? all : 0, few, false);
	if (threadIdx.x == 0)
		t.out[(long long)head * t.os + blockIdx.x] += all;
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
