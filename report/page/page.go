// Package page writes report.html: one file that shows a whole evaluation,
// opens from a disk without a network, and asks nothing of anybody.
//
// What can be known before a reader comes is HTML made here: the finding in
// a sentence, tables, charts, how it was made. What depends on the reader,
// which document and in which order, is done by a module in the page, from
// texts and scores that lie in it as compressed pieces and are opened when
// they are needed. Whatever comes from a corpus is text and stays text: it
// is escaped here, reaches the document as text nodes there, and a content
// policy lets no script run but ours.
//
// The page shows what stat and score give it. It computes only which value
// is best and who leads; report has the tables for terminals and papers.
package page

import (
	"bufio"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"iter"
	"strings"

	"hed/score"
	"hed/stat"
)

// A Run is an evaluation as the page shows it. Systems and columns are
// known by their places in Systems and Columns; the place of a system is
// also its colour, as in charts.
type Run struct {
	Title   string // empty: "Headline evaluation"
	Version string // of hed

	Columns []score.Column
	Systems []string
	Means   [][]stat.Interval // by system, then column
	Overall []stat.Interval   // by system, of all columns together
	Ranks   []int             // by system, 1 for the best; ties share one

	// Level is the confidence of the intervals, such as 0.95; tests call
	// significant what is below 1 - Level.
	Level float64
	// Tests are by column; empty if nothing was compared.
	Tests []stat.Comparisons

	Correlations []Matrix
	Charts       []Chart

	Documents int // how many were scored, whether or not they are shown
	Settings  []Setting
	Inputs    []Input
	Seed      uint64
	Command   string // makes the run again; empty if that is not known
	Warnings  []string
}

// A Matrix holds a correlation for every two columns, score.Absent where
// it is undefined.
type Matrix struct {
	Name   string // such as "Pearson"
	Values [][]float64
}

// A Chart is a figure, which also stands in the folder charts.
type Chart struct {
	Kind  string // charts of a kind stand together: "bar", "box"
	File  string // its name there, such as "bar_overall.svg" or "bar_overall.pdf"
	Title string // says what is compared
	SVG   []byte
}

// A Setting is something that the user chose, or left as it was.
type Setting struct{ Key, Value string }

// An Input is a file that the run read.
type Input struct {
	Role   string // "docs", "ref", "system"
	System string // whose headlines, for a system
	Name   string // without the folder
	SHA256 string
}

// An Example is a document with what the systems wrote and got for it.
type Example struct {
	ID           string
	Source, Date string // may be empty
	Article      string
	References   []string
	Headlines    []string    // by system
	Scores       [][]float64 // by system, then column; score.Absent where there is none
}

// Write writes the page. Memory does not grow with the number of examples:
// they are taken from the sequence one by one, in the order in which the page
// shows them at first. A page has room for 40,000 articles of 3 KB with the
// scores of eight systems, and more of less; later examples are not asked for,
// and the page says so. An error of the sequence ends the page and is
// returned as it is; what was written until then is of no use.
func Write(ctx context.Context, w io.Writer, run *Run, examples iter.Seq2[*Example, error]) error {
	if err := run.check(); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := layout.Execute(out, newView(run)); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	p := newPieces(out, len(run.Systems), len(run.Columns))
	for ex, err := range examples {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := p.add(ex); err != nil {
			return fmt.Errorf("write report.html: %w", err)
		}
		if p.full() {
			break
		}
	}
	if err := p.close(); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	io.WriteString(out, "</body>\n</html>\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	return nil
}

// check finds parts that do not fit together.
func (r *Run) check() error {
	systems, columns := len(r.Systems), len(r.Columns)
	for _, part := range []struct {
		what      string
		got, want int
	}{
		{"rows of means", len(r.Means), systems},
		{"overall scores", len(r.Overall), systems},
		{"ranks", len(r.Ranks), systems},
	} {
		if part.got != part.want {
			return fmt.Errorf("%d %s for %d systems", part.got, part.what, part.want)
		}
	}
	for s, row := range r.Means {
		if len(row) != columns {
			return fmt.Errorf("%d means of %s for %d columns", len(row), r.Systems[s], columns)
		}
	}
	if n := len(r.Tests); n != 0 && n != columns {
		return fmt.Errorf("tests of %d columns for %d", n, columns)
	}
	for _, m := range r.Correlations {
		if len(m.Values) != columns {
			return fmt.Errorf("%d rows of correlation %s for %d columns", len(m.Values), m.Name, columns)
		}
		for _, row := range m.Values {
			if len(row) != columns {
				return fmt.Errorf("a row of %d in correlation %s for %d columns", len(row), m.Name, columns)
			}
		}
	}
	return nil
}

//go:embed web
var web embed.FS

var (
	style = source("style.css")
	// script is one module, written in parts that are read in this order.
	script = source("piece.js", "order.js", "find.js", "document.js", "browse.js", "start.js", "table.js")
	layout = template.Must(template.New("layout.html").ParseFS(web, "web/*.html"))
)

func source(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		text, err := web.ReadFile("web/" + name)
		if err != nil {
			panic("page: " + err.Error())
		}
		b.Write(text)
	}
	return b.String()
}

// policy lets the page run and use what is written into it, and nothing
// else: no address is ever asked for anything.
func policy() string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; img-src data:; style-src " + hash(style) +
		"; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}
