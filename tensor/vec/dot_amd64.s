#include "textflag.h"
#include "fold_amd64.h"

// Products of vectors. In dotAVX2 and dots64AVX2 a product is rounded before it is
// added, and every lane sums what the plain twin in dot.go sums there, so that both
// give the same numbers.

// func dotAVX2(x, y *float32, blocks int) float32
// A block is 16 numbers.
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ x+0(FP), SI
	MOVQ y+8(FP), DI
	MOVQ blocks+16(FP), CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1

block:
	SUBQ $1, CX
	JL   done
	VMOVUPS (SI), Y2
	VMOVUPS 32(SI), Y3
	VMULPS (DI), Y2, Y2
	VMULPS 32(DI), Y3, Y3
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y1, Y1
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  block

done:
	VADDPS Y1, Y0, Y0
	FOLD(Y0, X0, X1)
	VMOVSS X0, ret+24(FP)
	VZEROUPPER
	RET

// func dots64AVX2(sums *[4][4]float64, a0, a1, a2, a3, b *float64, n int)
// A vector holds the four sums that Dot64 has of one product. Four products go side
// by side, as an addition has to wait for the one before. n is a multiple of 4.
TEXT ·dots64AVX2(SB), NOSPLIT, $0-56
	MOVQ sums+0(FP), DI
	MOVQ a0+8(FP), R8
	MOVQ a1+16(FP), R9
	MOVQ a2+24(FP), R10
	MOVQ a3+32(FP), R11
	MOVQ b+40(FP), SI
	MOVQ n+48(FP), CX
	XORQ AX, AX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3

four:
	CMPQ AX, CX
	JGE  done
	VMOVUPD (SI)(AX*8), Y4
	VMULPD  (R8)(AX*8), Y4, Y5
	VMULPD  (R9)(AX*8), Y4, Y6
	VMULPD  (R10)(AX*8), Y4, Y7
	VMULPD  (R11)(AX*8), Y4, Y8
	VADDPD  Y5, Y0, Y0
	VADDPD  Y6, Y1, Y1
	VADDPD  Y7, Y2, Y2
	VADDPD  Y8, Y3, Y3
	ADDQ    $4, AX
	JMP     four

done:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET

// func dotFusedAVX2(x, y []float32) float32
// The length is a multiple of 8. There are four times eight lanes, since a fused
// product and sum takes four cycles.
TEXT ·dotFusedAVX2(SB), NOSPLIT, $0-52
	MOVQ x_base+0(FP), SI
	MOVQ y_base+24(FP), DI
	MOVQ y_len+32(FP), CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3

four:
	SUBQ $32, CX
	JL   rest
	VMOVUPS (SI), Y4
	VMOVUPS 32(SI), Y5
	VMOVUPS 64(SI), Y6
	VMOVUPS 96(SI), Y7
	VFMADD231PS (DI), Y4, Y0
	VFMADD231PS 32(DI), Y5, Y1
	VFMADD231PS 64(DI), Y6, Y2
	VFMADD231PS 96(DI), Y7, Y3
	ADDQ $128, SI
	ADDQ $128, DI
	JMP  four

rest:
	ADDQ $32, CX

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VFMADD231PS (DI), Y4, Y0
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VADDPS Y1, Y0, Y0
	VADDPS Y3, Y2, Y2
	VADDPS Y2, Y0, Y0
	FOLD(Y0, X0, X1)
	VMOVSS X0, ret+48(FP)
	VZEROUPPER
	RET
