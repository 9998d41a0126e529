#include "textflag.h"

// A kernel multiplies a few rows of packed A by one or two panels of packed B,
//
//	c[r][j] = alpha·Σ a[r][k]·b[k][j] + from[r][j],
//
// with the whole block of sums in registers. Every sum runs over k in order and
// fuses product and sum, in all of these kernels, so that a number does not
// depend on which of them computed it.
//
// SI a, DI b, DX c, R8 bytes in a row of c, R10 from, R11 bytes in a row of from.

// Bytes from one row of packed A to the next: StrideA in kernel.go. It is no
// power of two, lest the rows fall on the same few lines of the cache.
#define ROWA 1088

#define ARGUMENTS \
	MOVQ k+0(FP), CX;           \
	MOVQ a_base+8(FP), SI;      \
	MOVQ b_base+32(FP), DI;     \
	MOVQ c_base+56(FP), DX;     \
	MOVQ ldc+80(FP), R8;        \
	MOVQ from_base+88(FP), R10; \
	MOVQ ldf+112(FP), R11;      \
	SHLQ $2, R8;                \
	SHLQ $2, R11

// Eight columns in a register: six rows of sixteen.

#define CLEAR2(x, y) \
	VXORPS x, x, x; \
	VXORPS y, y, y

#define ROW2(r, t, x, y) \
	VBROADCASTSS (r*ROWA)(SI), t; \
	VFMADD231PS Y12, t, x;        \
	VFMADD231PS Y13, t, y

#define OUT2(x, y) \
	VFMADD213PS (R10), Y15, x;   \
	VFMADD213PS 32(R10), Y15, y; \
	VMOVUPS x, (DX);             \
	VMOVUPS y, 32(DX);           \
	ADDQ R8, DX;                 \
	ADDQ R11, R10

// func kernel6x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel6x16(SB), NOSPLIT, $0-124
	ARGUMENTS
	CLEAR2(Y0, Y1)
	CLEAR2(Y2, Y3)
	CLEAR2(Y4, Y5)
	CLEAR2(Y6, Y7)
	CLEAR2(Y8, Y9)
	CLEAR2(Y10, Y11)

step:
	VMOVUPS (DI), Y12
	VMOVUPS 32(DI), Y13
	ROW2(0, Y14, Y0, Y1)
	ROW2(1, Y15, Y2, Y3)
	ROW2(2, Y14, Y4, Y5)
	ROW2(3, Y15, Y6, Y7)
	ROW2(4, Y14, Y8, Y9)
	ROW2(5, Y15, Y10, Y11)
	ADDQ $64, DI
	ADDQ $4, SI
	DECQ CX
	JNZ  step

	VBROADCASTSS alpha+120(FP), Y15
	OUT2(Y0, Y1)
	OUT2(Y2, Y3)
	OUT2(Y4, Y5)
	OUT2(Y6, Y7)
	OUT2(Y8, Y9)
	OUT2(Y10, Y11)
	VZEROUPPER
	RET

// func kernel4x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel4x16(SB), NOSPLIT, $0-124
	ARGUMENTS
	CLEAR2(Y0, Y1)
	CLEAR2(Y2, Y3)
	CLEAR2(Y4, Y5)
	CLEAR2(Y6, Y7)

step:
	VMOVUPS (DI), Y12
	VMOVUPS 32(DI), Y13
	ROW2(0, Y14, Y0, Y1)
	ROW2(1, Y15, Y2, Y3)
	ROW2(2, Y14, Y4, Y5)
	ROW2(3, Y15, Y6, Y7)
	ADDQ $64, DI
	ADDQ $4, SI
	DECQ CX
	JNZ  step

	VBROADCASTSS alpha+120(FP), Y15
	OUT2(Y0, Y1)
	OUT2(Y2, Y3)
	OUT2(Y4, Y5)
	OUT2(Y6, Y7)
	VZEROUPPER
	RET

// Sixteen columns in a register: twelve rows of two panels. R9 is the way from
// the first panel to the second.

#define CLEAR4(w, x, y, z) \
	VPXORD w, w, w; \
	VPXORD x, x, x; \
	VPXORD y, y, y; \
	VPXORD z, z, z

#define ROW4(r, t, x, y) \
	VBROADCASTSS (r*ROWA)(SI), t; \
	VFMADD231PS Z24, t, x;        \
	VFMADD231PS Z25, t, y

