package study

import "hed/internal/count"

// A Protocol says what judges see and are asked. It is read from YAML; see Read.
type Protocol struct {
	Name  string `yaml:"name" json:"name"`
	Title Text   `yaml:"title" json:"title"`
	Paper string `yaml:"paper,omitempty" json:"paper,omitempty"`
	// Intro is what a judge reads first; a blank line begins a paragraph.
	Intro Text `yaml:"intro,omitempty" json:"intro,omitempty"`
	// Consent is what judges agree to by a tick before they begin; they are not asked without it.
	Consent Text `yaml:"consent,omitempty" json:"consent,omitempty"`
	// Practice are made-up cases that come first.
	Practice []Practice `yaml:"practice,omitempty" json:"practice,omitempty"`
	// Unit is what a case is.
	Unit    Unit    `yaml:"unit" json:"unit"`
	Numbers Numbers `yaml:"numbers" json:"numbers"`
	// Gold: the headlines people wrote are shown as one more system.
	Gold bool `yaml:"gold,omitempty" json:"gold,omitempty"`
	// Order of the headlines of a case: balanced, so that each system stands in each
	// place equally often, or random; the same for all judges of a case.
	Order string `yaml:"order,omitempty" json:"order,omitempty"`
	// Tokens is where the article is cut, as the generators saw it; 0 does not cut.
	Tokens int `yaml:"tokens,omitempty" json:"tokens,omitempty"`
	// Unknown are words that make a case unfit, such as <unk>.
	Unknown []string `yaml:"unknown,omitempty" json:"unknown,omitempty"`
	// Strata says that equally many cases are drawn from each source.
	Strata bool `yaml:"strata,omitempty" json:"strata,omitempty"`
	// About are questions about the judge.
	About []Question `yaml:"about,omitempty" json:"about,omitempty"`
	Steps []Step     `yaml:"steps" json:"steps"`
	// Consensus, if set, asks further judges until enough agree.
	Consensus *Consensus `yaml:"consensus,omitempty" json:"consensus,omitempty"`
	// Attention are questions with a known answer that are mixed in.
	Attention []Attention `yaml:"attention,omitempty" json:"attention,omitempty"`
}

// Size says in words how large a study is by the protocol's own numbers.
func (p *Protocol) Size() string {
	forms := count.Of(p.Numbers.Forms, "form")
	switch {
	case p.Numbers.Forms > 0:
	case p.Unit == Headlines:
		forms = "a form for each system"
	default:
		forms = "as many forms as the documents make"
	}
	return count.Of(p.Numbers.Cases, "case") + " in a form, " + forms + ", " + count.Of(p.Numbers.Judges, "judge") + " for each case"
}

// A Text is a sentence by language.
type Text map[string]string

// In gives the text in a language, else in English, else in the first there is.
func (t Text) In(lang string) string {
	for _, l := range []string{lang, "en"} {
		if s, ok := t[l]; ok {
			return s
		}
	}
	first := ""
	for l := range t {
		if first == "" || l < first {
			first = l
		}
	}
	return t[first]
}

// A Unit is what a case is.
type Unit string

const (
	Documents Unit = "document" // an article with the headlines of all systems
	Headlines Unit = "headline" // one headline of one system
	Blanks    Unit = "blank"    // a headline with a numeral left out, and its article
)

// A Step is a page of a case. When it is closed its answers stay as they are.
type Step struct {
	// Article: the article is shown from here on.
	Article   bool       `yaml:"article,omitempty" json:"article,omitempty"`
	Questions []Question `yaml:"questions" json:"questions"`
}

// A Question is asked once for a case, or for each of its headlines or pairs of
// headlines.
type Question struct {
	ID   string `yaml:"id" json:"id"` // letters, digits and _
	Text Text   `yaml:"text" json:"text"`
	Hint Text   `yaml:"hint,omitempty" json:"hint,omitempty"`
	Kind Kind   `yaml:"kind" json:"kind"`
	Each Each   `yaml:"each,omitempty" json:"each,omitempty"`
	// Options of a Choice. Sources and Headlines stand for those of the study.
	Options []Option `yaml:"options,omitempty" json:"options,omitempty"`
	// Of is headlines or sources where a Choice or Rank is among those.
	Of string `yaml:"of,omitempty" json:"of,omitempty"`
	// From and To are the ends of a Scale, with what they mean.
	From     int  `yaml:"from,omitempty" json:"from,omitempty"`
	To       int  `yaml:"to,omitempty" json:"to,omitempty"`
	FromText Text `yaml:"from_text,omitempty" json:"from_text,omitempty"`
	ToText   Text `yaml:"to_text,omitempty" json:"to_text,omitempty"`
	// Ties lets a Rank give the same place twice.
	Ties bool `yaml:"ties,omitempty" json:"ties,omitempty"`
	// Optional: the step can be closed without it.
	Optional bool `yaml:"optional,omitempty" json:"optional,omitempty"`
	// Pattern is a regular expression that a FreeText must match whole.
	Pattern string `yaml:"pattern,omitempty" json:"pattern,omitempty"`
	// Most is how many characters a FreeText may have; 2,000 unless said.
	Most int `yaml:"most,omitempty" json:"most,omitempty"`
	// When is what another question of the same case, asked before, must have been
	// answered with for this one to be asked.
	When *Condition `yaml:"when,omitempty" json:"when,omitempty"`
}

// A Kind is how a question is answered; the comment says what the value is.
type Kind string

const (
	YesNo    Kind = "yesno"   // yes or no
	Choice   Kind = "choice"  // the key of an option, the letter of a headline, or a source
	Scale    Kind = "scale"   // a number from From to To
	Rank     Kind = "rank"    // letters from best to worst: B>A>D>C; with ties B>A=D>C
	FreeText Kind = "text"    // what was written
	Numeral  Kind = "numeral" // an expression as numeral.ParseExpr reads it, or "unanswerable: " and the reason
)

// Each says how often a question is asked.
type Each string

const (
	Once         Each = ""
	EachHeadline Each = "headline" // of each headline: q.A, q.B, …
	EachPair     Each = "pair"     // of each pair of headlines: q.A-B, q.A-C, …
)

// An Option is one answer of a Choice.
type Option struct {
	Key  string `yaml:"key" json:"key"`
	Text Text   `yaml:"text" json:"text"`
}

// A Condition names a question and the values that meet it.
type Condition struct {
	Question string   `yaml:"question" json:"question"`
	Is       []string `yaml:"is" json:"is"`
}

// A Consensus ends a case when so many of a round's judges give the same value to a
// question; otherwise a new round of others is asked.
type Consensus struct {
	Question string `yaml:"question" json:"question"`
	Agree    int    `yaml:"agree" json:"agree"`
	Rounds   int    `yaml:"rounds" json:"rounds"` // at most; 0 is no limit
	// Validate: the coordinator looks at what was agreed, and the verdict is kept.
	Validate bool `yaml:"validate,omitempty" json:"validate,omitempty"`
}

// An Attention is a question with a known answer, asked in one case of every so many.
type Attention struct {
	Question Question `yaml:"question" json:"question"`
	Answer   string   `yaml:"answer" json:"answer"`
	Every    int      `yaml:"every" json:"every"`
}
