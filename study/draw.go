package study

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/corpus"
	"hed/internal/option"
	"hed/numeral"
	"hed/numeral/cloze"
)

// A draw is the drawing of one study.
type draw struct {
	*Study
	given  []string // the systems of the cases that are looked at
	random *rand.Rand
	piles  map[string]*pile // by source; one under "" without strata
}

// A pick is a document that may become a case.
type pick struct {
	doc       *corpus.Document
	headlines []string // one for each of the study's systems
	cloze     *corpus.Cloze
}

// A pile holds so many of the picks it is shown, each equally likely (Vitter's
// algorithm R), and all of them if most is 0.
type pile struct {
	most, seen int
	picks      []pick
}

func (p *pile) add(x pick, random *rand.Rand) {
	p.seen++
	if p.most == 0 || len(p.picks) < p.most {
		p.picks = append(p.picks, x)
	} else if i := random.IntN(p.seen); i < p.most {
		p.picks[i] = x
	}
}

// Why documents are passed over.
const (
	noArticle  = "without an article"
	noHeadline = "without a headline"
	noNumeral  = "without a numeral in the headline"
	notShown   = "with an empty headline or an unknown word"
)

// look takes a case into its pile if it is fit.
func (d *draw) look(c *corpus.Case) error {
	if len(c.Outputs) != len(d.given) {
		return fmt.Errorf("document %q has %d headlines for %d systems", c.Doc.ID, len(c.Outputs), len(d.given))
	}
	d.Dropped.Looked++
	x, why := d.fit(c)
	if why != "" {
		d.Dropped.Cases++
		if d.Dropped.Reasons == nil {
			d.Dropped.Reasons = map[string]int{}
		}
		d.Dropped.Reasons[why]++
		return nil
	}
	source := ""
	if d.Protocol.Strata {
		if source = c.Doc.Source; source == "" {
			return Errorf(Invalid, "document %q has no source, and the protocol %s draws from each source equally; name the newspaper of every document", c.Doc.ID, d.Protocol.Name)
		}
	}
	p := d.piles[source]
	if p == nil {
		if p = (&pile{most: d.needed()}); source != "" {
			p.most /= strata
		}
		if len(d.piles) == strata {
			known := slices.Sorted(maps.Keys(d.piles))
			return Errorf(Invalid, "document %q has the source %q, and the protocol %s is about two, which are %s; leave the others out", c.Doc.ID, source, d.Protocol.Name, strings.Join(known, " and "))
		}
		d.piles[source] = p
	}
	p.add(x, d.random)
	return nil
}

// needed is how many documents make the forms; 0 if all do.
func (d *draw) needed() int {
	if d.Protocol.Unit == Headlines {
		return d.Numbers.Cases
	}
	return d.Numbers.Cases * d.Numbers.Forms
}

// fit gives a document as a pick, or why it is none.
func (d *draw) fit(c *corpus.Case) (x pick, why string) {
	x = pick{doc: c.Doc, headlines: c.Headlines()}
	if d.Protocol.Unit == Blanks {
		if x.cloze = d.ask(c.Doc); x.cloze == nil {
			return x, noNumeral
		}
	} else if d.Protocol.Gold {
		if len(c.Doc.References) == 0 {
			return x, noHeadline
		}
		x.headlines = slices.Insert(x.headlines, 0, c.Doc.References[0])
	}
	if strings.TrimSpace(c.Doc.Body) == "" && d.Protocol.shows() {
		return x, noArticle
	}
	for i, h := range x.headlines {
		unknown := func(word string) bool { return hasWord(h, word) }
		if strings.TrimSpace(h) == "" || slices.ContainsFunc(d.Protocol.Unknown, unknown) {
			if d.Dropped.Systems == nil {
				d.Dropped.Systems = map[string]int{}
			}
			d.Dropped.Systems[d.Systems[i]]++
			why = notShown
		}
	}
	return x, why
}

// hasWord tells whether a word stands in a text, not inside another: BUNK has no
// UNK, but <unk>s has <unk>.
func hasWord(text, word string) bool {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(word):])
		if !(inWord(first) && inWord(before)) && !(inWord(last) && inWord(after)) {
			return true
		}
		from = i + 1
	}
}

