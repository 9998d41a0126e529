package text_test

import (
	"testing"

	"hed/text"
	"hed/text/stem"
	"hed/text/token"
)

var headlines = []string{
	"Senate Panel Backs $1.2B Plan to Repair 48 Bridges Over Great Lakes",
	"'I Couldn't Believe It': Teacher Finds 1914 Letter in School's Desk",
	"Study: 1 in 5 Drivers Doesn't Stop at Crossings in Crowded Cities",
	"After 37 Years, Lighthouse Keeper's Cat Gets Its Own Postage Stamp",
	"Why Your Next Phone May Cost 12% More Than the One You Have Today",
	"Storm Leaves 300K Without Power in Gulf Coast Towns, Officials Say",
}

func BenchmarkIndex(b *testing.B) {
	x := text.NewIndex(&text.Analyzer{Tokenizer: token.Google(), Filters: []text.Filter{stem.NLTK(4)}})
	b.ReportAllocs()
	var ids []int32
	n := 0
	for b.Loop() {
		ids = x.Append(ids[:0], headlines[n])
		if n++; n == len(headlines) {
			n = 0
		}
	}
}
