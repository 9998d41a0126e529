package idset_test

import (
	"strconv"
	"testing"

	"hed/corpus/internal/idset"
)

func TestSet(t *testing.T) {
	s := idset.New()
	for i := range 100_000 {
		if before, again := s.Add(strconv.Itoa(i), i+1); again {
			t.Fatalf("%d is said to stand at line %d", i, before)
		}
	}
	if before, again := s.Add("41", 7); !again || before != 42 {
		t.Errorf("41 stood at line %d, %v", before, again)
	}
	if !s.Has("99999") || s.Has("100000") || s.Has("") {
		t.Error("Has does not tell what was added")
	}
}
