// Package page writes report.html: one file that shows a whole evaluation,
// opens from a disk without a network, and asks nothing of anybody.
//
// What can be known before a reader comes is HTML made here: the finding in
// a sentence, tables, charts, how it was made. What depends on the reader,
// which document and in which order, is done by a module in the page, from
// texts and scores that lie in it as compressed pieces and are opened when
// they are needed. Of a large evaluation most pieces lie in files beside the page. Whatever comes from a corpus is text and stays text: it
// is escaped here, reaches the document as text nodes there, and a content
// policy lets no script run but ours.
//
// The page shows what analysis found and decides nothing but which values look
// alike; report has the tables for terminals and papers.
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
	"sync"

	"hed/analysis"
	"hed/numeral/check"
)

// A Run is an evaluation as the page shows it.
type Run struct {
	Title   string // empty: "Headline evaluation"
	Version string // of hed

	Found  *analysis.Analysis // must not be nil
	Charts []Chart

	Settings []Setting
	Inputs   []Input
	Seed     uint64
	Command  string // makes the run again; empty if that is not known
	Warnings []string
	// Marked is how many documents, from the first on, have Numbers; the page says so if
	// there are more.
	Marked int

	// Beside writes a file beside the page, of the name that it is given, for documents beyond SelfContained; nil keeps
	// all of them in the page.
	Beside func(name string, write func(io.Writer) error) error

	// Baselines are the systems that are there to compare others with, which are grey.
	Baselines []string

	// Words puts a text that names options into the words of its readers; nil
	// leaves it as it is.
	Words func(text string) string
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
	Lang         string // the page does not show it
	Article      string
	References   []string
	Headlines    []string    // by system
	Scores       [][]float64 // by system, then column; score.Absent where there is none
	// Numbers are what the article says of the numbers in each headline, by system; nil
	// leaves them without marks.
	Numbers [][]check.Result
}

// Write writes the page, and files beside it where the run has more than SelfContained documents. Memory does
// not grow with the number of examples:
// they are taken from the sequence one by one, in the order in which the page
// shows them at first. There is room for 40,000 articles of 3 KB with the
// scores of eight systems in a page, for eight times that with what is beside it, and for more of less; later examples are not asked for,
// and the page says so. An error of the sequence ends the page and is
// returned as it is; what was written until then is of no use.
func Write(ctx context.Context, w io.Writer, run *Run, examples iter.Seq2[*Example, error]) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if err := layout().Execute(out, newView(run)); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	p := newPieces(out, run)
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

//go:embed web
var web embed.FS

var (
	style = source("style.css")
	// script is one module, written in parts that are read in this order.
	script = source("piece.js", "order.js", "find.js", "document.js", "browse.js", "start.js", "table.js")
	// layout is parsed when it is first needed: most commands make no page.
	layout = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("layout.html").ParseFS(web, "web/*.html"))
	})
)

// source is the text of some files, one after another.
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
// else: no address is ever asked for anything. Where files lie beside the page, its own script may open them too.
func policy(beside bool) string {
	trusted := hash(script)
	if beside {
		trusted += " 'strict-dynamic'"
	}
	return "default-src 'none'; img-src data:; style-src " + hash(style) +
		"; script-src " + trusted + "; base-uri 'none'; form-action 'none'"
}

// hash is how a policy names a style or a script.
func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
