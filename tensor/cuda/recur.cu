// Whole sequences of an LSTM in one launch. A block has some rows (sequences) and some units, whose weights it
// keeps in shared memory and whose cells in registers; blocks that have the same rows hand each other their states by memory
// and wait for each other at each step. All blocks must be on the card at once.

// A Run is one direction of a layer.
struct Run {
	float *gates;         // what goes into the gates, replaced by their activations; on the way back those, replaced by gradients
	const float *hidden;  // weights of the state before, units by gates
	float *y, *c;         // states and cells
	const float *dy, *dc; // their gradients
	float *exchange;      // what blocks hand each other, in two halves that are used in turn
	int gs, hs, ys, cs, dys, dcs;
	int reverse;
};

struct Recur {
	Run runs[2];
	const int *starts, *lives;
	unsigned *turns; // how many times the blocks of each group have come, 32 numbers apart
	int steps, n, first, chunk; // of first: the tile of rows that blocks begin with; chunk: units that are multiplied at once
};

__device__ unsigned come(const unsigned *turns) { return *(const volatile unsigned *)turns; }

// await waits until all blocks of the group have come so many times.
__device__ void await(const unsigned *turns, unsigned count) {
	if (threadIdx.x == 0) {
		while (come(turns) < count)
			;
		__threadfence();
	}
	__syncthreads();
}

__device__ void arrive(unsigned *turns) {
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(turns, 1u);
	}
}

// move copies R numbers, four at once.
template <int R> __device__ void move(float *to, const float *from) {
	if (R == 4)
		*(float4 *)to = *(const float4 *)from;
	else
		for (int i = 0; i < R; i++)
			to[i] = from[i];
}

// Blocks have 256 threads: 16 groups of R rows, U units, and K threads that share the products of each.

template <int R, int U, int K> __device__ void recurTile(const Recur &t) {
	const int rows = 16 * R;
	extern __shared__ float4 shared[];
	const Run r = t.runs[blockIdx.z];
	int n = t.n, u = threadIdx.x % U, group = threadIdx.x / U % 16, part = threadIdx.x / U / 16;
	int unit = blockIdx.x * U + u, base = (t.first + blockIdx.y) * rows, row = base + group * R;
	float4 *weights = shared; // of the four gates, units before by units
	float *states = (float *)(shared + n * U), *sums = states + t.chunk * rows;
	unsigned *turns = t.turns + 32 * (blockIdx.z * gridDim.y + blockIdx.y);
	float *exchange = r.exchange + (long long)blockIdx.y * 2 * n * rows;
	for (int i = threadIdx.x; i < n * U; i += blockDim.x) {
		int to = blockIdx.x * U + i % U;
		const float *w = r.hidden + (long long)(i / U) * r.hs + to;
		weights[i] = to < n ? make_float4(w[0], w[n], w[2 * n], w[3 * n]) : make_float4(0, 0, 0, 0);
	}
	float cells[R];
	for (int i = 0; i < R; i++)
		cells[i] = 0;
	bool mine = part == 0 && unit < n;
	int turn = 0;
	for (int s = 0; s < t.steps; s++) {
		int step = r.reverse ? t.steps - 1 - s : s, live = t.lives[step];
		long long start = t.starts[step];
		if (base >= live) { // lengths fall from row to row
			if (r.reverse)
				continue;
			break;
		}
		float4 in[R], all[R];
		for (int i = 0; i < R; i++) {
			all[i] = in[i] = make_float4(0, 0, 0, 0);
			if (mine && row + i < live) {
				const float *g = r.gates + (start + row + i) * r.gs + unit;
				in[i] = make_float4(g[0], g[n], g[2 * n], g[3 * n]);
			}
		}
		if (turn > 0) {
			await(turns, turn * gridDim.x);
			const float4 *from = (const float4 *)(exchange + (long long)((turn - 1) % 2) * n * rows);
			for (int k0 = 0; k0 < n; k0 += t.chunk) {
				int count = min(t.chunk, n - k0);
				if (k0 > 0)
					__syncthreads();
#pragma unroll 8
				for (int i = threadIdx.x; i < count * rows / 4; i += blockDim.x)
					((float4 *)states)[i] = __ldcg(from + k0 * rows / 4 + i);
				__syncthreads();
#pragma unroll 8
				for (int k = part; k < count; k += K) {
					float4 w = weights[(k0 + k) * U + u];
					float a[R];
					move<R>(a, states + k * rows + group * R);
					for (int i = 0; i < R; i++) {
						all[i].x += a[i] * w.x;
						all[i].y += a[i] * w.y;
						all[i].z += a[i] * w.z;
						all[i].w += a[i] * w.w;
					}
				}
			}
			if (K > 1) { // R is 1
				((float4 *)sums)[threadIdx.x] = all[0];
				__syncthreads();
				for (int k = 1; k < K && part == 0; k++) {
					float4 v = ((float4 *)sums)[threadIdx.x + k * 16 * U];
					all[0].x += v.x, all[0].y += v.y, all[0].z += v.z, all[0].w += v.w;
				}
			}
		}
		if (mine) {
			float state[R];
			for (int i = 0; i < R; i++) {
				state[i] = 0;
				if (row + i >= live) {
					cells[i] = 0;
					continue;
				}
				float gate = sigma(in[i].x + all[i].x), forget = sigma(in[i].y + all[i].y);
				float candidate = tanhf(in[i].z + all[i].z), out = sigma(in[i].w + all[i].w);
				cells[i] = gate * candidate + forget * cells[i];
				state[i] = out * tanhf(cells[i]);
				float *g = r.gates + (start + row + i) * r.gs + unit;
				g[0] = gate, g[n] = forget, g[2 * n] = candidate, g[3 * n] = out;
				r.c[(start + row + i) * r.cs + unit] = cells[i];
				r.y[(start + row + i) * r.ys + unit] = state[i];
			}
			move<R>(exchange + (long long)(turn % 2) * n * rows + unit * rows + group * R, state);
		}
		arrive(turns);
		turn++;
	}
}

