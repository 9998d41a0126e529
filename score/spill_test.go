package score_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed/score"
)

// A table that spills is the same table.
func TestSpill(t *testing.T) {
	const rows = 100_001 // some blocks in memory, some on disk, and a part of one
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	kept, spilled := score.NewTable([]string{"s"}, cols), score.NewTable([]string{"s"}, cols)
	spilled.SpillTo(spill)
	for i := range rows {
		v := []float64{float64(i) / 3, score.Absent}
		if i%7 > 0 {
			v[1] = -float64(i)
		}
		kept.Append("d"+strconv.Itoa(i), v)
		spilled.Append("d"+strconv.Itoa(i), v)
	}
	if err := spill.Err(); err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if kept.WriteCSV(&a, 0) != nil || spilled.WriteCSV(&b, 0) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) || a.Len() < rows {
		t.Error("it is written otherwise")
	}
	if got := spill.Size(); got < 2*8*(rows-2*score.BlockLen*16) {
		t.Errorf("%d bytes are on disk", got)
	}
	if spilled.Len() != rows || !slices.Equal(spilled.Docs(), kept.Docs()) || !slices.Equal(slices.Collect(spilled.IDs()), kept.Docs()) {
		t.Error("it has other documents")
	}
	x, y := spilled.Series(0, 0), kept.Series(0, 0)
	if !slices.Equal(x.Values(), y.Values()) || x.At(99_999) != y.At(99_999) || x.At(5) != y.At(5) {
		t.Error("it has other values")
	}
	twice := score.Concat(x, x)
	if twice.Len() != 2*rows || twice.At(rows) != 0 || twice.At(2*rows-1) != y.At(rows-1) {
		t.Error("twice the values are others")
	}
	one, two := spilled.Samples(0), kept.Samples(0)
	if v, n := one[0].Minus(one[1]).Value(); true {
		if w, m := two[0].Minus(two[1]).Value(); v != w || n != m {
			t.Errorf("differences are %v of %d, want %v of %d", v, n, w, m)
		}
	}
}

// Ten times the documents take no more memory.
func TestSpillIsFlat(t *testing.T) {
	memory := func(rows int) uint64 {
		spill, err := score.NewSpill(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer spill.Close()
		tab := score.NewTable([]string{"s"}, cols)
		tab.SpillTo(spill)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range rows {
			tab.Append(strconv.Itoa(1_000_000+i), []float64{1, 2})
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(tab)
		return after.HeapAlloc - before.HeapAlloc
	}
	small, large := memory(100_000), memory(1_000_000)
	if large > small+small/5 {
		t.Errorf("a million rows take %d bytes, a hundred thousand %d", large, small)
	}
}

func TestSpillFails(t *testing.T) {
	if _, err := score.NewSpill("no/such/folder"); err == nil {
		t.Error("it was made nowhere")
	}
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	spill.Close() // as a disk that is gone
	tab := score.NewTable([]string{"s"}, cols)
	tab.SpillTo(spill)
	for i := range 100_000 {
		tab.Append(strconv.Itoa(i), []float64{1, 2})
	}
	want := spill.Err()
	if want == nil || !errors.Is(want, os.ErrClosed) {
		t.Errorf("got %v", want)
	}
	defer func() {
		if got := recover(); got != want {
			t.Errorf("reading what is not there: %v, want %v", got, want)
		}
	}()
	tab.Series(0, 0).At(80_000)
}

// Records come in order from disk and from memory, and blocks that were given back are used again.
func TestSorter(t *testing.T) {
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	table := score.NewTable([]string{"s"}, cols)
	table.SpillTo(spill)
	for _, n := range []int{0, 1, 1000, 400_000} {
		onDisk, inMemory := score.NewSorter(table.Series(0, 0)), score.NewSorter(new(score.Series))
		var want []score.Record
		for i := range n {
			r := score.Record{Key: uint64(i) * 7919 % 1013, With: uint64(i) * 104729 % 300_007}
			onDisk.Add(r)
			inMemory.Add(r)
			want = append(want, r)
		}
		slices.SortFunc(want, func(a, b score.Record) int {
			return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.With, b.With))
		})
		if got := slices.Collect(onDisk.Sorted()); !slices.Equal(got, want) {
			t.Errorf("%d records on disk come in another order", n)
		}
		if got := slices.Collect(inMemory.Sorted()); !slices.Equal(got, want) {
			t.Errorf("%d records in memory come in another order", n)
		}
	}
	one, two := score.Like(table.Series(0, 0)), score.Like(table.Series(0, 0))
	const n = 150_000
	for i := range n {
		one.Append(float64(i))
	}
	one.Drop()
	if one.Len() != 0 {
		t.Error("a series that was dropped has values")
	}
	for i := range n {
		one.Append(-float64(i))
		two.Append(float64(i))
	}
	for i := 0; i < n; i += 1000 {
		if one.At(i) != -float64(i) || two.At(i) != float64(i) {
			t.Fatalf("value %d is %v and %v", i, one.At(i), two.At(i))
		}
	}
}

// Some documents of a table that is on disk have their ids and values, and each document is found by its place.
func TestSomeDocuments(t *testing.T) {
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	table := score.NewTable([]string{"a", "b"}, []score.Column{{Name: "x"}})
	table.SpillTo(spill)
	const n = score.InMemory + 4*score.BlockLen + 9
	for i := range n {
		table.Append(fmt.Sprint("d", i), []float64{float64(i), float64(-i)})
	}
	docs := []int{0, 4095, 4096, score.InMemory - 1, score.InMemory, score.InMemory + score.BlockLen + 1, n - 10, n - 1}
	some := table.Of(docs)
	if some.Len() != len(docs) {
		t.Fatalf("%d documents", some.Len())
	}
	for k, doc := range docs {
		if id := fmt.Sprint("d", doc); table.ID(doc) != id || some.ID(k) != id || some.Series(0, 0).At(k) != float64(doc) || some.Series(1, 0).At(k) != float64(-doc) {
			t.Errorf("%s is %s and %s with %v and %v", id, table.ID(doc), some.ID(k), some.Series(0, 0).At(k), some.Series(1, 0).At(k))
		}
	}
}

// What reads a disk that is gone ends with an error, not a panic, where somebody catches it.
func TestCatch(t *testing.T) {
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	table := score.NewTable([]string{"a"}, []score.Column{{Name: "x"}})
	table.SpillTo(spill)
	for range score.InMemory + 3*score.BlockLen {
		table.Append("", []float64{1})
	}
	spill.Close()
	sum := func() (err error) {
		defer spill.Catch(&err)
		table.Values(0, 0)
		return nil
	}
	if err := sum(); err == nil || !strings.Contains(err.Error(), "on disk") {
		t.Errorf("got %v", err)
	}
}
