package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/lines"
	"hed/report"
	"hed/score"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A tagging is the command "hed tag".
type tagging struct {
	*cli.App
	cli.Output
	gold  string
	model string
}

func tagCmd(a *cli.App) *cobra.Command {
	t := &tagging{App: a}
	cmd := &cobra.Command{
		Use:   "tag [FILE]",
		Short: "tag words with their parts of speech",
		Long: `Cut texts into words and tag them with the parts of speech of Universal
Dependencies. FILE, or stdin, has a headline or any other text in each line;
-f json prints an object a line, with byte offsets.

With --gold the words of a treebank are tagged and the tags compared with its
own. Written words that stand for several (1-2) and empty nodes are skipped.

The English tagger that comes with hed is trained on the English Web Treebank
and on headlines. For other languages, train one: 'hed train tagger'.`,
		Example: `  echo "Senate passes budget bill" | hed tag
  hed tag headlines.txt -f csv > tags.csv
  hed tag --gold en_ewt-ud-dev.conllu
  hed tag --model it-tagger titoli.txt`,
		Args: cli.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return t.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.StringVar(&t.gold, "gold", "", "`FILE` of a treebank in CoNLL-U whose tags to compare with")
	f.StringVar(&t.model, "model", "", "`DIR` of a tagger that 'hed train tagger' made (default: the English one)")
	t.Output.Flags(cmd)
	f.Lookup("output-format").Usage = "print the result as `FORMAT`: text, json or csv; with --gold latex or markdown, too"
	cli.Path(cmd, "gold", "model")
	return cmd
}

func (t *tagging) run(ctx context.Context, args []string) error {
	if err := t.Output.Check(); err != nil {
		return err
	}
	file := "-"
	if len(args) > 0 {
		file = args[0]
		if t.SetBy("gold") != "" {
			t.gold = "" // the command line goes before settings from elsewhere
		}
	}
	switch {
	case t.gold != "" && len(args) > 0:
		return cli.Usagef("--gold compares with the words of %s; leave %s out", t.gold, file)
	case t.gold == "" && !slices.Contains([]string{"text", "json", "csv"}, t.As):
		return cli.Usagef("-f %s: 'hed tag' prints words as text, json or csv; with --gold, the table as latex or markdown too", t.As)
	}
	tagger, err := t.tagger()
	if err != nil {
		return err
	}
	if t.gold != "" {
		return t.compare(ctx, tagger)
	}
	return t.tag(ctx, tagger, file)
}

func (t *tagging) tagger() (*pos.Tagger, error) {
	if t.model == "" {
		return pos.English(), nil
	}
	return pos.Open(t.model)
}

// tag tags a file line by line.
func (t *tagging) tag(ctx context.Context, tagger *pos.Tagger, file string) error {
	pack, err := lang.Get(tagger.About.Lang)
	if err != nil {
		return fmt.Errorf("--model %s: %w", t.model, err)
	}
	out := bufio.NewWriterSize(t.Stdout, 1<<16)
	defer out.Flush() // whatever ends it, whole lines are printed
	src := corpus.File(file)
	if file == "-" {
		src = corpus.Stream("stdin", prompt{t.Input(ctx), out})
		if in, ok := t.Stdin.(*os.File); ok {
			if _, typed := cli.Terminal(in); typed {
				t.Note("reading from the terminal; end with Ctrl-D, or name a file")
			}
		}
	}
	p := t.printer(out)
	var tokens []text.Token
	var tags []pos.Tag
	for line, err := range lines.Outputs(src).Outputs(ctx) {
		if err != nil {
			return err
		}
		tokens, tags = pack.Tag(tagger, tokens[:0], tags[:0], line.Text)
		if err := p.print(line.Line, tokens, tags); err != nil {
			return err
		}
	}
	p.begin() // where there was no line
	return out.Flush()
}

// A prompt is a stream before whose reading everything is printed: somebody
// may be typing.
type prompt struct {
	io.Reader
	out *bufio.Writer
}

func (p prompt) Read(b []byte) (int, error) {
	if err := p.out.Flush(); err != nil {
		return 0, err
	}
	return p.Reader.Read(b)
}

// A taggedWord is a word in -f json.
type taggedWord struct {
	Word  string `json:"word"`
	Tag   string `json:"tag"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

type taggedLine struct {
	Line  int          `json:"line"`
	Words []taggedWord `json:"words"`
}

// A tagPrinter prints the words of one line after another.
type tagPrinter struct {
	as   string
	w    *bufio.Writer
	head string // what comes before the first line
	enc  *json.Encoder
	row  []byte
	taggedLine
}

func (t *tagging) printer(w *bufio.Writer) *tagPrinter {
	p := &tagPrinter{as: t.As, w: w, enc: json.NewEncoder(w), taggedLine: taggedLine{Words: []taggedWord{}}}
	p.enc.SetEscapeHTML(false)
	if p.as == "csv" {
		p.head = "line,word,tag\n"
	}
	return p
}

// begin prints the head, which a file that cannot be read does not get.
func (p *tagPrinter) begin() {
	p.w.WriteString(p.head) // errors come with Flush
	p.head = ""
}

func (p *tagPrinter) print(line int, tokens []text.Token, tags []pos.Tag) error {
	p.begin()
	switch p.as {
	case "json":
		p.Line, p.Words = line, slices.Grow(p.Words[:0], len(tokens))
		for i, tok := range tokens {
			p.Words = append(p.Words, taggedWord{tok.Text, tags[i].String(), tok.Start, tok.End})
		}
		return p.enc.Encode(&p.taggedLine)
	case "csv":
		for i, tok := range tokens {
			p.row = strconv.AppendInt(p.row[:0], int64(line), 10)
			p.row = score.AppendField(append(p.row, ','), tok.Text)
			p.row = append(append(append(p.row, ','), tags[i].String()...), '\n')
			p.w.Write(p.row)
		}
	default:
		for i, tok := range tokens {
			if i > 0 {
				p.w.WriteByte(' ')
			}
			p.w.WriteString(tok.Text)
			p.w.WriteByte('/')
			p.w.WriteString(tags[i].String())
		}
		p.w.WriteByte('\n')
	}
	return nil
}

// An accuracy is what --gold prints.
type accuracy struct {
	Tokens   int                    `json:"tokens"`
	Accuracy float64                `json:"accuracy"`
	PerTag   map[string]tagAccuracy `json:"per_tag"`
}

type tagAccuracy struct {
	Tokens    int      `json:"tokens"` // that have the tag in the treebank
	Precision *float64 `json:"precision"`
	Recall    *float64 `json:"recall"`
	F1        *float64 `json:"f1"`
}

// compare tags the words of the treebank.
func (t *tagging) compare(ctx context.Context, tagger *pos.Tagger) error {
	sentences, _, err := readTreebank(ctx, t.App, t.gold)
	if err != nil {
		return err
	}
	var right, given, gold [pos.Tags]int
	var words []string
	var tags []pos.Tag
	for i := range sentences {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		words = words[:0]
		for _, w := range sentences[i].Words {
			words = append(words, w.Form)
		}
		tags = tagger.Tag(tags[:0], words)
		for k, w := range sentences[i].Words {
			gold[w.Tag]++
			given[tags[k]]++
			if tags[k] == w.Tag {
				right[w.Tag]++
			}
		}
	}
	res := accuracy{PerTag: map[string]tagAccuracy{}}
	all := 0
	table := &report.Table{Columns: []report.Column{{Name: "tag"}, {Name: "tokens"}, {Name: "precision", Fraction: true}, {Name: "recall", Fraction: true}, {Name: "f1", Fraction: true}}}
	for tag := range pos.Tag(pos.Tags) {
		if gold[tag] == 0 && given[tag] == 0 {
			continue
		}
		res.Tokens += gold[tag]
		all += right[tag]
		p, r := share(right[tag], given[tag]), share(right[tag], gold[tag])
		f := share(2*right[tag], given[tag]+gold[tag])
		res.PerTag[tag.String()] = tagAccuracy{gold[tag], present(p), present(r), present(f)}
		table.Rows = append(table.Rows, []report.Cell{report.Label(tag.String()), report.Count(gold[tag]), report.Number(p), report.Number(r), report.Number(f)})
	}
	res.Accuracy = share(all, res.Tokens)
	// Over all tags precision, recall and F1 are the same: the accuracy.
	mean := report.Number(res.Accuracy)
	table.Rows = append(table.Rows, []report.Cell{report.Label("all"), report.Count(res.Tokens), mean, mean, mean})
	return t.Output.Print(t.Stdout, table, res)
}

func share(part, whole int) float64 {
	if whole == 0 {
		return score.Absent
	}
	return float64(part) / float64(whole)
}
