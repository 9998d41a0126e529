package text

// A Scanner is a Tokenizer that can hand over the texts of its tokens
// without making strings of them.
type Scanner interface {
	Tokenizer
	// Scan appends bytes to buf and to bounds, for each token in turn, where
	// its text begins and ends in buf. There may be other bytes between.
	Scan(buf []byte, bounds []int, s string) ([]byte, []int)
}

// AppendTokens hands over tokens as Scan does.
func AppendTokens(buf []byte, bounds []int, tokens []Token) ([]byte, []int) {
	for _, t := range tokens {
		start := len(buf)
		buf = append(buf, t.Text...)
		bounds = append(bounds, start, len(buf))
	}
	return buf, bounds
}
