#include "textflag.h"
#include "fold_amd64.h"

// Eight numbers at a time. Slices are read by the length of the last argument
// that is a slice, a multiple of eight; the callers in function.go see to it.
// Constants are rows of ·constants, eight copies each, in the order in which
// constant_amd64.go lists them; constant.go gives the formulas.

#define LOG2E     ·constants+0(SB)
#define LN2HIGH   ·constants+32(SB)
#define LN2LOW    ·constants+64(SB)
#define MOST      ·constants+96(SB)
#define LEAST     ·constants+128(SB)
#define EXP0      ·constants+160(SB)
#define EXP1      ·constants+192(SB)
#define EXP2      ·constants+224(SB)
#define EXP3      ·constants+256(SB)
#define EXP4      ·constants+288(SB)
#define ONE       ·constants+320(SB)
#define BIAS      ·constants+352(SB)
#define TANHMOST  ·constants+384(SB)
#define TANH1     ·constants+416(SB)
#define TANH2     ·constants+448(SB)
#define TANH3     ·constants+480(SB)
#define TANH4     ·constants+512(SB)
#define ROOT1     ·constants+544(SB)
#define MAGNITUDE ·constants+576(SB)
#define ROOT2     ·constants+608(SB)
#define HALF      ·constants+640(SB)
#define FAR       ·constants+672(SB)
#define NEAR      ·constants+704(SB)
#define TAIL0     ·constants+736(SB)
#define TAIL1     ·constants+768(SB)
#define TAIL2     ·constants+800(SB)
#define TAIL3     ·constants+832(SB)
#define TAIL4     ·constants+864(SB)
#define TAIL5     ·constants+896(SB)
#define TAIL6     ·constants+928(SB)
#define TAIL7     ·constants+960(SB)
#define TAIL8     ·constants+992(SB)
#define CUBE1     ·constants+1024(SB)
#define CUBE3     ·constants+1056(SB)
#define ROOT3     ·constants+1088(SB)
#define ROOT4     ·constants+1120(SB)

// EXP sets p to the exponential of x, and uses x, n and i. The bounds come first
// in MIN and MAX so that a NaN stays one. 2ⁿ is multiplied in two halves, since n
// may be beyond what one exponent holds.
#define EXP(x, n, p, i) \
	VMOVUPS MOST, n;             \
	VMINPS x, n, x;              \
	VMOVUPS LEAST, n;            \
	VMAXPS x, n, x;              \
	VMULPS LOG2E, x, n;          \
	VROUNDPS $8, n, n;           \
	VFNMADD231PS LN2HIGH, n, x;  \
	VFNMADD231PS LN2LOW, n, x;   \
	VMOVUPS EXP4, p;             \
	VFMADD213PS EXP3, x, p;      \
	VFMADD213PS EXP2, x, p;      \
	VFMADD213PS EXP1, x, p;      \
	VFMADD213PS EXP0, x, p;      \
	VMULPS x, x, i;              \
	VFMADD213PS x, i, p;         \
	VADDPS ONE, p, p;            \
	VCVTPS2DQ n, n;              \
	VPSRAD $1, n, i;             \
	VPSUBD i, n, n;              \
	VPADDD BIAS, i, i;           \
	VPADDD BIAS, n, n;           \
	VPSLLD $23, i, i;            \
	VPSLLD $23, n, n;            \
	VMULPS i, p, p;              \
	VMULPS n, p, p

// func expSumAVX2(dst []float32, scale, shift float32, src []float32) float32
// dst is the exponential of scale·src − shift, and the result its sum.
TEXT ·expSumAVX2(SB), NOSPLIT, $0-60
	MOVQ dst_base+0(FP), DI
	VBROADCASTSS scale+24(FP), Y5
	VBROADCASTSS shift+28(FP), Y6
	MOVQ src_base+32(FP), SI
	MOVQ src_len+40(FP), CX
	VXORPS Y7, Y7, Y7

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y0
	VFMSUB213PS Y6, Y5, Y0
	EXP(Y0, Y1, Y2, Y3)
	VMOVUPS Y2, (DI)
	VADDPS Y2, Y7, Y7
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	FOLD(Y7, X7, X0)
	VMOVSS X7, ret+56(FP)
	VZEROUPPER
	RET

// func tanhAVX2(dst, src []float32)
// The bounds come first in MIN and MAX so that a NaN stays one.
TEXT ·tanhAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	VXORPS Y0, Y0, Y0
	VMOVUPS TANHMOST, Y8
	VSUBPS Y8, Y0, Y9
	VMOVUPS ONE, Y10
	VSUBPS Y10, Y0, Y11
	VMOVUPS TANH4, Y12
	VMOVUPS ROOT4, Y13

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VMINPS Y4, Y8, Y4
	VMAXPS Y4, Y9, Y4
	VMULPS Y4, Y4, Y5 // x²
	VMOVAPS Y12, Y6
	VMOVAPS Y13, Y7
	VFMADD213PS TANH3, Y5, Y6
	VFMADD213PS ROOT3, Y5, Y7
	VFMADD213PS TANH2, Y5, Y6
	VFMADD213PS ROOT2, Y5, Y7
	VFMADD213PS TANH1, Y5, Y6
	VFMADD213PS ROOT1, Y5, Y7
	VFMADD213PS Y10, Y5, Y6
	VFMADD213PS Y10, Y5, Y7
	VMULPS Y4, Y6, Y6
	VDIVPS Y7, Y6, Y6
	VMINPS Y6, Y10, Y6
	VMAXPS Y6, Y11, Y6
	VMOVUPS Y6, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func geluAVX2(dst, src []float32)
