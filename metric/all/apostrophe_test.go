package all_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/all"
	"hed/metric/metrictest"
)

// "Don’t" and "Don't" were different words to every metric that follows no program:
// kl_c of "Mayor: We Can’t Wait" was another than that of "Mayor: We Can't Wait". Which
// apostrophe a text is written with changes nothing now, in what is scored and in what is learnt.
func TestApostrophes(t *testing.T) {
	const documents = 8
	written := func(mark string) []*corpus.Case {
		set := func(s string, args ...any) string { return strings.ReplaceAll(fmt.Sprintf(s, args...), "'", mark) }
		var cases []*corpus.Case
		for i := range documents {
			doc := &corpus.Document{
				ID: fmt.Sprint(i), Lang: "en", Body: set("The mayor's ferry can't sail; it doesn't float since O'Brien's storm %d. They'll wait, won't they?", i%3),
				References: []string{set("Mayor's ferry %d doesn't sail", i%2), set("O'Brien: we can't wait")},
			}
			headlines := []string{set("Mayor's ferry won't sail, O'Brien says"), set("'It's over': ferry can't float")}
			if i%2 == 1 {
				doc.Lang, doc.Body = "it", set("Il traghetto dell'isola d'Elba non c'è: l'ora dell'addio, un po' tardi, l'anno %d.", i%3)
				doc.References = []string{set("L'isola dell'addio"), set("Un po' d'Elba")}
				headlines = []string{set("L'addio all'isola d'Elba"), set("C'è l'ora dell'isola")}
			}
			cases = append(cases, corpus.NewCase(doc, headlines...))
		}
		return cases
	}
	scores := func(mark string) (names []string, values []float64) {
		chosen, _, err := all.Metrics.Choose("hevas,js,fluency", metric.References|metric.Body, nil)
		if err != nil {
			t.Fatal(err)
		}
		cases := written(mark)
		for _, m := range chosen {
			if f, ok := m.Metric.(metric.Fitter); ok {
				if err := f.Fit(t.Context(), metrictest.Reader(cases), 1); err != nil {
					t.Fatal(err)
				}
			}
			for _, c := range cases {
				got := metrictest.Score(t, m.Metric, c)
				for i := range got {
					names = append(names, fmt.Sprintf("%s of %s %q", m.Columns()[i%len(m.Columns())].Name, c.Doc.ID, c.Outputs[i/len(m.Columns())].Text))
				}
				values = append(values, got...)
			}
		}
		return names, values
	}
	_, want := scores("'")
	for _, mark := range []string{"’", "‘", "ʼ", "＇"} {
		names, got := scores(mark)
		for i, v := range got {
			if v != want[i] && !(math.IsNaN(v) && math.IsNaN(want[i])) {
				t.Errorf("%s: got %v, want %v", names[i], v, want[i])
			}
		}
	}
}
