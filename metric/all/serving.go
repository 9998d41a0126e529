package all

import (
	"fmt"

	"hed/metric/bertscore"
	"hed/metric/sbert"
	"hed/neural/hub"
)

// Serving gives the metrics that can use a model which hed can run, and why others
// cannot. A model that writes serves a generator instead.
func Serving(d *hub.Description) (metrics, reasons []string) {
	if d.Writing > 0 {
		return []string{"transformer"}, nil
	}
	for _, m := range []struct {
		name string
		err  error
	}{
		{"bertscore", bertscore.Check(d.Special)},
		{"moverscore", nil},
		{"wmd", nil},
		{"sbert", sbert.Check(d.Dir)},
	} {
		if m.err != nil {
			reasons = append(reasons, fmt.Sprintf("it does not serve %s: %v", m.name, m.err))
			continue
		}
		metrics = append(metrics, m.name)
	}
	return metrics, reasons
}
