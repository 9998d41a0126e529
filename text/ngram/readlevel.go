package ngram

import "strings"

// level reads the n-grams of one order, and goes to what follows.
func (p *parser) level(n int) error {
	l := &p.made.levels[n]
	var seen []bool // which of the special words are there
	if n == 0 {
		seen = make([]bool, len(specials))
		p.addSpecials()
	}
	count := 0
	for p.next() && p.text[0] != '\\' {
		if err := p.gram(n, l, seen); err != nil {
			return err
		}
		count++
	}
	if count != p.sizes[n] {
		return p.errorf("%d %d-grams end here; expected %d, as the file says at its beginning", count, n+1, p.sizes[n])
	}
	if n == 0 && !(seen[Begin] && seen[End]) {
		return p.errorf("the unigrams lack %s or %s; expected a model of sentences", specials[Begin], specials[End])
	}
	return nil
}

// addSpecials gives the special words their ids, whatever the file's order.
func (p *parser) addSpecials() {
	l := &p.made.levels[0]
	for id := range specials {
		l.add([]int32{int32(id)})
		l.values = append(l.values, value{log: missing})
	}
}

// missing is the logarithm for <unk> where the file has none.
const missing = -100

func (p *parser) gram(n int, l *level, seen []bool) error {
	p.words = append(p.words[:0], strings.FieldsFunc(p.text, func(r rune) bool { return strings.ContainsRune(blanks, r) })...)
	last := n+1 == len(p.sizes)
	if len(p.words) != n+2 && len(p.words) != n+3 {
		return p.errorf("found %q; expected a logarithm, %d words and perhaps a back-off weight", p.text, n+1)
	}
	var v value
	var err error
	if v.log, err = p.number(p.words[0], "probability", 0); err != nil {
		return err
	}
	if len(p.words) == n+3 {
		if v.backoff, err = p.number(p.words[n+2], "back-off weight", -missing); err != nil {
			return err
		}
		if last && v.backoff != 0 {
			return p.errorf("back-off weight %s: expected none, or 0, for n-grams of the highest order", p.words[n+2])
		}
	}
	words := p.words[1 : n+2]
	if n == 0 {
		return p.unigram(l, words[0], v, seen)
	}
	p.key = p.key[:0]
	for _, word := range words {
		id, ok := p.made.ids[word]
		if !ok {
			return p.errorf("the word %q is no unigram; expected one", word)
		}
		p.key = append(p.key, id)
	}
	if _, isNew := l.add(p.key); !isNew {
		return p.errorf("%q is there twice; expected different n-grams", strings.Join(words, " "))
	}
	l.values = append(l.values, v)
	return nil
}

func (p *parser) unigram(l *level, word string, v value, seen []bool) error {
	word = strings.Clone(word) // the line would stay with it
	if word == "<UNK>" {       // as some programs write it
		word = specials[Unknown]
	}
	id := p.made.number(word)
	if int(id) < len(seen) {
		if seen[id] {
			return p.errorf("%q is there twice; expected different n-grams", word)
		}
		seen[id] = true
		l.values[id] = v
		return nil
	}
	if _, isNew := l.add([]int32{id}); !isNew {
		return p.errorf("%q is there twice; expected different n-grams", word)
	}
	l.values = append(l.values, v)
	return nil
}
