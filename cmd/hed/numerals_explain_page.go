package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"hed/cmd/hed/internal/cli"
)

// The page of 'hed numerals explain -f html'. Whatever comes from a corpus
// is text and stays text; a content policy lets no script run but ours.
var (
	//go:embed numerals_explain.html
	explainHTML string
	//go:embed numerals_explain.css
	explainCSS string
	//go:embed numerals_explain.js
	explainJS string
)

// An explainPage writes headlines one by one.
type explainPage struct {
	w     io.Writer
	parts *template.Template
	n     int // headlines so far
	marks map[status]int
	err   error
}

func newExplainPage(w io.Writer) *explainPage {
	p := &explainPage{w: w, parts: template.Must(template.New("").Parse(explainHTML)), marks: map[status]int{}}
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	p.execute("head", map[string]any{
		"Policy": fmt.Sprintf("default-src 'none'; img-src data:; style-src %s; script-src %s", hash(explainCSS), hash(explainJS)),
		"Style":  template.CSS(explainCSS),
	})
	return p
}

// execute writes a part of the page; the first error stays.
func (p *explainPage) execute(part string, data any) {
	if p.err == nil {
		p.err = p.parts.ExecuteTemplate(p.w, part, data)
	}
}

// A piece is a stretch of text, marked or not.
type piece struct {
	Text string
	// In a headline: the number that it is.
	Numeral *numeralView
	Sign    string
	Likely  []derivationView
	Named   string
	// In an article: the numbers of the headline that it leads to, as
	// "1 3", by their places in the headline.
	For string
	ID  int
}

func (p *explainPage) add(v headlineView) error {
	p.n++
	for _, n := range v.Numerals {
		p.marks[n.Status]++
	}
	p.execute("headline", map[string]any{
		"N": p.n, "View": v, "Headline": headlinePieces(&v), "Article": articlePieces(&v),
	})
	return p.err
}

// end writes what was found, which the page shows first.
func (p *explainPage) end() error {
	p.execute("tail", map[string]any{
		"Finding": fmt.Sprintf("%s: %s found, %d derived, %d unsupported.",
			cli.Count(p.n, "headline"), cli.Count(p.marks[found], "number"), p.marks[derived], p.marks[unsupported]),
		"Script": template.JS(explainJS),
	})
	return p.err
}

func headlinePieces(v *headlineView) (out []piece) {
	at := 0
	for i := range v.Numerals {
		n := &v.Numerals[i]
		if n.Start < at {
			continue
		}
		out = append(out, piece{Text: v.Headline[at:n.Start]}, piece{
			Text: n.Text, Numeral: n, Sign: n.Status.sign(), Likely: n.likely(), Named: named, ID: i + 1,
		})
		at = n.End
	}
	return append(out, piece{Text: v.Headline[at:]})
}

// articlePieces cuts the article at the operands of the likeliest
// derivations, which may overlap.
func articlePieces(v *headlineView) (out []piece) {
	cuts := []int{0, len(v.article)}
	for _, n := range v.Numerals {
		if len(n.Derivations) > 0 {
			for _, o := range n.Derivations[0].Operands {
				cuts = append(cuts, o.Start, o.End)
			}
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	for i := range len(cuts) - 1 {
		from, to := cuts[i], cuts[i+1]
		var leads []string
		for k, n := range v.Numerals {
			if len(n.Derivations) > 0 && slices.ContainsFunc(n.Derivations[0].Operands, func(o operandView) bool { return o.Start <= from && to <= o.End }) {
				leads = append(leads, fmt.Sprint(k+1))
			}
		}
		out = append(out, piece{Text: v.article[from:to], For: strings.Join(leads, " ")})
	}
	return out
}
