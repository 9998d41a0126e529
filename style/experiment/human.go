package experiment

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"hed/corpus"
	"hed/internal/option"
	"hed/stat/agree"
)

// A Guess is what a person said of a headline in a study with the protocol style-guess.
type Guess struct {
	Judge, Doc, System, Value string
}

// A Human is what people said of the headlines of one system.
type Human struct {
	System string
	Judges []Judge
	// Alpha is Krippendorff's, of all judges.
	Alpha agree.Agreement
	// F1 and Average are means over judges.
	F1      [2]float64
	Average float64
	Items   int // headlines
	// Guesses are what most people said of each article's headline, as 0 or 1.
	Guesses map[string]int
}

// Accuracy is the mean over judges.
func (h *Human) Accuracy() (mean float64) {
	for _, j := range h.Judges {
		mean += j.Accuracy / float64(len(h.Judges))
	}
	return mean
}

// A Judge is how well one person guesses.
type Judge struct {
	Name     string
	N        int
	Accuracy float64
	F1       [2]float64
}

// ReadGuesses reads answers.jsonl of a study's export. What is not an answer to style-guess's question is passed over.
func ReadGuesses(file string, r io.Reader) (all []Guess, err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 16<<20)
	n := 0
	for in.Scan() {
		n++
		var line struct {
			Judge, Doc, Question, Value string
			Systems                     map[string]string
		}
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			return nil, corpus.At(file, n, fmt.Errorf("is not an answer of a study's export: %w", err))
		}
		if line.Question != "source" || len(line.Systems) != 1 {
			continue
		}
		for _, system := range line.Systems {
			all = append(all, Guess{line.Judge, line.Doc, system, line.Value})
		}
	}
	if err := in.Err(); err != nil {
		return nil, corpus.At(file, n, err)
	}
	if len(all) == 0 {
		return nil, corpus.At(file, 0, errors.New("has no guess of a newspaper; export a study with the protocol style-guess"))
	}
	return all, nil
}

// crossed tells whether the headlines of a system, such as setting3-init, should have the style of the other newspaper.
func crossed(system string) bool {
	return strings.HasPrefix(system, "setting3") || strings.HasPrefix(system, "setting4")
}

// People says how well people guess, by system, gold first. papers has the newspaper of each article that can be guessed, as 0
// or 1. Guesses of other articles are counted.
func (r *Results) People(ctx context.Context, guesses []Guess, papers map[string]int) (other int, err error) {
	type answer struct{ paper, guess int }
	bySystem := map[string]map[string][]answer{}
	rows := map[string][]agree.Row{}
	headlines := map[string]map[string]bool{}
	for _, g := range guesses {
		paper, known := papers[g.Doc]
		guess := slices.Index(r.Papers[:], g.Value)
		if guess < 0 {
			return 0, fmt.Errorf("a guess is %q, and the newspapers are %q and %q; give them the names that the study has, or use a study about these newspapers", g.Value, r.Papers[0], r.Papers[1])
		}
		if !known {
			other++
			continue
		}
		if crossed(g.System) {
			paper = 1 - paper
		}
		if bySystem[g.System] == nil {
			bySystem[g.System], headlines[g.System] = map[string][]answer{}, map[string]bool{}
		}
		bySystem[g.System][g.Judge] = append(bySystem[g.System][g.Judge], answer{paper, guess})
		rows[g.System] = append(rows[g.System], agree.Row{Item: g.Doc, Rater: g.Judge, Value: g.Value})
		headlines[g.System][g.Doc] = true
	}
	if len(bySystem) == 0 {
		return 0, fmt.Errorf("none of %d guesses is about an article of the test set; make the study from the headlines of this experiment", len(guesses))
	}
	systems := slices.Sorted(maps.Keys(bySystem))
	slices.SortStableFunc(systems, func(a, b string) int { return int(truth(b == Gold) - truth(a == Gold)) })
	for _, system := range systems {
		h := Human{System: system, Items: len(headlines[system]), Guesses: map[string]int{}}
		said := map[string]int{} // how many more said the second newspaper
		for _, g := range guesses {
			if g.System == system && headlines[system][g.Doc] {
				said[g.Doc] += 2*slices.Index(r.Papers[:], g.Value) - 1
			}
		}
		for doc, more := range said {
			if more != 0 {
				h.Guesses[doc] = int(truth(more > 0))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(bySystem[system])) {
			var c [2][2]int
			answers := bySystem[system][name]
			for _, a := range answers {
				c[a.paper][a.guess]++
			}
			j := Judge{Name: name, N: len(answers), Accuracy: float64(c[0][0]+c[1][1]) / float64(len(answers)), F1: f1(c)}
			h.Judges = append(h.Judges, j)
		}
		n := float64(len(h.Judges))
		for _, j := range h.Judges {
			h.F1[0], h.F1[1] = h.F1[0]+j.F1[0]/n, h.F1[1]+j.F1[1]/n
		}
		h.Average = (h.F1[0] + h.F1[1]) / 2
		ratings, err := agree.New(rows[system])
		if err != nil {
			return other, option.Errorf("human", ": %w", err)
		}
		h.Alpha, err = ratings.Bootstrap(ctx, agree.Alpha{Level: agree.Nominal}, r.how(), r.rng("alpha", system))
		if err != nil {
			return other, err
		}
		if h.Alpha.Undefined != nil {
			h.Alpha.Value = math.NaN()
		}
		r.Human = append(r.Human, h)
	}
	return other, nil
}

// Guess is the newspaper that most people take for that of a system's headline; "" where they were not asked, or are of two minds.
func (r *Results) Guess(system, id string) string {
	for i := range r.Human {
		if guess, ok := r.Human[i].Guesses[id]; ok && r.Human[i].System == system {
			return r.Papers[guess]
		}
	}
	return ""
}
