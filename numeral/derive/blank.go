package derive

import (
	"strings"

	"hed/corpus"
	"hed/numeral"
)

// A blank is a place of a headline that a numeral stands in.
type blank struct {
	text          string // of the headline, with a number in the place
	start, end    int    // of that number
	words         []word
	at            int // the word of the place
	scale         int64
	unit          numeral.Unit
	kind          numeral.Kind
	before, after byte // characters around the place, 0 at the ends
	others        []numeral.Value
	apostrophe    bool   // '99
	ending        string // th and such, behind the place
}

// around is how many bytes of a headline are looked at on each side of a
// number. No headline is as long; each word of it is compared with all of the article.
const around = 512

// beside cuts a headline at blanks to what is beside a number between left and right.
func beside(left, right string) (string, string) {
	if n := len(left) - around; n > 0 {
		left = left[n:]
		left = left[strings.IndexByte(left, ' ')+1:]
	}
	if len(right) > around {
		right = right[:around]
		if i := strings.LastIndexByte(right, ' '); i >= 0 {
			right = right[:i]
		}
	}
	return strings.ToValidUTF8(left, ""), strings.ToValidUTF8(right, "")
}

// newBlank reads a headline, in which a numeral goes between left and right.
func newBlank(left, right string) *blank {
	if len(left) > around || len(right) > around {
		left, right = beside(left, right)
	}
	fill := "17"
	ending := ""
	if len(right) >= 2 && (len(right) == 2 || !isLetter(right[2])) {
		ending = right[:2]
		switch ending { // so that the ending fits
		case "st":
			fill = "21"
		case "nd":
			fill = "22"
		case "rd":
			fill = "23"
		case "th":
		default:
			ending = ""
		}
	}
	b := &blank{ending: ending, text: left + fill + right, start: len(left), end: len(left) + len(fill), scale: 1}
	if left != "" {
		b.before = left[len(left)-1]
	}
	if right != "" {
		b.after = right[0]
	}
	b.apostrophe = strings.HasSuffix(left, "'") || strings.HasSuffix(left, "’") || strings.HasSuffix(left, "‘")
	for _, m := range numeral.Find(nil, b.text) {
		switch {
		case m.Start == b.start && m.Depth > 0 && m.End == b.end:
			b.unit = m.Unit // of 17 decades, not of the years they are
		case m.Start == b.start && m.Depth == 0:
			b.unit, b.kind = m.Unit, m.Kind
			if v, ok := numeral.Parse(fill); ok && scaled(m.Value, v) {
				b.scale, _ = m.Value.Div(v).Int64()
			}
		case m.End <= b.start || m.Start >= b.end:
			if m.Value.OK() {
				b.others = append(b.others, m.Value)
			}
		}
	}
	b.words = read(b.text)
	for i := range b.words {
		b.words[i].stop = false // what belongs together goes across marks
	}
	for b.at < len(b.words)-1 && int(b.words[b.at].end) <= b.start {
		b.at++
	}
	return b
}

// takes reports whether an ending fits the last digits of a whole number.
func takes(n int64, ending string) bool {
	want := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			want = "st"
		case 2:
			want = "nd"
		case 3:
			want = "rd"
		}
	}
	return want == ending
}

// question splits a cloze question at its blank.
func question(s string) (left, right string, ok bool) {
	return strings.Cut(s, corpus.Blank)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
