package idset_test

import (
	"slices"
	"strconv"
	"testing"

	"hed/corpus/internal/idset"
)

// Ids that come again are found at once if they are near, and else in the end.
func TestUnique(t *testing.T) {
	const far = 400_000
	u := idset.NewUnique()
	defer u.Close()
	add := func(id string, line, want int) {
		t.Helper()
		before, again, err := u.Add(id, line)
		if err != nil || before != want || again != (want > 0) {
			t.Fatalf("%s on line %d was on line %d, %v, %v", id, line, before, again, err)
		}
	}
	for i := range far {
		add(strconv.Itoa(i), i+1, 0)
		if i == 10 {
			add("7", 2_000_000, 8)
		}
	}
	add("41", far+2, 0)
	add("5", far+1, 0)
	add("5", far+3, far+1)
	late, err := u.Late()
	if err != nil || !slices.Equal(late, []idset.Twice{{Line: far + 1, Before: 6}, {Line: far + 2, Before: 42}}) {
		t.Errorf("late are %v, %v", late, err)
	}
}

func TestUniqueOfFew(t *testing.T) {
	u := idset.NewUnique()
	defer u.Close()
	u.Add("a", 1)
	if late, err := u.Late(); late != nil || err != nil {
		t.Errorf("late are %v, %v", late, err)
	}
}
