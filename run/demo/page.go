// Package demo says what came out of the evaluation of the sample that comes with hed, for
// people who see hed for the first time.
package demo

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"hed"
	"hed/analysis"
	"hed/internal/sample"
	"hed/report"
	"hed/report/page"
	"hed/run"
	"hed/score"
)

// A Page is what the demo prints. The first error ends it, and is Err.
type Page struct {
	Err    error
	w      io.Writer
	style  report.Style
	width  int // of paragraphs
	sample *sample.Sample
}

// NewPage begins a page about a sample in a style, which says how wide a terminal is.
func NewPage(w io.Writer, style report.Style, s *sample.Sample) *Page {
	const narrow, wide = 80, 100 // lines that are longer than that are hard to read
	p := &Page{w: w, style: style, width: narrow, sample: s}
	if style.Width > 0 {
		p.width = min(style.Width, wide)
	}
	return p
}

// Printf writes text as it is.
func (p *Page) Printf(format string, args ...any) {
	if p.Err == nil {
		_, p.Err = fmt.Fprintf(p.w, format, args...)
	}
}

// Paragraph writes text after first, and its further lines as far to the right.
func (p *Page) Paragraph(first, text string) {
	indent := displaywidth.String(first)
	for _, line := range report.Wrap(text, p.width-indent) {
		p.Printf("%s%s\n", first, line)
		first = strings.Repeat(" ", indent)
	}
}

// Heading writes a heading after an empty line.
func (p *Page) Heading(text string) {
	p.Printf("\n")
	for _, line := range report.Wrap(text, p.width) {
		if p.style.Color {
			line = "\x1b[1m" + line + "\x1b[0m"
		}
		p.Printf("%s\n", line)
	}
}

// Found says what came out.
func (p *Page) Found(res *run.Result, items []*page.Example) {
	italian := 0
	for _, it := range items {
		if it.Lang == "it" {
			italian++
		}
	}
	languages := "all in Italian"
	if italian < len(items) {
		languages = fmt.Sprintf("%d in English and %d in Italian", len(items)-italian, italian)
	}
	first := res.Systems[0]
	leads := 0
	for c, col := range res.Columns {
		if !slices.ContainsFunc(res.Systems[1:], func(s analysis.System) bool {
			return col.Unit(s.Means[c].Mean) >= col.Unit(first.Means[c].Mean)
		}) {
			leads++
		}
	}
	p.Paragraph("", fmt.Sprintf("hed %s evaluated the headlines of %d invented systems and %d baselines of its own for %d sample articles, %s. %s leads on %d of %d measures.",
		hed.Version, len(p.sample.Systems), len(res.Systems)-len(p.sample.Systems), len(items), languages, first.Name, leads, len(res.Columns)))
}

// Tables show how the systems did, those first that did best.
func (p *Page) Tables(res *run.Result) {
	p.Heading("Words shared with the newspapers' headlines (ROUGE F1, percent)")
	p.table(res, "rouge1_f", "rouge2_f", "rougeL_f", "overall")
	p.Paragraph("", "overall: "+res.OverallColumn().Doc+"; in percent.")
	p.Heading("How they read")
	var names []string
	for _, c := range res.Columns {
		if c.Topic == score.Readability {
			names = append(names, c.Name)
		}
	}
	p.table(res, names...)
	more := "."
	if slices.Contains(names, "gulpease") {
		more = " and gulpease, the index for Italian."
	}
	p.Paragraph("", "pnr, nr, pr: percent of proper nouns, other nouns and pronouns. fog: Gunning fog index. awl: letters per word. Less is better, except for pnr"+more)
}

func (p *Page) table(res *run.Result, names ...string) {
	if p.Err == nil {
		t := report.Summary(res.Analysis).Only(append([]string{"rank", "system"}, names...))
		p.Err = report.Text(p.w, t, p.style)
	}
}

// Example shows the article on which the systems differ most, of those in the language of the sample.
func (p *Page) Example(res *run.Result, items []*page.Example) {
	f := slices.IndexFunc(res.Columns, func(c score.Column) bool { return c.Name == "rouge1_f" })
	var it *page.Example
	most := -1.0
	for _, other := range items {
		var own []float64 // of the systems that came with the sample
		for s, sys := range res.Systems {
			if slices.Contains(p.sample.Systems, sys.Name) {
				own = append(own, other.Scores[s][f])
			}
		}
		if d := slices.Max(own) - slices.Min(own); d > most && other.Lang == p.sample.Lang {
			it, most = other, d
		}
	}
	p.Heading("An article, and what they wrote for it (ROUGE-1 F1, percent)")
	lead, _, _ := strings.Cut(it.Article, "\n")
	p.Paragraph("  ", lead)
	p.Printf("\n")
	for _, r := range it.References {
		p.Paragraph(fmt.Sprintf("  %-10s %6s  ", "newspaper", ""), r)
	}
	for s, sys := range res.Systems {
		p.Paragraph(fmt.Sprintf("  %-10s %6.2f  ", sys.Name, 100*it.Scores[s][f]), it.Headlines[s])
	}
}

// Command writes a command. Where it is too wide each part begins a line, and
// a part that is still too wide is broken before its flags.
func (p *Page) Command(parts []string) {
	const first, next, more = "    ", "        ", ` \`
	lines := []string{strings.Join(parts, " ")}
	if displaywidth.String(first+lines[0]) > p.width {
		lines = nil
		for _, part := range parts {
			words := strings.SplitSeq(strings.ReplaceAll(part, " --", "\n--"), "\n")
			lines = append(lines, report.Fill(words, p.width-len(next+more))...)
		}
	}
	p.Printf("%s%s\n", first, strings.Join(lines, more+"\n"+next))
}