#define OUT4(x, y) \
	VFMADD213PS (R10), Z31, x;   \
	VFMADD213PS 64(R10), Z31, y; \
	VMOVUPS x, (DX);             \
	VMOVUPS y, 64(DX);           \
	ADDQ R8, DX;                 \
	ADDQ R11, R10

#define PANELS \
	VMOVUPS (DI), Z24; \
	VMOVUPS (DI)(R9*1), Z25

// func kernel12x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel12x32(SB), NOSPLIT, $0-124
	ARGUMENTS
	MOVQ CX, R9
	SHLQ $6, R9
	CLEAR4(Z0, Z1, Z2, Z3)
	CLEAR4(Z4, Z5, Z6, Z7)
	CLEAR4(Z8, Z9, Z10, Z11)
	CLEAR4(Z12, Z13, Z14, Z15)
	CLEAR4(Z16, Z17, Z18, Z19)
	CLEAR4(Z20, Z21, Z22, Z23)

step:
	PANELS
	ROW4(0, Z26, Z0, Z1)
	ROW4(1, Z27, Z2, Z3)
	ROW4(2, Z28, Z4, Z5)
	ROW4(3, Z29, Z6, Z7)
	ROW4(4, Z30, Z8, Z9)
	ROW4(5, Z31, Z10, Z11)
	ROW4(6, Z26, Z12, Z13)
	ROW4(7, Z27, Z14, Z15)
	ROW4(8, Z28, Z16, Z17)
	ROW4(9, Z29, Z18, Z19)
	ROW4(10, Z30, Z20, Z21)
	ROW4(11, Z31, Z22, Z23)
	ADDQ $64, DI
	ADDQ $4, SI
	DECQ CX
	JNZ  step

	VBROADCASTSS alpha+120(FP), Z31
	OUT4(Z0, Z1)
	OUT4(Z2, Z3)
	OUT4(Z4, Z5)
	OUT4(Z6, Z7)
	OUT4(Z8, Z9)
	OUT4(Z10, Z11)
	OUT4(Z12, Z13)
	OUT4(Z14, Z15)
	OUT4(Z16, Z17)
	OUT4(Z18, Z19)
	OUT4(Z20, Z21)
	OUT4(Z22, Z23)
	VZEROUPPER
	RET

// func kernel8x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel8x32(SB), NOSPLIT, $0-124
	ARGUMENTS
	MOVQ CX, R9
	SHLQ $6, R9
	CLEAR4(Z0, Z1, Z2, Z3)
	CLEAR4(Z4, Z5, Z6, Z7)
	CLEAR4(Z8, Z9, Z10, Z11)
	CLEAR4(Z12, Z13, Z14, Z15)

step:
	PANELS
	ROW4(0, Z26, Z0, Z1)
	ROW4(1, Z27, Z2, Z3)
	ROW4(2, Z28, Z4, Z5)
	ROW4(3, Z29, Z6, Z7)
	ROW4(4, Z30, Z8, Z9)
	ROW4(5, Z31, Z10, Z11)
	ROW4(6, Z26, Z12, Z13)
	ROW4(7, Z27, Z14, Z15)
	ADDQ $64, DI
	ADDQ $4, SI
	DECQ CX
	JNZ  step

	VBROADCASTSS alpha+120(FP), Z31
	OUT4(Z0, Z1)
	OUT4(Z2, Z3)
	OUT4(Z4, Z5)
	OUT4(Z6, Z7)
	OUT4(Z8, Z9)
	OUT4(Z10, Z11)
	OUT4(Z12, Z13)
	OUT4(Z14, Z15)
	VZEROUPPER
	RET

// func kernel4x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel4x32(SB), NOSPLIT, $0-124
	ARGUMENTS
	MOVQ CX, R9
	SHLQ $6, R9
	CLEAR4(Z0, Z1, Z2, Z3)
	CLEAR4(Z4, Z5, Z6, Z7)

step:
	PANELS
	ROW4(0, Z26, Z0, Z1)
	ROW4(1, Z27, Z2, Z3)
	ROW4(2, Z28, Z4, Z5)
	ROW4(3, Z29, Z6, Z7)
	ADDQ $64, DI
	ADDQ $4, SI
	DECQ CX
	JNZ  step

	VBROADCASTSS alpha+120(FP), Z31
	OUT4(Z0, Z1)
	OUT4(Z2, Z3)
	OUT4(Z4, Z5)
	OUT4(Z6, Z7)
	VZEROUPPER
	RET
