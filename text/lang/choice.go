package lang

import "strings"

// A Choice is which language texts are taken to be in: one for all, or for each
// document its own.
type Choice struct{ code string }

// Choose returns the choice of one language, see [Parse], or for "" the choice
// of what each document says.
func Choose(tag string) (Choice, error) {
	if tag == "" {
		return Choice{}, nil
	}
	p, err := Parse(tag)
	return Choice{p.Code}, err
}

// Of returns the pack for a text whose document's language is given as in a
// corpus, see [Of].
func (c Choice) Of(tag string) Pack {
	if c.code != "" {
		tag = c.code
	}
	return Of(tag)
}

// String is the choice in signatures.
func (c Choice) String() string {
	if c.code == "" {
		return "document"
	}
	return c.code
}

// ByDocument says whether each document has its own language, so that Sign has a part for each of Packs.
func (c Choice) ByDocument() bool { return c.code == "" }

// Among are the parts of what Sign gave for Packs that are of some languages, by their codes. Where none are, all remain.
func Among(signed string, codes func(code string) bool) string {
	parts := strings.Split(signed, "/")
	if len(parts) != len(Packs) {
		return signed
	}
	var some []string
	for i, p := range parts {
		if codes(Packs[i].Code) {
			some = append(some, p)
		}
	}
	if some == nil {
		return signed
	}
	return strings.Join(some, "/")
}

// Sign names a part of every language that can come up, for signatures.
func (c Choice) Sign(part func(*Pack) string) string {
	var names []string
	for i := range Packs {
		if p := &Packs[i]; c.code == "" || c.code == p.Code {
			names = append(names, part(p))
		}
	}
	return strings.Join(names, "/")
}
