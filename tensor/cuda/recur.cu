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

// What a block wrote before it comes, others read after they have seen that it came.
__device__ void come(unsigned *turns) { asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(turns) : "memory"); }

__device__ unsigned seen(const unsigned *turns) {
	unsigned count;
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(count) : "l"(turns) : "memory");
	return count;
}

// await waits until all blocks of the group have come so many times.
__device__ void await(const unsigned *turns, unsigned count) {
	if (threadIdx.x == 0)
		while (seen(turns) < count)
			;
	__syncthreads();
}

__device__ void arrive(unsigned *turns) {
	__syncthreads();
	if (threadIdx.x == 0)
		come(turns);
}

// Within 2e-7, as tanhNear is.
__device__ float sigmaNear(float x) { return __fdividef(1, 1 + __expf(-x)); }

// move copies R numbers, four at once.
template <int R> __device__ void move(float *to, const float *from) {
	if (R % 4 == 0)
		for (int i = 0; i < R; i += 4)
			*(float4 *)(to + i) = *(const float4 *)(from + i);
	else
		for (int i = 0; i < R; i++)
			to[i] = from[i];
}

// A block has N rows and U units. Its threads share the products: each adds up, for P rows and V units, what a part K of the units before give,
// and then has R rows of one unit, or with more threads than that needs, part of the time nothing to do.
template <int N, int U, int R, int P, int V, int K> __device__ void recurTile(const Recur &t) {
	extern __shared__ float4 shared[];
	const Run r = t.runs[blockIdx.z];
	int n = t.n, u = threadIdx.x % U, group = threadIdx.x / U;
	int unit = blockIdx.x * U + u, base = (t.first + blockIdx.y) * N, row = base + group * R;
	// For products.
	int v = threadIdx.x % (U / V) * V, rows = threadIdx.x / (U / V) % (N / P) * P, part = threadIdx.x / (U / V) / (N / P);
	float4 *weights = shared; // of the four gates, units before by units
	float *states = (float *)(shared + n * U);
	float4 *sums = (float4 *)states; // parts by rows by units, when the states have been used
	unsigned *turns = t.turns + 32 * (blockIdx.z * gridDim.y + blockIdx.y);
	float *exchange = r.exchange + (long long)blockIdx.y * 2 * n * N;
	for (int i = threadIdx.x; i < n * U; i += blockDim.x) {
		int to = blockIdx.x * U + i % U;
		const float *w = r.hidden + (long long)(i / U) * r.hs + to;
		weights[i] = to < n ? make_float4(w[0], w[n], w[2 * n], w[3 * n]) : make_float4(0, 0, 0, 0);
	}
	float cells[R];
	for (int i = 0; i < R; i++)
		cells[i] = 0;
	bool mine = group * R < N && unit < n;
	int turn = 0;
	for (int s = 0; s < t.steps; s++) {
		int step = r.reverse ? t.steps - 1 - s : s, live = t.lives[step];
		long long start = t.starts[step];
		if (base >= live) { // lengths fall from row to row
			if (r.reverse)
				continue;
			break;
		}
		float4 in[R];
		for (int i = 0; i < R; i++) {
			in[i] = make_float4(0, 0, 0, 0);
			if (mine && row + i < live) {
				const float *g = r.gates + (start + row + i) * r.gs + unit;
				in[i] = make_float4(g[0], g[n], g[2 * n], g[3 * n]);
			}
		}
		if (turn > 0) {
			await(turns, turn * gridDim.x);
			const float4 *from = (const float4 *)(exchange + (long long)((turn - 1) % 2) * n * N);
			float4 all[P][V];
			for (int i = 0; i < P; i++)
				for (int j = 0; j < V; j++)
					all[i][j] = make_float4(0, 0, 0, 0);
			for (int k0 = 0; k0 < n; k0 += t.chunk) {
				int count = min(t.chunk, n - k0);
				if (k0 > 0)
					__syncthreads();
#pragma unroll 8
				for (int i = threadIdx.x; i < count * N / 4; i += blockDim.x)
					((float4 *)states)[i] = __ldcg(from + k0 * N / 4 + i);
				__syncthreads();
#pragma unroll 4
				for (int k = part; k < count; k += K) {
					float4 w[V];
					float a[P];
					for (int j = 0; j < V; j++)
						w[j] = weights[(k0 + k) * U + v + j];
					move<P>(a, states + k * N + rows);
					for (int i = 0; i < P; i++)
						for (int j = 0; j < V; j++) {
							all[i][j].x += a[i] * w[j].x;
							all[i][j].y += a[i] * w[j].y;
							all[i][j].z += a[i] * w[j].z;
							all[i][j].w += a[i] * w[j].w;
						}
				}
			}
			__syncthreads();
			for (int i = 0; i < P; i++)
				for (int j = 0; j < V; j++)
					sums[(part * N + rows + i) * U + v + j] = all[i][j];
			__syncthreads();
			for (int i = 0; i < R && mine; i++)
				for (int k = 0; k < K; k++) {
					float4 one = sums[(k * N + group * R + i) * U + u];
					in[i].x += one.x, in[i].y += one.y, in[i].z += one.z, in[i].w += one.w;
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
				float gate = sigmaNear(in[i].x), forget = sigmaNear(in[i].y), candidate = tanhf(in[i].z), out = sigmaNear(in[i].w);
				cells[i] = gate * candidate + forget * cells[i];
				state[i] = out * tanhf(cells[i]);
				float *g = r.gates + (start + row + i) * r.gs + unit;
				g[0] = gate, g[n] = forget, g[2 * n] = candidate, g[3 * n] = out;
				r.c[(start + row + i) * r.cs + unit] = cells[i];
				r.y[(start + row + i) * r.ys + unit] = state[i];
			}
			move<R>(exchange + (long long)(turn % 2) * n * N + unit * N + group * R, state);
		}
		arrive(turns);
		turn++;
	}
}

