package all

import (
	"fmt"
	"strings"

	"hed/metric/bertscore"
	"hed/metric/sbert"
	"hed/neural/hub"
)

// A Model is one of the cache, with the metrics that it serves.
type Model struct {
	hub.Model
	Serves  []string `json:"serves"`
	Problem string   `json:"problem,omitempty"` // why it serves nothing: what Err says
	Err     error    `json:"-"`
}

// Models are those of the cache; not nil, since JSON writes [] for none.
func Models(h hub.Hub) ([]Model, error) {
	cached, err := h.List()
	all := []Model{}
	for _, m := range cached {
		one := Model{Model: m, Serves: []string{}}
		if d, err := hub.Inspect(m.Dir); err != nil {
			one.Err, one.Problem = err, err.Error()
		} else {
			one.Serves, _ = Serving(d)
		}
		all = append(all, one)
	}
	return all, err
}

// Revision is what the model is known by: its names, or else its commit.
func (m *Model) Revision() string {
	if len(m.Refs) > 0 {
		return strings.Join(m.Refs, " ")
	}
	return m.Commit
}

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
			reasons = append(reasons, fmt.Sprintf("%s cannot use it: %v", m.name, m.err))
			continue
		}
		metrics = append(metrics, m.name)
	}
	return metrics, reasons
}
