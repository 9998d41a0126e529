// The kernels of tensor.Learner. Each takes a struct by value, the same bytes as that of Go
// which has its name.

extern "C" __global__ void combine(Each t) {
	EACH(t) {
		float v = t.a == 0 ? 0 : t.a * t.x[(long long)i * t.xs + j];
		if (t.b != 0)
			v += t.b * t.y[(long long)i * t.ys + j];
		t.z[(long long)i * t.zs + j] = v;
	}
}

extern "C" __global__ void multiply(Each t) {
	EACH(t) {
		float *z = t.z + (long long)i * t.zs + j;
		float v = t.x[(long long)i * t.xs + j] * t.y[(long long)i * t.ys + j];
		*z = t.b == 0 ? v : v + t.b * *z;
	}
}

__device__ float slope(int f, float x) {
	switch (f) {
	case 1:
		return x > 0;
	case 2:
		return normcdff(x) + x * expf(-x * x / 2) * 0.3989422804014327f;
	case 3: {
		float u = tanhf(0.7978845608028654f * (x + 0.044715f * x * x * x));
		return (1 + u) / 2 + x / 2 * (1 - u * u) * 0.7978845608028654f * (1 + 3 * 0.044715f * x * x);
	}
	case 4: {
		float u = tanhf(x);
		return 1 - u * u;
	}
	case 5: {
		float u = 1 / (1 + expf(-x));
		return u + x * u * (1 - u);
	}
	}
	return 1;
}

extern "C" __global__ void activateGrad(Each t) {
	EACH(t) t.z[(long long)i * t.zs + j] += t.x[(long long)i * t.xs + j] * slope(t.f, t.y[(long long)i * t.ys + j]);
}

// dropout keeps what tensor.Keeps does.
extern "C" __global__ void dropout(Each t) {
	EACH(t) {
		unsigned long long k = t.seed + ((unsigned long long)i * t.cols + j + 1) * 0x9E3779B97F4A7C15ull;
		k = (k ^ k >> 30) * 0xBF58476D1CE4E5B9ull;
		k = (k ^ k >> 27) * 0x94D049BB133111EBull;
		k ^= k >> 31;
		bool keep = (float)(k >> 40) * (1.0f / (1 << 24)) >= t.a;
		t.z[(long long)i * t.zs + j] = keep ? t.x[(long long)i * t.xs + j] * t.b : 0;
	}
}

// A Fold adds rows together: rows of x in the order of order, from starts[g] up to
// starts[g + 1], to row to[g] of y; or, without starts, the rows from g·each on.
struct Fold {
	float *y;
	const float *x;
	const int *to, *starts, *order;
	int rows, cols, ys, xs, each;
};

// fold has 32 columns and eight lines of threads to a block; the lines share the rows, and
// their sums are added in order.
extern "C" __global__ void fold(Fold t) {
	__shared__ float sums[8][33];
	int g = blockIdx.x, j = blockIdx.y * warp + threadIdx.x % warp, line = threadIdx.x / warp;
	int from = t.starts ? t.starts[g] : g * t.each;
	int end = t.starts ? t.starts[g + 1] : min(t.rows, from + t.each);
	float total = 0;
	if (j < t.cols) {
#pragma unroll 4
		for (int k = from + line; k < end; k += 8)
			total += t.x[(long long)(t.order ? t.order[k] : k) * t.xs + j];
	}
	sums[line][threadIdx.x % warp] = total;
	__syncthreads();
	if (line > 0 || j >= t.cols)
		return;
	for (int k = 1; k < 8; k++)
		total += sums[k][threadIdx.x % warp];
	t.y[(long long)(t.to ? t.to[g] : g) * t.ys + j] += total;
}

// A Cell is a step of an LSTM.
struct Cell {
	float *h, *c, *gates, *dprev;
	const float *prev, *dh, *dc, *act;
	unsigned rows, cols;
	int hs, cs, gs, ps, dps, dhs, dcs, as;
	int before, after; // rows of prev and of dc
};

