package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"hed"
	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/internal/sample"
	"hed/report"
	"hed/report/page"
	"hed/run"
	"hed/score"
)

// A demoPage is what the demo prints. The first error ends it.
type demoPage struct {
	w     io.Writer
	style report.Style
	width int // of paragraphs
	err   error
}

func newDemoPage(w io.Writer) *demoPage {
	const narrow, wide = 80, 100 // lines that are longer than that are hard to read
	p := &demoPage{w: w, style: cli.StyleOf(w, true), width: narrow}
	if p.style.Width > 0 {
		p.width = min(p.style.Width, wide)
	}
	return p
}

func (p *demoPage) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// paragraph writes text after first, and its further lines as far to the right.
func (p *demoPage) paragraph(first, text string) {
	indent := displaywidth.String(first)
	for _, line := range report.Wrap(text, p.width-indent) {
		p.printf("%s%s\n", first, line)
		first = strings.Repeat(" ", indent)
	}
}

func (p *demoPage) heading(text string) {
	p.printf("\n")
	for _, line := range report.Wrap(text, p.width) {
		if p.style.Color {
			line = "\x1b[1m" + line + "\x1b[0m"
		}
		p.printf("%s\n", line)
	}
}

// found says what came out.
func (p *demoPage) found(res *run.Result, items []*page.Example) {
	italian := 0
	for _, it := range items {
		if it.Lang == "it" {
			italian++
		}
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
	p.paragraph("", fmt.Sprintf("hed %s evaluated the headlines of %d invented systems and %d baselines of its own for %d sample articles, %d in English and %d in Italian. %s leads on %d of %d measures.",
		hed.Version, len(sample.Systems), len(res.Systems)-len(sample.Systems), len(items), len(items)-italian, italian, first.Name, leads, len(res.Columns)))
}

// tables show how the systems did, those first that did best.
func (p *demoPage) tables(res *run.Result) {
	p.heading("Words shared with the newspapers' headlines (ROUGE F1, percent)")
	p.table(res, "rouge1_f", "rouge2_f", "rougeL_f", "overall")
	p.paragraph("", "overall: "+res.OverallColumn().Doc+"; in percent.")
	p.heading("How they read")
	p.table(res, "pnr", "nr", "pr", "fog", "awl")
	p.paragraph("", "pnr, nr, pr: percent of proper nouns, other nouns and pronouns, in English; for Italian, train a tagger with 'hed train tagger'. fog: Gunning fog index. awl: letters a word. Less is better, but for pnr.")
}

func (p *demoPage) table(res *run.Result, names ...string) {
	if p.err == nil {
		t := report.Summary(res.Analysis).Only(append([]string{"rank", "system"}, names...))
		p.err = report.Text(p.w, t, p.style)
	}
}

// example shows the English article on which the systems differ most.
func (p *demoPage) example(res *run.Result, items []*page.Example) {
	f := slices.IndexFunc(res.Columns, func(c score.Column) bool { return c.Name == "rouge1_f" })
	var it *page.Example
	most := -1.0
	for _, other := range items {
		var own []float64 // of the systems that came with the sample
		for s, sys := range res.Systems {
			if slices.Contains(sample.Systems, sys.Name) {
				own = append(own, other.Scores[s][f])
			}
		}
		if d := slices.Max(own) - slices.Min(own); d > most && other.Lang == "en" {
			it, most = other, d
		}
	}
	p.heading("An article, and what they wrote for it (ROUGE-1 F1, percent)")
	lead, _, _ := strings.Cut(it.Article, "\n")
	p.paragraph("  ", lead)
	p.printf("\n")
	for _, r := range it.References {
		p.paragraph(fmt.Sprintf("  %-10s %6s  ", "newspaper", ""), r)
	}
	for s, sys := range res.Systems {
		p.paragraph(fmt.Sprintf("  %-10s %6.2f  ", sys.Name, 100*it.Scores[s][f]), it.Headlines[s])
	}
}

// command writes a command. Where it is too wide each part begins a line, and
// a part that is still too wide is broken before its flags.
func (p *demoPage) command(parts []string) {
	const first, next, more = "    ", "        ", ` \`
	lines := []string{strings.Join(parts, " ")}
	if displaywidth.String(first+lines[0]) > p.width {
		lines = nil
		for _, part := range parts {
			words := strings.SplitSeq(strings.ReplaceAll(part, " --", "\n--"), "\n")
			lines = append(lines, report.Fill(words, p.width-len(next+more))...)
		}
	}
	p.printf("%s%s\n", first, strings.Join(lines, more+"\n"+next))
}

func (p *demoPage) next(out string) {
	name := "hed"
	if self, err := os.Executable(); err == nil && strings.Contains(self, "go-build") {
		name = "go run ./cmd/hed"
	}
	folder := filepath.Join(out, "sample")
	docs := shellWord(filepath.Join(folder, "articles.jsonl"))
	p.heading("What to try next")
	for _, step := range [][]string{
		{"evaluate headlines of your own, one a line in FILE", "eval --docs " + docs, "--system mine=FILE --baseline first --out results"},
		{"write headlines", "generate --docs " + docs, "--with stextrank --out ranked.txt"},
		{"see where the numbers of headlines come from", "numerals explain --docs " + docs, "--system polished=" + shellWord(filepath.Join(folder, "polished.txt"))},
		{"see parts of speech", "tag " + shellWord(filepath.Join(folder, "polished.txt"))},
		{"see what can be measured, and how it is defined", "metrics"},
	} {
		p.paragraph("  ", step[0]+":")
		step[1] = name + " " + step[1]
		p.command(step[1:])
	}
	p.printf("\n")
	p.paragraph("", fmt.Sprintf("Open %s in a browser for all of it, with every headline. The folder %s has the tables, charts and scores too, and run.json, which says how each number came about. The sample is in %s.", filepath.Join(out, run.PageFile), out, folder))
}

// shellWord quotes what a shell would take for more than a name.
func shellWord(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/\\:._-+,@%=", r)
	}) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}
