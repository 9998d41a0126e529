package main

import "hed/analysis"

// An evalResult is what -f json prints.
type evalResult struct {
	Systems []systemResult `json:"systems"`
}

type systemResult struct {
	Rank    int                 `json:"rank"`
	System  string              `json:"system"`
	Means   map[string]*float64 `json:"means"`
	Overall *float64            `json:"overall"`
}

func resultOf(a *analysis.Analysis) evalResult {
	var out evalResult
	for _, sys := range a.Systems {
		s := systemResult{Rank: sys.Rank, System: sys.Name, Means: map[string]*float64{}, Overall: present(sys.Overall.Mean)}
		for c, m := range sys.Means {
			s.Means[a.Columns[c].Name] = present(m.Mean)
		}
		out.Systems = append(out.Systems, s)
	}
	return out
}