extern "C" __global__ void cell(Cell t) {
	EACH(t) {
		float *g = t.gates + (long long)i * t.gs + j;
		int n = t.cols;
		float in = sigma(g[0]), forget = sigma(g[n]), candidate = tanhf(g[2 * n]), out = sigma(g[3 * n]);
		g[0] = in, g[n] = forget, g[2 * n] = candidate, g[3 * n] = out;
		float c = in * candidate;
		if (i < t.before)
			c += forget * t.prev[(long long)i * t.ps + j];
		t.c[(long long)i * t.cs + j] = c;
		t.h[(long long)i * t.hs + j] = out * tanhf(c);
	}
}

extern "C" __global__ void cellGrad(Cell t) {
	EACH(t) {
		const float *g = t.act + (long long)i * t.as + j;
		float *d = t.gates + (long long)i * t.gs + j;
		int n = t.cols;
		float in = g[0], forget = g[n], candidate = g[2 * n], out = g[3 * n];
		float u = tanhf(t.c[(long long)i * t.cs + j]), dh = t.dh[(long long)i * t.dhs + j];
		float dc = dh * out * (1 - u * u), before = 0;
		if (i < t.after)
			dc += t.dc[(long long)i * t.dcs + j];
		if (i < t.before) {
			before = t.prev[(long long)i * t.ps + j];
			t.dprev[(long long)i * t.dps + j] += dc * forget;
		}
		d[0] = dc * candidate * in * (1 - in);
		d[n] = dc * before * forget * (1 - forget);
		d[2 * n] = dc * in * (1 - candidate * candidate);
		d[3 * n] = dh * u * out * (1 - out);
	}
}

__device__ int lengthOf(const int *lives, int steps, int sequence) {
	int low = 0, high = steps; // of the steps before low all are live, of those from high on none
	while (low < high) {
		int t = (low + high) / 2;
		if (lives[t] > sequence)
			low = t + 1;
		else
			high = t;
	}
	return low;
}

__device__ float total(float x, float *shared, bool most) {
	int lane = threadIdx.x % warp, me = threadIdx.x / warp;
	x = most ? greatest(x) : sum(x);
	__syncthreads();
	if (lane == 0)
		shared[me] = x;
	__syncthreads();
	x = shared[0];
	for (int k = 1; k < blockDim.x / warp; k++)
		x = most ? fmaxf(x, shared[k]) : x + shared[k];
	return x;
}

// A Loss is of rows: those of logSum and of matches by blocks, those of mix by threads.
struct Loss {
	float *x, *sum, *pick, *gate, *copied, *loss, *dshare, *dcoverage;
	const float *d, *known, *weight, *share, *coverage, *bias;
	const int *at, *words, *of, *starts, *lives;
	int rows, cols, steps;
	int xs, ss, ps, gs, cs, ls, ds, ks, ws, shs, cvs, dshs, dcvs;
};

// expSum gives Σ exp(x + bias − most) of a row and its greatest number, reading the row once: a thread corrects its sum when it
// finds a greater number. NaN comes out as NaN.
__device__ void expAdd(float v, float &most, float &all) {
	if (v > most) {
		all = all * __expf(most - v) + 1; // of −∞, 0
		most = v;
	} else {
		all += v == most ? 1 : __expf(v - most); // not infinity less infinity
	}
}

// byFours tells whether a row can be read four numbers at once.
__device__ bool byFours(const float *x, const float *bias, int n) { return ((size_t)x | (size_t)bias) % 16 == 0 && n % 4 == 0; }

__device__ float expSum(const float *x, const float *bias, int n, float *few, float &most) {
	float mine = -infinity(), all = 0;
	if (byFours(x, bias, n)) {
#pragma unroll 4
		for (int j = threadIdx.x; j < n / 4; j += blockDim.x) {
			float4 v = ((const float4 *)x)[j], b = bias ? ((const float4 *)bias)[j] : make_float4(0, 0, 0, 0);
			expAdd(v.x + b.x, mine, all);
			expAdd(v.y + b.y, mine, all);
			expAdd(v.z + b.z, mine, all);
			expAdd(v.w + b.w, mine, all);
		}
	} else {
		for (int j = threadIdx.x; j < n; j += blockDim.x)
			expAdd(bias ? x[j] + bias[j] : x[j], mine, all);
	}
	most = total(mine, few, true);
	return total(mine == most ? all : all * __expf(mine - most), few, false);
}

