package report

import (
	"hed/analysis"
	"hed/score"
)

// Systems are the systems of an analysis in the order of their ranks, for programs.
type Systems struct {
	Systems []SystemMeans `json:"systems"`
}

// SystemMeans are what a system got.
type SystemMeans struct {
	Rank    *int                   `json:"rank"` // null without any score
	System  string                 `json:"system"`
	Means   map[string]score.Value `json:"means"`
	Overall score.Value            `json:"overall"`
}

// SummaryJSON is Summary for programs.
func SummaryJSON(a *analysis.Analysis) Systems {
	var out Systems
	for _, sys := range a.Systems {
		s := SystemMeans{System: sys.Name, Means: map[string]score.Value{}, Overall: score.Value(sys.Overall.Mean)}
		if sys.Rank > 0 {
			s.Rank = &sys.Rank
		}
		for c, m := range sys.Means {
			s.Means[a.Columns[c].Name] = score.Value(m.Mean)
		}
		out.Systems = append(out.Systems, s)
	}
	return out
}
