package page_test

import (
	"bytes"
	"strings"
	"testing"

	"hed/report/page"
	"hed/style/classify"
)

// TestJudged: words have the colour of the label that they speak for, and the characters that speak loudest are bold. What comes from
// a headline stays text.
func TestJudged(t *testing.T) {
	part := func(start, end int, left float64) classify.Part {
		return classify.Part{Start: start, End: end, For: []float64{left, -left}}
	}
	text := "Why é<b"
	j := &page.Judged{Version: "0", Model: "linear 1", Labels: []string{"left", "right"}, All: 2, Headlines: []page.JudgedHeadline{
		{
			Judgement: classify.Judgement{Label: 0, Probabilities: []float64{0.7, 0.3}},
			Explanation: &classify.Explanation{Text: text, Words: []classify.Part{part(0, 3, 0.5), part(4, len(text), -0.3)}, Chars: []classify.Part{
				part(0, 1, 0.4), part(1, 2, 0.3), part(2, 3, 0.1), part(4, 6, -0.3), part(6, 7, 0.01), part(7, 8, 0),
			}},
		},
		{Judgement: classify.Judgement{Label: 1, Probabilities: []float64{0.5, 0.5}}, Explanation: &classify.Explanation{}},
	}}
	var b bytes.Buffer
	if err := page.WriteJudged(&b, j); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<mark class="said h0 l4" title="left &#43;0.50"><b>Wh</b>y</mark> <mark class="said h1 l2 other" title="right &#43;0.30"><b>é</b>&lt;b</mark>`,
		"(empty)", "<bdi>left</bdi></mark> 1", "2 headlines",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
