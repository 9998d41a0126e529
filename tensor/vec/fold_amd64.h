// FOLD adds the lanes of y, whose low half is x, into the lowest.
#define FOLD(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPS t, x, x;        \
	VMOVHLPS x, x, t;      \
	VADDPS t, x, x;        \
	VMOVSHDUP x, t;        \
	VADDSS t, x, x
