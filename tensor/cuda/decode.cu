// The kernels by which transformers write.

// A Glance is attention of a few queries, which are new, to many keys, which are kept. Each block has a head of t.cols columns
// and 64 of these; each warp takes keys in turn, and what the warps saw is put together at the end.
struct Glance {
	float *y;
	const float *q, *k, *v, *bias;
	const int *index;
	int cols, stride, length;
	int ys, qs, ks, vs, bs;
	float scale;
};

// A Group is queries of one sequence, and its keys.
struct Group {
	int first, end, begin, keys;
};

const int sight = 8;         // keys that a warp looks at together
const int part = 2 * warp;   // columns of a block
const int noted = part + 2;  // what a warp leaves of a query: its columns, the greatest score, the sum

// glance is attention of Q queries from first up to end to count keys; index, if there is one, has their rows, else they follow each other from begin.
template <int Q> __device__ void glance(const Glance &t, int first, int end, const int *index, int begin, int count) {
	extern __shared__ float memory[];
	int lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int head = blockIdx.y, from = blockIdx.z * part;
	long long column = (long long)head * t.cols;
	const float *q = t.q + column, *keys = t.k + column, *values = t.v + column;
	const float *bias = t.bias ? t.bias + (long long)head * t.bs : 0;
	float most[Q], all[Q], y[Q][2];
	for (int r = 0; r < Q; r++)
		most[r] = -infinity(), all[r] = 0, y[r][0] = y[r][1] = 0;
	for (int j = me * sight; j < count; j += warps * sight) {
		long long row[sight];
		float s[Q][sight];
#pragma unroll
		for (int k = 0; k < sight; k++) {
			int at = min(j + k, count - 1);
			row[k] = index ? index[at] : begin + at;
			for (int r = 0; r < Q; r++)
				s[r][k] = 0;
		}
		for (int d = lane; d < t.cols; d += warp) {
			float a[sight];
#pragma unroll
			for (int k = 0; k < sight; k++)
				a[k] = keys[row[k] * t.ks + d];
#pragma unroll
			for (int r = 0; r < Q; r++) {
				float b = first + r < end ? q[(long long)(first + r) * t.qs + d] : 0;
#pragma unroll
				for (int k = 0; k < sight; k++)
					s[r][k] += a[k] * b;
			}
		}
#pragma unroll
		for (int r = 0; r < Q; r++) {
			float now = most[r];
#pragma unroll
			for (int k = 0; k < sight; k++) {
				float x = t.scale * sum(s[r][k]);
				if (bias && j + k < count)
					x += bias[j + k];
				s[r][k] = x;
				if (j + k < count)
					now = fmaxf(now, x);
			}
			// Not infinity less infinity, where it has seen no key yet.
			float back = all[r] == 0 ? 0 : expf(most[r] - now);
			most[r] = now, all[r] *= back, y[r][0] *= back, y[r][1] *= back;
#pragma unroll
			for (int k = 0; k < sight; k++) {
				s[r][k] = j + k < count ? expf(s[r][k] - now) : 0;
				all[r] += s[r][k];
			}
		}
#pragma unroll
		for (int c = 0; c < 2; c++) {
			int d = from + c * warp + lane;
			if (d >= t.cols)
				continue;
#pragma unroll
			for (int k = 0; k < sight; k++) {
				float v = values[row[k] * t.vs + d];
#pragma unroll
				for (int r = 0; r < Q; r++)
					y[r][c] += s[r][k] * v;
			}
		}
	}
	for (int r = 0; r < Q; r++) {
		float *mine = memory + (me * Q + r) * noted;
		mine[lane] = y[r][0], mine[warp + lane] = y[r][1];
		if (lane == 0)
			mine[part] = most[r], mine[part + 1] = all[r];
	}
	__syncthreads();
	for (int n = threadIdx.x; n < Q * part; n += blockDim.x) {
		int r = n / part, d = n % part;
		if (first + r >= end || from + d >= t.cols)
			continue;
		float top = -infinity(), sums = 0, v = 0;
		for (int w = 0; w < warps; w++)
			top = fmaxf(top, memory[(w * Q + r) * noted + part]);
		for (int w = 0; w < warps; w++) {
			const float *its = memory + (w * Q + r) * noted;
			float by = its[part + 1] == 0 ? 0 : expf(its[part] - top);
			sums += by * its[part + 1];
			v += by * its[d];
		}
		t.y[(long long)(first + r) * t.ys + column + from + d] = sums == 0 ? 0 : v / sums; // without keys, 0
	}
}

// attendKept has a block for each group of four queries, whose list is index.
extern "C" __global__ void attendKept(Glance t) {
	Group g = ((const Group *)t.index)[blockIdx.x];
	glance<4>(t, g.first, g.end, 0, g.begin, g.keys);
}

// recall has a block for each query, whose rows are in index.
extern "C" __global__ void recall(Glance t) {
	int i = blockIdx.x;
	glance<1>(t, i, i + 1, t.index + (long long)i * t.stride, 0, t.length);
}

// A Short is numbers on their way to bfloat16: the nearest, of two that are as near the even one.
struct Short {
	unsigned short *y;
	const float *x;
	unsigned rows, cols;
	int xs;
};

extern "C" __global__ void shorten(Short t) {
	EACH(t) {
		float x = t.x[(long long)i * t.xs + j];
		unsigned bits = __float_as_uint(x);
		t.y[n] = x != x ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
	}
}
