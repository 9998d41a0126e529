package study_test

import (
	"slices"
	"testing"

	"hed/study"
)

func TestKey(t *testing.T) {
	for _, c := range []struct {
		key, question string
		of            []int
	}{
		{"rank", "rank", nil}, {"correct.A", "correct", []int{0}}, {"correct.Z", "correct", []int{25}}, {"same.A-C", "same", []int{0, 2}},
	} {
		if got := study.Key(c.question, c.of...); got != c.key {
			t.Errorf("the key of %s for %v is %s, want %s", c.question, c.of, got, c.key)
		}
		if q, of := study.CutKey(c.key); q != c.question || !slices.Equal(of, c.of) {
			t.Errorf("%s is cut into %s and %v", c.key, q, of)
		}
	}
	for _, key := range []string{"", "correct.", "correct.a", "correct.AB", "same.A-", "same.A-C-", "correct.7", "a.b.C"} {
		if q, of := study.CutKey(key); q != key || of != nil {
			t.Errorf("%q is cut into %q and %v", key, q, of)
		}
	}
}
