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

// A Look is additive attention, of query blockIdx.x.
struct Look {
	float *context, *share;
	const float *query, *keys, *values, *vector, *weight, *coverage;
	float *dquery, *dkeys, *dvalues, *dvector, *dweight, *dcoverage, *scores;
	const float *dcontext, *dshare;
	const int *starts, *lives, *of;
	const int *order, *groups; // queries of each sequence of of, for additiveGrads
	int steps, cols, width;    // of keys and of values
	int cts, shs, qs, ks, vs, cvs, dqs, dks, dvs, dws, dves, dcvs, dcts, dshs, scs;
};

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

// Within 2e-7, which tanhf takes several times as long to better.
__device__ float tanhNear(float x) { return 1 - __fdividef(2, 1 + __expf(2 * x)); }

__device__ float within(const Look &t, const float *key, const float *query, float covered, int k) {
	float v = key[k] + query[k];
	if (t.coverage)
		v += covered * t.weight[k];
	return tanhNear(v);
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

extern "C" __global__ void additive(Look t) {
	extern __shared__ float scores[];
	__shared__ float few[32];
	int i = blockIdx.x, s = t.of[i], lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int length = lengthOf(t.lives, t.steps, s);
	const float *query = t.query + (long long)i * t.qs;
	const float *covered = t.coverage ? t.coverage + (long long)i * t.cvs : 0;
	for (int j = me; j < length; j += warps) {
		const float *key = t.keys + (long long)(t.starts[j] + s) * t.ks;
		float v = 0, cover = covered ? covered[j] : 0;
#pragma unroll 4
		for (int k = lane; k < t.cols; k += warp)
			v += t.vector[k] * within(t, key, query, cover, k);
		v = sum(v);
		if (lane == 0)
			scores[j] = v;
	}
	__syncthreads();
	float most = -infinity(), all = 0;
	for (int j = threadIdx.x; j < length; j += blockDim.x)
		most = fmaxf(most, scores[j]);
	most = total(most, few, true);
	for (int j = threadIdx.x; j < length; j += blockDim.x) {
		scores[j] = expf(scores[j] - most);
		all += scores[j];
	}
	all = 1 / total(all, few, false);
	float *share = t.share + (long long)i * t.shs;
	for (int j = threadIdx.x; j < t.steps; j += blockDim.x) {
		float v = j < length ? scores[j] * all : 0;
		share[j] = v;
		if (j < length)
			scores[j] = v;
	}
	__syncthreads();
	for (int k = threadIdx.x; k < t.width; k += blockDim.x) {
		float v = 0;
#pragma unroll 8
		for (int j = 0; j < length; j++)
			v += scores[j] * t.values[(long long)(t.starts[j] + s) * t.vs + k];
		t.context[(long long)i * t.cts + k] = v;
	}
}

extern "C" __global__ void additiveGrad(Look t) {
	extern __shared__ float scores[];
	__shared__ float few[32];
	int i = blockIdx.x, s = t.of[i], lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int length = lengthOf(t.lives, t.steps, s);
	const float *share = t.share + (long long)i * t.shs;
	const float *dcontext = t.dcontext + (long long)i * t.dcts;
	float all = 0;
	for (int j = me; j < length; j += warps) {
		long long row = t.starts[j] + s;
		const float *value = t.values + row * t.vs;
		float *dvalue = t.dvalues + row * t.dvs;
		float v = 0, part = share[j];
		if (t.dvalues) {
#pragma unroll 4
			for (int k = lane; k < t.width; k += warp) {
				v += dcontext[k] * value[k];
				dvalue[k] += part * dcontext[k];
			}
		} else {
#pragma unroll 8
			for (int k = lane; k < t.width; k += warp)
				v += dcontext[k] * value[k];
		}
		v = sum(v);
		if (t.dshare)
			v += t.dshare[(long long)i * t.dshs + j];
		if (lane == 0) {
			scores[j] = v;
			all += part * v;
		}
	}
	all = total(all, few, false);
	for (int j = threadIdx.x; j < length; j += blockDim.x) {
		scores[j] = share[j] * (scores[j] - all);
		if (t.scores)
			t.scores[(long long)i * t.scs + j] = scores[j];
	}
	__syncthreads();
	const float *query = t.query + (long long)i * t.qs;
	const float *covered = t.coverage ? t.coverage + (long long)i * t.cvs : 0;
	for (int k = threadIdx.x; k < t.cols; k += blockDim.x) {
		float dquery = 0, dvector = 0, dweight = 0, vector = t.vector[k];
#pragma unroll 8
		for (int j = 0; j < length; j++) {
			long long row = t.starts[j] + s;
			float cover = covered ? covered[j] : 0;
			float u = within(t, t.keys + row * t.ks, query, cover, k);
			float d = scores[j] * vector * (1 - u * u);
			dvector += scores[j] * u;
			dquery += d;
			dweight += d * cover;
			if (t.dkeys)
				t.dkeys[row * t.dks + k] += d;
		}
		t.dquery[(long long)i * t.dqs + k] = dquery;
		t.dvector[(long long)i * t.dves + k] = dvector;
		if (covered)
			t.dweight[(long long)i * t.dws + k] = dweight;
	}
}

// additiveCover adds to the gradient of coverage, from the scores' that additiveGrad left.
extern "C" __global__ void additiveCover(Look t) {
	int i = blockIdx.x, s = t.of[i], lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int length = lengthOf(t.lives, t.steps, s);
	const float *query = t.query + (long long)i * t.qs;
	for (int j = me; j < length; j += warps) {
		const float *key = t.keys + (long long)(t.starts[j] + s) * t.ks;
		float cover = t.coverage[(long long)i * t.cvs + j], v = 0;
		for (int k = lane; k < t.cols; k += warp) {
			float u = within(t, key, query, cover, k);
			v += t.weight[k] * t.vector[k] * (1 - u * u);
		}
		v = sum(v) * t.scores[(long long)i * t.scs + j];
		if (lane == 0)
			t.dcoverage[(long long)i * t.dcvs + j] += v;
	}
}

// additiveGrads adds to the gradients of keys and values of sequence of[blockIdx.x], eight places a block, what all its queries give.
extern "C" __global__ void additiveGrads(Look t) {
	const int places = 8, some = 32;
	__shared__ float scores[some][places], shares[some][places], covers[some][places];
	__shared__ int queries[some];
	int g = blockIdx.x, s = t.of[g], first = blockIdx.y * places, from = t.groups[g], end = t.groups[g + 1];
	int count = min(places, lengthOf(t.lives, t.steps, s) - first);
	if (count <= 0)
		return;
	for (int begin = from; begin < end; begin += some) {
		int n = min(some, end - begin);
		__syncthreads();
		for (int i = threadIdx.x; i < n * places; i += blockDim.x) {
			int q = i / places, j = i % places;
			long long row = t.order[begin + q];
			if (j == 0)
				queries[q] = row;
			scores[q][j] = j < count ? t.scores[row * t.scs + first + j] : 0;
			shares[q][j] = j < count ? t.share[row * t.shs + first + j] : 0;
			covers[q][j] = t.coverage && j < count ? t.coverage[row * t.cvs + first + j] : 0;
		}
		__syncthreads();
		for (int k = threadIdx.x; k < t.cols; k += blockDim.x) {
			float key[places], all[places], weight = t.coverage ? t.weight[k] : 0;
			for (int j = 0; j < places; j++) {
				key[j] = j < count ? t.keys[(long long)(t.starts[first + j] + s) * t.ks + k] : 0;
				all[j] = 0;
			}
#pragma unroll 2
			for (int q = 0; q < n; q++) {
				float query = t.query[(long long)queries[q] * t.qs + k];
				for (int j = 0; j < places; j++) {
					float v = tanhNear(key[j] + query + covers[q][j] * weight);
					all[j] += scores[q][j] * (1 - v * v);
				}
			}
			for (int j = 0; j < count; j++)
				t.dkeys[(long long)(t.starts[first + j] + s) * t.dks + k] += t.vector[k] * all[j];
		}
		for (int k = threadIdx.x; k < t.width; k += blockDim.x) {
			float all[places];
			for (int j = 0; j < places; j++)
				all[j] = 0;
#pragma unroll 4
			for (int q = 0; q < n; q++) {
				float d = t.dcontext[(long long)queries[q] * t.dcts + k];
				for (int j = 0; j < places; j++)
					all[j] += shares[q][j] * d;
			}
			for (int j = 0; j < count; j++)
				t.dvalues[(long long)(t.starts[first + j] + s) * t.dvs + k] += all[j];
		}
	}
}

// A Loss is of rows: those of logSum and of matches by blocks, those of mix by threads.
struct Loss {
	float *x, *sum, *pick, *gate, *copied, *loss, *dshare, *dcoverage;
	const float *d, *known, *weight, *share, *coverage;
	const int *at, *words, *of, *starts, *lives;
	int rows, cols, steps;
	int xs, ss, ps, gs, cs, ls, ds, ks, ws, shs, cvs, dshs, dcvs;
};

// expSum gives Σ exp(x − most) of a row and its greatest number, reading the row once: a thread corrects its sum when it
// finds a greater number. NaN comes out as NaN.
__device__ float expSum(const float *x, int n, float *few, float &most) {
	float mine = -infinity(), all = 0;
#pragma unroll 4
	for (int j = threadIdx.x; j < n; j += blockDim.x) {
		float v = x[j];
		if (v > mine) {
			all = all * expf(mine - v) + 1; // of −∞, 0
			mine = v;
		} else {
			all += v == mine ? 1 : expf(v - mine); // not infinity less infinity
		}
	}
	most = total(mine, few, true);
	return total(mine == most ? all : all * expf(mine - most), few, false);
}

extern "C" __global__ void logSum(Loss t) {
	__shared__ float few[32];
	long long i = blockIdx.x;
	const float *x = t.x + i * t.xs;
	float most, all = expSum(x, t.cols, few, most);
	all = most + logf(all);
	if (threadIdx.x == 0) {
		t.sum[i * t.ss] = all;
		t.pick[i * t.ps] = t.at[i] < 0 ? 0 : x[t.at[i]] - all;
	}
}

extern "C" __global__ void logSumGrad(Loss t) {
	long long i = blockIdx.x;
	int at = t.at[i];
	float *x = t.x + i * t.xs;
	float d = t.d[i * t.ds], sum = t.sum[i * t.ss];
	for (int j = threadIdx.x; j < t.cols; j += blockDim.x)
		x[j] = at < 0 ? 0 : d * ((j == at) - expf(x[j] - sum));
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

// A Choice is of rows: their words' chances, and the greatest of them.
struct Choice {
	float *p, *values;
	int *columns;
	const float *x, *gate, *share;
	const int *starts, *lives, *words, *of, *rows, *cols;
	int n, wide, steps, k; // columns of x and of p
	int ps, xs, gs, shs;
	float v;
};

// mixture: a word that several places have is added up by the first of them. A thread writes the columns that it has
// read, so x may be in p.
extern "C" __global__ void mixture(Choice t) {
	__shared__ float few[32];
	long long i = blockIdx.x;
	const float *x = t.x + i * t.xs;
	float *p = t.p + i * t.ps;
	float most, all = expSum(x, t.n, few, most);
	float g = t.gate ? sigma(t.gate[i * t.gs]) : 1, by = g / all;
	for (int j = threadIdx.x; j < t.wide; j += blockDim.x)
		p[j] = j < t.n ? by * expf(x[j] - most) : 0;
	if (!t.gate)
		return;
	__syncthreads();
	int s = t.of[i], length = lengthOf(t.lives, t.steps, s);
	for (int j = threadIdx.x; j < length; j += blockDim.x) {
		int word = t.words[t.starts[j] + s];
		bool first = true;
		for (int k = 0; k < j && first; k++)
			first = t.words[t.starts[k] + s] != word;
		if (!first)
			continue;
		float v = p[word];
		for (int k = j; k < length; k++)
			if (t.words[t.starts[k] + s] == word)
				v += (1 - g) * t.share[i * t.shs + k];
		p[word] = v;
	}
}

extern "C" __global__ void put(Choice t) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < t.n)
		t.p[(long long)t.rows[i] * t.ps + t.cols[i]] = t.v;
}

