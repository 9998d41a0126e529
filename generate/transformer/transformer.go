// Package transformer writes headlines with transformers that read a text and write another: BART, T5 and Pegasus, and what
// was fine-tuned from them, in folders of the Hugging Face Hub. The models are in neural/decoder.
package transformer

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/internal/staging"
	"hed/neural/decoder"
	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/spec"
	"hed/tensor"
)

// Options are those of a spec. What is nil is as generation_config.json of the model says.
type Options struct {
	Model       string   `opt:"model" doc:"folder of the model, or the name of one that was pulled"`
	Prefix      string   `opt:"prefix" doc:"text put before the article, such as the task of a T5 (summarize:\\ )"`
	Beams       *int     `opt:"beams" doc:"width of the beam search: beginnings of headlines that are kept at each token; with sample, number of headlines to draw; default by model"`
	Groups      *int     `opt:"groups" doc:"number of groups of beams that avoid each other's words (diverse beam search); default by model"`
	Diversity   *float64 `opt:"diversity" doc:"penalty for a token that an earlier group has chosen; default by model"`
	Min         *int     `opt:"min" doc:"fewest tokens; default by model"`
	Max         *int     `opt:"max" doc:"most tokens; default by model"`
	NoRepeat    *int     `opt:"norepeat" doc:"number of tokens in a row that may not occur twice; default by model, 0 for no rule"`
	Penalty     *float64 `opt:"penalty" doc:"the log of the probability is divided by the number of tokens to this power: higher for longer headlines; default by model"`
	Sample      *bool    `opt:"sample" doc:"draw tokens at random, with a seed for each article; default by model"`
	Temperature *float64 `opt:"temperature" doc:"for sample: above 0, higher for more randomness; default by model"`
	TopK        *int     `opt:"topk" doc:"for sample: draw only from this many best tokens, 0 for all; default by model"`
	TopP        *float64 `opt:"topp" doc:"for sample: draw only from the best tokens that together have this probability; default by model"`
	Numerals    string   `opt:"numerals" doc:"strict: write no number that the article does not support; prefer: put headlines with supported numbers first; default neither"`
	Lang        string   `opt:"lang" doc:"language of all articles; default as each document says, or en"`
	Precision   string   `opt:"precision" doc:"number format of weights and products on an NVIDIA card: float32, or bfloat16, which is quicker; default float32"`
}

// settings are those of the model with what the options change.
func (o *Options) settings(s decoder.Settings) decoder.Settings {
	if or(&s.Sample, o.Sample); o.Sample != nil && *o.Sample {
		s.Beams, s.Groups = 1, 1 // of a search, which this is not
	}
	or(&s.Beams, o.Beams)
	or(&s.Groups, o.Groups)
	or(&s.Diversity, o.Diversity)
	or(&s.Min, o.Min)
	or(&s.Max, o.Max)
	or(&s.NoRepeat, o.NoRepeat)
	or(&s.Penalty, o.Penalty)
	or(&s.Temperature, o.Temperature)
	or(&s.TopK, o.TopK)
	or(&s.TopP, o.TopP)
	if o.Beams != nil && o.Groups == nil && s.Beams%s.Groups != 0 { // those of the model
		s.Groups = 1
	}
	if o.Max != nil && o.Min == nil && s.Min >= s.Max { // of summaries, which are longer
		s.Min = 0
	}
	if o.Min != nil && o.Max == nil {
		s.Max = max(s.Min, s.Max)
	}
	return s
}

// idle refuses options that change nothing with the settings that all make.
func (o *Options) idle(s *decoder.Settings) error {
	switch {
	case o.Diversity != nil && s.Groups == 1:
		return errors.New("diversity needs several groups of beams; set groups=N, where beams is a multiple of N")
	case !s.Sample && (o.Temperature != nil || o.TopK != nil || o.TopP != nil):
		return errors.New("temperature, topk and topp are for drawing at random; set sample=true")
	case s.Beams == 1 && o.Numerals == faithful.Prefer:
		return errors.New("numerals=prefer chooses among several headlines, and there is only one; set beams=N")
	case s.Sample && o.Numerals == faithful.Strict:
		return errors.New("numerals=strict needs a beam search, but sample=true draws at random; set sample=false, or numerals=prefer")
	}
	return nil
}

func or[T any](to *T, p *T) {
	if p != nil {
		*to = *p
	}
}

