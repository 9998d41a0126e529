// Package check says of each number of a headline what the article says of it.
//
// The verdicts come in this order. A number is [Stated] where the article has a quantity of the same size, kind and
// unit. It [Follows] where it can be worked out: rounded in the direction that its hedge allows, converted to
// another unit, a sum, a difference, a share or a multiple of quantities that belong together, a count of people
// or things that are listed, an age or a span of time from dates. It is [Contradicted] where the article has the
// same thing with another scale, currency, unit, sign or size, and [Nowhere] where the article has nothing like
// it. A stated number is [Doubtful] where its words point to another number of the article: either the words
// beside it say so, or the ranker of numeral/derive does. The ranker is also asked whether what can be worked out may
// be a chance, and where no way to a number was found. It never makes an error of a stated number.
//
// The rules are about English words; numeral/gloss puts those in place of the words of other languages, for which there is no ranker.
package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"hed/numeral/derive"
	"hed/numeral/gloss"
	"hed/numeral/quantity"
)

// A Verdict is what an article says of a number.
type Verdict uint8

// The verdicts.
const (
	Stated       Verdict = iota // the article has it
	Follows                     // it can be worked out
	Unchecked                   // it claims nothing that an article would say
	Doubtful                    // the article has it, of something else
	Contradicted                // the article says otherwise
	Nowhere                     // the article does not have it
)

var verdictNames = [...]string{"stated", "follows", "unchecked", "doubtful", "contradicted", "nowhere"}

func (v Verdict) String() string { return verdictNames[v] }

// MarshalText writes the verdict as its name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// A Level says how bad a verdict is.
type Level uint8

// The levels.
const (
	Fine Level = iota
	Warning
	Error
)

var levelNames = [...]string{"fine", "warning", "error"}

func (l Level) String() string { return levelNames[l] }

// MarshalText writes the level as its name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Level is how bad it is.
func (v Verdict) Level() Level {
	switch v {
	case Doubtful:
		return Warning
	case Contradicted, Nowhere:
		return Error
	}
	return Fine
}

// A Result is what an article says of one number of a headline.
type Result struct {
	derive.Span         // where it is in the headline, in bytes
	Verdict     Verdict `json:"verdict"`
	// Kind is why, in a word: "copy", "rounding", "sum"; "scale", "currency", "value".
	Kind string `json:"kind"`
	// Message says it in a sentence for editors.
	Message string `json:"message"`
	// Evidence is the sentence of the article that shows it, empty where there is none.
	Evidence derive.Span `json:"-"`
	// Suggestion is what could be written instead, "" where nothing is likely.
	Suggestion string `json:"suggestion,omitempty"`
}

// Limit is the Kind of a number that was not looked at: the headline has more than MaxNumbers.
const Limit = "limit"

// Rules is which rules these are; it changes with every change of verdicts.
const Rules = "8"

// MaxNumbers is how many numbers of a headline are checked. No headline has more; what does is a list, or made to
// do harm.
const MaxNumbers = 32

// An Article is a text, ready for many headlines. It is safe for concurrent use.
type Article struct {
	language *gloss.Language
	read     func() *article        // when a headline has a number
	ranked   func() *derive.Article // when the ranker is asked
}

// Reads reports whether articles in a language, as a corpus names it, can be checked. A language that is not named is English.
func Reads(language string) bool { return gloss.Reads(language) }

// Read takes an article in a language that can be checked. Its date counts as said in it; the zero time is no date.
func Read(text, language string, date time.Time) *Article {
	l := gloss.Of(language)
	return &Article{
		language: l,

		read:   sync.OnceValue(func() *article { return readArticle(l, text, date) }),
		ranked: sync.OnceValue(func() *derive.Article { return derive.Read(text) }),
	}
}

// Day reads the date of a document, as far as it is ISO 8601: 2026-11-16, 2026-11 or 2026. What cannot be read is
// the zero time.
func Day(date string) time.Time {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, date[:min(len(date), len(layout))]); err == nil {
			return t
		}
	}
	return time.Time{}
}

// An article is what was read of a text.
type article struct {
	*passage
	date   time.Time
	dates  []dated
	lists  []list
	places map[string][]int // words by stem, in order
	units  map[quantity.Unit]bool
	kinds  map[quantity.Kind]int // how many figures there are of each
}

