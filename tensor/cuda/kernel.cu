// The kernels of tensor.Device. All take a Task by value, the same bytes as the struct task of
// Go. A number (i, j) of a matrix y with the stride ys is y[i·ys + j].
struct Task {
	float *y;
	const float *x, *z, *w, *bias;
	const int *index;
	int rows, cols;
	int ys, xs, zs, ws, bs;
	float scale, epsilon;
	int f;
};

// A Tile is the rows of queries that a block computes, and the keys of their
// sequence.
struct Tile {
	int first, end;  // queries
	int begin, keys; // the first key, and the one after the last
	int place;       // of the first query in its sequence
	int last;        // the last key that the first query sees; of the next it is the next
};

const int each = 4; // queries that a warp computes at once

// The numbers of the activations are those of tensor.Activation.
__device__ float activate(int f, float x) {
	switch (f) {
	case 1:
		return x < 0 ? 0 : x; // so that NaN stays NaN
	case 2:
		return x < -40 ? 0 : x * normcdff(x); // not infinity times 0
	case 3:
		return x / (1 + expf(x * (-1.5957691216057308f - 0.07135481627260025f * x * x)));
	case 4:
		return tanhf(x);
	case 5:
		return x / (1 + expf(-x));
	}
	return x;
}

// apply sets y to f(scale·x + bias + z). bias and z may be missing; with index,
// row i of x is row index[i], or 0 where that is −1. A scale of 0 makes 0 of everything, NaN too.
extern "C" __global__ void apply(Task t) {
	long long row = blockIdx.x;
	long long from = t.index ? t.index[row] : row;
	const float *x = t.x + from * t.xs;
	const float *z = t.z ? t.z + row * t.zs : 0;
	float *y = t.y + row * t.ys;
	for (int j = blockIdx.y * blockDim.x + threadIdx.x; j < t.cols; j += gridDim.y * blockDim.x) {
		float v = t.scale == 0 || from < 0 ? 0 : t.scale * x[j];
		if (t.bias)
			v += t.bias[j];
		if (z)
			v += z[j];
		y[j] = activate(t.f, v);
	}
}

// softmax and layernorm have a warp for each row. A thread writes the columns that it
// has read, so y may be x.
extern "C" __global__ void softmax(Task t) {
	long long row = (long long)blockIdx.x * (blockDim.x / warp) + threadIdx.x / warp;
	if (row >= t.rows)
		return;
	int lane = threadIdx.x % warp, n = t.index ? t.index[row] : t.cols;
	const float *x = t.x + row * t.xs;
	float *y = t.y + row * t.ys;
	float most = -infinity();
	for (int j = lane; j < n; j += warp)
		most = fmaxf(most, x[j]);
	most = t.scale * greatest(most);
	float total = 0;
	for (int j = lane; j < n; j += warp) {
		float e = expf(t.scale * x[j] - most);
		total += e;
		y[j] = e;
	}
	float by = 1 / sum(total);
	for (int j = lane; j < t.cols; j += warp)
		y[j] = j < n ? y[j] * by : 0;
}

// Without a bias, layernorm takes no mean off: it is the norm of squares.
extern "C" __global__ void layernorm(Task t) {
	long long row = (long long)blockIdx.x * (blockDim.x / warp) + threadIdx.x / warp;
	if (row >= t.rows)
		return;
	int lane = threadIdx.x % warp;
	const float *x = t.x + row * t.xs;
	float *y = t.y + row * t.ys;
	float total = 0;
#pragma unroll 4
	for (int j = lane; j < t.cols; j += warp)
		total += x[j];
	float mean = t.bias ? sum(total) / t.cols : 0, squares = 0;
#pragma unroll 4
	for (int j = lane; j < t.cols; j += warp)
		squares += (x[j] - mean) * (x[j] - mean);
	float by = 1 / sqrtf(sum(squares) / t.cols + t.epsilon);
#pragma unroll 4
	for (int j = lane; j < t.cols; j += warp)
		y[j] = (x[j] - mean) * by * t.w[j] + (t.bias ? t.bias[j] : 0);
}

