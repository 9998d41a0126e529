package text

// An Index gives small numbers to terms, so that metrics count and compare
// integers and run the filters once for each distinct token. It is not safe
// for concurrent use: each goroutine has its own.
//
// Ids may be compared, and counted in slices of length Size, between two
// calls of Reset. Callers reset between items, not inside one.
//
// Note: this is where a program that compares headlines spends its time.
// Scanning into a buffer and a table of our own take a third of what tokens
// as strings and a Go map take.
type Index struct {
	analyzer *Analyzer
	scanner  Scanner          // the tokenizer, if it is one
	tokens   *table           // token to the id of its term, or dropped
	terms    map[string]int32 // term to id; nil where every token is a term
	size     int

	// scratch
	text   []byte
	bounds []int
	list   []Token
}

const dropped = -1

// indexLimit bounds the tokens an Index remembers, to some 10 MB.
const indexLimit = 1 << 17

// NewIndex returns an empty index of the terms of a.
func NewIndex(a *Analyzer) *Index {
	x := &Index{analyzer: a, tokens: newTable()}
	x.scanner, _ = a.Tokenizer.(Scanner)
	if len(a.Filters) > 0 {
		x.terms = map[string]int32{}
	}
	return x
}

// Append appends the ids of the terms of s to ids. Equal ids mean equal
// terms. Tokens that the filters drop are left out.
func (x *Index) Append(ids []int32, s string) []int32 {
	x.text, x.bounds = x.text[:0], x.bounds[:0]
	if x.scanner != nil {
		x.text, x.bounds = x.scanner.Scan(x.text, x.bounds, s)
	} else {
		x.list = x.analyzer.Tokenizer.Tokenize(x.list[:0], s)
		x.text, x.bounds = AppendTokens(x.text, x.bounds, x.list)
	}
	x.text = append(x.text, make([]byte, keyBytes)...) // room for makeKey
	for i := 0; i+1 < len(x.bounds); i += 2 {
		if id := x.id(x.bounds[i], x.bounds[i+1]); id != dropped {
			ids = append(ids, id)
		}
	}
	return ids
}

// id returns the id of the token text[start:end].
func (x *Index) id(start, end int) int32 {
	if end-start > keyBytes {
		tok := x.text[start:end]
		id, ok := x.tokens.long[string(tok)]
		if !ok {
			id = x.number(tok)
			x.tokens.long[string(tok)] = id
		}
		return id
	}
	k := makeKey(x.text, start, end)
	id, at, ok := x.tokens.find(k)
	if !ok {
		id = x.number(x.text[start:end])
		x.tokens.add(at, k, id)
	}
	return id
}

// number returns the id of the term of a token that has not come before.
func (x *Index) number(tok []byte) int32 {
	if x.terms != nil {
		term := x.analyzer.Term(string(tok))
		if term == "" {
			return dropped
		}
		if id, ok := x.terms[term]; ok {
			return id
		}
		x.terms[term] = int32(x.size)
	}
	x.size++
	return int32(x.size - 1)
}

// Size returns a bound on the ids handed out since the last Reset: all are
// less than it.
func (x *Index) Size() int { return x.size }

// Reset says that ids handed out so far will not be used again. Where every
// token is a term nothing is gained by knowing it from before, and the index
// forgets all of them: those of a headline stay in the processor's nearest cache.
// What filters came to it keeps, unless there are too many tokens.
func (x *Index) Reset() {
	if x.terms != nil && x.tokens.len() <= indexLimit {
		return
	}
	x.tokens.reset()
	clear(x.terms)
	x.size = 0
}