func readArticle(l *gloss.Language, text string, date time.Time) *article {
	a := &article{passage: readPassage(l, text), date: date, places: map[string][]int{}, units: map[quantity.Unit]bool{}, kinds: map[quantity.Kind]int{}}
	a.cutDateline()
	a.sides()
	a.months(a.date.Year())
	a.relate()
	for i := range a.figures {
		a.units[a.figures[i].Unit] = true
		a.kinds[a.figures[i].Kind]++
	}
	for i := range a.words {
		if s := a.words[i].stem; s != "" {
			a.places[s] = append(a.places[s], i)
		}
	}
	a.findDates()
	a.findLists()
	return a
}

// Check says of each number of a headline what the article says of it, in the order of the headline. The model is
// asked for doubts; without one, and where it cannot read the language, there are fewer. Behind the first MaxNumbers comes one that is Unchecked, and
// nothing more.
func (a *Article) Check(m *derive.Model, headline string) []Result {
	head := readPassage(a.language, headline)
	if len(head.figures) == 0 {
		return nil
	}
	if a.language != nil {
		m = nil // it reads English only
	}
	c := &checker{a: a.read(), ranked: a.ranked, unranked: a.language != nil, head: head, model: m}
	c.head.parents()
	c.align()
	results := make([]Result, 0, len(head.figures))
	for i := range head.figures {
		h := &head.figures[i]
		if i == MaxNumbers {
			m := fmt.Sprintf("Only the first %d numbers of a headline are checked; %s and what follows are not.", MaxNumbers, head.quote(h))
			return append(results, Result{Span: head.span(h), Verdict: Unchecked, Kind: Limit, Message: m})
		}
		r := c.judge(h)
		r.Message = capital(r.Message) // it may begin with a quote
		r.Span = head.span(h)
		results = append(results, r)
	}
	return results
}

// span is where a figure was written.
func (p *passage) span(f *figure) derive.Span {
	_, at := p.written(f.Start, f.End)
	return at
}

// A checker checks one headline.
type checker struct {
	a      *article
	head   *passage
	model  *derive.Model
	ranked func() *derive.Article
	// unranked says that no ranker reads the language, so that the rules alone decide.
	unranked bool
	// met has for each figure of the article how well it meets each word of the headline.
	met    [][]float32
	weight []float64 // of each word of the headline
	// spelled are the words of the article that the headline has as initials.
	spelled []int

	explained []derive.Explanation // what the ranker says, once asked
}

// judge finds the verdict on a figure of the headline.
func (c *checker) judge(h *figure) Result {
	if h.Kind == quantity.Label {
		return c.label(h)
	}
	firm, loose := c.stated(h)
	if len(firm) > 0 {
		return c.judgeStated(h, firm)
	}
	nothing, empty := c.claimsNothing(h)
	if empty && nothing.Kind == "list" {
		return nothing
	}
	if r, ok := c.follows(h); ok && r.Verdict != Doubtful {
		return r
	} else if ok && !empty && !c.byChance(h, r.Kind) {
		if other := c.wrong(h); other.Verdict == Contradicted && c.outweighs(h, other.Kind, r.Kind) {
			return other
		}
		return r
	}
	if name, written := c.head.nameOf(h); bare(h) && name != h.Text(c.head.text) && containsFold(c.a.text, name) {
		return Result{Verdict: Stated, Kind: "name", Message: "The article has " + written + "."}
	}
	if empty {
		return nothing
	}
	r, said := c.instead(h)
	nothingAlike := r.Kind == "value" || r.Verdict == Nowhere
	if len(loose) > 0 && nothingAlike {
		return c.elsewhere(h, loose)
	}
	if r.Verdict == Nowhere && oneInWords(h) {
		r.Verdict = Doubtful
	}
	if c.unranked {
		return c.unsure(h, r, said)
	}
	if nothingAlike && c.mayBeSupported(h) {
		r.Verdict = Doubtful
	}
	return r
}

