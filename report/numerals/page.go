package numerals

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/internal/count"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
)

// A Page shows where the numbers of headlines come from: each
// headline above its article, in which the operands of a number stand out, or the sentence
// that shows what is said of it.
// Headlines are written one by one, so memory does not grow with them.
type Page struct {
	w         io.Writer
	headlines int
	verdicts  map[check.Verdict]int
	err       error
}

// Whatever comes from a corpus is text and stays text; a content policy lets no
// script run but ours.
var (
	//go:embed web/page.html
	layout string
	//go:embed web/page.css
	style string
	//go:embed web/page.js
	script string

	parts = template.Must(template.New("").Parse(layout))
)

// NewPage begins a page.
func NewPage(w io.Writer) *Page {
	p := &Page{w: w, verdicts: map[check.Verdict]int{}}
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p.write("head", map[string]any{
		"Policy": fmt.Sprintf("default-src 'none'; img-src data:; style-src %s; script-src %s", hash(style), hash(script)),
		"Style":  template.CSS(style),
	})
	return p
}

// write writes a part of the page; the first error stays.
func (p *Page) write(part string, data any) {
	if p.err == nil {
		p.err = parts.ExecuteTemplate(p.w, part, data)
	}
}

// Add writes a headline.
func (p *Page) Add(h *lint.Headline) error {
	p.headlines++
	for _, n := range h.Numerals {
		p.verdicts[n.Verdict]++
	}
	p.write("headline", map[string]any{"N": p.headlines, "View": h, "Headline": numberPieces(h), "Article": operandPieces(h)})
	return p.err
}

// Close ends the page with what was found, which it shows first.
func (p *Page) Close() error {
	p.write("tail", map[string]any{
		"Finding": fmt.Sprintf("%s: %s found, %d derived, %d doubtful, %d unsupported.", count.Of(p.headlines, "headline"),
			count.Of(p.verdicts[check.Stated], "number"), p.verdicts[check.Follows], p.verdicts[check.Doubtful], p.verdicts[check.Contradicted]+p.verdicts[check.Nowhere]),
		"Script": template.JS(script),
	})
	return p.err
}

// A numberPiece is a stretch of a headline, which is a number or not.
type numberPiece struct {
	Text    string
	Numeral *lint.Numeral // nil for what is none
	ID      int           // its place in the headline, from 1
}

// Sign marks the number.
func (p numberPiece) Sign() string { return markOf(p.Numeral.Verdict).sign }

// Class is how the number looks.
func (p numberPiece) Class() string { return markOf(p.Numeral.Verdict).class }

// Quoted says that the sentence of the article is shown.
func (p numberPiece) Quoted() bool { return quoted(p.Numeral) }

func numberPieces(h *lint.Headline) (out []numberPiece) {
	at := 0
	for i := range h.Numerals {
		n := &h.Numerals[i]
		if n.Start < at {
			continue // a part of the last one
		}
		out = append(out, numberPiece{Text: h.Text[at:n.Start]}, numberPiece{n.Text, n, i + 1})
		at = n.End
	}
	return append(out, numberPiece{Text: h.Text[at:]})
}

// An operandPiece is a stretch of an article.
type operandPiece struct {
	Text string
	For  string // the numbers that it leads to, as "1 3", by their places in the headline
}

// operandPieces cuts the article at the places that lead to numbers, which may overlap.
func operandPieces(h *lint.Headline) (out []operandPiece) {
	cuts := []int{0, len(h.Article)}
	for i := range h.Numerals {
		for _, p := range h.Numerals[i].Places() {
			cuts = append(cuts, p.Start, p.End)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i := range len(cuts) - 1 {
		from, to := cuts[i], cuts[i+1]
		var leads []string
		for k := range h.Numerals {
			if slices.ContainsFunc(h.Numerals[k].Places(), func(p derive.Span) bool { return p.Start <= from && to <= p.End }) {
				leads = append(leads, strconv.Itoa(k+1))
			}
		}
		out = append(out, operandPiece{h.Article[from:to], strings.Join(leads, " ")})
	}
	return out
}
