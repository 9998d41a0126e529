#include "textflag.h"

// Products are rounded before they are added, and every lane sums what learn.go
// sums there, so that both give the same numbers.

// func productAVX(x, y *float32, blocks int) float32
// A block is 16 numbers.
TEXT ·productAVX(SB), NOSPLIT, $0-28
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
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VMOVHLPS X0, X0, X1
	VADDPS X1, X0, X0
	VMOVSHDUP X0, X1
	VADDSS X1, X0, X0
	VMOVSS X0, ret+24(FP)
	VZEROUPPER
	RET

// func moveAVX(change, in, out *float32, by float32, blocks int)
// A block is 8 numbers.
TEXT ·moveAVX(SB), NOSPLIT, $0-40
	MOVQ change+0(FP), DX
	MOVQ in+8(FP), SI
	MOVQ out+16(FP), DI
	VBROADCASTSS by+24(FP), Y0
	MOVQ blocks+32(FP), CX

block:
	SUBQ $1, CX
	JL   done
	VMOVUPS (DI), Y1
	VMULPS Y0, Y1, Y2
	VADDPS (DX), Y2, Y2
	VMOVUPS Y2, (DX)
	VMULPS (SI), Y0, Y3
	VADDPS Y3, Y1, Y1
	VMOVUPS Y1, (DI)
	ADDQ $32, DX
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func addAVX(to, from *float32, blocks int)
// A block is 8 numbers.
TEXT ·addAVX(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ blocks+16(FP), CX

block:
	SUBQ $1, CX
	JL   done
	VMOVUPS (DI), Y0
	VADDPS (SI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET
