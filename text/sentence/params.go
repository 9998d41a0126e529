package sentence

// params is what punkt knows of a language. Words are in lower case and
// without the period they may end in.
type params struct {
	// Name tells the parameters apart in signatures, such as "en".
	Name string
	// Abbreviations are words that a period may follow inside a sentence.
	Abbreviations map[string]bool
	// Collocations are pairs of words that belong together though the
	// first ends in a period.
	Collocations map[[2]string]bool
	// Starters are words that often begin a sentence.
	Starters map[string]bool
	// Contexts says how a word has been seen to be written and where.
	Contexts map[string]context
}

// A context is a set of places a word has been seen in and its case there.
type context uint8

// The values are those of NLTK's tables.
const (
	firstUpper context = 1 << (iota + 1)
	innerUpper
	unsureUpper
	firstLower
	innerLower
	unsureLower

	upper = firstUpper | innerUpper | unsureUpper
	lower = firstLower | innerLower | unsureLower
)
