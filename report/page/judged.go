package page

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"sort"
	"strconv"

	"hed/style/classify"
)

// Judged are headlines with the labels that a classifier gives them, and the words that speak for them.
type Judged struct {
	Version   string // of hed
	Model     string // the classifier
	Labels    []string
	Headlines []JudgedHeadline
	All       int // headlines; more than are shown
}

// A JudgedHeadline is one of them.
type JudgedHeadline struct {
	classify.Judgement
	*classify.Explanation
}

// WriteJudged writes a page that opens from a disk without a network.
func WriteJudged(w io.Writer, j *Judged) error {
	css := style + source("judged.css")
	v := &judgementsView{Judged: j, Style: template.CSS(css), Policy: "default-src 'none'; img-src data:; style-src " + hash(css) + "; base-uri 'none'; form-action 'none'"}
	v.Facts = []string{Counted(j.All, "headline"), "by " + j.Model}
	if j.All > len(j.Headlines) {
		v.Facts = append(v.Facts, "the first "+Grouped(len(j.Headlines))+" are shown")
	}
	counts := make([]int, len(j.Labels))
	for i := range j.Headlines {
		counts[j.Headlines[i].Label]++
		v.Rows = append(v.Rows, j.row(&j.Headlines[i]))
	}
	for k, l := range j.Labels {
		v.Legend = append(v.Legend, judgedLabel{l, k % hues, Grouped(counts[k])})
	}
	if err := layout().ExecuteTemplate(w, "judged", v); err != nil {
		return fmt.Errorf("write the page of judgements: %w", err)
	}
	return nil
}

// hues is how many labels have a colour of their own.
const hues = 8

type judgementsView struct {
	*Judged
	Policy string
	Style  template.CSS
	Facts  []string
	Legend []judgedLabel
	Rows   []judgedRow
}

type judgedLabel struct {
	Name  string
	Hue   int
	Count string
}

type judgedRow struct {
	Label string
	Hue   int
	Sure  string // the probability
	Words []judgedWord
}

// A judgedWord is a word, and blanks or nothing behind it.
type judgedWord struct {
	Pieces     []judgedPiece
	After      string
	Hue, Level int // for whom it speaks, and how loudly: 0 to 4
	Other      bool
	Title      string
}

// A judgedPiece is some characters of a word; loud ones are those that speak most for whom the word does.
type judgedPiece struct {
	Text string
	Loud bool
}

func (j *Judged) row(h *JudgedHeadline) judgedRow {
	row := judgedRow{Label: j.Labels[h.Label], Hue: h.Label % hues, Sure: strconv.FormatFloat(h.Probabilities[h.Label], 'f', 2, 64)}
	for i, p := range h.Words {
		end := len(h.Text)
		if i+1 < len(h.Words) {
			end = h.Words[i+1].Start
		}
		k := 0
		for n, x := range p.For {
			if x > p.For[k] {
				k = n
			}
		}
		row.Words = append(row.Words, judgedWord{
			Pieces: h.pieces(p, k), After: h.Text[p.End:end], Hue: k % hues, Other: k != h.Label,
			Level: min(4, int(math.Round(p.For[k]*8))), Title: fmt.Sprintf("%s +%.2f", j.Labels[k], p.For[k]),
		})
	}
	return row
}

// pieces cuts a word where characters begin or end to speak loudly for a label: half as loudly as any character of the headline, and enough
// to be heard.
func (h *JudgedHeadline) pieces(word classify.Part, label int) (all []judgedPiece) {
	loud := 0.02
	for _, c := range h.Chars {
		for _, x := range c.For {
			loud = max(loud, x/2)
		}
	}
	first := sort.Search(len(h.Chars), func(i int) bool { return h.Chars[i].Start >= word.Start })
	for _, c := range h.Chars[first:] {
		if c.Start >= word.End {
			break
		}
		p := judgedPiece{h.Text[c.Start:c.End], c.For[label] >= loud}
		if n := len(all); n > 0 && all[n-1].Loud == p.Loud {
			all[n-1].Text += p.Text
		} else {
			all = append(all, p)
		}
	}
	return all
}
