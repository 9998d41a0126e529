package rouge

import (
	"cmp"
	"fmt"
	"slices"

	"hed/internal/near"
	"hed/text"
	"hed/text/lang"
	"hed/text/stem"
	"hed/text/stop"
	"hed/text/token"
)

// Options are the settings of a Metric. The zero value is rouge-score with
// its stemmer.
type Options struct {
	Profile string   `opt:"profile" doc:"google (equal to rouge-score; default), hevas, numeval, or 155 (equal to ROUGE-1.5.5)"`
	Types   []string `opt:"types" doc:"types of ROUGE, with / between them: 1 to 9, L, Lsum, S, SU, W, WSU; default by profile"`
	Stem    *bool    `opt:"stem" doc:"reduce words to stems; default yes for google and numeval, no for hevas and 155"`
	Stop    bool     `opt:"stop" doc:"drop stop words, as -s of ROUGE-1.5.5; default no"`
	Skip    *int     `opt:"skip" doc:"most words between the two words of a skip-bigram, -1 for any number; default 4 for 155, -1 for the others"`
	Refs    string   `opt:"refs" doc:"how 155 scores against several references: average (of counts; default), best or jackknife; the other profiles take the best"`
	Lang    string   `opt:"lang" doc:"language of the texts; default en; other languages have their own tokenizer, stemmer and stop words"`
}

// anySkip lets any number of words stand between the two of a skip-bigram.
const anySkip = -1

// maxSkip is more than any text has words, and can be counted with.
const maxSkip = 1 << 30

// A profile is a reference program: how it cuts texts into terms, and
// what it does unless told otherwise.
type profile struct {
	name  string
	types []string // what it gives by default
	lacks []string // types that it does not define
	stem  bool
	skip  int

	tokenizer func() text.Tokenizer
	stemmer   func() text.Filter
	stopper   func() text.Filter
}

// The names that code asks for.
const (
	hevas   = "hevas"
	numeval = "numeval"
	r155    = "155"
)

var profiles = []profile{
	{
		name: "google", types: []string{"1", "2", "L", "Lsum"}, stem: true, skip: anySkip,
		tokenizer: token.Google, stemmer: longWords, stopper: stop.English,
	},
	{
		name: hevas, types: []string{"1", "2", "SU", "WSU"}, lacks: []string{"L", "Lsum", "W"}, skip: anySkip,
		tokenizer: token.Unicode, stemmer: longWords, stopper: stop.English,
	},
	{
		name: numeval, types: []string{"1", "2", "Lsum"}, stem: true, skip: anySkip,
		tokenizer: token.Google, stemmer: longWords, stopper: stop.English,
	},
	{
		// L is summary-level in this program, so there is no other Lsum.
		name: r155, types: []string{"1", "2", "L", "SU"}, lacks: []string{"Lsum", "WSU"}, skip: 4,
		tokenizer: token.ROUGE155, stemmer: stem.ROUGE155, stopper: stop.ROUGE155,
	},
}

// longWords stems as rouge-score does: words of up to three letters stay.
func longWords() text.Filter { return stem.NLTK(4) }

// settings are Options with every default filled in.
type settings struct {
	profile  profile
	variants []variant
	stem     bool
	stop     bool
	skip     int
	refs     string
	combine  combine155 // of 155 alone
	lang     string
	analyzer *text.Analyzer
}

func (o Options) settle() (*settings, error) {
	s := &settings{stop: o.Stop, lang: cmp.Or(o.Lang, "en")}
	if err := s.setProfile(cmp.Or(o.Profile, "google")); err != nil {
		return nil, err
	}
	if err := s.setTypes(o.Types); err != nil {
		return nil, err
	}
	s.stem = s.profile.stem
	if o.Stem != nil {
		s.stem = *o.Stem
	}
	s.skip = s.profile.skip
	if o.Skip != nil {
		s.skip = *o.Skip
	}
	if s.skip < anySkip || s.skip > maxSkip {
		return nil, fmt.Errorf("skip=%d: want 0 to %d, or -1 for any number", s.skip, maxSkip)
	}
	if err := s.setRefs(o.Refs); err != nil {
		return nil, err
	}
	return s, s.setAnalyzer()
}

func (s *settings) setProfile(name string) error {
	var have []string
	for _, p := range profiles {
		if p.name == name {
			s.profile = p
			return nil
		}
		have = append(have, p.name)
	}
	return fmt.Errorf("no profile %q; %s", name, near.Hint(name, have))
}

func (s *settings) setTypes(names []string) error {
	if len(names) == 0 {
		names = s.profile.types
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("type %s is given twice", name)
		}
		if slices.Contains(s.profile.lacks, name) {
			return fmt.Errorf("profile %s does not define type %s", s.profile.name, name)
		}
		v, err := variantNamed(name)
		if err != nil {
			return err
		}
		s.variants = append(s.variants, v)
	}
	return nil
}

// setRefs chooses how several references make one score. The release note
// of ROUGE-1.5.5 speaks of jackknifing, but the program averages.
func (s *settings) setRefs(name string) error {
	if s.profile.name != r155 {
		if name != "" && name != "best" {
			return fmt.Errorf("refs=%s: profile %s takes the best reference; only 155 has a choice", name, s.profile.name)
		}
		return nil
	}
	s.refs = cmp.Or(name, "average")
	switch s.refs {
	case "average":
		s.combine = average155
	case "best":
		s.combine = best155
	case "jackknife":
		s.combine = jackknife155
	default:
		return fmt.Errorf("refs=%s: want average, best or jackknife", name)
	}
	return nil
}

// setAnalyzer takes the profile's own parts for English and the language's
// for any other, since the reference programs know English only.
func (s *settings) setAnalyzer() error {
	var tokenizer text.Tokenizer
	var stemmer, stopper text.Filter
	pack, err := lang.Parse(s.lang)
	if err != nil {
		return err
	}
	if s.lang = pack.Code; s.lang == "en" {
		tokenizer, stemmer, stopper = s.profile.tokenizer(), s.profile.stemmer(), s.profile.stopper()
	} else {
		if s.profile.name == numeval {
			return fmt.Errorf("lang=%s: profile numeval is defined for English; use profile=google", s.lang)
		}
		tokenizer, stemmer, stopper = pack.Tokenizer, pack.Stemmer, pack.Stop
	}
	s.analyzer = &text.Analyzer{Tokenizer: tokenizer}
	if s.stop { // before stems, as ROUGE-1.5.5 has it
		s.analyzer.Filters = append(s.analyzer.Filters, stopper)
	}
	if s.stem {
		s.analyzer.Filters = append(s.analyzer.Filters, stemmer)
	}
	return nil
}
