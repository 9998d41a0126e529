package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestEvidence(t *testing.T) {
	const article = "In all, killing\n19 men. Four-fifths of $1.5 million."
	for operand, want := range map[string]string{
		"19": "all, killing [19] men. Four-fifths", "Four": "19 men. [Four]-fifths of", "1.5": "of $[1.5] million.",
		"In": "[In] all, killing", "million": "of $1.5 [million].",
	} {
		i := strings.Index(article, operand)
		text, start, end := operandView{operand, i, i + len(operand)}.evidence(article)
		if got := text[:start] + "[" + text[start:end] + "]" + text[end:]; got != want {
			t.Errorf("%s: %q, want %q", operand, got, want)
		}
	}
}

// What a corpus holds stays text, and operands are marked though they overlap.
func TestExplainPage(t *testing.T) {
	var out bytes.Buffer
	p := newExplainPage(&out)
	err := p.add(headlineView{
		ID: "<b>", System: "a&b", Headline: "Gunmen <i>Kill</i> 35, Wound 4", article: "<script>x</script> 19 and 16, four.",
		Numerals: []numeralView{
			{Text: "35", Start: 19, End: 21, Status: derived, Derivations: []derivationView{{"Add( 19 , 16 )", 0.7, []operandView{{"19", 19, 21}, {"19 and 16", 19, 28}}}}},
			{Text: "4", Start: 29, End: 30, Status: unsupported, Alternatives: []alternativeView{{"19", "Copy( 19 )", 0.5}}},
		},
	})
	if err == nil {
		err = p.end()
	}
	if err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, want := range []string{
		"&lt;script&gt;x&lt;/script&gt;", "&lt;b&gt; · a&amp;b", `class="derived" data-numeral="1">35<i>=</i></a>`, `class="unsupported" data-numeral="2">4<i>!</i></a>`,
		`<mark data-for="1">19</mark><mark data-for="1"> and 16</mark>`, "1 headline: 0 numbers found, 1 derived, 1 unsupported.", "script-src &#39;sha256-",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if strings.Contains(page, "<script>x") {
		t.Error("a script of the article can run")
	}
}
