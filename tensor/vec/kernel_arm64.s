#include "textflag.h"

// As in kernel_amd64.s: the sums of six or four rows of a panel stay in
// registers, run over k in order, and fuse product and sum, so that the numbers
// are those of the other vector kernels.
//
// R0 to R5 rows of a, R6 b, R7 c, R8 bytes in a row of c, R9 from, R10 bytes in a
// row of from, R11 steps left.

#define ROWA 1088

#define ARGUMENTS \
	MOVD k+0(FP), R11;         \
	MOVD a_base+8(FP), R0;     \
	MOVD b_base+32(FP), R6;    \
	MOVD c_base+56(FP), R7;    \
	MOVD ldc+80(FP), R8;       \
	MOVD from_base+88(FP), R9; \
	MOVD ldf+112(FP), R10;     \
	LSL  $2, R8, R8;           \
	LSL  $2, R10, R10;         \
	ADD  $ROWA, R0, R1;        \
	ADD  $ROWA, R1, R2;        \
	ADD  $ROWA, R2, R3

#define CLEAR(w, x, y, z) \
	VEOR w.B16, w.B16, w.B16; \
	VEOR x.B16, x.B16, x.B16; \
	VEOR y.B16, y.B16, y.B16; \
	VEOR z.B16, z.B16, z.B16

#define ROW(a, t, w, x, y, z) \
	VLD1R.P 4(a), [t.S4];       \
	VFMLA V24.S4, t.S4, w.S4;   \
	VFMLA V25.S4, t.S4, x.S4;   \
	VFMLA V26.S4, t.S4, y.S4;   \
	VFMLA V27.S4, t.S4, z.S4

// ALPHA sets every lane of V28 to it.
#define ALPHA \
	MOVWU alpha+120(FP), R12; \
	VDUP R12, V28.S4

#define OUT(w, x, y, z) \
	VLD1 (R9), [V24.S4, V25.S4, V26.S4, V27.S4]; \
	VFMLA w.S4, V28.S4, V24.S4;                  \
	VFMLA x.S4, V28.S4, V25.S4;                  \
	VFMLA y.S4, V28.S4, V26.S4;                  \
	VFMLA z.S4, V28.S4, V27.S4;                  \
	VST1 [V24.S4, V25.S4, V26.S4, V27.S4], (R7); \
	ADD R8, R7, R7;                              \
	ADD R10, R9, R9

// func kernel6x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel6x16(SB), NOSPLIT, $0-124
	ARGUMENTS
	ADD $ROWA, R3, R4
	ADD $ROWA, R4, R5
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)
	CLEAR(V16, V17, V18, V19)
	CLEAR(V20, V21, V22, V23)

step:
	VLD1.P 64(R6), [V24.S4, V25.S4, V26.S4, V27.S4]
	ROW(R0, V28, V0, V1, V2, V3)
	ROW(R1, V29, V4, V5, V6, V7)
	ROW(R2, V30, V8, V9, V10, V11)
	ROW(R3, V31, V12, V13, V14, V15)
	ROW(R4, V28, V16, V17, V18, V19)
	ROW(R5, V29, V20, V21, V22, V23)
	SUBS $1, R11, R11
	BNE  step

	ALPHA
	OUT(V0, V1, V2, V3)
	OUT(V4, V5, V6, V7)
	OUT(V8, V9, V10, V11)
	OUT(V12, V13, V14, V15)
	OUT(V16, V17, V18, V19)
	OUT(V20, V21, V22, V23)
	RET

// func kernel4x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
TEXT ·kernel4x16(SB), NOSPLIT, $0-124
	ARGUMENTS
	CLEAR(V0, V1, V2, V3)
	CLEAR(V4, V5, V6, V7)
	CLEAR(V8, V9, V10, V11)
	CLEAR(V12, V13, V14, V15)

step:
	VLD1.P 64(R6), [V24.S4, V25.S4, V26.S4, V27.S4]
	ROW(R0, V28, V0, V1, V2, V3)
	ROW(R1, V29, V4, V5, V6, V7)
	ROW(R2, V30, V8, V9, V10, V11)
	ROW(R3, V31, V12, V13, V14, V15)
	SUBS $1, R11, R11
	BNE  step

	ALPHA
	OUT(V0, V1, V2, V3)
	OUT(V4, V5, V6, V7)
	OUT(V8, V9, V10, V11)
	OUT(V12, V13, V14, V15)
	RET
