package outcome

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"hed/internal/count"
	"hed/report"
	"hed/score"
	"hed/stat"
	"hed/text/lang"
)

// word has for each language but English what sentences, headings and nouns of this package are in it, by the English, as in
// it.json. Nouns have their plural behind a bar.
//
//go:embed word
var word embed.FS

// A tongue writes in one language, and numbers and dates as it does. What it has no words for, it says in English.
type tongue struct {
	*lang.Format
	words map[string]string // nil for English
}

// tongue is that of the study.
func (d *Data) tongue() *tongue { return speak(d.Study.Lang) }

var (
	english = speak("en")
	tongues sync.Map // by code
)

// speak returns the tongue of a language. Where it has no words all is English, numbers too.
func speak(code string) *tongue {
	if t, ok := tongues.Load(code); ok {
		return t.(*tongue)
	}
	t := &tongue{Format: lang.Of("en").Format()}
	if data, err := word.ReadFile("word/" + code + ".json"); err == nil {
		t.Format = lang.Of(code).Format()
		if err := json.Unmarshal(data, &t.words); err != nil {
			panic("outcome: word/" + code + ".json: " + err.Error()) // it is part of the source
		}
	}
	tongues.Store(code, t)
	return t
}

// said is a text as it is.
func (w *tongue) said(text string) string {
	if other, ok := w.words[text]; ok {
		return other
	}
	return text
}

// say is a sentence with what is put into it.
func (w *tongue) say(format string, args ...any) string { return fmt.Sprintf(w.said(format), args...) }

// of is a number with what it counts.
func (w *tongue) of(n int, what string) string {
	one, many, ok := strings.Cut(w.said(what), "|")
	switch {
	case !ok:
		return count.Of(n, what)
	case n == 1:
		return strconv.Itoa(n) + " " + one
	}
	return strconv.Itoa(n) + " " + many
}

// list is names as a sentence has them, either those of which one is meant.
func (w *tongue) list(names []string) string { return w.joined(count.List(names), " and ", names) }

func (w *tongue) either(names []string) string { return w.joined(count.Either(names), " or ", names) }

func (w *tongue) joined(text, with string, names []string) string {
	if len(names) < 2 {
		return text
	}
	last := names[len(names)-1]
	return strings.TrimSuffix(text, with+last) + w.said(with) + last
}

func (w *tongue) decimals(n int) func(float64) string {
	return func(v float64) string { return w.Number(v, n) }
}

// percent is a share as people say it.
func (w *tongue) percent(v float64) string { return w.Share(v, 1) }

// probability is a p, which is never 0.
func (w *tongue) probability(p float64) string {
	if p < 0.001 {
		return "< " + w.Number(0.001, 3)
	}
	return "= " + w.Number(p, 3)
}

// statistic writes a number for a sentence, and says where there is none.
func (w *tongue) statistic(v float64) string {
	if score.IsAbsent(v) {
		return w.said("no value")
	}
	return w.Number(v, 3)
}

// span writes an interval for a sentence, by a format of its ends; "" if there is none.
func (w *tongue) span(in stat.Interval, end func(float64) string) string {
	if in.Method == "" {
		return ""
	}
	return w.say("%g%% interval %s to %s", 100*confidence, end(in.Low), end(in.High))
}

// clock is how long something took.
func (w *tongue) clock(t time.Duration) string { return w.said(Clock(t)) }

// style is how numbers of tables for readers are written: shares as percentages.
func (w *tongue) style(s report.Style) report.Style {
	s.Percent, s.Comma = true, w.Decimal == ","
	return s
}

// table is a table for readers, with headings and words of the language. Names of systems, judges and questions stay.
func (w *tongue) table(t *report.Table) *report.Table {
	if w.words == nil {
		return t
	}
	out := *t
	out.Columns = append([]report.Column(nil), t.Columns...)
	out.Rows = make([][]report.Cell, len(t.Rows))
	for i, row := range t.Rows {
		out.Rows[i] = append([]report.Cell(nil), row...)
	}
	for i := range out.Columns {
		c := &out.Columns[i]
		name, what, both := strings.Cut(c.Name, " (") // correct (yes)
		switch {
		case both:
			c.Name = name + " (" + w.said(strings.TrimSuffix(what, ")")) + ")"
		default:
			c.Name, _, _ = strings.Cut(w.said(c.Name), "|") // judge is a noun as well
		}
		switch t.Columns[i].Name {
		case "of", "cases", "significant", "biased", "operator", "judge", "source", "undefined":
			for _, row := range out.Rows {
				row[i].Label = w.said(row[i].Label)
			}
		}
	}
	return &out
}
