package analysis

import (
	"math"
	"slices"

	"hed/score"
)

// A Fold is what systems got on one part of the documents. Means are by system,
// then column, and the overall score comes last.
type Fold struct {
	Name      string
	Documents int
	Means     [][]float64
}

// Folds are the means of every part of the documents, which are named by their
// folds, in the order in which these appear; then the mean over the folds and
// their standard deviation, under the names "mean" and "sd". A fold counts as
// much as another, however many documents it has.
//
// The overall score of a fold is made of its means, and that of all folds is the mean of
// theirs.
func (a *Analysis) Folds(names []string) []Fold {
	var folds []Fold
	for _, name := range names {
		i := slices.IndexFunc(folds, func(f Fold) bool { return f.Name == name })
		if i < 0 {
			i = len(folds)
			folds = append(folds, Fold{Name: name})
		}
		folds[i].Documents++
	}
	overall := a.Overall.Of(a.Columns)
	for i := range folds {
		for _, s := range a.Systems {
			row := make([]float64, len(a.Columns))
			for c, sample := range s.samples {
				row[c], _ = sample.Of(func(doc int) bool { return names[doc] == folds[i].Name }).Value()
			}
			folds[i].Means = append(folds[i].Means, append(row, overall(row)))
		}
	}
	mean, sd := Fold{Name: "mean", Documents: len(names)}, Fold{Name: "sd", Documents: len(names)}
	for s := range a.Systems {
		m, d := make([]float64, len(a.Columns)+1), make([]float64, len(a.Columns)+1)
		for c := range m {
			m[c], d[c] = spread(folds, s, c)
		}
		mean.Means, sd.Means = append(mean.Means, m), append(sd.Means, d)
	}
	return append(folds, mean, sd)
}

// spread is the mean over the folds, and the standard deviation of a sample.
func spread(folds []Fold, system, column int) (mean, sd float64) {
	var m, squares score.Mean
	for _, f := range folds {
		m.Add(f.Means[system][column])
	}
	for _, f := range folds {
		d := f.Means[system][column] - m.Value()
		squares.Add(float64(d * d))
	}
	if squares.N < 2 {
		return m.Value(), score.Absent
	}
	return m.Value(), math.Sqrt(squares.Value() * float64(squares.N) / float64(squares.N-1))
}