// A Best is a number and its column, which is the number of columns where there is none.
struct Best {
	float v;
	int c;
};

__device__ bool better(Best a, Best b, int none) { return a.c < none && (b.c == none || a.v > b.v || (a.v == b.v && a.c < b.c)); }

// bestOf gives all threads the best of theirs.
__device__ Best bestOf(Best mine, int none, Best *shared) {
	for (int o = warp / 2; o > 0; o /= 2) {
		Best other = {__shfl_xor_sync(~0u, mine.v, o), __shfl_xor_sync(~0u, mine.c, o)};
		if (better(other, mine, none))
			mine = other;
	}
	__syncthreads();
	if (threadIdx.x % warp == 0)
		shared[threadIdx.x / warp] = mine;
	__syncthreads();
	mine = shared[0];
	for (int o = 1; o < blockDim.x / warp; o++)
		if (better(shared[o], mine, none))
			mine = shared[o];
	return mine;
}

// top looks for the best number of each thread first: what is not below the k-th of them are few, and the k greatest are among them. Where
// they are too many, since numbers are equal, or threads too few, it goes over the row once for each of the greatest. NaN is never among them.
extern "C" __global__ void top(Choice t) {
	__shared__ Best shared[32], found[512];
	__shared__ int count;
	long long i = blockIdx.x;
	const float *x = t.x + i * t.xs;
	const Best none = {-infinity(), t.n};
	Best mine = none, last = none;
#pragma unroll 4
	for (int j = threadIdx.x; j < t.n; j += blockDim.x) {
		Best b = {x[j], j};
		if (b.v > mine.v || (b.v == mine.v && mine.c == t.n))
			mine = b;
	}
	for (int k = 0; k < t.k; k++) {
		last = bestOf(mine, t.n, shared);
		if (last.c == t.n)
			break;
		if (mine.c == last.c)
			mine = none;
	}
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	if (last.c < t.n) {
#pragma unroll 4
		for (int j = threadIdx.x; j < t.n; j += blockDim.x) {
			float v = x[j];
			if (v >= last.v) {
				int at = atomicAdd(&count, 1);
				if (at < 512)
					found[at] = {v, j};
			}
		}
		__syncthreads();
	}
	bool listed = last.c < t.n && count <= blockDim.x;
	if (listed)
		mine = threadIdx.x < count ? found[threadIdx.x] : none;
	last = {infinity(), -1};
	for (int k = 0; k < t.k; k++) {
		if (!listed) {
			mine = none;
			for (int j = threadIdx.x; j < t.n; j += blockDim.x) {
				Best b = {x[j], j};
				if ((b.v < last.v || (b.v == last.v && j > last.c)) && better(b, mine, t.n))
					mine = b;
			}
		}
		last = bestOf(mine, t.n, shared);
		if (threadIdx.x == 0)
			t.values[i * t.k + k] = last.v, t.columns[i * t.k + k] = last.c;
		if (mine.c == last.c)
			mine = none;
	}
}
