package vec

import "testing"

// ways runs f in each way that the processor has.
func ways(t *testing.T, f func(t *testing.T)) {
	two, wide := hasAVX2, hasAVX512
	defer func() { hasAVX2, hasAVX512 = two, wide }()
	if wide {
		t.Run("AVX-512", f)
	}
	hasAVX512 = false
	if two {
		t.Run("AVX2", f)
	}
	hasAVX2 = false
	t.Run("plain", f)
}