// Info presents the generator. device gives where the model runs, and find the folder of a model; they are asked when a
// generator is made.
func Info(device func() (tensor.Device, error), find func(name string) (dir string, err error)) generate.Info {
	return generate.Info{
		Name: "transformer", Doc: "a BART, T5 or Pegasus, from its folder", Paper: "Lewis et al. 2020; Raffel et al. 2020; Zhang et al. 2020",
		Options: Options{},
		New: func(options map[string]string, seed uint64) (generate.Generator, error) {
			var o Options
			if err := spec.Decode(options, &o); err != nil {
				return nil, err
			}
			if o.Model == "" {
				return nil, errors.New("model=DIR is missing: the folder of a BART, T5 or Pegasus")
			}
			dir, err := find(o.Model)
			if err != nil {
				return nil, err
			}
			return open(dir, device, o, seed)
		},
	}
}

// A Generator writes headlines with a model.
type Generator struct {
	mu        sync.Mutex // a model is for one at a time
	model     *decoder.Model
	words     *tokenizer.Tokenizer
	worker    *tokenizer.Worker
	settings  decoder.Settings
	marks     *marking // of a SEASON
	numbers   *faithful.Numbers
	prefix    string
	lang      string // of all documents; "" for their own
	seed      uint64
	sum       string // of the model
	short     bool   // its weights are in bfloat16
	signature string
}

var _ generate.Batcher = (*Generator)(nil)

// open reads what the model is and whether all fits before the device is asked for and the weights are loaded. Files that are
// wrong are an embed.OpenError, as opposed to options that make no sense.
func open(dir string, device func() (tensor.Device, error), o Options, seed uint64) (g *Generator, err error) {
	f, err := decoder.Read(dir)
	if err == nil {
		err = staging.Unchanged(dir, func(name string) bool { // what headlines depend on
			return strings.HasSuffix(name, ".safetensors") || strings.HasSuffix(name, ".json") && name != "card.json"
		})
	}
	if err != nil {
		return nil, &embed.OpenError{Err: err}
	}
	defer func() {
		if err != nil {
			f.Close() // the reason is another
		}
	}()
	switch o.Precision {
	case "", "float32":
	case "bfloat16":
		f.Short = true
	default:
		return nil, fmt.Errorf("precision=%s: want float32 or bfloat16", o.Precision)
	}
	g = &Generator{settings: o.settings(f.Settings), prefix: o.Prefix, lang: o.Lang, seed: seed}
	if err := g.settings.Check(&f.Config); err != nil {
		return nil, err
	}
	if err := o.idle(&g.settings); err != nil {
		return nil, err
	}
	if g.numbers, err = faithful.New(o.Numerals, true); err != nil {
		return nil, err
	}
	if err := g.load(dir, f, device); err != nil {
		return nil, &embed.OpenError{Err: err}
	}
	return g, nil
}

func (g *Generator) load(dir string, f *decoder.Folder, device func() (tensor.Device, error)) (err error) {
	if g.words, err = words(dir, f); err != nil {
		return err
	}
	g.worker = g.words.Worker()
	if g.marks, err = newMarking(f.Config.Season, g.words); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, "tokenizer.json"), err)
	}
	if g.sum, err = digest(dir, f); err != nil {
		return err
	}
	g.short = f.Short
	g.sign()
	d, err := device()
	if err != nil {
		return err
	}
	f.Settings = g.settings // by which it tells whether the device has memory enough
	g.model, err = f.Load(d)
	return err
}

// words reads the tokenizer, and refuses one of another model.
func words(dir string, f *decoder.Folder) (*tokenizer.Tokenizer, error) {
	file := filepath.Join(dir, "tokenizer.json")
	t, err := tokenizer.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing, and no other kind of tokenizer is read; fetch it, or let save_pretrained of a fast tokenizer of transformers write it", file)
	}
	if err != nil {
		return nil, err
	}
	t = t.WithTruncation(tokenizer.Truncation{Max: f.Config.Tokens})
	var empty tokenizer.Encoding
	if err := t.Worker().Encode(&empty, ""); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := f.Fits(empty.IDs); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// digest names a model by its weights and by the bytes of the other files that are read.
func digest(dir string, f *decoder.Folder) (string, error) {
	h := sha256.New()
	sum := f.Digest()
	h.Write(sum[:])
	for _, name := range []string{"config.json", "generation_config.json", "tokenizer.json"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		sum := sha256.Sum256(data)
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))[:12], nil
}

