// Package draft helps somebody to write a headline: it says of each draft, while it is typed, what hed knows of it.
//
// A [Checker] has what is the same for all articles: metrics, a classifier of style, generators, the headlines that
// were written before, and what is usual. It reads an article once ([Checker.Read]); [Article.Check] then takes a few
// milliseconds for a headline. Scores come from metrics by way of evaluate.Scorer, numbers from numeral/lint, style from
// style/classify; nothing is measured here in a way of its own but lengths ([Target]) and near copies ([Earlier]).
//
// A [Draft] is an article with the headlines that somebody has written for it so far. Who shows and keeps it is the
// caller's matter; this package knows of no network.
package draft

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"hed/corpus"
	"hed/internal/count"
)

// The bounds of a draft. They are far beyond what newspapers print, and keep a check short whatever is pasted.
const (
	MaxArticle   = 100_000 // bytes
	MaxHeadline  = 500     // bytes
	MaxHeadlines = 40
	maxName      = 200 // bytes of ids, dates and languages
)

// A Draft is an article with the headlines that somebody writes for it.
type Draft struct {
	ID string `json:"id"`
	// Version counts how often the draft was saved. A store refuses what was not made from its last version.
	Version int       `json:"version"`
	Changed time.Time `json:"changed"`

	Article string `json:"article"`
	// Reference is the headline that others are compared with, if there is one.
	Reference string `json:"reference"`
	Lang      string `json:"lang"` // of the article, as in a corpus; "" is English
	Date      string `json:"date"` // of the article, as in a corpus
	// Source is where the article comes from, for people: the id of a document; "" for a pasted one.
	Source string `json:"source"`
	Target string `json:"target"` // the name of what the headline is written for

	Headlines []Headline `json:"headlines"` // in the order that the writer gave them
}

// A Headline is one of the drafts for an article. The ID, which the writer's page makes, tells it from the others
// however its text and its place change.
type Headline struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Check refuses what cannot be a draft, in words for who wrote it.
func (d *Draft) Check() error {
	switch {
	case len(d.Article) > MaxArticle:
		return fmt.Errorf("the article has %d bytes; at most %d are checked. Cut it to what the headline is about", len(d.Article), MaxArticle)
	case len(d.Headlines) > MaxHeadlines:
		return fmt.Errorf("there are %d headlines; at most %d are kept for an article. Remove some", len(d.Headlines), MaxHeadlines)
	case len(d.Reference) > MaxHeadline:
		return fmt.Errorf("the reference has %d bytes; a headline has at most %d", len(d.Reference), MaxHeadline)
	}
	for _, name := range []string{d.ID, d.Lang, d.Date, d.Source, d.Target} {
		if len(name) > maxName || !utf8.ValidString(name) {
			return fmt.Errorf("the name %.40q is longer than %d bytes, or is not UTF-8", name, maxName)
		}
	}
	seen := map[string]bool{}
	for i, h := range d.Headlines {
		switch {
		case len(h.Text) > MaxHeadline:
			return fmt.Errorf("headline %d has %d bytes; at most %d are kept", i+1, len(h.Text), MaxHeadline)
		case h.ID == "" || len(h.ID) > maxName || seen[h.ID]:
			return fmt.Errorf("headline %d has no id of its own", i+1)
		case strings.ContainsAny(h.Text, "\r\n"):
			return fmt.Errorf("headline %d has more than one line", i+1)
		}
		seen[h.ID] = true
	}
	for _, text := range []string{d.Article, d.Reference} {
		if !utf8.ValidString(text) {
			return fmt.Errorf("the text is not UTF-8")
		}
	}
	return nil
}

// Title names the draft for lists: the first headline that is not empty, or else the beginning of the article.
func (d *Draft) Title() string {
	for _, h := range d.Headlines {
		if t := strings.TrimSpace(h.Text); t != "" {
			return t
		}
	}
	if words := strings.Fields(d.Article); len(words) > 0 {
		title := strings.Join(words[:min(len(words), 10)], " ")
		if r := []rune(title); len(r) > 80 {
			title = string(r[:80])
		}
		return title + " …"
	}
	return "Empty draft"
}

// Summary says in a few words how far the draft is.
func (d *Draft) Summary() string {
	n := 0
	for _, h := range d.Headlines {
		if strings.TrimSpace(h.Text) != "" {
			n++
		}
	}
	return fmt.Sprintf("%s, article of %s", count.Of(n, "headline"), count.Of(len(strings.Fields(d.Article)), "word"))
}

// Document is the article as metrics and generators take it.
func (d *Draft) Document() *corpus.Document {
	doc := &corpus.Document{ID: d.ID, Body: d.Article, Lang: d.Lang, Date: d.Date}
	if strings.TrimSpace(d.Reference) != "" {
		doc.References = []string{d.Reference}
	}
	return doc
}