extern "C" __global__ void logSum(Loss t) {
	__shared__ float few[32];
	long long i = blockIdx.x;
	const float *x = t.x + i * t.xs;
	float most, all = expSum(x, t.bias, t.cols, few, most);
	all = most + logf(all);
	if (threadIdx.x == 0) {
		t.sum[i * t.ss] = all;
		int at = t.at[i];
		t.pick[i * t.ps] = at < 0 ? 0 : (t.bias ? x[at] + t.bias[at] : x[at]) - all;
	}
}

extern "C" __global__ void logSumGrad(Loss t) {
	long long i = blockIdx.x;
	int at = t.at[i];
	float *x = t.x + i * t.xs;
	float d = t.d[i * t.ds], sum = t.sum[i * t.ss];
	if (byFours(x, t.bias, t.cols)) {
#pragma unroll 4
		for (int j = threadIdx.x; j < t.cols / 4; j += blockDim.x) {
			float4 v = ((float4 *)x)[j], b = t.bias ? ((const float4 *)t.bias)[j] : make_float4(0, 0, 0, 0);
			v = make_float4(__expf(v.x + b.x - sum), __expf(v.y + b.y - sum), __expf(v.z + b.z - sum), __expf(v.w + b.w - sum));
			v = make_float4(d * ((4 * j == at) - v.x), d * ((4 * j + 1 == at) - v.y), d * ((4 * j + 2 == at) - v.z), d * ((4 * j + 3 == at) - v.w));
			((float4 *)x)[j] = at < 0 ? make_float4(0, 0, 0, 0) : v;
		}
		return;
	}
	for (int j = threadIdx.x; j < t.cols; j += blockDim.x)
		x[j] = at < 0 ? 0 : d * ((j == at) - __expf((t.bias ? x[j] + t.bias[j] : x[j]) - sum));
}

extern "C" __global__ void match(Loss t) {
	int i = blockIdx.x, s = t.of[i], length = lengthOf(t.lives, t.steps, s);
	float v = 0;
	for (int j = threadIdx.x; j < length; j += warp)
		if (t.words[t.starts[j] + s] == t.at[i])
			v += t.share[(long long)i * t.shs + j];
	v = sum(v);
	if (threadIdx.x == 0)
		t.sum[(long long)i * t.ss] = v;
}

extern "C" __global__ void matchGrad(Loss t) {
	int i = blockIdx.x, s = t.of[i], length = lengthOf(t.lives, t.steps, s);
	for (int j = threadIdx.x; j < t.steps; j += warp)
		t.dshare[(long long)i * t.dshs + j] = j < length && t.words[t.starts[j] + s] == t.at[i] ? t.d[(long long)i * t.ds] : 0;
}

extern "C" __global__ void mix(Loss t) {
	long long i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= t.rows)
		return;
	float w = t.weight[i * t.ws], g = sigma(t.gate[i * t.gs]), found = t.copied[i * t.cs];
	float written = t.known[i * t.ks] == 0 ? 0 : expf(t.pick[i * t.ps]);
	float p = g * written + (1 - g) * found + 1e-8f;
	t.loss[i * t.ls] = -w * logf(p);
	w /= p;
	t.pick[i * t.ps] = -w * g * written;
	t.gate[i * t.gs] = -w * (written - found) * g * (1 - g);
	t.copied[i * t.cs] = -w * (1 - g);
}

extern "C" __global__ void cover(Loss t) {
	long long i = blockIdx.x;
	float w = t.weight[i * t.ws], v = 0;
	for (int j = threadIdx.x; j < t.cols; j += warp) {
		float a = t.share[i * t.shs + j], b = t.coverage[i * t.cvs + j];
		if (a < b)
			t.dshare[i * t.dshs + j] += w;
		else
			t.dcoverage[i * t.dcvs + j] += w;
		v += fminf(a, b);
	}
	v = sum(v);
	if (threadIdx.x == 0)
		t.loss[i * t.ls] = w * v;
}

// A Step is one of an optimiser.
struct Step {
	float *w, *m, *v, *partial;
	const float *g, *squares;
	unsigned rows, cols;
	int ws, ms, vs, gs;
	float rate, beta1, beta2, epsilon, decay, first, second, clip;
};

