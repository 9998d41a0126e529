package derive_test

import (
	"fmt"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/numeral/derive"
)

// hostile are texts that took minutes and all memory: 400 numbers in headline and article, numbers in
// words without a blank between them, and one word again and again.
func hostile() map[string]string {
	var numbers strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&numbers, "%d ", 10+i*i%9973)
	}
	return map[string]string{
		"numbers":  numbers.String(),
		"twenties": strings.TrimSuffix(strings.Repeat("twenty-", 20_000), "-"),
		"words":    strings.Repeat("ab 7 cd ef gh ", 5000),
		"digits":   strings.Repeat("1", 1<<20),
		"ranges":   strings.Repeat("1-2 3/4 5:06 $7-8 million ", 5000),
		"one word": strings.Repeat("é", 1<<19),
		"scales":   strings.Repeat("two hundred thousand million and a half ", 5000),
	}
}

// Work for a headline is bounded, whatever it and the article are:
//
//	hed lint --docs art.jsonl --system a=<(python3 -c 'print("-".join(["twenty"]*3000))')
//
// took four minutes, and some articles all memory.
func TestBounds(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	model := derive.English()
	texts := hostile()
	for name, headline := range texts {
		article := "Police said 19 men were killed in Lyon on Nov. 15, 2026, in a $1.5 million fire."
		if name == "numbers" || name == "twenties" {
			article = texts["words"]
		}
		all := model.Explain(derive.Read(article), headline)
		if n := len(all) - 1; n > derive.MaxNumbers || n == derive.MaxNumbers && (all[n].Status != derive.Unchecked || all[n].Limits() == "") {
			t.Errorf("%s: %d explanations, the last is %+v", name, len(all), all[n])
		}
		again := model.Explain(derive.Read(headline), "Fire Kills 19")
		if len(again) != 1 {
			t.Errorf("%s: %+v", name, again)
		}
		if _, err := model.Solve(derive.Read(headline), headline+" ____ "+headline, 3); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	all := model.Explain(derive.Read("19 men"), texts["numbers"])
	if last := all[derive.MaxNumbers]; last.More != 2000-derive.MaxNumbers-1 || last.Supported() ||
		last.Limits() != "not checked, nor 1967 numbers after it: only the first 32 of a headline are" {
		t.Errorf("the last is %+v", last)
	}
}

// What is far from a number says nothing of it, and a headline of ordinary length is read whole.
func TestAround(t *testing.T) {
	model := derive.English()
	a := derive.Read("Police said 19 men were killed in Lyon, and 12 women were hurt in Nice.")
	near, far := strings.Repeat("blah ", 100), strings.Repeat("blah ", 200)
	short := model.Explain(a, near+"19 Men Killed "+near)[0]
	long := model.Explain(a, far+"19 Men Killed "+far)[0]
	longer := model.Explain(a, far+far+"19 Men Killed "+far+far)[0]
	if long.Support != longer.Support || !short.Supported() || !long.Supported() {
		t.Errorf("support %v of a short headline, %v and %v of long ones", short.Support, long.Support, longer.Support)
	}
}