// attend sets y to the attention of queries x to keys z and values w, for a tile,
// a head of t.cols columns and 32·C of these columns. Each warp has four queries;
// keys come in groups of 32, one for each thread, and the softmax is corrected
// when a group has a greater score than those before it.
template <int C> __device__ void attend(const Task &t) {
	const int W = warp * C;
	extern __shared__ float4 shared[];
	int lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	float4 *q = shared + me * W;                       // W by 4, of this warp
	float4 *share = shared + warps * W + me * warp;    // keys by 4, of this warp
	float *k = (float *)(shared + warps * (W + warp)); // keys by W, a number apart
	float *v = k + warp * (W + 1);                     // keys by W

	const Tile tile = ((const Tile *)t.index)[blockIdx.x];
	int head = blockIdx.y, from = blockIdx.z * W, first = tile.first + each * me;
	const float *x = t.x + (long long)head * t.cols;
	const float *keys = t.z + (long long)head * t.cols;
	const float *values = t.w + (long long)head * t.cols;
	// Of key j and query i of the sequence: bias[j − i].
	const float *bias = t.bias ? t.bias + (long long)head * t.bs - (tile.place + each * me) : 0;

	float most[each], total[each], y[each][C];
	for (int r = 0; r < each; r++) {
		most[r] = -infinity();
		total[r] = 0;
		for (int c = 0; c < C; c++)
			y[r][c] = 0;
	}
	int end = min(tile.keys, tile.last + tile.end - tile.first);
	for (int j0 = tile.begin; j0 < end; j0 += warp) {
		float score[each] = {0, 0, 0, 0};
		for (int d0 = 0; d0 < t.cols; d0 += W) {
			__syncthreads();
			for (int n = threadIdx.x; n < warp * W; n += blockDim.x) {
				int j = n / W, d = n % W;
				bool in = j0 + j < tile.keys;
				k[j * (W + 1) + d] = in && d0 + d < t.cols ? keys[(long long)(j0 + j) * t.zs + d0 + d] : 0;
				if (d0 == 0)
					v[j * W + d] = in && from + d < t.cols ? values[(long long)(j0 + j) * t.ws + from + d] : 0;
			}
			if (j0 == tile.begin || t.cols > W) {
				for (int n = lane; n < each * W; n += warp) {
					int r = n / W, d = n % W;
					((float *)(q + d))[r] = first + r < tile.end && d0 + d < t.cols ? x[(long long)(first + r) * t.xs + d0 + d] : 0;
				}
			}
			__syncthreads();
#pragma unroll 8
			for (int d = 0; d < W; d++) {
				float a = k[lane * (W + 1) + d];
				float4 b = q[d];
				score[0] += a * b.x;
				score[1] += a * b.y;
				score[2] += a * b.z;
				score[3] += a * b.w;
			}
		}
		for (int r = 0; r < each; r++) {
			bool in = j0 + lane < tile.keys && j0 + lane <= tile.last + each * me + r;
			float s = in ? t.scale * score[r] : -infinity();
			if (bias && in && first + r < tile.end)
				s += bias[j0 + lane - tile.begin - r];
			float now = fmaxf(most[r], greatest(s));
			// Not infinity less infinity, where it has seen no key yet.
			float e = in ? expf(s - now) : 0, back = total[r] == 0 ? 0 : expf(most[r] - now);
			total[r] = total[r] * back + sum(e);
			most[r] = now;
			for (int c = 0; c < C; c++)
				y[r][c] *= back;
			((float *)(share + lane))[r] = e;
		}
		__syncwarp();
		int n = min(warp, tile.keys - j0);
#pragma unroll 4
		for (int j = 0; j < n; j++) {
			float4 e = share[j];
			for (int c = 0; c < C; c++) {
				float a = v[j * W + c * warp + lane];
				y[0][c] += e.x * a;
				y[1][c] += e.y * a;
				y[2][c] += e.z * a;
				y[3][c] += e.w * a;
			}
		}
		__syncwarp();
	}
	for (int r = 0; r < each; r++) {
		for (int c = 0; c < C; c++) {
			int d = from + c * warp + lane;
			if (first + r < tile.end && d < t.cols) // without keys, 0
				t.y[(long long)(first + r) * t.ys + head * t.cols + d] = total[r] == 0 ? 0 : y[r][c] / total[r];
		}
	}
}

extern "C" __global__ void attend32(Task t) { attend<1>(t); }
extern "C" __global__ void attend64(Task t) { attend<2>(t); }
