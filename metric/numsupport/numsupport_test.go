package numsupport_test

import (
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/metrictest"
	"hed/metric/numsupport"
)

func build(t testing.TB) *numsupport.Metric {
	t.Helper()
	m, err := numsupport.New(numsupport.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) { metrictest.Run(t, build(t)) }

// marbles and phones tell, in other words, the stories of tables 7 and 8 of
// Huang et al. (2024).
const (
	marbles = `(Jun 21, 2013 9:57 AM CDT) The 90th edition of the National Marbles Tournament ended on Thursday, and the country
has two new champions. The girls' title went to an 11-year-old from a suburb of Pittsburgh, the boys' to a 12-year-old from
Maryland. Both had to beat 25 other children over four days on the beach at Wildwood, New Jersey. The players went
through more than 1,200 games, in each of which seven marbles had to be shot out of a ring.`
	phones = `(Jan 11, 2011 7:01 PM) California has a budget gap of $25 billion, and one small part of it rings: close to 100,000 state
workers, about 40% of the workforce, carry a cell phone that the taxpayer pays for. The new governor wants half of them back, which
would save some $20 million a year. It is hard to believe that 40% of all state employees need such a phone, he said, though
some must be in reach 24 hours a day and seven days a week.`
)

// TestPaper asks what the paper's tables ask. caught says whether hed sees
// what is wrong; docs/numerals.md has the same list.
func TestPaper(t *testing.T) {
	for _, c := range []struct {
		article, headline string
		right, caught     bool
	}{
		{marbles, "1,200 Games Later, America Has New Marbles Champs", true, false},
		{marbles, "America's 90th National Marbles Tournament Is Over", true, false},
		{marbles, "America Crowns 2 New Marbles Champs", true, false},
		{phones, "40% of State Workers Have Taxpayer-Funded Cell Phones", true, false},
		{phones, "40% of Californians Have Taxpayer-Funded Cellphones", false, true},
		{phones, "State Workers Get Cell Phones on Taxpayer-Funded $25B", false, false},
	} {
		got := metrictest.Score(t, build(t), corpus.NewCase(&corpus.Document{Body: c.article}, c.headline))[0]
		want := 1.0
		if c.caught {
			want = 0
		}
		if got != want {
			t.Errorf("%s: %v, want %v", c.headline, got, want)
		}
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		lang, headline string
		want           float64
	}{
		{"", "Marbles Tournament Ends", math.NaN()},
		{"", "", math.NaN()},
		{"it", "Il torneo con 1.200 partite", math.NaN()},
		{"en-GB", "1,200 Games of Marbles", 1},
		{"", "9,999 Games of Marbles", 0},
		{"", "1,200 Games of Marbles for 9,999 Children", 0.5},
		{"", "9 Things to Know About Marbles", math.NaN()}, // it counts what the piece tells, and is no claim
		{"", "9 Things to Know About 1,200 Games", 1},
		{"", "-1,200 Games of Marbles", 0},
	} {
		got := metrictest.Score(t, build(t), corpus.NewCase(&corpus.Document{Body: marbles, Lang: c.lang}, c.headline))[0]
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%q: %v, want %v", c.headline, got, c.want)
		}
	}
}

// Of 400 numbers not all are checked, so that the headline has no value, and a reason. It took 40 seconds.
func TestManyNumbers(t *testing.T) {
	c := corpus.NewCase(&corpus.Document{Body: marbles}, strings.Repeat("12 and 90 ", 200))
	err := build(t).Score(t.Context(), c, make([]float64, 1))
	if err == nil || err.Error() != "the headline has more than 32 numbers, and no more are checked" {
		t.Errorf("got %v", err)
	}
}
