#include "textflag.h"

// func float16AVX2(dst []float32, src []byte)
// src has 16 bytes for each eight numbers of dst.
TEXT ·float16AVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX

block:
	SUBQ $16, CX
	JL   done
	VCVTPH2PS (SI), Y0
	VMOVUPS Y0, (DI)
	ADDQ $16, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func bfloat16AVX2(dst []float32, src []byte)
// src has 16 bytes for each eight numbers of dst.
TEXT ·bfloat16AVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX

block:
	SUBQ $16, CX
	JL   done
	VPMOVZXWD (SI), Y0
	VPSLLD $16, Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $16, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET
