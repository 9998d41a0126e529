package token_test

import (
	"testing"

	"hed/text"
	"hed/text/sentence"
	"hed/text/token"
)

// headlines have the length and the punctuation of news headlines.
var headlines = []string{
	"Senate Panel Backs $1.2B Plan to Repair 48 Bridges",
	"'I Couldn't Believe It': Teacher Finds 1914 Letter in Desk",
	"Study: 1 in 5 Drivers Don't Stop at Crossings",
	"After 37 Years, Lighthouse Keeper's Cat Gets Its Own Stamp",
	"Why Your Next Phone May Cost 12% More",
	"Storm Leaves 300K Without Power in Gulf Towns, Officials Say",
}

func benchmark(b *testing.B, t text.Tokenizer) {
	n := 0
	for _, h := range headlines {
		n += len(h)
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	var dst []text.Token
	for b.Loop() {
		for _, h := range headlines {
			dst = t.Tokenize(dst[:0], h)
		}
	}
}

func BenchmarkGoogle(b *testing.B) { benchmark(b, token.Google()) }

func BenchmarkNLTK(b *testing.B) { benchmark(b, token.NLTK(sentence.English())) }
