package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/score"
	"hed/style/align"
)

// Aligned are pairs of articles of two newspapers, for somebody to say whether they are about the same event.
type Aligned struct {
	Version string    // of hed
	Papers  [2]string // their names
	Window  int       // days
	Seed    uint64
	Bands   []align.Band
	Pairs   []AlignedPair // of all bands, in the order in which they are shown
}

// An AlignedPair is two articles.
type AlignedPair struct {
	Band     int // in Bands
	Score    float64
	Articles [2]*corpus.Document
}

// most is how many characters of an article are shown.
const most = 10_000

// WriteAligned writes a page that opens from a disk without a network. Whoever looks at it marks pairs; the page works out from
// the marks how many pairs above a threshold are about the same event.
func WriteAligned(w io.Writer, a *Aligned) error {
	css, script := style+source("aligned.css"), source("aligned.js")
	v := &alignedView{Aligned: a, Style: template.CSS(css), Script: template.JS(script),
		Policy: "default-src 'none'; img-src data:; style-src " + hash(css) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'",
		Facts:  []string{Counted(a.pairs(), "pair"), "at most " + Counted(a.Window, "day") + " apart", Grouped(len(a.Pairs)) + " chosen at random, seed " + strconv.FormatUint(a.Seed, 10)}}
	id := sha256.New()
	for i, p := range a.Pairs {
		row := score.AppendValue(append(score.AppendText(append(score.AppendText(nil, p.Articles[0].ID, false), ','), p.Articles[1].ID, false), ','), p.Score)
		fmt.Fprintf(id, "%s\n", row)
		card := matchCard{Number: i + 1, Band: p.Band, Row: string(row), Score: strconv.FormatFloat(p.Score, 'f', 3, 64)}
		for side, d := range p.Articles {
			card.Sides[side] = newMatchSide(a.Papers[side], d)
		}
		v.Cards = append(v.Cards, card)
	}
	for _, b := range a.Bands {
		v.Data.Bands = append(v.Data.Bands, bandData{b.Low, b.High, b.Pairs})
	}
	v.Data.Thresholds = []float64{align.Strict, align.Loose}
	v.Data.Key = "hed-pairs-" + hex.EncodeToString(id.Sum(nil)[:8])
	if err := layout().ExecuteTemplate(w, "aligned", v); err != nil {
		return fmt.Errorf("write the page of pairs: %w", err)
	}
	return nil
}

func (a *Aligned) pairs() (n int) {
	for _, b := range a.Bands {
		n += b.Pairs
	}
	return n
}

type alignedView struct {
	*Aligned
	Policy string
	Style  template.CSS
	Script template.JS
	Facts  []string
	Cards  []matchCard
	Data   struct {
		Key        string     `json:"key"` // under which the browser keeps the marks
		Bands      []bandData `json:"bands"`
		Thresholds []float64  `json:"thresholds"` // of the paper
	}
}

// A bandData is what the script knows of a band.
type bandData struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Pairs int     `json:"pairs"`
}

// A matchCard is a pair.
type matchCard struct {
	Number, Band int
	Row          string // ids and score as CSV
	Score        string
	Sides        [2]matchSide
}

// A matchSide is an article.
type matchSide struct {
	Paper, Date, Headline, Body string
	Cut                         int // characters that are not shown
}

func newMatchSide(paper string, d *corpus.Document) matchSide {
	s := matchSide{Paper: paper, Date: d.Date, Headline: strings.Join(d.References, " / "), Body: d.Text()}
	if text := []rune(s.Body); len(text) > most {
		s.Body, s.Cut = string(text[:most]), len(text)-most
	}
	return s
}
