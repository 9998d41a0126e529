package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"hed/text/vector"
)

// vectorWords is how many vectors gensim reads in a full run, which takes it
// seconds; published files have some times as many.
const (
	vectorWords = 20_000
	vectorDim   = 100
)

// wordVectors compares reading word vectors from a text file with gensim's.
func wordVectors(b *bench) ([]row, error) {
	data, err := b.vectorData(max(vectorWords*b.pairs/fullSizes.pairs, 1000))
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, side := range []struct {
		what    string
		threads int
		cached  bool
		goal    float64
	}{
		{"reading word vectors as text", threads, false, 5},
		{"reading word vectors as text on one thread", 1, false, 0},
		{"reading word vectors again, from the cache", threads, true, 0},
	} {
		r := row{what: fmt.Sprintf("%s, %s of %d dimensions", side.what, group(data.words), vectorDim),
			peer: "gensim load_word2vec_format", goal: side.goal, unit: seconds}
		cache := ""
		if side.cached {
			cache = filepath.Join(b.dir, "vectors")
		}
		done, err := r.finish(raceGensim(b, data, side.threads, cache, &r))
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func raceGensim(b *bench, data *vectorSet, threads int, cache string, r *row) error {
	peer, err := b.startWorker("gensim", data.dataset)
	if err != nil {
		return err
	}
	defer peer.stop()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	want, err := peer.means()
	if err != nil {
		return err
	}
	t, err := vector.Open(data.file, cache) // the first time fills the cache
	if err != nil {
		return err
	}
	if err := agreeing(summary(t), want, 1e-3); err != nil {
		return err
	}
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		t, err := vector.Open(data.file, cache)
		seconds := time.Since(start).Seconds()
		if err != nil {
			return 0, err
		}
		return seconds, t.Close()
	}
	return b.alternate(r, hed, peer.run)
}

// summary is what both sides must have in common. The sum is of float64s, which
// both take in orders of their own.
func summary(t *vector.Table) map[string]float64 {
	sum := 0.0
	for i := range t.Len() {
		for _, v := range t.Row(i) {
			sum += float64(v)
		}
	}
	return map[string]float64{"words": float64(t.Len()), "sum": sum}
}

// A vectorSet is a file of vectors, and a dataset of which the only line is
// its path.
type vectorSet struct {
	*dataset
	file  string
	words int
}

// vectorData writes n vectors as GloVe and fastText publish theirs, with five
// digits or so.
func (b *bench) vectorData(n int) (*vectorSet, error) {
	file, err := filepath.Abs(filepath.Join(b.dir, "vectors.txt"))
	if err != nil {
		return nil, err
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "%d %d\n", n, vectorDim)
	rng := rand.New(rand.NewPCG(dataSeed, 1))
	var line []byte
	for i := range n {
		line = append(append(line[:0], "word"...), strconv.Itoa(i)...)
		for range vectorDim {
			line = strconv.AppendFloat(append(line, ' '), 0.4*rng.NormFloat64(), 'g', 5, 64)
		}
		w.Write(append(line, '\n')) // an error stays with the writer
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	name := filepath.Join(b.dir, "vectors.path")
	lines := []string{file}
	return &vectorSet{&dataset{lines, lines, name, name}, file, n}, writeLines(name, lines)
}
