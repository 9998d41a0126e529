package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/internal/crash"
	"hed/internal/plain"
	"hed/spec"
)

// Options are those of a spec.
type Options struct {
	EndpointOptions
	Prompt     string `opt:"prompt" file:"true" doc:"YAML file of the prompt: system, examples, and user, a template for the article; default hed's own"`
	Candidates *int   `opt:"candidates" doc:"number of different headlines to ask for; default 1"`
	Numerals   string `opt:"numerals" doc:"prefer: put candidates whose numbers the article supports first; default as they come"`
	Lang       string `opt:"lang" doc:"language of all articles; default as each document says, or en"`
	Repair     bool   `opt:"repair" doc:"1: if the article does not support a number of the first candidate, ask once more and name the number; then as numerals=prefer"`
}

// mostCandidates is how many answers servers give at once.
const mostCandidates = 128

// Info presents the generator.
func Info(c *Client) generate.Info {
	return generate.Info{
		Name: "remote", Doc: "a model behind an endpoint with OpenAI's chat interface", Paper: "Brown et al. 2020",
		Options: Options{},
		New: func(options map[string]string, seed uint64) (generate.Generator, error) {
			var o Options
			if err := spec.Decode(options, &o); err != nil {
				return nil, err
			}
			g := &Generator{want: 1, lang: o.Lang, seed: seed}
			if o.Candidates != nil {
				g.want = *o.Candidates
			}
			if g.want < 1 || g.want > mostCandidates {
				return nil, fmt.Errorf("candidates=%d: want 1 to %d", g.want, mostCandidates)
			}
			var err error
			if err := g.setNumbers(&o); err != nil {
				return nil, err
			}
			if g.prompt, err = readPrompt(o.Prompt); err != nil {
				return nil, err
			}
			g.endpoint, err = c.Endpoint(&o.EndpointOptions)
			return g, err
		},
	}
}

// A Generator writes headlines by asking an endpoint.
type Generator struct {
	endpoint *Endpoint
	prompt   *prompt
	want     int // candidates
	numbers  *faithful.Numbers
	repair   bool
	lang     string // of all documents; "" for their own
	seed     uint64
}

var (
	_ generate.Batcher = (*Generator)(nil)
	_ generate.Spender = (*Generator)(nil)
)

// Signature implements generate.Generator.
func (g *Generator) Signature() string {
	text := fmt.Sprintf("remote|url:%s|model:%s|prompt:%s|candidates:%d|seed:%d",
		url.PathEscape(g.endpoint.URL), url.PathEscape(g.endpoint.Model), g.prompt.sum, g.want, g.seed) + g.numbers.Signature()
	if g.repair {
		text += "|repair:1"
	}
	if g.lang != "" {
		text += "|lang:" + url.PathEscape(g.lang)
	}
	return text
}

// Generate implements generate.Generator.
func (g *Generator) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, g, d)
}

// GenerateBatch implements generate.Batcher. A document that there is no headline for has an empty one with a reason.
func (g *Generator) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) ([][]generate.Candidate, error) {
	all, errs := make([][]generate.Candidate, len(docs)), make([]error, len(docs))
	var asking crash.Group
	for i, d := range generate.In(g.lang, docs) {
		asking.Go(func() {
			all[i], errs[i] = g.write(d, func(r *Request) (*Answer, error) { return g.endpoint.Ask(ctx, r) })
		})
	}
	// All are waited for, whatever becomes of one: what is on its way is paid for, and kept.
	asking.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, &generate.Error{Doc: docs[i].ID, Err: err}
		}
		all[i] = all[i][:min(n, len(all[i]))]
	}
	return all, nil
}

// Count implements generate.Spender.
func (g *Generator) Count(d *corpus.Document) {
	g.write(generate.In(g.lang, []*corpus.Document{d})[0], func(r *Request) (*Answer, error) {
		if a := g.endpoint.Count(r); a != nil {
			return a, nil
		}
		return nil, &Failure{}
	})
}

// mostRounds is how often a model is asked that writes no headline, or none that is new.
const mostRounds = 3

