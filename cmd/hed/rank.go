package main

import "hed/analysis"

// An evalResult is what -f json prints.
type evalResult struct {
	Systems []systemResult `json:"systems"`
}

type systemResult struct {
	Rank    *int                `json:"rank"` // null without any score
	System  string              `json:"system"`
	Means   map[string]*float64 `json:"means"`
	Overall *float64            `json:"overall"`
}

func resultOf(a *analysis.Analysis) evalResult {
	var out evalResult
	for _, sys := range a.Systems {
		s := systemResult{System: sys.Name, Means: map[string]*float64{}, Overall: present(sys.Overall.Mean)}
		if sys.Rank > 0 {
			s.Rank = &sys.Rank
		}
		for c, m := range sys.Means {
			s.Means[a.Columns[c].Name] = present(m.Mean)
		}
		out.Systems = append(out.Systems, s)
	}
	return out
}