// The exponential is of a number between −86 and 0, so that it needs no bounds
// and 2ⁿ is an addition to the exponent. G is summed in pairs, since its terms one
// after another would take longer than all the rest.
TEXT ·geluAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	VMOVUPS ONE, Y12
	VMOVUPS MAGNITUDE, Y13
	VMOVUPS FAR, Y14
	VXORPS Y15, Y15, Y15

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VANDPS Y13, Y4, Y5
	VMINPS Y5, Y14, Y5 // t = |x|, not too far
	VMAXPS Y4, Y15, Y4 // max(x, 0)
	VMOVUPS NEAR, Y6
	VFMADD213PS Y12, Y5, Y6
	VDIVPS Y6, Y12, Y6 // u = 1/(1+0.35t)

	VMULPS HALF, Y5, Y2
	VMULPS Y5, Y2, Y0      // t²/2
	VFMSUB213PS Y0, Y5, Y2 // what it was rounded by
	VMULPS LOG2E, Y0, Y1
	VROUNDPS $8, Y1, Y1    // −n
	VFMSUB231PS LN2HIGH, Y1, Y0
	VFMADD231PS LN2LOW, Y1, Y0
	VSUBPS Y2, Y0, Y0      // r
	VMOVUPS EXP4, Y2
	VFMADD213PS EXP3, Y0, Y2
	VFMADD213PS EXP2, Y0, Y2
	VFMADD213PS EXP1, Y0, Y2
	VFMADD213PS EXP0, Y0, Y2
	VMULPS Y0, Y0, Y3
	VFMADD213PS Y0, Y3, Y2
	VADDPS Y12, Y2, Y2
	VCVTPS2DQ Y1, Y1
	VPSLLD $23, Y1, Y1
	VPSUBD Y1, Y2, Y2      // exp(−t²/2)

	VMULPS Y6, Y6, Y3
	VMOVUPS TAIL1, Y7
	VMOVUPS TAIL3, Y8
	VMOVUPS TAIL5, Y9
	VMOVUPS TAIL7, Y10
	VFMADD213PS TAIL0, Y6, Y7
	VFMADD213PS TAIL2, Y6, Y8
	VFMADD213PS TAIL4, Y6, Y9
	VFMADD213PS TAIL6, Y6, Y10
	VMULPS Y3, Y3, Y11
	VFMADD231PS Y8, Y3, Y7
	VFMADD231PS Y10, Y3, Y9
	VFMADD231PS TAIL8, Y11, Y9
	VFMADD231PS Y9, Y11, Y7 // G(u)

	VMULPS Y6, Y2, Y2
	VMULPS Y2, Y7, Y7 // the tail Φ(−t)
	VFNMADD231PS Y5, Y7, Y4
	VMOVUPS Y4, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func geluTanhAVX2(dst, src []float32)
TEXT ·geluTanhAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	VMOVUPS CUBE1, Y6
	VMOVUPS CUBE3, Y7
	VMOVUPS ONE, Y8

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VMULPS Y4, Y4, Y0
	VFMADD213PS Y6, Y7, Y0
	VMULPS Y4, Y0, Y0
	EXP(Y0, Y1, Y2, Y3)
	VADDPS Y8, Y2, Y2
	VDIVPS Y2, Y4, Y2
	VMOVUPS Y2, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func siluAVX2(dst, src []float32)
TEXT ·siluAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	VXORPS Y6, Y6, Y6
	VMOVUPS ONE, Y8

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y4
	VSUBPS Y4, Y6, Y0
	EXP(Y0, Y1, Y2, Y3)
	VADDPS Y8, Y2, Y2
	VDIVPS Y2, Y4, Y2
	VMOVUPS Y2, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET

// func reluAVX2(dst, src []float32)
TEXT ·reluAVX2(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ src_base+24(FP), SI
	MOVQ src_len+32(FP), CX
	VXORPS Y1, Y1, Y1

four:
	SUBQ $32, CX
	JL   rest
	VMAXPS (SI), Y1, Y2
	VMAXPS 32(SI), Y1, Y3
	VMAXPS 64(SI), Y1, Y4
	VMAXPS 96(SI), Y1, Y5
	VMOVUPS Y2, (DI)
	VMOVUPS Y3, 32(DI)
	VMOVUPS Y4, 64(DI)
	VMOVUPS Y5, 96(DI)
	ADDQ $128, SI
	ADDQ $128, DI
	JMP  four

rest:
	ADDQ $32, CX

block:
	SUBQ $8, CX
	JL   done
	VMOVUPS (SI), Y0
	VMAXPS Y0, Y1, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	JMP  block

done:
	VZEROUPPER
	RET
