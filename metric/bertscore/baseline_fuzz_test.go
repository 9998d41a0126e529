package bertscore

import "testing"

// FuzzBaseline: whatever a file of baselines says, it is refused with a line, or scores can be rescaled by it.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte("LAYER,P,R,F\n0,0.3,0.3,0.3\n1,0.5,-0.5,0\n"), 1)
	f.Add([]byte("LAYER,P,R,F\n0,NaN,1,\n"), 0)
	f.Add([]byte("LAYER,P,R,F\n\"0"), 0)
	f.Fuzz(func(t *testing.T, data []byte, layer int) {
		if layer < 0 {
			return
		}
		r, line, err := parseBaseline(data, layer)
		if err != nil {
			if line < 1 && len(data) > 0 {
				t.Errorf("line %d: %v", line, err)
			}
			return
		}
		for _, b := range r {
			if !(b >= -1 && b < 1) {
				t.Errorf("a baseline of %v", b)
			}
		}
	})
}
