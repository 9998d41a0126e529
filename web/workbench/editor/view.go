package editor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"hed/draft"
	"hed/internal/count"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/report/numerals"
	"hed/score"
)

// findings are what is known of the headlines of a draft.
type findings struct {
	Key     string // of the article
	Rows    []row
	Detail  *detail
	Columns []score.Column // of the comparison, those that a headline has a value in
	Target  *draft.Target
	Pieces  []piece // of the article
}

// A row is a headline among others.
type row struct {
	N       int // from 1
	ID      string
	Text    string
	Current bool
	Report  *draft.Report
	Length  *draft.Length
	Marks   []mark // of its numbers, in order
	Cells   []cell
}

// A cell of the comparison.
type cell struct {
	Text string
	Best bool // of several headlines
}

// A mark is how a number is shown.
type mark struct{ Sign, Class, Text string }

// findings checks the headlines of a draft.
func (s *server) findings(ctx context.Context, room *Room, d *draft.Draft, current string) (findings, error) {
	f, err := s.look(ctx, room, room.Checker.Read(d), d, current)
	if err == nil {
		f.Pieces = articlePieces(d.Article, f.Detail.Numbers)
	}
	return f, err
}

// look checks headlines for an article that was read. Without a current one that is the first.
func (s *server) look(ctx context.Context, room *Room, article *draft.Article, d *draft.Draft, current string) (f findings, err error) {
	f.Key = article.Key
	heads := d.Headlines
	if len(heads) == 0 {
		heads = []draft.Headline{{}}
	}
	at := 0
	for i, h := range heads {
		if h.ID == current {
			at = i
		}
	}
	targets := room.Checker.Targets()
	f.Target = &targets[0]
	for i := range targets {
		if targets[i].Name == d.Target {
			f.Target = &targets[i]
		}
	}
	for i, h := range heads {
		r, err := article.Check(ctx, d.ID, h.Text)
		if err != nil {
			return f, err
		}
		one := row{N: i + 1, ID: h.ID, Text: h.Text, Current: i == at, Report: r, Length: r.Length(f.Target.Name)}
		for _, n := range r.Numbers {
			sign, class := numerals.Mark(n.Verdict)
			one.Marks = append(one.Marks, mark{sign, class, n.Text})
		}
		f.Rows = append(f.Rows, one)
	}
	f.compare(room.Checker.Columns())
	f.Detail = newDetail(&f.Rows[at], room.Base, article.Text())
	return f, nil
}

// compare fills the cells of the rows: those of columns in which a headline has a value, with the best marked where they
// differ.
func (f *findings) compare(columns []score.Column) {
	for _, col := range columns {
		best, differ := score.Absent, false
		for i := range f.Rows {
			v := f.Rows[i].Report.Value(col.Name)
			switch {
			case v == nil:
			case score.IsAbsent(best):
				best = v.Value
			case v.Value != best:
				if differ = true; float64(col.Better)*(v.Value-best) > 0 {
					best = v.Value
				}
			}
		}
		if score.IsAbsent(best) || col.Aside {
			continue // nothing to compare, or another column of the metric counts for it
		}
		f.Columns = append(f.Columns, col)
		for i := range f.Rows {
			c := cell{}
			if v := f.Rows[i].Report.Value(col.Name); v != nil {
				c = cell{strconv.FormatFloat(v.Value, 'f', 2, 64), differ && v.Value == best}
			}
			f.Rows[i].Cells = append(f.Rows[i].Cells, c)
		}
	}
}

// A detail is all that is known of one headline.
type detail struct {
	N      int
	Base   string
	Report *draft.Report
	// Echo is the headline with its numbers marked.
	Echo    []echo
	Numbers []number
	Lengths []lengthView
	Cut     string      // what the target shows of a headline that is too long
	Read    []valueView // of readability
	Scores  []valueView // all others
	From    string      // where what is usual comes from
}

// An echo is a stretch of the headline, which is a number or not.
type echo struct {
	Text   string
	Number *number
}

// A number is one of the headline.
type number struct {
	mark
	N          int
	At         string // places of the article in UTF-16, as "3-5 8-10"
	Message    string
	Derivation string
	Evidence   string
	Suggestion string
	places     []derive.Span
}

type lengthView struct {
	*draft.Length
	Current bool
	Bar     float64 // of 100
	Words   string
}

type valueView struct {
	Title, Words, Usual, Doc string
	Place                    int // -1 below what is usual, 1 above
}

