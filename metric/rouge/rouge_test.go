package rouge_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/metric/metrictest"
	"hed/metric/rouge"
	"hed/spec"
)

var everyType = []string{"1", "2", "3", "9", "L", "Lsum", "S", "SU", "W", "WSU"}

func TestContract(t *testing.T) {
	two := 2
	for name, opt := range map[string]rouge.Options{
		"google":         {Types: everyType},
		"google plain":   {Types: everyType, Stem: new(bool), Stop: true, Skip: &two},
		"hevas":          {Profile: "hevas", Types: []string{"1", "2", "5", "S", "SU", "WSU"}},
		"numeval":        {Profile: "numeval"},
		"155":            {Profile: "155", Types: []string{"1", "2", "L", "S", "SU", "W"}},
		"155, jackknife": {Profile: "155", Refs: "jackknife"},
		"Italian":        {Lang: "it", Types: everyType},
	} {
		t.Run(name, func(t *testing.T) { metrictest.Run(t, newMetric(t, opt)) })
	}
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, rouge.Info, map[string][]string{
		"profile": {"google", "hevas", "numeval", "155"},
		"types":   {"", "1/2/L/S/SU/W/WSU", "1/2/L/S/SU/W", "1/2/S/SU/WSU", "Lsum/3"},
		"stem":    {"", "true", "false"},
		"stop":    {"", "true"},
		"skip":    {"", "0", "4"},
		"refs":    {"", "best", "jackknife"},
		"lang":    {"", "it"},
	})
}

// The default's signature is a promise of the contract.
func TestDefaultSignature(t *testing.T) {
	m := newMetric(t, rouge.Options{})
	for _, c := range m.Columns() {
		if got, want := c.String(), c.Name+"|profile:google|stem:yes|tok:google|version:"; !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s…", got, want)
		}
	}
}

// What each profile gives by default, as the contract has it.
func TestDefaultColumns(t *testing.T) {
	for profile, want := range map[string]string{
		"google":  "rouge1_p rouge1_r rouge1_f rouge2_p rouge2_r rouge2_f rougeL_p rougeL_r rougeL_f rougeLsum_p rougeLsum_r rougeLsum_f",
		"hevas":   "rouge1_r rouge2_r rougeSU_r rougeWSU_r",
		"numeval": "rouge1_p rouge1_r rouge1_f rouge2_p rouge2_r rouge2_f rougeLsum_p rougeLsum_r rougeLsum_f",
		"155":     "rouge1_p rouge1_r rouge1_f rouge2_p rouge2_r rouge2_f rougeL_p rougeL_r rougeL_f rougeSU_p rougeSU_r rougeSU_f",
	} {
		var got []string
		for _, c := range newMetric(t, rouge.Options{Profile: profile}).Columns() {
			got = append(got, c.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", profile, got, want)
		}
	}
}

// The values follow from the formulas of the HEvAS paper by hand; the
// first three are its own example, where H3 must beat H2.
func TestHevas(t *testing.T) {
	m := newMetric(t, rouge.Options{Profile: "hevas", Types: []string{"1", "2", "3", "S", "SU", "WSU"}})
	for _, c := range []struct {
		ref, headline           string
		r1, r2, r3, s, su, wsum float64
	}{
		{"x B C x x", "z z B z C", 2. / 3, 0, 0, 1. / 6, 3. / 9, 1. / 3},
		{"x B C x x", "B y y y C", 2. / 3, 0, 0, 1. / 6, 3. / 9, 0.3},
		{"x B C x x", "x B C x x", 1, 1, 1, 1, 1, 1},
		// Sets: what repeats counts once.
		{"a a a", "a", 1, 0, 0, 0, 1. / 2, 1. / 2},
		// Nearer in the candidate than in the reference: the sum
		// 2/(3+1)+2 exceeds 1/3+…; capped at 1 only if above it.
		{"a x y b", "a b", 2. / 4, 0, 0, 1. / 6, 3. / 10, 2.5 / (4 + 3 + 2./2 + 1./3)},
		{"", "a b", 0, 0, 0, 0, 0, 0},
		{"a b", "", 0, 0, 0, 0, 0, 0},
	} {
		got := scores(t, m, []string{c.ref}, c.headline)
		for i, want := range []float64{c.r1, c.r2, c.r3, c.s, c.su, c.wsum} {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("%q, %q: %s is %v, want %v", c.ref, c.headline, m.Columns()[i].Name, got[i], want)
			}
		}
	}
}