// ask gives the numeral question of a document: its own, or its headline with a
// numeral left out, which of several by the seed and the document's id. It is
// nil if there is none, or nobody knows the answer.
func (d *draw) ask(doc *corpus.Document) *corpus.Cloze {
	if c := cloze.Of(doc); c != nil {
		if strings.TrimSpace(c.Answer) == "" {
			return nil
		}
		return c
	}
	if len(doc.References) == 0 || strings.Contains(doc.References[0], corpus.Blank) {
		return nil
	}
	headline := doc.References[0]
	var places [][2]int // matches do not overlap, so each is found behind the last one
	end := 0
	for n := range numeral.Matches(headline) {
		start := end + strings.Index(headline[end:], n)
		end = start + len(n)
		places = append(places, [2]int{start, end})
	}
	if len(places) == 0 {
		return nil
	}
	id := fnv.New64a()
	id.Write([]byte(doc.ID))
	at := places[rand.New(rand.NewPCG(d.Seed, id.Sum64())).IntN(len(places))]
	return &corpus.Cloze{Question: headline[:at[0]] + corpus.Blank + headline[at[1]:], Answer: headline[at[0]:at[1]]}
}

// forms divides what was drawn. Every form has equally many of each pile, mixed.
func (d *draw) forms() ([][]pick, error) {
	if err := d.suffices(); err != nil {
		return nil, err
	}
	sources := slices.Sorted(maps.Keys(d.piles))
	if d.Protocol.Strata {
		d.Sources = sources
	}
	forms := d.Numbers.Forms
	if d.Protocol.Unit == Headlines {
		forms = 1
	}
	each := d.Numbers.Cases / len(sources)
	least := len(d.piles[sources[0]].picks) // of a source; equal, unless all that is there is taken
	for _, source := range sources {
		p := d.piles[source]
		d.shuffle(p.picks) // the order in a pile is not by chance alone
		least = min(least, len(p.picks))
	}
	if d.Numbers.Forms == 0 {
		forms = (least + each - 1) / each
	}
	all := make([][]pick, forms)
	for i := range all {
		for _, source := range sources {
			all[i] = append(all[i], d.piles[source].picks[i*each:min((i+1)*each, least)]...)
		}
		d.shuffle(all[i])
	}
	d.Numbers.Forms = cmp.Or(d.Numbers.Forms, forms)
	return all, nil
}

func (d *draw) shuffle(p []pick) {
	d.random.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
}

// suffices refuses piles that are too small.
func (d *draw) suffices() error {
	there := d.Dropped.Looked - d.Dropped.Cases
	refuse := func(have, need int, what string) error {
		return Errorf(Invalid, "the study needs %d documents%s and there are %d fit ones (%s); give it more documents, or use fewer with %s and %s", need, what, have, d.passed(), option.Name("cases"), option.Name("forms"))
	}
	if there == 0 {
		return Errorf(Invalid, "the study needs at least one document, and there are 0 fit ones (%s)", d.passed())
	}
	if needed := d.needed(); there < needed {
		return refuse(there, needed, "")
	}
	if !d.Protocol.Strata {
		return nil
	}
	sources := slices.Sorted(maps.Keys(d.piles))
	if len(sources) < strata {
		return Errorf(Invalid, "all documents have the source %q, and the protocol %s is about two; give it documents of another one too", sources[0], d.Protocol.Name)
	}
	for _, source := range sources {
		if p := d.piles[source]; p.seen < p.most {
			return refuse(p.seen, p.most, fmt.Sprintf(" of %q", source))
		}
	}
	return nil
}

// passed says how many documents were looked at and passed over, and why.
func (d *draw) passed() string {
	text := fmt.Sprintf("of %d, %d left out", d.Dropped.Looked, d.Dropped.Cases)
	if why := d.Dropped.Why(); why != "" {
		text += ": " + why
	}
	return text
}

// Why says how many were dropped for each reason, with commas between them.
func (d *Dropped) Why() string {
	var each []string
	for _, why := range slices.Sorted(maps.Keys(d.Reasons)) {
		each = append(each, fmt.Sprintf("%d %s", d.Reasons[why], why))
	}
	return strings.Join(each, ", ")
}
