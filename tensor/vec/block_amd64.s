#include "textflag.h"

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