// On the way back a block multiplies the gradients of its units' gates by their weights, for all units of the step before, and
// each block adds up what the others have for its own.
template <int G, int R, int U, int K, int P> __device__ void recurBackTile(const Recur &t) {
	const int rows = G * R, pitch = rows + 4;
	extern __shared__ float4 shared[];
	const Run r = t.runs[blockIdx.z];
	int n = t.n, u = threadIdx.x % U, group = threadIdx.x / U % G, part = threadIdx.x / U / G;
	int unit = blockIdx.x * U + u, base = (t.first + blockIdx.y) * rows, row = base + group * R;
	const int each = G * U * K / (rows / P) * 8; // units of a product
	int wide = (n + each - 1) / each * each;
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
					all[0] += sums[threadIdx.x + k * G * U];
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
		// P rows and eight units a thread, in two halves.
		int g = threadIdx.x / (each / 8) * P, units = threadIdx.x % (each / 8) * 4;
		for (int j0 = 0; j0 < n; j0 += each) {
			float all[8][P];
			for (int j = 0; j < 8; j++)
				for (int i = 0; i < P; i++)
					all[j][i] = 0;
#pragma unroll 4
			for (int k = 0; k < 4 * U; k++) {
				float a[P], w[8];
				move<4>(w, weights + k * wide + j0 + units);
				move<4>(w + 4, weights + k * wide + j0 + each / 2 + units);
				move<P>(a, grads + k * pitch + g);
				for (int j = 0; j < 8; j++)
					for (int i = 0; i < P; i++)
						all[j][i] += a[i] * w[j];
			}
			float *to = exchange + turn % 2 * half + (long long)blockIdx.x * n * rows + g;
			for (int j = 0; j < 8; j++) {
				int at = j0 + j / 4 * (each / 2) + units + j % 4;
				if (at < n)
					move<P>(to + at * rows, all[j]);
			}
		}
		arrive(turns);
		turn++;
	}
}

extern "C" __global__ void __launch_bounds__(128) recur(Recur t) { recurTile<32, 16, 4, 8, 2, 4>(t); }
extern "C" __global__ void __launch_bounds__(256) recurFew(Recur t) { recurTile<16, 4, 1, 1, 1, 4>(t); }
extern "C" __global__ void __launch_bounds__(128) recurBack(Recur t) { recurBackTile<8, 4, 16, 1, 4>(t); }
extern "C" __global__ void __launch_bounds__(256) recurBackFew(Recur t) { recurBackTile<16, 1, 4, 4, 1>(t); }
