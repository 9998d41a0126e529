#include "textflag.h"

// Panels; see panel.go. Vectors hold four of the eight columns of a row. A product
// is rounded before it is added, and sums run over rows or entries in order, so that
// every number is the one that the plain twin computes.

// func addPanelAVX2(y, a *float64, t *Tile, rows int)
// rows is a multiple of 4.
TEXT ·addPanelAVX2(SB), NOSPLIT, $0-32
	MOVQ y+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ t+16(FP), DX
	MOVQ rows+24(FP), CX

rows4:
	SUBQ $4, CX
	JL   done
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	VMOVUPD 128(DI), Y4
	VMOVUPD 160(DI), Y5
	VMOVUPD 192(DI), Y6
	VMOVUPD 224(DI), Y7

#define STEP(k) \
	VMOVUPD (k*64)(DX), Y8;          \
	VMOVUPD (k*64+32)(DX), Y9;       \
	VBROADCASTSD (k*8)(SI), Y10;     \
	VMULPD Y10, Y8, Y11;             \
	VMULPD Y10, Y9, Y12;             \
	VADDPD Y11, Y0, Y0;              \
	VADDPD Y12, Y1, Y1;              \
	VBROADCASTSD (k*8+64)(SI), Y13;  \
	VMULPD Y13, Y8, Y14;             \
	VMULPD Y13, Y9, Y15;             \
	VADDPD Y14, Y2, Y2;              \
	VADDPD Y15, Y3, Y3;              \
	VBROADCASTSD (k*8+128)(SI), Y10; \
	VMULPD Y10, Y8, Y11;             \
	VMULPD Y10, Y9, Y12;             \
	VADDPD Y11, Y4, Y4;              \
	VADDPD Y12, Y5, Y5;              \
	VBROADCASTSD (k*8+192)(SI), Y13; \
	VMULPD Y13, Y8, Y14;             \
	VMULPD Y13, Y9, Y15;             \
	VADDPD Y14, Y6, Y6;              \
	VADDPD Y15, Y7, Y7

	STEP(0)
	STEP(1)
	STEP(2)
	STEP(3)
	STEP(4)
	STEP(5)
	STEP(6)
	STEP(7)

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VMOVUPD Y4, 128(DI)
	VMOVUPD Y5, 160(DI)
	VMOVUPD Y6, 192(DI)
	VMOVUPD Y7, 224(DI)
	ADDQ $256, DI
	ADDQ $256, SI
	JMP  rows4

done:
	VZEROUPPER
	RET

// func addTileAVX2(t *[Width]float64, a, b *float64, rows int)
// t are four rows of a tile, for the first four columns of a.
TEXT ·addTileAVX2(SB), NOSPLIT, $0-32
	MOVQ t+0(FP), DX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ rows+24(FP), CX
	VMOVUPD (DX), Y0
	VMOVUPD 32(DX), Y1
	VMOVUPD 64(DX), Y2
	VMOVUPD 96(DX), Y3
	VMOVUPD 128(DX), Y4
	VMOVUPD 160(DX), Y5
	VMOVUPD 192(DX), Y6
	VMOVUPD 224(DX), Y7

row:
	SUBQ $1, CX
	JL   stored
	VMOVUPD (DI), Y8
	VMOVUPD 32(DI), Y9
	VBROADCASTSD (SI), Y10
	VMULPD Y10, Y8, Y11
	VMULPD Y10, Y9, Y12
	VADDPD Y11, Y0, Y0
	VADDPD Y12, Y1, Y1
	VBROADCASTSD 8(SI), Y13
	VMULPD Y13, Y8, Y14
	VMULPD Y13, Y9, Y15
	VADDPD Y14, Y2, Y2
	VADDPD Y15, Y3, Y3
	VBROADCASTSD 16(SI), Y10
	VMULPD Y10, Y8, Y11
	VMULPD Y10, Y9, Y12
	VADDPD Y11, Y4, Y4
	VADDPD Y12, Y5, Y5
	VBROADCASTSD 24(SI), Y13
	VMULPD Y13, Y8, Y14
	VMULPD Y13, Y9, Y15
	VADDPD Y14, Y6, Y6
	VADDPD Y15, Y7, Y7
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  row

stored:
	VMOVUPD Y0, (DX)
	VMOVUPD Y1, 32(DX)
	VMOVUPD Y2, 64(DX)
	VMOVUPD Y3, 96(DX)
	VMOVUPD Y4, 128(DX)
	VMOVUPD Y5, 160(DX)
	VMOVUPD Y6, 192(DX)
	VMOVUPD Y7, 224(DX)
	VZEROUPPER
	RET

// func sparseRowAVX2(y, x *float64, column *int32, value *float64, n int)
TEXT ·sparseRowAVX2(SB), NOSPLIT, $0-40
	MOVQ y+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ column+16(FP), DX
	MOVQ value+24(FP), BX
	MOVQ n+32(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1

entry:
	SUBQ $1, CX
	JL   summed
	MOVLQSX (DX), AX
	SHLQ $6, AX
	VBROADCASTSD (BX), Y2
	VMULPD (SI)(AX*1), Y2, Y3
	VMULPD 32(SI)(AX*1), Y2, Y4
	VADDPD Y3, Y0, Y0
	VADDPD Y4, Y1, Y1
	ADDQ $4, DX
	ADDQ $8, BX
	JMP  entry

summed:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
