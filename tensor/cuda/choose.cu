// The choice of words. These stand behind learn.cu.

// A Choice is of rows: their words' chances, and the greatest of them.
struct Choice {
	float *p, *values;
	int *columns;
	const float *x, *gate, *share, *bias;
	const int *starts, *lives, *words, *of, *rows, *cols;
	int *places;
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
	float most, all = expSum(x, 0, t.n, few, most);
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

// banned tells whether a word is not allowed in row i.
__device__ bool banned(const Choice &t, long long i, int word) {
	for (int j = t.rows[i]; j < t.rows[i + 1]; j++)
		if (t.cols[j] == word)
			return true;
	return false;
}

// choose is mixture, put and top in one, which neither writes probabilities nor reads them again. Words of the article are looked at apart: the
// others have what the vocabulary gives them, so that those of the k greatest are among its k greatest.
extern "C" __global__ void choose(Choice t) {
	extern __shared__ float sums[]; // by place, −1 where the word came before
	int *words = (int *)(sums + t.steps);
	__shared__ Best shared[32], found[512];
	__shared__ float few[32];
	__shared__ int count;
	long long i = blockIdx.x;
	const int nowhere = 0x7fffffff;
	const Best none = {-infinity(), nowhere};
	const float *x = t.x + i * t.xs, *share = t.share + i * t.shs;
	int s = t.gate ? t.of[i] : 0, length = t.gate ? lengthOf(t.lives, t.steps, s) : 0;
	for (int j = threadIdx.x; j < length; j += blockDim.x)
		words[j] = t.words[t.starts[j] + s];
	Best mine = none, last = none;
	for (int j = threadIdx.x; j < t.steps; j += blockDim.x)
		if (share[j] > mine.v)
			mine = {share[j], j};
	last = bestOf(mine, nowhere, shared);
	if (threadIdx.x == 0)
		t.places[i] = last.c == nowhere ? 0 : last.c;
	float most = -infinity(), all = 0;
	mine = none;
	bool fours = byFours(x, t.bias, t.n);
#pragma unroll 2
	for (int j = threadIdx.x; fours && j < t.n / 4; j += blockDim.x) {
		float4 v = ((const float4 *)x)[j], b = ((const float4 *)t.bias)[j];
		float each[4] = {v.x + b.x, v.y + b.y, v.z + b.z, v.w + b.w};
		for (int k = 0; k < 4; k++) {
			expAdd(each[k], most, all);
			if (each[k] > mine.v && !banned(t, i, 4 * j + k))
				mine = {each[k], 4 * j + k};
		}
	}
	for (int j = threadIdx.x; !fours && j < t.n; j += blockDim.x) {
		float v = x[j] + t.bias[j];
		expAdd(v, most, all);
		if (v > mine.v && !banned(t, i, j))
			mine = {v, j};
	}
	float own = most;
	most = total(own, few, true);
	all = total(own == most ? all : all * __expf(own - most), few, false);
	float g = t.gate ? sigma(t.gate[i * t.gs]) : 1, by = most < infinity() ? g / all : all - all + most - most;
	for (int k = 0; k < t.k; k++) {
		last = bestOf(mine, nowhere, shared);
		if (mine.c == last.c)
			mine = none;
	}
	float least = last.c == nowhere ? 0 : by * expf(last.v - most);
	for (int j = threadIdx.x; j < length; j += blockDim.x) {
		int word = words[j];
		bool first = true;
		for (int k = 0; k < j && first; k++)
			first = words[k] != word;
		float v = word < t.n ? by * expf(x[word] + t.bias[word] - most) : 0;
		for (int k = j; k < length && first; k++)
			if (words[k] == word)
				v += (1 - g) * share[k];
		sums[j] = first && !banned(t, i, word) ? v : -1;
	}
	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	// One round finds all that may be among the greatest. Where they are too many, as if all are equal, there is a round for each.
	Best behind = {infinity(), -1};
	for (int k = 0; k < t.k; k++) {
		bool listed = k > 0 && count <= 512;
		if (!listed) {
			mine = none;
			for (int j = threadIdx.x; j < t.n + length; j += blockDim.x) {
				Best b = j < t.n ? Best{by * expf(x[j] + t.bias[j] - most), j} : Best{sums[j - t.n], words[j - t.n]};
				if (!(b.v > 0 && b.v >= least) || !(b.v < behind.v || (b.v == behind.v && b.c > behind.c)))
					continue;
				if (k > 0 && !better(b, mine, nowhere))
					continue;
				if (j < t.n) {
					bool apart = banned(t, i, j);
					for (int p = 0; p < length && !apart; p++)
						apart = words[p] == j;
					if (apart)
						continue;
				}
				if (k == 0) {
					int at = atomicAdd(&count, 1);
					if (at < 512)
						found[at] = b;
				}
				if (better(b, mine, nowhere))
					mine = b;
			}
		}
		if (k == 0) {
			__syncthreads();
			if (count <= 512) {
				mine = none;
				for (int j = threadIdx.x; j < count; j += blockDim.x)
					mine = found[j]; // blocks have 512 threads
			}
		}
		last = bestOf(mine, nowhere, shared);
		if (last.c == nowhere)
			last.v = by == by ? 0 : by;
		if (threadIdx.x == 0)
			t.values[i * t.k + k] = last.v, t.columns[i * t.k + k] = last.c == nowhere ? 0 : last.c;
		if (last.c == nowhere)
			last.v = 0; // and nothing comes behind it
		if (mine.c == last.c)
			mine = none;
		behind = last;
	}
}
