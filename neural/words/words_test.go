package words_test

import (
	"strings"
	"testing"

	"hed/neural/words"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"Oil falls 1,000.5 points, U.S. says": "Oil falls 1,000.5 points ￭, U.S. says",
		"Don't buy Anna's third-quarter $5bn": "Don ￭'t buy Anna ￭'s third ￭-￭ quarter $￭ 5bn",
		"L'ora è tarda: l’Italia all'estero":  "L'￭ ora è tarda ￭: l’￭ Italia all'￭ estero",
		"\"Yes\" (at 10:30) 5%":               "\"￭ Yes ￭\" (￭ at 10:30 ￭) 5 ￭%",
		"rock'n'roll of the U.S.A":            "rock'￭ n'￭ roll of the U ￭.￭ S ￭.￭ A",
		"what's'up it's":                      "what ￭'s ￭'￭ up it ￭'s",
		"ends. 3. 10.5. a.m. x_1 caffè's":     "ends ￭. 3 ￭. 10.5 ￭. a.m. x_1 caffè ￭'s",
		"关闭海港 in 2024年":                       "关￭ 闭￭ 海￭ 港 in 2024￭ 年",
		"":                                    "",
		"￭ odd ￭joint":                        "odd joint",
	} {
		if got := strings.Join(words.Split(text), " "); got != want {
			t.Errorf("Split(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzJoin: what is split can be joined again.
func FuzzJoin(f *testing.F) {
	for _, s := range []string{"Don't buy Anna's $5bn", "l'ora 1.5.2.x U.S.A. U.S.", "it's's 'n' \xff\xfe x", "a.b.c 1'000 s'5t"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		all := words.Split(s)
		want := strings.Join(strings.Fields(strings.ReplaceAll(s, "￭", " ")), " ")
		if got := words.Join(all); got != want {
			t.Errorf("%q becomes %q of %q", want, got, all)
		}
		for _, w := range all {
			if w == "" || strings.ContainsAny(w, " \t\n") {
				t.Errorf("the word %q", w)
			}
		}
	})
}

func TestEncode(t *testing.T) {
	c := words.Counts{}
	c.Add(words.Split("the cat and the dog"), 1)
	v, err := words.NewVocabulary(c.Most(3))
	if err != nil {
		t.Fatal(err)
	}
	a, h, more := v.Encode(words.Split("the Xan saw a dog and Xan"), words.Split("Xan saw the zoo"))
	if got := strings.Join(v.Decode(a, more), " "); got != "the Xan saw a dog and Xan" {
		t.Errorf("the article is %q", got)
	}
	if got := strings.Join(v.Decode(h, more), " "); got != "Xan saw the <unk>" {
		t.Errorf("the headline is %q", got)
	}
	var b strings.Builder
	if err := v.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := words.Parse(b.String())
	if err != nil || again.Len() != v.Len() {
		t.Fatalf("%d words read again, want %d: %v", again.Len(), v.Len(), err)
	}
	for _, bad := range []string{"", "a\nb\n", "<unk>\n<s>\n</s>\na\na\n", "<unk>\n<s>\n</s>\na b\n", "<unk>\n<s>\n</s>\na\xff\n"} {
		if _, err := words.Parse(bad); err == nil {
			t.Errorf("%q is a vocabulary", bad)
		}
	}
}
