#include "textflag.h"

// Vectors added to vectors. Products are rounded before they are added, as in
// axpy.go, so that both give the same numbers.

// func addAVX2(dst, x, y []float32)
// The length, that of y, is a multiple of 8.
TEXT ·addAVX2(SB), NOSPLIT, $0-72
	MOVQ dst_base+0(FP), DI
	MOVQ x_base+24(FP), SI
	MOVQ y_base+48(FP), DX
	MOVQ y_len+56(FP), CX

four:
	SUBQ $32, CX
	JL   rest
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	VMOVUPS 64(SI), Y2
	VMOVUPS 96(SI), Y3
	VADDPS (DX), Y0, Y0
	VADDPS 32(DX), Y1, Y1
	VADDPS 64(DX), Y2, Y2
	VADDPS 96(DX), Y3, Y3
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ $128, SI
	ADDQ $128, DX
	ADDQ $128, DI
	JMP  four

rest:
	ADDQ $32, CX

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y0
	VADDPS (DX), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DX
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func scaleAVX2(a float32, x []float32)
// The length is a multiple of 8.
TEXT ·scaleAVX2(SB), NOSPLIT, $0-32
	VBROADCASTSS a+0(FP), Y1
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX

block:
	SUBQ $8, CX
	JL   done
	VMULPS (SI), Y1, Y0
	VMOVUPS Y0, (SI)
	ADDQ $32, SI
	JMP  block

done:
	VZEROUPPER
	RET

// func axpyAVX2(y, x *float32, a float32, blocks int)
// A block is 16 numbers.
TEXT ·axpyAVX2(SB), NOSPLIT, $0-32
	MOVQ y+0(FP), DI
	MOVQ x+8(FP), SI
	VBROADCASTSS a+16(FP), Y0
	MOVQ blocks+24(FP), CX

block:
	SUBQ $1, CX
	JL   done
	VMULPS (SI), Y0, Y1
	VMULPS 32(SI), Y0, Y2
	VADDPS (DI), Y1, Y1
	VADDPS 32(DI), Y2, Y2
	VMOVUPS Y1, (DI)
	VMOVUPS Y2, 32(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func axpyRowsAVX2(y, a, x *float32, rows, cols int)
// Numbers are added up in registers, 48 columns at a time, then 16.
TEXT ·axpyRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ y+0(FP), DI
	MOVQ x+16(FP), SI
	MOVQ cols+32(FP), DX
	MOVQ DX, R8
	SHLQ $2, R8              // bytes of a row

wide:
	CMPQ DX, $48
	JL   narrow
	VMOVUPS (DI), Y1
	VMOVUPS 32(DI), Y2
	VMOVUPS 64(DI), Y3
	VMOVUPS 96(DI), Y4
	VMOVUPS 128(DI), Y5
	VMOVUPS 160(DI), Y6
	MOVQ SI, R9
	MOVQ a+8(FP), R10
	MOVQ rows+24(FP), CX

row48:
	SUBQ $1, CX
	JL   done48
	VBROADCASTSS (R10), Y0
	VMULPS (R9), Y0, Y7
	VMULPS 32(R9), Y0, Y8
	VMULPS 64(R9), Y0, Y9
	VMULPS 96(R9), Y0, Y10
	VMULPS 128(R9), Y0, Y11
	VMULPS 160(R9), Y0, Y12
	VADDPS Y7, Y1, Y1
	VADDPS Y8, Y2, Y2
	VADDPS Y9, Y3, Y3
	VADDPS Y10, Y4, Y4
	VADDPS Y11, Y5, Y5
	VADDPS Y12, Y6, Y6
	ADDQ $4, R10
	ADDQ R8, R9
	JMP  row48

done48:
	VMOVUPS Y1, (DI)
	VMOVUPS Y2, 32(DI)
	VMOVUPS Y3, 64(DI)
	VMOVUPS Y4, 96(DI)
	VMOVUPS Y5, 128(DI)
	VMOVUPS Y6, 160(DI)
	ADDQ $192, DI
	ADDQ $192, SI
	SUBQ $48, DX
	JMP  wide

narrow:
	CMPQ DX, $16
	JL   end
	VMOVUPS (DI), Y1
	VMOVUPS 32(DI), Y2
	MOVQ SI, R9
	MOVQ a+8(FP), R10
	MOVQ rows+24(FP), CX

row16:
	SUBQ $1, CX
	JL   done16
	VBROADCASTSS (R10), Y0
	VMULPS (R9), Y0, Y7
	VMULPS 32(R9), Y0, Y8
	VADDPS Y7, Y1, Y1
	VADDPS Y8, Y2, Y2
	ADDQ $4, R10
	ADDQ R8, R9
	JMP  row16

done16:
	VMOVUPS Y1, (DI)
	VMOVUPS Y2, 32(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	SUBQ $16, DX
	JMP  narrow

end:
	VZEROUPPER
	RET

// func axpyChainAVX2(z, y, x *float32, a float32, blocks int)
// A block is 8 numbers.
TEXT ·axpyChainAVX2(SB), NOSPLIT, $0-40
	MOVQ z+0(FP), DX
	MOVQ y+8(FP), DI
	MOVQ x+16(FP), SI
	VBROADCASTSS a+24(FP), Y0
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
