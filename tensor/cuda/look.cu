// Additive attention; see tensor.Look. These stand behind learn.cu.

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
	int four; // groups of threads that share the places where numbers are read by fours; 0 if they are not
};

// Within 2e-7, which tanhf takes several times as long to better.
__device__ float tanhNear(float x) { return 1 - __fdividef(2, 1 + __expf(2 * x)); }

// withinFour is within for four columns from 4·k on.
__device__ float4 withinFour(const Look &t, const float *key, const float *query, float covered, int k) {
	float4 v = ((const float4 *)key)[k], q = ((const float4 *)query)[k];
	v = make_float4(v.x + q.x, v.y + q.y, v.z + q.z, v.w + q.w);
	if (t.coverage) {
		float4 w = ((const float4 *)t.weight)[k];
		v = make_float4(v.x + covered * w.x, v.y + covered * w.y, v.z + covered * w.z, v.w + covered * w.w);
	}
	return make_float4(tanhNear(v.x), tanhNear(v.y), tanhNear(v.z), tanhNear(v.w));
}

__device__ float dotFour(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__device__ void addFour(float4 &a, float by, float4 b) { a.x += by * b.x, a.y += by * b.y, a.z += by * b.z, a.w += by * b.w; }

__device__ float within(const Look &t, const float *key, const float *query, float covered, int k) {
	float v = key[k] + query[k];
	if (t.coverage)
		v += covered * t.weight[k];
	return tanhNear(v);
}

extern "C" __global__ void __launch_bounds__(512, 2) additive(Look t) {
	extern __shared__ float scores[];
	__shared__ float few[32];
	int i = blockIdx.x, s = t.of[i], lane = threadIdx.x % warp, me = threadIdx.x / warp, warps = blockDim.x / warp;
	int length = lengthOf(t.lives, t.steps, s);
	const float *query = t.query + (long long)i * t.qs;
	const float *covered = t.coverage ? t.coverage + (long long)i * t.cvs : 0;
	for (int j = me; j < length; j += warps) {
		const float *key = t.keys + (long long)(t.starts[j] + s) * t.ks;
		float v = 0, cover = covered ? covered[j] : 0;
		if (t.four) {
#pragma unroll 4
			for (int k = lane; k < t.cols / 4; k += warp)
				v += dotFour(((const float4 *)t.vector)[k], withinFour(t, key, query, cover, k));
		} else {
			for (int k = lane; k < t.cols; k += warp)
				v += t.vector[k] * within(t, key, query, cover, k);
		}
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
	if (t.four) {
		float4 *sums = (float4 *)(scores + (t.steps + 3) / 4 * 4);
		int quads = t.width / 4, k = threadIdx.x % quads, part = threadIdx.x / quads;
		float4 v = make_float4(0, 0, 0, 0);
		if (part < t.four) {
#pragma unroll 4
			for (int j = part; j < length; j += t.four)
				addFour(v, scores[j], ((const float4 *)(t.values + (long long)(t.starts[j] + s) * t.vs))[k]);
			sums[part * quads + k] = v;
		}
		__syncthreads();
		if (part == 0) {
			for (int p = 1; p < t.four; p++)
				addFour(v, 1, sums[p * quads + k]);
			((float4 *)(t.context + (long long)i * t.cts))[k] = v;
		}
		return;
	}
	for (int k = threadIdx.x; k < t.width; k += blockDim.x) {
		float v = 0;
#pragma unroll 8
		for (int j = 0; j < length; j++)
			v += scores[j] * t.values[(long long)(t.starts[j] + s) * t.vs + k];
		t.context[(long long)i * t.cts + k] = v;
	}
}

extern "C" __global__ void __launch_bounds__(512, 2) additiveGrad(Look t) {
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
		} else if (t.four) {
#pragma unroll 4
			for (int k = lane; k < t.width / 4; k += warp)
				v += dotFour(((const float4 *)dcontext)[k], ((const float4 *)value)[k]);
		} else {
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
	if (t.four && !t.dkeys) {
		float4 *sums = (float4 *)(scores + (t.steps + 3) / 4 * 4);
		int quads = t.cols / 4, k = threadIdx.x % quads, part = threadIdx.x / quads;
		float4 all[3]; // of query, of vector, of weight
		for (int a = 0; a < 3; a++)
			all[a] = make_float4(0, 0, 0, 0);
		if (part < t.four) {
			float4 v = ((const float4 *)t.vector)[k];
#pragma unroll 4
			for (int j = part; j < length; j += t.four) {
				float score = scores[j], cover = covered ? covered[j] : 0;
				float4 u = withinFour(t, t.keys + (long long)(t.starts[j] + s) * t.ks, query, cover, k);
				float4 d = make_float4(v.x * (1 - u.x * u.x), v.y * (1 - u.y * u.y), v.z * (1 - u.z * u.z), v.w * (1 - u.w * u.w));
				addFour(all[0], score, d);
				addFour(all[1], score, u);
				if (covered)
					addFour(all[2], score * cover, d);
			}
			for (int a = 0; a < 3; a++)
				sums[(a * t.four + part) * quads + k] = all[a];
		}
		__syncthreads();
		if (part == 0) {
			for (int a = 0; a < 3; a++)
				for (int p = 1; p < t.four; p++)
					addFour(all[a], 1, sums[(a * t.four + p) * quads + k]);
			float *to[3] = {t.dquery + (long long)i * t.dqs, t.dvector + (long long)i * t.dves, t.dweight + (long long)i * t.dws};
			for (int a = 0; a < (covered ? 3 : 2); a++) {
				float *at = to[a] + 4 * k;
				at[0] = all[a].x, at[1] = all[a].y, at[2] = all[a].z, at[3] = all[a].w;
			}
		}
		return;
	}
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