// another is the seed of a round: the first has the seed itself, and the others have none that another seed begins with.
func another(seed uint64, round int) uint64 {
	if round == 0 {
		return seed
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", seed, round))
	return binary.BigEndian.Uint64(sum[:])
}

// write asks until there are as many headlines as are wanted.
func (g *Generator) write(d *corpus.Document, ask func(*Request) (*Answer, error)) ([]generate.Candidate, error) {
	if !strings.ContainsFunc(d.Body, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return []generate.Candidate{{}}, nil // nothing to make one of
	}
	messages, err := g.prompt.messages(d)
	if err != nil {
		return nil, err
	}
	var found []generate.Candidate
	why := ""
	for round, idle := 0, 0; idle < mostRounds && round < max(mostRounds, g.want); round++ {
		r := &Request{Messages: messages, Schema: headlineSchema, Choices: g.want - len(found), Seed: another(g.seed, round)}
		a, err := ask(r)
		if failure, ok := errors.AsType[*Failure](err); ok {
			why = failure.Reason
			break
		}
		if err != nil {
			return nil, err
		}
		idle++
		for _, text := range a.Texts {
			h, err := g.headline(text)
			switch {
			case text == "" && a.Refused != "":
				why = "the model refused: " + a.Refused
			case err != nil:
				why = err.Error()
			case len(found) < g.want && !slices.ContainsFunc(found, func(c generate.Candidate) bool { return c.Headline == h }):
				found, idle = append(found, generate.Candidate{Headline: h}), 0
			}
		}
		if len(found) == g.want {
			break
		}
	}
	if found == nil {
		return []generate.Candidate{{Reason: why}}, nil
	}
	return g.support(d, messages, found, ask)
}

// headlineSchema is what an answer looks like.
var headlineSchema = &Schema{"headline", json.RawMessage(`{"type":"object","properties":{"headline":{"type":"string"}},"required":["headline"],"additionalProperties":false}`)}

func headlineJSON(text string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]string{"headline": strings.TrimSpace(text)}); err != nil {
		panic(err) // of a string
	}
	return bytes.TrimSpace(b.Bytes())
}

const (
	// mostWords and mostBytes are how long a headline may be; whatever is longer is not one.
	mostWords = 100
	mostBytes = 1000
)

// headline takes the headline out of an answer. It has no key, also if what was kept of an answer has one.
func (g *Generator) headline(answer string) (string, error) {
	h, err := headline(g.endpoint.Redact(answer))
	return g.endpoint.Redact(h), err
}

// headline takes the headline out of an answer: JSON with it, perhaps in a block of code, or one line of text.
func headline(answer string) (string, error) {
	text := Block(answer)
	if strings.HasPrefix(text, "{") {
		var got struct {
			Headline *string `json:"headline"`
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Headline == nil {
			return "", fmt.Errorf("the model answered with JSON that is not a headline: %s", shown(text))
		}
		text = *got.Headline
	} else if lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }); len(lines) > 1 {
		return "", fmt.Errorf("the model answered with %d lines and not with a headline: %s", len(lines), shown(text))
	}
	text = line(text)
	switch words := len(strings.Fields(text)); {
	case text == "":
		return "", errors.New("the model answered with an empty headline")
	case words > mostWords || len(text) > mostBytes:
		return "", fmt.Errorf("the model answered with %d words (%d bytes), which is not a headline: %s", words, len(text), shown(text))
	}
	return text, nil
}

// Block is an answer without what models put around it: thoughts, marks of code, and words before and after JSON.
func Block(answer string) string {
	text := strings.TrimSpace(answer)
	if strings.HasPrefix(text, "<think>") {
		if _, after, ok := strings.Cut(text, "</think>"); ok {
			text = strings.TrimSpace(after)
		}
	}
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		if _, code, ok := strings.Cut(inner, "\n"); ok {
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(code), "```"))
		}
	}
	if begin := strings.IndexByte(text, '{'); begin >= 0 {
		var inner json.RawMessage
		if json.NewDecoder(strings.NewReader(text[begin:])).Decode(&inner) == nil {
			text = string(inner)
		}
	}
	return text
}

// line makes one line of a text, without the quotation marks that models put around headlines.
func line(text string) string {
	text = strings.ToValidUTF8(text, " ")
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
	if inner, ok := strings.CutPrefix(text, `"`); ok {
		if inner, ok := strings.CutSuffix(inner, `"`); ok && !strings.Contains(inner, `"`) {
			text = strings.TrimSpace(inner)
		}
	}
	return text
}

// shown is the beginning of a text, for people.
func shown(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return plain.Line(text)
}
