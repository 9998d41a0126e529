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
	"hed/corpus"
)

// A linting is the command "hed lint".
type linting struct {
	examination
	as    string
	allow []string
}

func lintCmd(a *cli.App) *cobra.Command {
	l := &linting{examination: examination{App: a}}
	cmd := &cobra.Command{
		Use:   "lint --docs FILE --system NAME=FILE",
		Short: "flag numbers of headlines that the article does not support",
		Long: `Flag the numbers of the systems' headlines that their articles do not support,
each with the likeliest number that they do. What is flagged is printed as

  text    FILE:LINE:COLUMN: message, as compilers and editors have it
  json    an object a line
  sarif   a SARIF 2.1.0 log, for code scanning
  github  commands that GitHub Actions show beside the line

--allow is for numbers that need no support: a number, or words around it such
as "Section 230", whatever the case; @FILE has one a line, where # begins a
comment. 'hed numerals explain' shows why a number is flagged.

The exit code is 100 if a number is flagged.`,
		Example: `  hed lint --docs news.jsonl --system a=a.txt
  hed lint --docs news.jsonl --system a=a.txt --allow 24/7 --allow @names.txt
  hed lint --docs news.jsonl --system a=a.txt -f sarif > lint.sarif`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	l.flags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&l.allow, "allow", nil, "`WORDS` or number that need no support, or @FILE of them; repeat it for several")
	f.StringVarP(&l.as, "output-format", "f", "text", "print what is flagged as `FORMAT`: text, json, sarif or github")
	return cmd
}

// lintFormats are what -f takes.
var lintFormats = []string{"text", "json", "sarif", "github"}

// A flagged is a number that the article does not support.
type flagged struct {
	ID          string           `json:"id"`
	System      string           `json:"system"`
	File        string           `json:"file"`
	Line        int              `json:"line"`
	Column      *int             `json:"column"` // in characters, null where the line is a record
	Headline    string           `json:"headline"`
	Text        string           `json:"text"`
	Start       int              `json:"start"` // in bytes of the headline
	End         int              `json:"end"`
	Support     float64          `json:"support"`
	Alternative *alternativeView `json:"alternative"`
}

// message says it in a sentence.
func (f *flagged) message() string {
	m := fmt.Sprintf("the article does not support %s", f.Text)
	if a := f.Alternative; a != nil {
		m += fmt.Sprintf("; it has %s, %s", a.Answer, a.Derivation)
	}
	return m
}

func (l *linting) run(ctx context.Context) error {
	switch {
	case l.Docs == "":
		return cli.Usagef("--docs is missing: the articles")
	case len(l.systems) == 0:
		return cli.Usagef("--system is missing: NAME=FILE with the headlines to check")
	case !slices.Contains(lintFormats, l.as):
		return cli.Usagef("-f: no output format %q; have %s", l.as, strings.Join(lintFormats, ", "))
	}
	allowed, err := readAllow(l.allow)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(l.Stdout)
	defer out.Flush() // whatever ends it, whole lines are printed
	p := newLintPrinter(l.as, out)
	headlines, numbers, n := 0, 0, 0
	err = l.examine(ctx, "checking", func(v headlineView) error {
		headlines++
		numbers += len(v.Numerals)
		for i := range v.Numerals {
			if v.Numerals[i].Status != unsupported || allowed.has(v.Headline, &v.Numerals[i]) {
				continue
			}
			n++
			if err := p.print(flagNumber(&v, &v.Numerals[i])); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := p.end(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if n > 0 {
		return cli.Gatef("%s of %d not supported, in %s", cli.Count(n, "number"), numbers, cli.Count(headlines, "headline"))
	}
	l.Note("%s in %s, all supported", cli.Count(numbers, "number"), cli.Count(headlines, "headline"))
	return nil
}

func flagNumber(v *headlineView, n *numeralView) flagged {
	f := flagged{
		ID: v.ID, System: v.System, File: v.file, Line: v.line, Headline: v.Headline,
		Text: n.Text, Start: n.Start, End: n.End, Support: n.Support,
	}
	if v.plain {
		f.Column = new(column(v.Headline, n.Start))
	}
	if len(n.Alternatives) > 0 {
		f.Alternative = &n.Alternatives[0]
	}
	return f
}

// allowances are words that need no support, in lower case.
type allowances []string

// readAllow reads the values of --allow.
func readAllow(values []string) (all allowances, err error) {
	for _, v := range values {
		name, isFile := strings.CutPrefix(v, "@")
		if !isFile {
			all = append(all, strings.ToLower(v))
			continue
		}
		data, err := corpus.File(name).ReadAll()
		if err != nil {
			return nil, fmt.Errorf("--allow: %w", err)
		}
		for line := range strings.Lines(string(data)) {
			line, _, _ = strings.Cut(line, "#")
			all = append(all, strings.ToLower(line))
		}
	}
	for i, words := range all {
		all[i] = oneLine(words)
	}
	return slices.DeleteFunc(all, func(words string) bool { return words == "" }), nil
}

// has reports whether words of the list stand in the headline around a number,
// or are the number.
func (a allowances) has(headline string, n *numeralView) bool {
	lower := strings.ToLower(headline)
	if len(lower) != len(headline) {
		lower = headline // letters of another length in lower case, which is rare
	}
	for _, words := range a {
		for at := 0; ; {
			i := strings.Index(lower[at:], words)
			if i < 0 {
				break
			}
			at += i
			if at <= n.Start && n.End <= at+len(words) && !inWord(lower, at) && !inWord(lower, at+len(words)) {
				return true
			}
			at++
		}
	}
	return false
}

// inWord reports whether letters or digits stand on both sides of i.
func inWord(text string, i int) bool {
	part := func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
	}
	return i > 0 && i < len(text) && part(text[i-1]) && part(text[i])
}

// A lintPrinter prints what is flagged.
type lintPrinter interface {
	print(flagged) error
	end() error
}

func newLintPrinter(as string, w io.Writer) lintPrinter {
	switch as {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return lintLines(func(f *flagged) error { return enc.Encode(f) })
	case "sarif":
		return &sarifPrinter{w: w}
	case "github":
		return lintLines(func(f *flagged) error {
			at := fmt.Sprintf("file=%s,line=%d", githubProperty(f.File), f.Line)
			if f.Column != nil {
				at += fmt.Sprintf(",col=%d", *f.Column)
			}
			_, err := fmt.Fprintf(w, "::error %s,title=unsupported number::%s\n", at, githubText(f.message()))
			return err
		})
	}
	return lintLines(func(f *flagged) error {
		at := fmt.Sprintf("%s:%d", f.File, f.Line)
		if f.Column != nil {
			at += fmt.Sprintf(":%d", *f.Column)
		}
		_, err := fmt.Fprintf(w, "%s: %s\n", at, f.message())
		return err
	})
}

// lintLines prints a line for each.
type lintLines func(*flagged) error

func (l lintLines) print(f flagged) error { return l(&f) }
func (l lintLines) end() error            { return nil }

// What GitHub's workflow commands cannot have as they are.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
