package hevas

import (
	"fmt"
	"io"
	"strings"

	"hed/corpus"
)

// A parser makes documents of tokens.
type parser struct {
	*scanner
	doc token // a <doc> found where another doc should have ended
}

func newParser(file string, r io.Reader) *parser {
	return &parser{scanner: newScanner(file, r)}
}

// next returns the next document. After an error in a doc it goes on at
// the next <doc>.
func (p *parser) next() (*corpus.Document, error) {
	begin, err := p.begin()
	if err != nil {
		return nil, err
	}
	doc, err := p.document(begin)
	if err == io.EOF {
		err = p.errorf(begin.line, "this doc is not closed; expected </doc>")
	}
	return doc, err
}

// begin returns the next <doc>, past what may stand between documents.
func (p *parser) begin() (token, error) {
	if t := p.doc; t.tag != "" {
		p.doc = token{}
		return t, nil
	}
	comment := false
	for {
		t, err := p.scanner.next()
		if err != nil {
			return t, p.after(err)
		}
		if t.tag == "doc" && !comment {
			return t, nil
		}
		text := strings.TrimSpace(t.text)
		switch {
		case comment:
			comment = !strings.HasSuffix(text, "-->")
		case strings.HasPrefix(text, "<!--"):
			comment = !strings.HasSuffix(text, "-->")
		case text == "" && t.tag == "", strings.HasPrefix(text, "<?") && strings.HasSuffix(text, "?>"):
		default:
			return t, p.outside(t)
		}
	}
}

// outside refuses what stands between documents, once: it skips to the
// next <doc>.
func (p *parser) outside(first token) error {
	if err := p.skip(); err != nil {
		return err
	}
	return p.errorf(first.line, "expected <doc id=\"…\">, found "+first.show())
}

// skip goes to the next <doc>, or the end of the file.
func (p *parser) skip() error {
	for {
		t, err := p.scanner.next()
		if err == io.EOF {
			return nil
		}
		if _, bad := err.(*corpus.SyntaxError); err != nil && !bad {
			return err
		}
		if t.tag == "doc" {
			p.doc = t
			return nil
		}
	}
}

// document reads to </doc>.
func (p *parser) document(begin token) (*corpus.Document, error) {
	doc := &corpus.Document{Line: begin.line}
	if msg := attributes(doc, begin.attr); msg != "" {
		return nil, p.refuse(begin, msg)
	}
	texts := 0
	for {
		t, err := p.scanner.next()
		if err != nil {
			return nil, p.after(err)
		}
		switch {
		case t.tag == "/doc":
			return doc, nil
		case t.tag == "title" || t.tag == "text":
			content, err := p.content(t)
			if err != nil {
				return nil, err
			}
			if t.tag == "title" {
				doc.References = append(doc.References, content)
				continue
			}
			if texts++; texts > 1 {
				return nil, p.refuse(t, "the doc has a second <text>; expected one")
			}
			doc.Body = content
		case t.tag == "doc":
			p.doc = t
			return nil, p.errorf(begin.line, fmt.Sprintf("this doc is not closed; expected </doc> before the <doc> on line %d", t.line))
		case t.tag != "" || strings.TrimSpace(t.text) != "":
			return nil, p.refuse(t, "expected <title>, <text> or </doc>, found "+t.show())
		}
	}
}

// content reads to the end of the element that open begins.
func (p *parser) content(open token) (string, error) {
	var b strings.Builder
	for {
		t, err := p.scanner.next()
		if err != nil && err != io.EOF {
			return "", p.after(err)
		}
		switch {
		case err == nil && t.tag == "" && b.Len() < limit:
			b.WriteString(t.text)
		case err == nil && t.tag == "/"+open.tag:
			text := strings.ReplaceAll(b.String(), "\r\n", "\n")
			return unescape(strings.TrimSpace(text)), nil
		default: // the end of the file, a tag that cannot stand here, or far too much text
			msg := fmt.Sprintf("this <%s> is not closed; expected </%[1]s>", open.tag)
			if t.tag == "doc" {
				p.doc = t
				return "", p.errorf(open.line, msg)
			}
			return "", p.refuse(open, msg)
		}
	}
}

// refuse skips the rest of the doc.
func (p *parser) refuse(t token, msg string) error {
	if err := p.skip(); err != nil {
		return err
	}
	return p.errorf(t.line, msg)
}

// after skips the rest of the doc if err is about its text.
func (p *parser) after(err error) error {
	if _, bad := err.(*corpus.SyntaxError); bad {
		if err := p.skip(); err != nil {
			return err
		}
	}
	return err
}

// show quotes a token in a message.
func (t token) show() string {
	if t.tag != "" {
		return "<" + t.tag + ">"
	}
	text := strings.TrimSpace(t.text)
	if r := []rune(text); len(r) > 30 {
		text = string(r[:30]) + "…"
	}
	return fmt.Sprintf("%q", text)
}
