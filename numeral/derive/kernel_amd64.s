#include "textflag.h"

// Products are rounded before they are added, as in plain Go, so that
// both give the same numbers.

// func axpyAVX(h, w *float32, x float32, blocks int)
// A block is 16 numbers.
TEXT ·axpyAVX(SB), NOSPLIT, $0-32
	MOVQ h+0(FP), DI
	MOVQ w+8(FP), SI
	VBROADCASTSS x+16(FP), Y0
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

// func rowsAVX(h, w, x *float32, rows, cols int)
// Numbers are added up in registers, 48 columns at a time, then 16.
TEXT ·rowsAVX(SB), NOSPLIT, $0-40
	MOVQ h+0(FP), DI
	MOVQ w+8(FP), SI
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
	MOVQ x+16(FP), R10
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
	MOVQ x+16(FP), R10
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
