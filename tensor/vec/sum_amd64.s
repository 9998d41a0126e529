#include "textflag.h"
#include "fold_amd64.h"

// Eight numbers at a time. Slices are read by the length of the last argument
// that is a slice, a multiple of eight; the callers in sum.go see to it. Sums have
// four times eight lanes, since an addition takes four cycles.

// func sumAVX2(x []float32) float32
TEXT ·sumAVX2(SB), NOSPLIT, $0-28
	MOVQ x_base+0(FP), SI
	MOVQ x_len+8(FP), CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3

four:
	SUBQ $32, CX
	JL   rest
	VADDPS (SI), Y0, Y0
	VADDPS 32(SI), Y1, Y1
	VADDPS 64(SI), Y2, Y2
	VADDPS 96(SI), Y3, Y3
	ADDQ $128, SI
	JMP  four

rest:
	ADDQ $32, CX

block:
	SUBQ $8, CX
	JL   done
	VADDPS (SI), Y0, Y0
	ADDQ $32, SI
	JMP  block

done:
	VADDPS Y1, Y0, Y0
	VADDPS Y3, Y2, Y2
	VADDPS Y2, Y0, Y0
	FOLD(Y0, X0, X1)
	VMOVSS X0, ret+24(FP)
	VZEROUPPER
	RET

// func squaresAVX2(mean float32, x []float32) float32
// The sum of the squares of x − mean.
TEXT ·squaresAVX2(SB), NOSPLIT, $0-36
	VBROADCASTSS mean+0(FP), Y8
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
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
	VSUBPS Y8, Y4, Y4
	VSUBPS Y8, Y5, Y5
	VSUBPS Y8, Y6, Y6
	VSUBPS Y8, Y7, Y7
	VFMADD231PS Y4, Y4, Y0
	VFMADD231PS Y5, Y5, Y1
	VFMADD231PS Y6, Y6, Y2
	VFMADD231PS Y7, Y7, Y3
	ADDQ $128, SI
	JMP  four

rest:
	ADDQ $32, CX

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VSUBPS Y8, Y4, Y4
	VFMADD231PS Y4, Y4, Y0
	ADDQ $32, SI
	JMP  block

done:
	VADDPS Y1, Y0, Y0
	VADDPS Y3, Y2, Y2
	VADDPS Y2, Y0, Y0
	FOLD(Y0, X0, X1)
	VMOVSS X0, ret+32(FP)
	VZEROUPPER
	RET

// func normAVX2(dst, gain, bias []float32, mean, by float32, x []float32)
// dst is (x − mean)·by·gain + bias.
TEXT ·normAVX2(SB), NOSPLIT, $0-104
	MOVQ dst_base+0(FP), DI
	MOVQ gain_base+24(FP), DX
	MOVQ bias_base+48(FP), BX
	VBROADCASTSS mean+72(FP), Y1
	VBROADCASTSS by+76(FP), Y2
	MOVQ x_base+80(FP), SI
	MOVQ x_len+88(FP), CX

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y0
	VSUBPS Y1, Y0, Y0
	VMULPS Y2, Y0, Y0
	VMOVUPS (DX), Y3
	VFMADD213PS (BX), Y3, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DX
	ADDQ $32, BX
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func maxAVX2(x []float32) float32
// There are eight numbers at least.
TEXT ·maxAVX2(SB), NOSPLIT, $0-28
	MOVQ x_base+0(FP), SI
	MOVQ x_len+8(FP), CX
	VMOVUPS (SI), Y0
	VMOVAPS Y0, Y1

two:
	SUBQ $16, CX
	JL   rest
	VMAXPS (SI), Y0, Y0
	VMAXPS 32(SI), Y1, Y1
	ADDQ $64, SI
	JMP  two

rest:
	ADDQ $16, CX
	JZ   done
	VMAXPS (SI), Y0, Y0

done:
	VMAXPS Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VMAXPS X1, X0, X0
	VMOVHLPS X0, X0, X1
	VMAXPS X1, X0, X0
	VMOVSHDUP X0, X1
	VMAXSS X1, X0, X0
	VMOVSS X0, ret+24(FP)
	VZEROUPPER
	RET
