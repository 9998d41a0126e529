package decoder_test

import (
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"hed/neural/decoder"
)

// TestAllow: tokens that are not allowed are not written, by any search, others take their place, and what is written is the same alone and among
// others. A group of beams that could only end was asked for its next step, and there was a panic. Where nothing may follow, one beam kept half a text.
func TestAllow(t *testing.T) {
	g, m := read(t, "bart"), open(t, filepath.Join("testdata", "bart"))
	base := m.Settings
	base.Beams, base.Groups, base.NoRepeat, base.Min, base.Max, base.First, base.Last = 4, 1, 0, 0, 9, -1, nil
	base.Ends = nil // many, so that one of them is among the choices
	for id := range int32(100) {
		base.Ends = append(base.Ends, 150+id)
	}
	ends := func(id int32) bool { return slices.Contains(base.Ends, id) }
	greedy, groups := base, base
	greedy.Beams = 1
	groups.Groups, groups.Diversity = 2, 1.5
	for name, s := range map[string]decoder.Settings{"beams": base, "greedy": greedy, "groups": groups} {
		texts := make([]decoder.Text, 12)
		for i := range texts {
			texts[i].Tokens = g.IDs[i]
		}
		free, err := m.Write(t.Context(), texts, s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range texts {
			texts[i].Allow = func([]int32) bool { return true }
		}
		same, err := m.Write(t.Context(), texts, s)
		if err != nil || !reflect.DeepEqual(free, same) {
			t.Errorf("%s: a rule that allows all changes texts, %v", name, err)
		}
		for i := range texts {
			texts[i].Allow = func(tokens []int32) bool {
				last := tokens[len(tokens)-1]
				if len(tokens) > 4+i%2 { // nothing but the end
					return ends(last)
				}
				return !ends(last) && int(last)%3 == i%3
			}
		}
		all, err := m.Write(t.Context(), texts, s)
		if err != nil {
			t.Fatal(err)
		}
		for i, list := range all {
			for _, w := range list {
				n := len(w.Tokens) - 1
				if n != 4+i%2 || !ends(w.Tokens[n]) || slices.ContainsFunc(w.Tokens[:n], func(id int32) bool { return int(id)%3 != i%3 }) {
					t.Errorf("%s: wrote %v for text %d", name, w.Tokens, i)
				}
			}
			one, err := m.Write(t.Context(), texts[i:i+1], s)
			if err != nil || len(list) == 0 || !reflect.DeepEqual(one[0], list) {
				t.Errorf("%s: text %d is %v alone and %v among others, %v", name, i, one, list, err)
			}
		}
		for i := range texts {
			texts[i].Allow = func(tokens []int32) bool { return len(tokens) <= 3 && !ends(tokens[len(tokens)-1]) }
		}
		none, err := m.Write(t.Context(), texts, s)
		if err != nil || slices.ContainsFunc(none, func(list []decoder.Written) bool { return len(list) > 0 }) {
			t.Errorf("%s: wrote %v where nothing may follow three tokens, %v", name, none, err)
		}
	}
}

// Rules of several texts are asked at the same time. On a card with sixteen cores beside it, one core read articles for a minute while all else waited.
func TestAllowTogether(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		t.Skip("one processor does one thing at a time")
	}
	g, m := read(t, "bart"), open(t, filepath.Join("testdata", "bart"))
	texts := make([]decoder.Text, 2)
	var here sync.WaitGroup
	here.Add(len(texts))
	for i := range texts {
		var once sync.Once
		texts[i] = decoder.Text{Tokens: g.IDs[i], Allow: func([]int32) bool {
			once.Do(func() {
				here.Done()
				here.Wait() // for the other, for ever where it comes later
			})
			return true
		}}
	}
	done := make(chan error, 1)
	go func() {
		_, err := m.Write(t.Context(), texts, m.Settings)
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("the rule of a text waits for that of another")
	}
}
