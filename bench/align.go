package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Two newspapers over three years, a tenth of the articles that the paper has.
const (
	alignA, alignB = 20_000, 7_500
	alignDays      = 3 * 365
	alignWindow    = "2"
	alignLeast     = "0.185"
)

// alignment compares finding the articles of two newspapers about the same event, from
// the files to the file of pairs.
func alignment(b *bench) ([]row, error) {
	files, err := b.newspapers(alignA*b.pairs/fullSizes.pairs, alignB*b.pairs/fullSizes.pairs)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, side := range []struct {
		peer, how string
		goal      float64
	}{
		{"scikit-learn, all pairs in blocks", "", 10},
		{"scikit-learn, pairs near a day", "days", 0},
	} {
		r := row{
			what: fmt.Sprintf("program: hed style align, %s × %s articles", group(alignA*b.pairs/fullSizes.pairs), group(alignB*b.pairs/fullSizes.pairs)),
			peer: side.peer, goal: side.goal, most: 3, unit: seconds,
			tried: "It was 15× before hed wrote a page of the pairs and a figure, which the peer does not: for the page the articles are read a " +
				"second time, by one goroutine. The rest is mostly reading their words, which both sides do once",
		}
		done, err := r.finish(b.raceAlignment(files, side.how, &r))
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func (b *bench) raceAlignment(files [2]string, how string, r *row) error {
	pairs, theirs := filepath.Join(b.dir, "pairs.csv"), filepath.Join(b.dir, "pairs-sklearn.csv")
	peerArgs := []string{filepath.Join(b.scripts, "align.py"), filepath.Join(b.scripts, "..", "text", "stop", "english.txt"), files[0], files[1], alignWindow, alignLeast, theirs}
	if how != "" {
		peerArgs = append(peerArgs, how)
	}
	wall := func(name string, args ...string) func() (float64, error) {
		return func() (float64, error) {
			e, err := b.execute(name, args...)
			return e.Seconds, err
		}
	}
	hed := wall(b.hed, "style", "align", "--a", files[0], "--b", files[1], "--window", alignWindow+"d", "--min", alignLeast, "--out", pairs, "--quiet")
	peer := wall(b.python, peerArgs...)
	if _, err := hed(); err != nil {
		return err
	}
	if _, err := peer(); err != nil {
		return absence{err.Error()}
	}
	if err := agreePairs(pairs, theirs); err != nil {
		return err
	}
	return b.alternate(r, hed, peer)
}

// agreePairs says whether two files have the same pairs with the same scores.
func agreePairs(hed, peer string) error {
	got, err := readPairs(hed)
	want, err2 := readPairs(peer)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	if len(got) != len(want) || len(got) == 0 {
		return fmt.Errorf("the programs do not agree: hed has %d pairs and the peer %d", len(got), len(want))
	}
	for ids, score := range want {
		if s, ok := got[ids]; !ok || math.Abs(s-score) > 1e-9 {
			return fmt.Errorf("the programs do not agree: %s has %v by hed and %v by the peer", ids, s, score)
		}
	}
	return nil
}

func readPairs(file string) (map[string]float64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pairs := map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if i == 0 {
			continue // the names of the columns
		}
		last := strings.LastIndexByte(line, ',')
		score, err := strconv.ParseFloat(line[last+1:], 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		pairs[line[:last]] = score
	}
	return pairs, nil
}

// newspapers makes the articles of two of them. An article reports an event of its day
// with words that all reports of the event share.
func (b *bench) newspapers(sizes ...int) (files [2]string, err error) {
	s := newSource(dataSeed)
	words := func(n int) []string {
		all := make([]string, n)
		for i := range all {
			all[i] = s.word()
		}
		return all
	}
	events := make([][]string, (sizes[0]+sizes[1])/6+1)
	for i := range events {
		events[i] = words(60)
	}
	first := time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"a", "b"} {
		files[i] = filepath.Join(b.dir, "paper-"+name+".jsonl")
		f, err := os.Create(files[i])
		if err != nil {
			return files, err
		}
		defer f.Close()
		w := bufio.NewWriter(f)
		for k := range sizes[i] {
			event := s.IntN(len(events))
			text := words(200 + s.IntN(300))
			for range s.IntN(120) {
				text[s.IntN(len(text))] = events[event][s.IntN(len(events[event]))]
			}
			err := json.NewEncoder(w).Encode(map[string]string{
				"id":       name + strconv.Itoa(k),
				"date":     first.AddDate(0, 0, event*alignDays/len(events)).Format(time.DateOnly),
				"headline": s.write(text[:8]), "text": s.write(text[8:]),
			})
			if err != nil {
				return files, err
			}
		}
		if err := w.Flush(); err != nil {
			return files, err
		}
	}
	return files, nil
}
