#include "textflag.h"

// What networks learn with, eight numbers at a time.

#define ONE ·constants+320(SB)

// func tanhSlopeAVX2(x []float32, a float32, w []float32)
TEXT ·tanhSlopeAVX2(SB), NOSPLIT, $0-56
	MOVQ x_base+0(FP), DI
	VBROADCASTSS a+24(FP), Y3
	MOVQ w_base+32(FP), SI
	MOVQ w_len+40(FP), CX
	VMOVUPS ONE, Y4

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (DI), Y0
	VMULPS Y0, Y0, Y0
	VSUBPS Y0, Y4, Y0 // 1 − t²
	VMULPS (SI), Y3, Y1
	VMULPS Y0, Y1, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func cellGradAVX2(grad, gates, dh, dc, tanh, before, back *float32, n, blocks int)
TEXT ·cellGradAVX2(SB), NOSPLIT, $0-72
	MOVQ grad+0(FP), DI
	MOVQ gates+8(FP), SI
	MOVQ dh+16(FP), R8
	MOVQ dc+24(FP), R9
	MOVQ tanh+32(FP), R10
	MOVQ before+40(FP), R11
	MOVQ back+48(FP), R12
	MOVQ n+56(FP), R13
	MOVQ blocks+64(FP), CX
	SHLQ $2, R13
	LEAQ (R13)(R13*2), BX
	VMOVUPS ONE, Y15

block:
	VMOVUPS (SI), Y0          // input
	VMOVUPS (SI)(R13*1), Y1   // forget
	VMOVUPS (SI)(R13*2), Y2   // candidate
	VMOVUPS (SI)(BX*1), Y3    // output
	VMOVUPS (R8), Y4          // dh
	VMOVUPS (R10), Y5         // t
	VMULPS Y5, Y5, Y6
	VSUBPS Y6, Y15, Y6        // 1 − t²
	VMULPS Y3, Y4, Y7
	VMULPS Y6, Y7, Y7
	VADDPS (R9), Y7, Y7       // d

	VMULPS Y2, Y7, Y8
	VMULPS Y0, Y8, Y8
	VSUBPS Y0, Y15, Y9
	VMULPS Y9, Y8, Y8
	VMOVUPS Y8, (DI)

	VMULPS (R11), Y7, Y8
	VMULPS Y1, Y8, Y8
	VSUBPS Y1, Y15, Y9
	VMULPS Y9, Y8, Y8
	VMOVUPS Y8, (DI)(R13*1)

	VMULPS Y0, Y7, Y8
	VMULPS Y2, Y2, Y9
	VSUBPS Y9, Y15, Y9
	VMULPS Y9, Y8, Y8
	VMOVUPS Y8, (DI)(R13*2)

	VMULPS Y5, Y4, Y8
	VMULPS Y3, Y8, Y8
	VSUBPS Y3, Y15, Y9
	VMULPS Y9, Y8, Y8
	VMOVUPS Y8, (DI)(BX*1)

	VMULPS Y1, Y7, Y8
	VADDPS (R12), Y8, Y8
	VMOVUPS Y8, (R12)

	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, R8
	ADDQ $32, R9
	ADDQ $32, R10
	ADDQ $32, R11
	ADDQ $32, R12
	DECQ CX
	JNZ  block
	VZEROUPPER
	RET

// func adamAVX2(w, g, m, v []float32, s *Adam)
TEXT ·adamAVX2(SB), NOSPLIT, $0-104
	MOVQ w_base+0(FP), DI
	MOVQ g_base+24(FP), SI
	MOVQ m_base+48(FP), R8
	MOVQ v_base+72(FP), R9
	MOVQ v_len+80(FP), CX
	MOVQ s+96(FP), DX
	VBROADCASTSS 0(DX), Y4   // by
	VBROADCASTSS 4(DX), Y5   // beta1
	VBROADCASTSS 8(DX), Y6
	VBROADCASTSS 12(DX), Y7  // beta2
	VBROADCASTSS 16(DX), Y8
	VBROADCASTSS 20(DX), Y9  // first
	VBROADCASTSS 24(DX), Y10 // second
	VBROADCASTSS 28(DX), Y11 // epsilon
	VBROADCASTSS 32(DX), Y12 // decay
	VBROADCASTSS 36(DX), Y13 // rate

block:
	SUBQ $8, CX
	JL   done
	VMULPS (SI), Y4, Y0 // d
	VMULPS (R8), Y5, Y1
	VFMADD231PS Y6, Y0, Y1 // m
	VMULPS Y0, Y0, Y0
	VMULPS (R9), Y7, Y2
	VFMADD231PS Y8, Y0, Y2 // v
	VMOVUPS Y1, (R8)
	VMOVUPS Y2, (R9)
	VMULPS Y10, Y2, Y2
	VSQRTPS Y2, Y2
	VADDPS Y11, Y2, Y2
	VMULPS Y9, Y1, Y1
	VDIVPS Y2, Y1, Y1
	VMOVUPS (DI), Y3
	VFMADD231PS Y12, Y3, Y1
	VFNMADD231PS Y13, Y1, Y3
	VMOVUPS Y3, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	ADDQ $32, R8
	ADDQ $32, R9
	JMP  block

done:
	VZEROUPPER
	RET

// func adagradAVX2(w, g, a []float32, by, rate, epsilon float32)
TEXT ·adagradAVX2(SB), NOSPLIT, $0-84
	MOVQ w_base+0(FP), DI
	MOVQ g_base+24(FP), SI
	MOVQ a_base+48(FP), R8
	MOVQ a_len+56(FP), CX
	VBROADCASTSS by+72(FP), Y4
	VBROADCASTSS rate+76(FP), Y5
	VBROADCASTSS epsilon+80(FP), Y6

block:
	SUBQ $8, CX
	JL   done
	VMULPS (SI), Y4, Y0 // d
	VMOVUPS (R8), Y1
	VFMADD231PS Y0, Y0, Y1 // a
	VMOVUPS Y1, (R8)
	VSQRTPS Y1, Y1
	VADDPS Y6, Y1, Y1
	VMULPS Y5, Y0, Y0
	VDIVPS Y1, Y0, Y0
	VMOVUPS (DI), Y2
	VSUBPS Y0, Y2, Y2
	VMOVUPS Y2, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	ADDQ $32, R8
	JMP  block

done:
	VZEROUPPER
	RET