// squares leaves a sum for each block, which squaresEnd adds in order.
extern "C" __global__ void squares(Step t) {
	__shared__ float few[32];
	float v = 0;
	EACH(t) {
		float g = t.g[(long long)i * t.gs + j];
		v += g * g;
	}
	v = total(v, few, false);
	if (threadIdx.x == 0)
		t.partial[blockIdx.x] = v;
}

extern "C" __global__ void squaresEnd(Step t) {
	__shared__ float few[32];
	float v = 0;
	for (int k = threadIdx.x; k < t.rows; k += blockDim.x)
		v += t.partial[k];
	v = total(v, few, false);
	if (threadIdx.x == 0)
		t.w[0] += v;
}

__device__ float shrink(const Step &t) {
	float norm = sqrtf(t.squares[0]);
	return t.clip > 0 && norm > t.clip ? t.clip / norm : 1;
}

extern "C" __global__ void adam(Step t) {
	float by = shrink(t);
	EACH(t) {
		float d = by * t.g[(long long)i * t.gs + j];
		float *w = t.w + (long long)i * t.ws + j, *m = t.m + (long long)i * t.ms + j, *v = t.v + (long long)i * t.vs + j;
		*m = t.beta1 * *m + (1 - t.beta1) * d;
		*v = t.beta2 * *v + (1 - t.beta2) * d * d;
		*w -= t.rate * (*m / t.first / (sqrtf(*v / t.second) + t.epsilon) + t.decay * *w);
	}
}

extern "C" __global__ void adagrad(Step t) {
	float by = shrink(t);
	EACH(t) {
		float d = by * t.g[(long long)i * t.gs + j];
		float *w = t.w + (long long)i * t.ws + j, *a = t.m + (long long)i * t.ms + j;
		*a += d * d;
		*w -= t.rate * d / (sqrtf(*a) + t.epsilon);
	}
}

// Weights are those of a layer with their gradients and moments, a StepAll a step for all of them: block b has 4096 numbers of parts[blocks[2·b]],
// from 4096·blocks[2·b + 1] on.
struct Weights {
	float *w, *g, *m, *v;
	long long size;
};

struct StepAll {
	const Weights *parts;
	const int *blocks;
	float *partial;
	const float *squares;
	float rate, beta1, beta2, epsilon, decay, first, second, clip;
};

#define ALL(t)                                                                                                \
	const Weights part = (t).parts[(t).blocks[2 * blockIdx.x]];                                                \
	long long from = 4096LL * (t).blocks[2 * blockIdx.x + 1], end = min(from + 4096LL, part.size);             \
	_Pragma("unroll 4") for (long long i = from + threadIdx.x; i < end; i += blockDim.x)

extern "C" __global__ void squaresAll(StepAll t) {
	__shared__ float few[32];
	float v = 0;
	ALL(t) v += part.g[i] * part.g[i];
	v = total(v, few, false);
	if (threadIdx.x == 0)
		t.partial[blockIdx.x] = v;
}

__device__ float shrinkAll(const StepAll &t) {
	float norm = sqrtf(t.squares[0]);
	return t.clip > 0 && norm > t.clip ? t.clip / norm : 1;
}

extern "C" __global__ void adamAll(StepAll t) {
	float by = shrinkAll(t);
	ALL(t) {
		float d = by * part.g[i], m = t.beta1 * part.m[i] + (1 - t.beta1) * d, v = t.beta2 * part.v[i] + (1 - t.beta2) * d * d, w = part.w[i];
		part.m[i] = m, part.v[i] = v, part.g[i] = 0;
		part.w[i] = w - t.rate * (m / t.first / (sqrtf(v / t.second) + t.epsilon) + t.decay * w);
	}
}

extern "C" __global__ void adagradAll(StepAll t) {
	float by = shrinkAll(t);
	ALL(t) {
		float d = by * part.g[i], a = part.m[i] + d * d;
		part.m[i] = a, part.g[i] = 0;
		part.w[i] -= t.rate * d / (sqrtf(a) + t.epsilon);
	}
}