// A pair may weigh more in common than in the reference alone: adjacent
// in the candidate, far apart in the reference.
func TestWSUIsCapped(t *testing.T) {
	m := newMetric(t, rouge.Options{Profile: "hevas", Types: []string{"WSU"}})
	var far, near []string
	for i := range 12 {
		far = append(far, fmt.Sprintf("w%d", i))
	}
	for i := range far { // every pair of far is adjacent somewhere in near
		for j := i + 1; j < len(far); j++ {
			near = append(near, far[i], far[j])
		}
	}
	if got := scores(t, m, []string{strings.Join(far, " ")}, strings.Join(near, " "))[0]; got != 1 {
		t.Errorf("got %v, want the cap of 1", got)
	}
}

// Texts that would take more memory than there is are refused; long ones
// are not.
func TestTooLong(t *testing.T) {
	race.Skip(t, "it takes too long")
	long := strings.Repeat("word other ", 200_000)
	for name, c := range map[string]struct {
		opt  rouge.Options
		fits bool
	}{
		"google":   {rouge.Options{Types: []string{"1", "2"}}, true},
		"hevas 1":  {rouge.Options{Profile: "hevas", Types: []string{"1", "2"}}, true},
		"hevas SU": {rouge.Options{Profile: "hevas", Types: []string{"SU"}}, false},
		"155 SU":   {rouge.Options{Profile: "155", Types: []string{"1", "SU"}}, true},
		"155 L":    {rouge.Options{Profile: "155", Types: []string{"L"}}, false},
		"W":        {rouge.Options{Types: []string{"W"}}, false},
	} {
		m := newMetric(t, c.opt)
		it := corpus.NewCase(&corpus.Document{References: []string{long}}, long)
		err := m.Score(t.Context(), it, make([]float64, len(m.Columns())))
		if c.fits && err != nil || !c.fits && (err == nil || !strings.Contains(err.Error(), "texts of 400000 and 400000 words are too long")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Italian words keep their accents and lose their endings.
func TestItalian(t *testing.T) {
	m := newMetric(t, rouge.Options{Lang: "it", Types: []string{"1"}})
	if f := scores(t, m, []string{"I sindaci chiudono le città"}, "Il sindaco chiude la città")[2]; f < 0.5 {
		t.Errorf("F of inflected forms is %v", f)
	}
}

func TestBadOptions(t *testing.T) {
	for list, want := range map[string]string{
		"rouge:profile=bleu":            `no profile "bleu"; have google, hevas, numeval, 155`,
		"rouge:types=X":                 `no ROUGE type "X"; have 1, 2`,
		"rouge:types=1/1":               "type 1 is given twice",
		"rouge:types=":                  `no ROUGE type ""`,
		"rouge:types=10":                `no ROUGE type "10"`,
		"rouge:profile=hevas+types=L":   "profile hevas does not define type L",
		"rouge:profile=155+types=Lsum":  "profile 155 does not define type Lsum",
		"rouge:profile=155+types=WSU":   "profile 155 does not define type WSU",
		"rouge:skip=-2":                 "skip=-2: want 0 to 1073741824, or -1 for any number",
		"rouge:skip=x":                  "skip=x: want a whole number",
		"rouge:stem=maybe":              "stem=maybe: want true or false",
		"rouge:lang=xx":                 `"xx"`,
		"rouge:lang=de-AT":              `"de-AT"`,
		"rouge:profile=numeval+lang=it": "numeval is defined for English",
		"rouge:refs=jackknife":          "only 155 has a choice",
		"rouge:profile=155+refs=x":      "want average, best or jackknife",
		"rouge:nothing=1":               `no option "nothing"; have profile, types, stem, stop, skip, refs, lang, as`,
	} {
		specs, err := spec.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rouge.Info.New(specs[0].Options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", list, err, want)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	doc := &corpus.Document{References: []string{"Council votes to close old harbour bridge after storm damage"}}
	it := corpus.NewCase(doc, "Storm damage: council closes the harbour bridge for two years")
	no := false
	for name, opt := range map[string]rouge.Options{
		"google":       {},
		"google 1,2,L": {Types: []string{"1", "2", "L"}, Stem: &no},
		"numeval":      {Profile: "numeval"},
		"hevas":        {Profile: "hevas"},
		"155":          {Profile: "155"},
		"155 SU4":      {Profile: "155", Types: []string{"SU"}},
	} {
		m, err := rouge.New(opt)
		if err != nil {
			b.Fatal(err)
		}
		out := make([]float64, len(m.Columns()))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Score(b.Context(), it, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
