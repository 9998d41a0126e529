package generatetest

import (
	"context"
	"iter"
	"strings"

	"hed/corpus"
)

const article = "The council voted 12 to 3 on Tuesday to close the old harbour bridge. Repairs would cost $4.5 million, the mayor said. " +
	"A 12-year-old ferry will run every 20 minutes until 2031. The bridge is to be closed for two years."

// Documents are what Run asks headlines for: ordinary articles and the odd
// ones that break generators.
func Documents() []*corpus.Document {
	var docs []*corpus.Document
	add := func(id, lang, body string) {
		docs = append(docs, &corpus.Document{ID: id, Lang: lang, Body: body, Line: len(docs) + 1})
	}
	add("plain", "", article)
	add("lines", "en", strings.ReplaceAll(article, ". ", ".\r\n\r\n \t"))
	add("region", "en-GB", article+" Boats are to follow.")
	add("other language", "de", "Der Rat schließt die alte Brücke. Eine Fähre fährt bis 2031.")
	add("italian", "it", "Il consiglio ha votato dell'anno la chiusura del ponte. L'assessore: «Costa 4,5 milioni». Un'altra nave partirà ogni 20 minuti dall'8 marzo.")
	add("chinese", "zh", "市议会星期二投票决定关闭旧海港大桥。市长说修理费用为四百五十万。")
	add("emoji", "", "🙂 Bridge closes 👩‍👩‍👧 today 🏳️‍🌈. 🙂 🙂! Ferry 🚢 runs.")
	add("empty", "", "")
	add("blank", "", " \t\r\n\u00a0\u2003\n ")
	add("punctuation", "", "... ?! — “” '' -- $ %")
	add("one word", "", "Bridge")
	add("short", "", "Bridge closes today.")
	add("no final period", "", "Bridge closes today. A ferry runs every 20 minutes until the bridge opens again in 2031")
	add("stop words", "", "It is what it is. To be or not to be, of the and for.")
	add("invalid", "", "Bad \xff\xfe bytes \xe2\x82 close the bridge \xed today. Cut\xc4")
	add("control", "", "A\x00bridge\x1cclosed\u2028today\u0085again. \u200bZero\u200bwidth \u202f10\u202f000")
	add("repeated", "", strings.Repeat("bridge ", 300)+strings.Repeat("Bridge. ", 300))
	add("long line", "", strings.Repeat("x", 200_000))
	add("long marks", "", strings.Repeat("a.b-c'd,", 5_000))
	add("long chinese", "", strings.Repeat("海港大桥", 10_000))
	return docs
}

// wordless are the documents that have nothing to make a headline of.
var wordless = []string{"empty", "blank", "punctuation"}

// Book is an article of 5 MB, with tens of thousands of sentences.
func Book() *corpus.Document {
	var b strings.Builder
	nouns := strings.Fields("bridge ferry mayor council harbour storm price school vote river train budget island road doctor game")
	for i := 0; b.Len() < 5_000_000; i++ {
		for k := range 5 + i%23 {
			b.WriteString(nouns[(i*k+k*k+i/7)%len(nouns)])
			if k%4 == 1 {
				b.WriteString(" of the ")
			} else {
				b.WriteString("s ")
			}
		}
		b.WriteString("end" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + ". The ")
	}
	return &corpus.Document{ID: "book", Body: b.String()}
}

// A Reader serves documents, for generators that must be fitted.
type Reader []*corpus.Document

// Documents implements corpus.Reader.
func (r Reader) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, d := range r {
			if !yield(d, nil) {
				return
			}
		}
	}
}
