package evaluate

import (
	"fmt"
	"maps"
	"strings"

	"hed/corpus"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
)

// A Summary is what a run learnt of its inputs. It consists of counts, so that
// summaries of parts make exactly that of the whole.
type Summary struct {
	Docs      int            `json:"documents"`
	MinRefs   int            `json:"min_references"` // of a document
	MaxRefs   int            `json:"max_references"`
	EmptyRefs int            `json:"empty_references"` // documents with an empty reference
	Empty     map[string]int `json:"empty"`            // empty headlines by system
	Absent    map[string]int `json:"-"`                // headlines without a value, by column
	// Unfit are metrics that were left out; see Scorer.
	Unfit map[string]error `json:"-"`
	// Failures are what metrics could not score, by metric and reason in the order in which
	// these came.
	Failures []Failures `json:"-"`
	// Unseen are headlines and references, none of them empty, in which a metric that
	// gives them a value all the same sees no word; by metric.
	Unseen map[string]int `json:"unseen"`
	// Foreign are documents in languages that hed does not know, by the code, Langs those in the languages that it read them as.
	Foreign map[string]int `json:"foreign"`
	Langs   map[string]int `json:"langs"`
	// SHA256 tells the documents, where the job was to sum them.
	SHA256 string `json:"-"`
}

func newSummary() *Summary {
	return &Summary{Empty: map[string]int{}, Absent: map[string]int{}, Unfit: map[string]error{}, Unseen: map[string]int{}, Foreign: map[string]int{}, Langs: map[string]int{}}
}

// add counts a case with its values.
func (s *Summary) add(c *corpus.Case, columns []score.Column, values []float64) {
	refs := c.Doc.References
	if s.Docs == 0 {
		s.MinRefs = len(refs)
	}
	s.Docs++
	s.MinRefs = min(s.MinRefs, len(refs))
	s.MaxRefs = max(s.MaxRefs, len(refs))
	pack := lang.Of(c.Doc.Lang)
	s.Langs[pack.Code]++
	if pack.Foreign {
		s.Foreign[lang.Code(c.Doc.Lang)]++
	}
	for _, r := range refs {
		if strings.TrimSpace(r) == "" {
			s.EmptyRefs++
			break
		}
	}
	for _, o := range c.Outputs {
		if strings.TrimSpace(o.Text) == "" {
			s.Empty[o.System]++
		}
	}
	s.lacks(columns, values)
}

// lacks counts the values of a case that are absent.
func (s *Summary) lacks(columns []score.Column, values []float64) {
	width := score.Width(columns)
	for i, v := range values {
		if c := i % width; score.IsAbsent(v) && c < len(columns) {
			s.Absent[columns[c].Name]++
		}
	}
}

// look counts the texts of a case that metrics do not see.
func (s *Summary) look(c *corpus.Case, metrics []metric.Selected) {
	for _, m := range metrics {
		seer, ok := m.Metric.(metric.Seer)
		if !ok {
			continue
		}
		unseen := func(text string) {
			if strings.TrimSpace(text) != "" && !seer.Sees(text) {
				s.Unseen[m.Label()]++
			}
		}
		for _, r := range c.Doc.References {
			unseen(r)
		}
		for _, o := range c.Outputs {
			unseen(o.Text)
		}
	}
}

// Merge adds what another part of the documents showed.
func (s *Summary) Merge(part *Summary) {
	if part.Docs > 0 {
		if s.Docs == 0 {
			s.MinRefs = part.MinRefs
		}
		s.MinRefs = min(s.MinRefs, part.MinRefs)
		s.MaxRefs = max(s.MaxRefs, part.MaxRefs)
	}
	s.Docs += part.Docs
	s.EmptyRefs += part.EmptyRefs
	for _, counts := range []struct{ all, part map[string]int }{
		{s.Empty, part.Empty}, {s.Absent, part.Absent}, {s.Unseen, part.Unseen}, {s.Foreign, part.Foreign}, {s.Langs, part.Langs},
	} {
		for key, n := range counts.part {
			counts.all[key] += n
		}
	}
	maps.Copy(s.Unfit, part.Unfit)
	for _, f := range part.Failures {
		s.fail(f)
	}
}

// Failures are those of a metric for one reason.
type Failures struct {
	Failure     // the first
	Headlines   int
	OtherReason bool // there are more reasons than are told apart
}

// mostReasons is how many reasons of a metric are told apart: a text may be part of them.
const mostReasons = 10

// fail adds failures, which may be of the same metric and reason as others.
func (s *Summary) fail(f Failures) {
	reasons := 0
	for i := range s.Failures {
		have := &s.Failures[i]
		if have.Metric != f.Metric {
			continue
		}
		if reasons++; have.Reason == f.Reason || have.OtherReason {
			have.Headlines += f.Headlines
			return
		}
	}
	f.OtherReason = f.OtherReason || reasons == mostReasons
	s.Failures = append(s.Failures, f)
}

// failed counts a failure, which is of one system or all.
func (s *Summary) failed(f Failure, systems int) {
	n := 1
	if f.System == "" {
		n = systems
	}
	s.fail(Failures{Failure: f, Headlines: n})
}

// Sign returns the columns with what the corpus adds to their signatures: the
// number of references, for metrics that use them. Of parts for each language those of languages that occur are
// left, so that a language that hed learns changes no signature of other documents.
func (s *Summary) Sign(metrics []metric.Selected, more ...score.Setting) []score.Column {
	nrefs := fmt.Sprint(s.MinRefs)
	if s.MinRefs != s.MaxRefs {
		nrefs = fmt.Sprintf("%d-%d", s.MinRefs, s.MaxRefs)
	}
	var cols []score.Column
	for _, m := range metrics {
		for _, c := range m.Columns() {
			sig := append(score.Signature{}, c.Signature...)
			for i := range sig {
				if sig[i].ByLang {
					sig[i].Value, sig[i].ByLang = lang.Among(sig[i].Value, func(code string) bool { return s.Langs[code] > 0 }), false
				}
			}
			if m.Info.Needs&metric.References != 0 {
				sig = append(sig, score.Setting{Key: "nrefs", Value: nrefs})
			}
			c.Signature = append(sig, more...)
			cols = append(cols, c)
		}
	}
	return cols
}