func (g *Generator) sign() {
	s := &g.settings
	text := fmt.Sprintf("transformer|model:%s|beams:%d|min:%d|max:%d|norepeat:%d|penalty:%g", g.sum, s.Beams, s.Min, s.Max, s.NoRepeat, s.Penalty)
	if s.Groups > 1 {
		text += fmt.Sprintf("|groups:%d|diversity:%g", s.Groups, s.Diversity)
	}
	if s.Sample {
		text += fmt.Sprintf("|temperature:%g|topk:%d|topp:%g|seed:%d", s.Temperature, s.TopK, s.TopP, g.seed)
	}
	if g.short {
		text += "|precision:bfloat16"
	}
	if g.prefix != "" {
		text += "|prefix:" + url.PathEscape(g.prefix) // which has no blanks
	}
	if g.lang != "" {
		text += "|lang:" + url.PathEscape(g.lang)
	}
	if g.marks != nil {
		text += "|sentences:" + g.marks.signature()
	}
	g.signature = text + g.numbers.Signature()
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string { return g.signature }

// Generate implements generate.Generator.
func (g *Generator) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, g, d)
}

// GenerateBatch implements generate.Batcher.
func (g *Generator) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	docs = generate.In(g.lang, docs)
	return g.numbers.Write(docs, n, func(places []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
		some := make([]*corpus.Document, len(places))
		for k, i := range places {
			some[k] = docs[i]
		}
		return g.find(ctx, some, rules)
	})
}

// find writes all headlines that the search has for documents; none for one whose rule leaves none.
func (g *Generator) find(ctx context.Context, docs []*corpus.Document, rules []faithful.Rule) ([][]generate.Candidate, error) {
	all := make([][]generate.Candidate, len(docs))
	var texts []decoder.Text
	var of []int
	headline := func(tokens []int32) string { return line(g.words.Decode(tokens, true)) }
	for i, d := range docs {
		if all[i] = []generate.Candidate{{}}; !strings.ContainsFunc(d.Body, letter) {
			continue
		}
		t, err := g.read(d)
		if err != nil {
			return nil, &generate.Error{Doc: d.ID, Err: err}
		}
		if rule := rules[i]; rule != nil {
			t.Allow = func(tokens []int32) bool {
				return ctx.Err() == nil && rule(headline(tokens), slices.Contains(g.settings.Ends, tokens[len(tokens)-1]))
			}
		}
		texts, of = append(texts, t), append(of, i)
	}
	found, err := g.model.Write(ctx, texts, g.settings)
	if err != nil {
		return nil, err
	}
	for k, list := range found {
		var candidates []generate.Candidate
		for _, w := range list {
			candidates = append(candidates, generate.Candidate{Headline: headline(w.Tokens), Score: w.Score})
		}
		if len(candidates) > 0 || rules[of[k]] != nil {
			all[of[k]] = candidates
		}
	}
	return all, nil
}

// read makes tokens of a document, as many as the model takes.
func (g *Generator) read(d *corpus.Document) (decoder.Text, error) {
	text := d.Body
	// Of an article of megabytes, more than so many tokens can take, of which white space in front is to take none.
	const longest = 64
	limit := g.words.Truncation().Max * longest
	if len(text) > limit {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	if len(text) > limit {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit]
	}
	if g.marks != nil {
		text, _ = g.marks.text(text, d.Lang)
	}
	var e tokenizer.Encoding
	if err := g.worker.Encode(&e, g.prefix+text); err != nil {
		return decoder.Text{}, err
	}
	t := decoder.Text{Tokens: g.known(e.IDs)}
	if g.marks != nil {
		t.Tokens = g.marks.tokens(t.Tokens)
	}
	for _, id := range t.Tokens {
		if err := g.model.Config.Check(id); err != nil {
			return decoder.Text{}, fmt.Errorf("%w; tokenizer.json is from another model", err)
		}
	}
	if g.settings.Sample {
		h := sha256.New()
		binary.Write(h, binary.LittleEndian, g.seed)
		binary.Write(h, binary.LittleEndian, t.Tokens)
		t.Seed = binary.LittleEndian.Uint64(h.Sum(nil))
	}
	return t, nil
}

// known leaves out special tokens of the tokenizer that the model has no vector for, such as <mask> of BARTs for summaries.
func (g *Generator) known(ids []int32) []int32 {
	return slices.DeleteFunc(ids, func(id int32) bool {
		return g.model.Config.Check(id) != nil && g.words.Decode([]int32{id}, true) == ""
	})
}

// line makes a headline of what was written: without line breaks, of which Pegasus has a token of its own.
func line(text string) string {
	text = strings.ReplaceAll(text, "<n>", " ")
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}

// letter says whether a rune is a letter or a digit.
func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Close gives back the memory of the model.
func (g *Generator) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.model.Close()
}
