package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/numeral/derive"
)

// An explaining is the command "hed numerals explain".
type explaining struct {
	examination
	as string
}

func numeralsExplainCmd(a *cli.App) *cobra.Command {
	e := &explaining{examination: examination{App: a}}
	cmd := &cobra.Command{
		Use:   "explain --docs FILE --system NAME=FILE",
		Short: "say where the numbers of headlines come from",
		Long: `Say where each number of the systems' headlines comes from: the ways in which
the article leads to it, the likeliest first, with their confidence and the
places of the article. Without --system the reference headlines are explained.

Numbers are marked by how the article supports them:

  ✓  found: it stands in the article, in digits or in words
  =  derived: it follows from numbers of the article
  !  unsupported: neither, or not for what it stands here

-f json prints an object a headline, each on its own line; -f html a page
that shows the derivations in the articles.`,
		Example: `  hed numerals explain --docs news.jsonl --system a=a.txt
  hed numerals explain --docs news.jsonl --system a=a.txt -f html > a.html`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd.Context()) },
	}
	e.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&e.as, "output-format", "f", "text", "print the result as `FORMAT`: text, json or html")
	return cmd
}

func (x *examination) flags(cmd *cobra.Command) {
	x.Inputs.Flags(cmd)
	cmd.Flags().StringArrayVar(&x.systems, "system", nil, "`NAME=FILE` of a system and its headlines; repeat it for several systems")
	cmd.Flags().StringVar(&x.model, "model", "", numeralsModel)
	cli.Path(cmd, "system", "model")
}

// numeralsModel explains the flag --model of commands that derive numbers.
const numeralsModel = "`DIR` of a model that 'hed train numerals' made (default: the one of hed)"

// openNumerals opens the model of --model.
func openNumerals(dir string) (*derive.Model, error) {
	if dir == "" {
		return derive.English(), nil
	}
	return derive.Open(dir)
}

func (e *explaining) run(ctx context.Context) error {
	formats := []string{"text", "json", "html"}
	switch {
	case e.Docs == "":
		return cli.Usagef("--docs is missing: the articles")
	case !slices.Contains(formats, e.as):
		return cli.Usagef("-f: no output format %q; have %s", e.as, strings.Join(formats, ", "))
	}
	out := bufio.NewWriter(e.Stdout)
	defer out.Flush() // whatever ends it, whole headlines are printed
	var emit func(headlineView) error
	end := func() error { return nil }
	switch e.as {
	case "json":
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		emit = func(v headlineView) error { return enc.Encode(v) }
	case "html":
		p := newExplainPage(out)
		emit, end = p.add, p.end
	default:
		p := explainPrinter{w: out, color: cli.StyleOf(e.Stdout, false).Color}
		emit = func(v headlineView) error { return p.print(&v) }
	}
	if err := e.examine(ctx, "explaining", emit); err != nil {
		return err
	}
	if err := end(); err != nil {
		return err
	}
	return out.Flush()
}

// An explainPrinter prints headlines for a terminal.
type explainPrinter struct {
	w     io.Writer
	color bool
}

// Colours of marks: those of charts, as near as 256 colours come.
var markColors = map[status]string{found: "38;5;36;4", derived: "38;5;32", unsupported: "38;5;166"}

func (p *explainPrinter) paint(code, text string) string {
	if !p.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// likely are the derivations to show: three at most, and behind the first only
// what has some chance. -f json has all.
func (n *numeralView) likely() []derivationView {
	for i, d := range n.Derivations {
		if i == 3 || i > 0 && d.Confidence < 0.01 {
			return n.Derivations[:i]
		}
	}
	return n.Derivations
}

// named says of a number that is supported without a derivation what it is.
const named = "part of a name"

func (p *explainPrinter) print(v *headlineView) error {
	var b strings.Builder
	b.WriteString(p.paint("1", v.ID) + " " + v.System + ": " + p.marked(v) + "\n")
	for _, n := range v.Numerals {
		mark := p.paint(markColors[n.Status], n.Text+n.Status.sign())
		if n.Status == unsupported {
			fmt.Fprintf(&b, "  %s not supported (%.0f%%)", mark, 100*n.Support)
			if len(n.Alternatives) > 0 {
				a := n.Alternatives[0]
				fmt.Fprintf(&b, "; the article has %s, %s (%.0f%%)", a.Answer, a.Derivation, 100*a.Confidence)
			}
			b.WriteByte('\n')
			continue
		}
		if len(n.Derivations) == 0 {
			fmt.Fprintf(&b, "  %s %s (%.0f%%)\n", mark, named, 100*n.Support)
		}
		for i, d := range n.likely() {
			if i > 0 {
				mark = strings.Repeat(" ", len([]rune(n.Text))+1)
			}
			fmt.Fprintf(&b, "  %s %s (%.0f%%)%s\n", mark, d.Derivation, 100*d.Confidence, p.evidence(v.article, d.Operands))
		}
	}
	if len(v.Numerals) == 0 {
		b.WriteString("  no number\n")
	}
	_, err := io.WriteString(p.w, b.String())
	return err
}

// marked is the headline with marks behind its numbers.
func (p *explainPrinter) marked(v *headlineView) string {
	var b strings.Builder
	at := 0
	for _, n := range v.Numerals {
		if n.Start < at {
			continue // a part of the last one
		}
		b.WriteString(v.Headline[at:n.Start])
		b.WriteString(p.paint(markColors[n.Status], n.Text+n.Status.sign()))
		at = n.End
	}
	b.WriteString(v.Headline[at:])
	return b.String()
}

// evidence quotes the article around the operands.
func (p *explainPrinter) evidence(article string, operands []operandView) string {
	var quotes []string
	for _, o := range operands {
		text, start, end := o.evidence(article)
		quotes = append(quotes, "“"+text[:start]+p.paint("1", text[start:end])+text[end:]+"”")
	}
	if quotes == nil {
		return ""
	}
	return ": " + strings.Join(quotes, ", ")
}