// judgeStated finds the verdict on a figure that figures of the article state, unless they are of something else.
func (c *checker) judgeStated(h *figure, stated []int) Result {
	if r, ok := c.opposed(h, stated); ok {
		if other, ok := c.follows(h); ok && h.Kind == quantity.Points && c.a.figures[stated[0]].Kind != h.Kind {
			return other // seven points less, where something else rose by 7%
		}
		return r
	}
	withUnit := func(i int) bool { return !bare(&c.a.figures[i]) }
	if (h.Kind == quantity.Points || measured(h.Kind)) && !slices.ContainsFunc(stated, withUnit) {
		if r := c.wrong(h); r.Verdict == Contradicted && r.Kind == "unit" {
			return r // two basis points, where it says two percentage points, and two of something else
		}
	}
	r := c.doubt(h, stated)
	if r.Verdict == Doubtful && r.Kind == "swap" {
		if other, ok := c.claimsNothing(h); ok {
			return other
		}
		if other, ok := c.follows(h); ok && other.Verdict.Level() != Error && !rarelyChance(h, other.Kind) {
			return other
		}
	}
	return r
}

// rarelyChance reports whether a number that is worked out in a way of a kind is too large or too exact for the article to have it of something else by chance.
func rarelyChance(h *figure, kind string) bool {
	switch kind {
	case "remainder":
		return h.low >= 20
	case "sum":
		return h.low >= 100
	case "share", "change":
		return !h.Words && !(digits(h) < 1)
	}
	return false
}

// outweighs reports whether what contradicts a number says more than a way to it that is in doubt. The same digits in another unit do: they are no chance.
func (c *checker) outweighs(h *figure, conflict, way string) bool {
	if way == "before" && c.head.past(h) {
		return false
	}
	return conflict != "value" || way == "multiple" && c.comparesSame(h) || c.unranked && c.countsOther(h)
}

// oneInWords reports whether a span of time is one, in words, which may mean any: in one year.
func oneInWords(h *figure) bool {
	return h.Kind == quantity.Duration && h.Words && near(h.low, 1)
}

// mayBeSupported reports whether the ranker finds that a number may belong where it is. It cannot judge scores, nor units that the article may lack.
func (c *checker) mayBeSupported(h *figure) bool {
	if h.Kind == quantity.Score || measured(h.Kind) && !(h.Kind == quantity.Money && c.a.has(h.Unit)) {
		return false
	}
	return c.support(h) >= enoughSupport
}

// byChance reports whether a way that is in doubt says nothing: two numbers of nearly any article differ by four, and where a hedge is on the wrong side of the number that
// the words point to, another number on the right side of it does not help.
func (c *checker) byChance(h *figure, kind string) bool {
	switch kind {
	case "difference":
		return h.Kind == quantity.Count && h.low < 10 && h.Direction == 0
	case "hedge":
		return h.Hedge != quantity.About
	}
	return false
}

// enoughSupport is what the ranker must give a number for which no way was found, so that it is in doubt and not wrong.
const enoughSupport = 0.5

// claimsNothing handles what no article need say: the count of a list headline, one and first, a pair.
func (c *checker) claimsNothing(h *figure) (Result, bool) {
	r := Result{Verdict: Unchecked}
	switch {
	case h.Kind == quantity.Count && h.low <= 101 && c.head.listWords(h):
		r.Kind, r.Message = "list", "This counts the items of the piece."
	case near(h.low, 1) && (h.Kind == quantity.Count && h.Words || h.Kind == quantity.Ordinal), h.Kind == quantity.Group && !c.otherList(h):
		r.Kind, r.Message = "word", fmt.Sprintf("%s need not be in the article.", c.head.quote(h))
	case h.Kind == quantity.Ordinal && c.head.word(h.last) == "of" && c.head.word(h.last+1) == "july":
		r.Kind, r.Message = "word", "This is a holiday."
	case h.Kind == quantity.Multiple && c.head.word(h.last) == "as":
		r.Kind, r.Message = "word", fmt.Sprintf("%s is not a number here.", c.head.quote(h))
	default:
		return r, false
	}
	return r, true
}

// listWords reports whether a number counts the items of a piece: 5 Things to Know.
func (p *passage) listWords(h *figure) bool {
	for i := h.last; i < min(h.last+3, len(p.words)); i++ {
		if !strings.HasSuffix(p.word(i), "s") && !strings.HasSuffix(p.word(i), "s'") {
			continue
		}
		switch p.words[i].stem {
		case "thing", "way", "reason", "takeaway", "question", "lesson":
			return true
		}
		if h.first > 2 {
			continue
		}
		switch p.words[i].stem {
		case "area", "claim", "piec", "fact", "tip", "step", "moment", "photo", "sign", "idea", "stori", "myth",
			"book", "quot", "clue", "secret", "trick", "pictur", "imag", "predict", "winner":
			return true
		}
	}
	return false
}
