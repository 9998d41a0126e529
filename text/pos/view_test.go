package pos

import (
	"fmt"
	"strings"
	"testing"
)

func TestShape(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"a":                      "x",
		"bill":                   "xxx",
		"Senate":                 "Xxxx",
		"SENATE":                 "XXX",
		"McCartney":              "XxXxxx",
		"U.S.":                   "X.X.",
		"48":                     "dd",
		"1,000,000":              "d,ddd,ddd",
		"20th":                   "ddxx",
		"x-ray":                  "x-xxx",
		"......":                 "...",
		"Été":                    "Xxx",
		"ǅ":                      "x", // a title letter is no capital
		"東京":                     "xx",
		"٣٤":                     "dd",
		"👍🏽":                     "??",
		"€5":                     "?d",
		"\xff\xfe":               "??",
		"\x00":                   "\x00",
		strings.Repeat("a1", 20): strings.Repeat("xd", 12),
		strings.Repeat("a1", 12) + strings.Repeat("b", 1<<20): strings.Repeat("xd", 12),
	} {
		if got := shape(in); got != want {
			t.Errorf("%.40q: got %q, want %q", in, got, want)
		}
	}
}

func TestCasingOf(t *testing.T) {
	for in, want := range map[string]casing{
		"":                                     ordinary,
		"Senate":                               ordinary, // too little to tell
		"The US is on the go":                  ordinary,
		"The Senate passed the bill":           ordinary,
		"Senate passes budget bill":            ordinary,
		"senate passes budget bill":            ordinary,
		"Senate Passes Budget Bill":            titled,
		"Senate Passes Bill on the Budget":     titled,
		"Senate Passes Bill of the new Budget": titled,
		"Senate Passes bill":                   ordinary, // two of three
		"Senate Passes Budget bill":            titled,   // three of four
		"SENATE PASSES BUDGET BILL":            shouted,
		"SENATE PASSES BUDGET Bill":            shouted,
		"SENATE PASSES Budget Bill":            titled,
		"NATO and NASA":                        shouted,
		"EXCLUSIVE : Senate Passes Budget":     titled,
		"In 2024 , 1000 Senate Members Quit":   titled, // numbers do not count
		"Élan Vital Été":                       titled,
		"日本橋 閉鎖中":                              ordinary,
		"\xff\xff\xff\xff Senate":              ordinary,
		"A.B.C. D.E.F.":                        shouted,
	} {
		if got := casingOf(strings.Fields(in)); got != want {
			t.Errorf("%q: got %d, want %d", in, got, want)
		}
	}
}

func TestView(t *testing.T) {
	x := lexicon{"bill": 1<<NOUN | 1<<VERB}
	bill, big := x.view("bill"), x.view("Bill")
	if bill.word != big.word || bill.form == big.form || bill.shape == big.shape || bill.class != big.class || bill.ends != big.ends {
		t.Errorf("bill and Bill are seen as\n%+v\n%+v", bill, big)
	}
	if bill.class != 1<<NOUN|1<<VERB || bill.ends[3] == 0 || bill.ends[4] != 0 || bill.begins[3] == 0 {
		t.Errorf("bill is seen as %+v", bill)
	}
	if u := bill.unknown(); u.word != 0 || u.form != 0 || u.class != x.view("till").class || u.ends != bill.ends || u.shape != bill.shape {
		t.Errorf("bill, if it were not known, is seen as %+v", u)
	}
	// The class of an unknown word is its ending, of three letters if it has them.
	for _, same := range [][2]string{{"chill", "till"}, {"Till", "till"}, {"città", "cettà"}} {
		if a, b := x.view(same[0]).class, x.view(same[1]).class; a != b {
			t.Errorf("%s and %s are of the classes %x and %x", same[0], same[1], a, b)
		}
	}
	for _, form := range []string{"", "a", "\xff", "é", strings.Repeat("\xf0", 100)} {
		v := x.view(form)
		if (v.ends[0] != 0) != (form != "") || (v.begins[0] != 0) != (form != "") {
			t.Errorf("%q is seen as %+v", form, v)
		}
	}
}

func TestVerbsAround(t *testing.T) {
	// 1 is a verb before, 2 one after, 3 both.
	for _, test := range []struct{ tags, want string }{
		{"", "[]"},
		{"NOUN", "[0]"},
		{"VERB", "[0]"},
		{"PROPN VERB NOUN NOUN", "[2 0 1 1]"},
		{"NOUN AUX VERB NOUN", "[2 2 1 1]"},
		{"VERB NOUN VERB", "[2 3 1]"},
		{"NOUN VERB PUNCT NOUN NOUN", "[2 0 1 0 0]"},
		{"NOUN PUNCT NOUN VERB", "[0 2 2 0]"},
		// What comes after "as" is another clause, but seen from before.
		{"NOUN VERB SCONJ NOUN VERB", "[2 2 3 2 0]"},
	} {
		var tags []Tag
		for name := range strings.FieldsSeq(test.tags) {
			tag, ok := ParseTag(name)
			if !ok {
				t.Fatal(name)
			}
			tags = append(tags, tag)
		}
		got := verbsAround([]uint64{9}, tags)
		if got[0] != 9 || fmt.Sprint(got[1:]) != test.want {
			t.Errorf("%s: got %v, want %s after 9", test.tags, got, test.want)
		}
	}
}
