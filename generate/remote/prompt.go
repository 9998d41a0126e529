package remote

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/template"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"hed/corpus"
	"hed/internal/plain"
)

// usualPrompt is what a model reads unless the user has a prompt of their own; they may begin with it.
//
//go:embed prompt.yaml
var usualPrompt []byte

// A prompt makes messages of documents.
type prompt struct {
	before []Message // the system's words and the examples
	user   *template.Template
	sum    string
}

// article is what templates can say of a document.
type article struct{ Text, Source, Date, Lang string }

// readPrompt reads the file of a prompt; "" is the usual one.
func readPrompt(file string) (*prompt, error) {
	data, name := usualPrompt, "prompt.yaml"
	if file != "" {
		var err error
		if data, err = os.ReadFile(file); err != nil {
			return nil, fmt.Errorf("read the prompt: %w", err)
		}
		name = file
	}
	p, err := parsePrompt(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plain.Line(name), err)
	}
	return p, nil
}

func parsePrompt(data []byte) (*prompt, error) {
	var f struct {
		System   string `yaml:"system"`
		User     string `yaml:"user"`
		Examples []struct {
			Text     string `yaml:"text"`
			Source   string `yaml:"source"`
			Date     string `yaml:"date"`
			Lang     string `yaml:"lang"`
			Headline string `yaml:"headline"`
		} `yaml:"examples"`
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && err != io.EOF {
		return nil, fmt.Errorf("want system, user and examples as YAML: %s", plain.Line(err.Error()))
	}
	if strings.TrimSpace(f.User) == "" {
		return nil, errors.New("user is missing: what the model reads of an article, such as {{.Text}}")
	}
	p := &prompt{}
	var err error
	if p.user, err = template.New("user").Option("missingkey=error").Parse(f.User); err != nil {
		return nil, fmt.Errorf("user is not a template: %w", err)
	}
	if seen, err := p.ask(article{Text: "\x00"}); err != nil {
		return nil, fmt.Errorf("user is not a template of .Text, .Source, .Date and .Lang: %w", err)
	} else if !strings.Contains(seen, "\x00") {
		return nil, errors.New("user does not show the article; write {{.Text}} where it is to be")
	}
	if strings.TrimSpace(f.System) != "" {
		p.before = append(p.before, Message{"system", f.System})
	}
	for i, x := range f.Examples {
		if strings.TrimSpace(x.Text) == "" || strings.TrimSpace(x.Headline) == "" {
			return nil, fmt.Errorf("example %d needs a text and a headline", i+1)
		}
		asked, err := p.ask(article{x.Text, x.Source, x.Date, x.Lang})
		if err != nil {
			return nil, fmt.Errorf("example %d: %w", i+1, err)
		}
		p.before = append(p.before, Message{"user", asked}, Message{"assistant", string(headlineJSON(x.Headline))})
	}
	sum := sha256.Sum256(data)
	p.sum = hex.EncodeToString(sum[:])[:12]
	return p, nil
}

func (p *prompt) ask(a article) (string, error) {
	var b strings.Builder
	err := p.user.Execute(&b, a)
	return b.String(), err
}

// mostText is how much of an article a model reads, in bytes: some 8,000 tokens of English. The news comes first.
const mostText = 32_000

// messages are those about a document.
func (p *prompt) messages(d *corpus.Document) ([]Message, error) {
	text := strings.ToValidUTF8(d.Body, "\uFFFD")
	if len(text) > mostText {
		end := mostText
		for !utf8.RuneStart(text[end]) {
			end--
		}
		if space := strings.LastIndexByte(text[:end], ' '); space > end/2 {
			end = space
		}
		text = text[:end]
	}
	asked, err := p.ask(article{text, d.Source, d.Date, d.Lang})
	if err != nil {
		return nil, err
	}
	return append(p.before[:len(p.before):len(p.before)], Message{"user", asked}), nil
}
