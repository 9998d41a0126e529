package text

// A Scanner is a Tokenizer that can hand over the texts of its tokens
// without making strings of them.
type Scanner interface {
	Tokenizer
	// Scan appends bytes to buf and to bounds, for each token in turn, where
	// its text begins and ends in buf. There may be other bytes between.
	Scan(buf []byte, bounds []int, s string) ([]byte, []int)
}

// Scan does what Scanner says with any tokenizer.
func Scan(t Tokenizer, buf []byte, bounds []int, s string) ([]byte, []int) {
	if sc, ok := t.(Scanner); ok {
		return sc.Scan(buf, bounds, s)
	}
	for _, tok := range t.Tokenize(nil, s) {
		start := len(buf)
		buf = append(buf, tok.Text...)
		bounds = append(bounds, start, len(buf))
	}
	return buf, bounds
}
