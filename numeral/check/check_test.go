package check_test

import (
	"strings"
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

const harbour = `PORT ELLEN, May 4 - The harbour company Norvane lost £87.4 million last year, it said on Monday.

It will cut 450 jobs, or 15% of its staff, and close offices in Oban, Leith and Wick. Sales fell to £310 million from £420 million.

"We have 40 ships," said its chief executive, Una Brae, 52. The strike lasted six weeks.`

// check1 returns what is found of the first number of a headline.
func check1(t *testing.T, article, headline string) check.Result {
	t.Helper()
	all := check.Read(article, "", time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC)).Check(derive.English(), headline)
	if len(all) == 0 {
		t.Fatalf("%s: no number", headline)
	}
	return all[0]
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		headline string
		want     check.Verdict
		message  string // a part of it
	}{
		{"Norvane loses £87.4 million", check.Stated, ""},
		{"Norvane to cut 450 jobs", check.Stated, ""},
		{"Norvane loses £87.4 billion", check.Contradicted, "87.4 million, not "},
		{"Norvane loses 87.4 million euros", check.Contradicted, "87.4 million"},
		{"Norvane to cut 913 jobs", check.Contradicted, "450"},
		{"Norvane sees £55 million fine", check.Contradicted, ""},
		{"Three Norvane offices to close", check.Follows, "Oban, Leith and Wick"},
	} {
		r := check1(t, harbour, c.headline)
		if r.Verdict != c.want || !strings.Contains(r.Message, c.message) {
			t.Errorf("%s: %v (%s), want %v with %q", c.headline, r.Verdict, r.Message, c.want, c.message)
		}
	}
}

// steel is the article of TestRules.
const steel = `TARN, March 9 - The steel maker Orvik will close its mill in Delby in June next year, with the loss of 1,640 of 4,100 jobs, it said on Monday.

It lost $48.6 million in 2018, down from a profit of $12.3 million a year earlier. The mill, opened on 4 May 1871, made 310,000 tonnes of steel, and
another 90,000 tonnes came from Pell. Sales fell 6.2% to $410 million. The temperature in the furnace hall was minus 2C.

Workers voted 7-2 in March for a strike that ran from 11 February to 3 March. The plant is 330 miles west of Tarn and stands on 6 hectares.
Chief executive Ida Holm, 58, took over from Per Lund, 71. The dispute began on 4 February and "could end within a fortnight," she said.

Unions at Delby, Pell, Horne and Askby back the strike. One in four workers is over 60. Orvik is the third-largest maker in the country.`

// TestRules has a headline for each rule, right and wrong.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		headline string
		want     check.Verdict
		kind     string
	}{
		{"Orvik loses $48.6 million", check.Stated, "copy"},
		{"Orvik loses $48.6M", check.Stated, "copy"},
		{"Orvik loses $48.6 billion", check.Contradicted, "scale"},
		{"Orvik loses €48.6 million", check.Contradicted, "currency"},
		{"Orvik loses $49 million", check.Follows, "rounding"},
		{"Orvik loses nearly $50 million", check.Follows, "hedge"},
		{"Orvik loses more than $50 million", check.Nowhere, "nowhere"},
		{"Orvik sales rise 6.2%", check.Contradicted, "sign"},
		{"Orvik sales drop 6.2%", check.Stated, "copy"},
		{"Delby mill is 530km west of Tarn", check.Follows, "conversion"},
		{"Delby mill is 330 kilometres west of Tarn", check.Contradicted, "unit"},
		{"Orvik's furnace hall is at 2C", check.Contradicted, "sign"},
		{"Orvik workers vote 7-2 for strike", check.Stated, "copy"},
		{"Orvik workers vote 6-3 for strike", check.Contradicted, "value"},
		{"Orvik to cut 40% of jobs", check.Follows, "share"},
		{"Orvik's 147-year-old mill to close", check.Follows, "age"},
		{"Orvik's 151-year-old mill to close", check.Nowhere, "nowhere"},
		{"Orvik made 400,000 tonnes of steel at Delby and Pell", check.Follows, "sum"},
		{"Unions at four plants back Orvik strike", check.Follows, "count"},
		{"A quarter of Orvik workers are over 60", check.Stated, "copy"},
		{"Orvik to close Delby mill in June 2020", check.Follows, "date"},
		{"Orvik's Ida Holm, 71, to close mill", check.Doubtful, "swap"},
		{"Orvik spends $77 million on mill", check.Nowhere, "nowhere"},
		{"5 things to know about Orvik", check.Unchecked, "list"},
		{"Thousands to lose work at Orvik", check.Follows, "quantifier"},
	} {
		r := check.Read(steel, "", time.Date(2019, 3, 9, 0, 0, 0, 0, time.UTC)).Check(derive.English(), c.headline)
		if len(r) == 0 || r[0].Verdict != c.want || r[0].Kind != c.kind {
			t.Errorf("%s: %+v, want %v, %s", c.headline, r, c.want, c.kind)
		}
	}
}

func TestDay(t *testing.T) {
	for date, want := range map[string]string{"2026-11-16": "2026-11-16", "2026-11-16T10:00:00Z": "2026-11-16", "2026-11": "2026-11-01", "2026": "2026-01-01"} {
		if got := check.Day(date).Format(time.DateOnly); got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
	if !check.Day("yesterday").IsZero() || !check.Day("").IsZero() {
		t.Error("what is not a date has a day")
	}
}