// On the way back a block multiplies the gradients of its units' gates by their weights, for all units of the step before, and
// each block adds up what the others have for its own.
template <int R, int U, int K> __device__ void recurBackTile(const Recur &t) {
	const int rows = 16 * R, pitch = rows + 4;
	extern __shared__ float4 shared[];
	const Run r = t.runs[blockIdx.z];
	int n = t.n, u = threadIdx.x % U, group = threadIdx.x / U % 16, part = threadIdx.x / U / 16;
	int unit = blockIdx.x * U + u, base = (t.first + blockIdx.y) * rows, row = base + group * R;
	int wide = (n + 127) / 128 * 128;
	float *weights = (float *)shared; // gates of units by units before
	float *grads = weights + 4 * U * wide, *sums = grads + 4 * U * pitch;
	unsigned *turns = t.turns + 32 * (blockIdx.z * gridDim.y + blockIdx.y);
	long long half = (long long)gridDim.x * n * rows;
	float *exchange = r.exchange + blockIdx.y * 2 * half;
	for (int i = threadIdx.x; i < 4 * U * wide; i += blockDim.x) {
		int k = i / wide, j = i % wide, to = blockIdx.x * U + k % U;
		weights[i] = to < n && j < n ? r.hidden[(long long)j * r.hs + k / U * n + to] : 0;
	}
	float carried[R];
	for (int i = 0; i < R; i++)
		carried[i] = 0;
	bool mine = part == 0 && unit < n;
	int turn = 0;
	for (int s = t.steps - 1; s >= 0; s--) {
		int step = r.reverse ? t.steps - 1 - s : s, live = t.lives[step], last = r.reverse ? step + 1 : step - 1;
		long long start = t.starts[step];
		if (base >= live) {
			if (r.reverse)
				break;
			continue;
		}
		int both = last < 0 || last >= t.steps ? 0 : min(live, t.lives[last]);
		long long before = both > 0 ? t.starts[last] : 0;
		float4 act[R];
		float dh[R], dc[R], cell[R], prev[R];
		for (int i = 0; i < R; i++) {
			act[i] = make_float4(0, 0, 0, 0);
			dh[i] = dc[i] = cell[i] = prev[i] = 0;
			if (mine && row + i < live) {
				const float *g = r.gates + (start + row + i) * r.gs + unit;
				act[i] = make_float4(g[0], g[n], g[2 * n], g[3 * n]);
				dh[i] = r.dy[(start + row + i) * r.dys + unit];
				dc[i] = r.dc[(start + row + i) * r.dcs + unit];
				cell[i] = r.c[(start + row + i) * r.cs + unit];
				if (row + i < both)
					prev[i] = r.c[(before + row + i) * r.cs + unit];
			}
		}
		if (turn > 0) {
			await(turns, turn * gridDim.x);
			const float *from = exchange + (turn - 1) % 2 * half + unit * rows + group * R;
			float all[R];
			for (int i = 0; i < R; i++)
				all[i] = 0;
			if (unit < n) {
#pragma unroll 8
				for (int x = part; x < gridDim.x; x += K) {
					if (R == 4) {
						float4 v = __ldcg((const float4 *)(from + (long long)x * n * rows));
						all[0] += v.x, all[1 % R] += v.y, all[2 % R] += v.z, all[3 % R] += v.w;
					} else {
						for (int i = 0; i < R; i++)
							all[i] += __ldcg(from + (long long)x * n * rows + i);
					}
				}
			}
			if (K > 1) { // R is 1
				sums[threadIdx.x] = all[0];
				__syncthreads();
				for (int k = 1; k < K && part == 0; k++)
					all[0] += sums[threadIdx.x + k * 16 * U];
			}
			for (int i = 0; i < R; i++)
				dh[i] += all[i];
		}
		if (part == 0) {
			float d[4][R];
			for (int i = 0; i < R; i++) {
				d[0][i] = d[1][i] = d[2][i] = d[3][i] = 0;
				if (!mine || row + i >= live) {
					carried[i] = 0;
					continue;
				}
				float gate = act[i].x, forget = act[i].y, candidate = act[i].z, out = act[i].w, v = tanhf(cell[i]);
				float dcell = dh[i] * out * (1 - v * v) + (dc[i] + carried[i]);
				carried[i] = dcell * forget;
				d[0][i] = dcell * candidate * gate * (1 - gate);
				d[1][i] = dcell * prev[i] * forget * (1 - forget);
				d[2][i] = dcell * gate * (1 - candidate * candidate);
				d[3][i] = dh[i] * v * out * (1 - out);
				float *g = r.gates + (start + row + i) * r.gs + unit;
				g[0] = d[0][i], g[n] = d[1][i], g[2 * n] = d[2][i], g[3 * n] = d[3][i];
			}
			for (int k = 0; k < 4; k++)
				move<R>(grads + (k * U + u) * pitch + group * R, d[k]);
		}
		if (s == 0)
			break;
		__syncthreads();
		// 16 groups of rows by 16 of units, eight units a thread.
		int g = threadIdx.x / 16, units = threadIdx.x % 16 * 4;
		for (int j0 = 0; j0 < n; j0 += 128) {
			float all[8][R];
			for (int j = 0; j < 8; j++)
				for (int i = 0; i < R; i++)
					all[j][i] = 0;
#pragma unroll 4
			for (int k = 0; k < 4 * U; k++) {
				float a[R], w[8];
				*(float4 *)w = *(const float4 *)(weights + k * wide + j0 + units);
				*(float4 *)(w + 4) = *(const float4 *)(weights + k * wide + j0 + 64 + units);
				move<R>(a, grads + k * pitch + g * R);
				for (int j = 0; j < 8; j++)
					for (int i = 0; i < R; i++)
						all[j][i] += a[i] * w[j];
			}
			float *to = exchange + turn % 2 * half + (long long)blockIdx.x * n * rows + g * R;
			for (int j = 0; j < 8; j++) {
				int at = j0 + j / 4 * 64 + units + j % 4;
				if (at < n)
					move<R>(to + at * rows, all[j]);
			}
		}
		arrive(turns);
		turn++;
	}
}

extern "C" __global__ void __launch_bounds__(256) recur(Recur t) { recurTile<4, 16, 1>(t); }
extern "C" __global__ void __launch_bounds__(256) recurFew(Recur t) { recurTile<1, 4, 4>(t); }
extern "C" __global__ void __launch_bounds__(256) recurBack(Recur t) { recurBackTile<4, 16, 1>(t); }
extern "C" __global__ void __launch_bounds__(256) recurBackFew(Recur t) { recurBackTile<1, 4, 4>(t); }