func newDetail(of *row, base, article string) *detail {
	r := of.Report
	d := &detail{N: of.N, Base: base, Report: r, Cut: of.Length.Shown}
	at := 0
	for i := range r.Numbers {
		n := newNumber(i+1, &r.Numbers[i], article)
		d.Numbers = append(d.Numbers, n)
		if r.Numbers[i].Start < at {
			continue // a part of the last one
		}
		if text := r.Headline[at:r.Numbers[i].Start]; text != "" {
			d.Echo = append(d.Echo, echo{Text: text})
		}
		d.Echo = append(d.Echo, echo{n.Text, &n})
		at = r.Numbers[i].End
	}
	d.Echo = append(d.Echo, echo{Text: r.Headline[at:]})
	for i := range r.Lengths {
		l := &r.Lengths[i]
		d.Lengths = append(d.Lengths, lengthView{l, l.Target == of.Length.Target, math.Min(l.Used, 1) * 100, lengthWords(l)})
	}
	for i := range r.Values {
		v := &r.Values[i]
		one := valueView{Title: v.Column.Title, Words: v.Words(r.Words), Usual: v.UsualWords(r.Words), Doc: v.Column.Doc, Place: v.Place(r.Words)}
		if v.Usual != nil {
			d.From = v.Usual.From
		}
		if v.Column.Topic == score.Readability {
			d.Read = append(d.Read, one)
		} else if !v.Column.Aside {
			one.Words = strconv.FormatFloat(v.Value, 'f', 2, 64)
			d.Scores = append(d.Scores, one)
		}
	}
	return d
}

func newNumber(i int, n *lint.Numeral, article string) number {
	sign, class := numerals.Mark(n.Verdict)
	out := number{mark: mark{sign, class, n.Text}, N: i, Message: n.Message, Evidence: n.Evidence, Suggestion: n.Suggestion}
	if n.Verdict == check.Follows && len(n.Derivations) > 0 {
		out.Derivation = n.Derivations[0].Expr.String()
	}
	var at []string
	for _, p := range n.Places() {
		if p.End > p.Start {
			out.places = append(out.places, p)
			from := units(article[:p.Start])
			at = append(at, fmt.Sprintf("%d-%d", from, from+units(article[p.Start:p.End])))
		}
	}
	out.At = strings.Join(at, " ")
	return out
}

// lengthWords say how much room a headline takes.
func lengthWords(l *draft.Length) string {
	t := l.Target
	words := ""
	switch {
	case t.Characters > 0:
		words = fmt.Sprintf("%d of %s", l.Characters, count.Of(t.Characters, "character"))
	case t.Lines == 1 || l.Lines <= t.Lines && !l.Fits(): // a word is wider than the line
		words = fmt.Sprintf("%.0f of %.0f px", l.Pixels, t.Width)
	case !l.Fits():
		words = fmt.Sprintf("%d of %s", l.Lines, count.Of(t.Lines, "line"))
	default:
		words = fmt.Sprintf("%d of %s, %.0f of %.0f px", l.Lines, count.Of(t.Lines, "line"), l.Pixels, t.Width)
	}
	if !l.Fits() {
		return "too long: " + words
	}
	return words
}

// LengthWords say how much room the headline takes at the target.
func (r *row) LengthWords() string { return lengthWords(r.Length) }

// Spoken is what a screen reader says of a headline.
func (d *detail) Spoken() string {
	parts := []string{count.Of(d.Report.Characters, "character")}
	for _, n := range d.Numbers {
		parts = append(parts, n.Text+": "+n.Message)
	}
	if len(d.Report.Copies) > 0 {
		parts = append(parts, "there is an earlier headline that is nearly the same")
	}
	return strings.Join(parts, ". ")
}

// Has reports whether anything is to be said of the headline.
func (d *detail) Has() bool { return strings.TrimSpace(d.Report.Headline) != "" }

// A piece is a stretch of the article.
type piece struct {
	Text string
	For  string // numbers that it shows something of, as "1 3"
	ID   string // of the first piece of a number, where a link leads
}

// articlePieces cuts an article at the places of numbers, and says where those are as browsers count.
func articlePieces(article string, numbers []number) (all []piece) {
	cuts := []int{0, len(article)}
	for _, n := range numbers {
		for _, p := range n.places {
			cuts = append(cuts, p.Start, p.End)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	first := map[int]bool{}
	for i := range len(cuts) - 1 {
		p := piece{Text: article[cuts[i]:cuts[i+1]]}
		for _, n := range numbers {
			for _, at := range n.places {
				if at.Start <= cuts[i] && cuts[i+1] <= at.End {
					p.For = strings.TrimSpace(p.For + " " + strconv.Itoa(n.N))
					if !first[n.N] && p.ID == "" {
						first[n.N], p.ID = true, fmt.Sprintf("place-%d", n.N)
					}
					break
				}
			}
		}
		all = append(all, p)
	}
	return all
}

// units count places in a text as browsers do: in UTF-16.
func units(text string) (n int) {
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// suggestedView is what generators wrote.
type suggestedView struct {
	List []draft.Suggestion
	Done bool
	Busy bool
}

func (s *server) suggested(a *draft.Article) *suggestedView {
	v := new(suggestedView)
	v.List, v.Done, v.Busy = a.Suggest()
	return v
}
