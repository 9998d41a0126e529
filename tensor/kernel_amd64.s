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

// Bytes from one row of packed A to the next: strideA in pack.go. It is no
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

// func transpose8x8(dst []float32, to int, src []float32, from, blocks int)
// The columns of eight rows of src become rows of dst, eight at a time; to and
// from are the numbers from a row to the next.
TEXT ·transpose8x8(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ to+24(FP), R8
	MOVQ src_base+32(FP), SI
	MOVQ from+56(FP), R9
	MOVQ blocks+64(FP), CX
	SHLQ $2, R8
	SHLQ $2, R9
	LEAQ (R8)(R8*2), R10
	LEAQ (R9)(R9*2), R11

block:
	SUBQ $1, CX
	JL   done
	LEAQ (SI)(R9*4), BX
	VMOVUPS (SI), Y0
	VMOVUPS (SI)(R9*1), Y1
	VMOVUPS (SI)(R9*2), Y2
	VMOVUPS (SI)(R11*1), Y3
	VMOVUPS (BX), Y4
	VMOVUPS (BX)(R9*1), Y5
	VMOVUPS (BX)(R9*2), Y6
	VMOVUPS (BX)(R11*1), Y7
	VUNPCKLPS Y1, Y0, Y8
	VUNPCKHPS Y1, Y0, Y9
	VUNPCKLPS Y3, Y2, Y10
	VUNPCKHPS Y3, Y2, Y11
	VUNPCKLPS Y5, Y4, Y12
	VUNPCKHPS Y5, Y4, Y13
	VUNPCKLPS Y7, Y6, Y14
	VUNPCKHPS Y7, Y6, Y15
	VUNPCKLPD Y10, Y8, Y0
	VUNPCKHPD Y10, Y8, Y1
	VUNPCKLPD Y11, Y9, Y2
	VUNPCKHPD Y11, Y9, Y3
	VUNPCKLPD Y14, Y12, Y4
	VUNPCKHPD Y14, Y12, Y5
	VUNPCKLPD Y15, Y13, Y6
	VUNPCKHPD Y15, Y13, Y7
	VPERM2F128 $0x20, Y4, Y0, Y8
	VPERM2F128 $0x20, Y5, Y1, Y9
	VPERM2F128 $0x20, Y6, Y2, Y10
	VPERM2F128 $0x20, Y7, Y3, Y11
	VPERM2F128 $0x31, Y4, Y0, Y12
	VPERM2F128 $0x31, Y5, Y1, Y13
	VPERM2F128 $0x31, Y6, Y2, Y14
	VPERM2F128 $0x31, Y7, Y3, Y15
	LEAQ (DI)(R8*4), BX
	VMOVUPS Y8, (DI)
	VMOVUPS Y9, (DI)(R8*1)
	VMOVUPS Y10, (DI)(R8*2)
	VMOVUPS Y11, (DI)(R10*1)
	VMOVUPS Y12, (BX)
	VMOVUPS Y13, (BX)(R8*1)
	VMOVUPS Y14, (BX)(R8*2)
	VMOVUPS Y15, (BX)(R10*1)
	LEAQ (DI)(R8*8), DI
	ADDQ $32, SI
	JMP  block

done:
	VZEROUPPER
	RET

// func copyBlocks16(dst []float32, row, block int, src []float32, stride, rows, blocks int)
// Copies rows of blocks of sixteen numbers, rows and blocks at least one of each.
// row, block and stride are the numbers from a row to the next in dst, from a block
// to the next in dst, and from a row to the next in src.
TEXT ·copyBlocks16(SB), NOSPLIT, $0-88
	MOVQ dst_base+0(FP), DI
	MOVQ row+24(FP), R8
	MOVQ block+32(FP), R9
	MOVQ src_base+40(FP), SI
	MOVQ stride+64(FP), R10
	MOVQ rows+72(FP), CX
	MOVQ blocks+80(FP), DX
	SHLQ $2, R8
	SHLQ $2, R9
	SHLQ $2, R10

row:
	MOVQ DI, R11
	MOVQ SI, R12
	MOVQ DX, BX

block:
	VMOVUPS (R12), Y0
	VMOVUPS 32(R12), Y1
	VMOVUPS Y0, (R11)
	VMOVUPS Y1, 32(R11)
	ADDQ $64, R12
	ADDQ R9, R11
	DECQ BX
	JNZ  block
	ADDQ R10, SI
	ADDQ R8, DI
	DECQ CX
	JNZ  row
	VZEROUPPER
	RET

// func pause()
// Lets the other thread of the core work, for a tenth of a microsecond or so.
TEXT ·pause(SB), NOSPLIT, $0-0
	PAUSE
	PAUSE
	PAUSE
	PAUSE
	RET
