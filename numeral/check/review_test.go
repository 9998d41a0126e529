package check_test

import (
	"testing"

	"hed/numeral/check"
)

// TestNames: a number in a name is that name's only.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		article, headline string
		stated            bool
	}{
		{"The crown of Edward VIII was sold in London.", "Crown of Henry VIII Sold", false},
		{"The crown of Henry VIII was sold in London.", "Crown of Henry VIII Sold", true},
		{"The guest of Room 418 missed the plane.", "Guest Misses Flight 418", false},
		{"The guest missed Flight 418 to Oslo.", "Guest Misses Flight 418", true},
		{"The pilot was the 16th to land.", "Pilot Lands F-16", false},
		{"The pilot landed an F-16 in the snow.", "Pilot Lands F-16", true},
		{"He fought in the Second World War.", "Veteran of World War II Dies", true},
		{"The second man of the crew died.", "Veteran of World War II Dies", false},
		{"Malaysia Airlines Flight 370 was never found.", "MH370 Never Found", true},
		{"A bridge of Interstate 95 fell down.", "I-95 Bridge Falls", true},
		{"It was a quarrel over the post-COVID-19 rules.", "COVID-19 Rules Stir Quarrel", true},
	} {
		if r := check1(t, c.article, c.headline); (r.Verdict == check.Stated) != c.stated {
			t.Errorf("%s on %q: %v (%s)", c.headline, c.article, r.Verdict, r.Message)
		}
	}
}

// TestBrackets: what an article has in brackets at its beginning counts, unless it is the date.
func TestBrackets(t *testing.T) {
	for article, want := range map[string]bool{
		"(At least 73 people were hurt.) A tram ran off the rails in Oslo.":  true,
		"(Update 73) A tram ran off the rails in Oslo, and people got hurt.": true,
		"(Jun 21, 2013 9:57 AM CDT) A tram hurt 73 people in Oslo.":          true,
		"(Jun 21, 2073 9:57 AM CDT) A tram hurt people in Oslo.":             false,
	} {
		if r := check1(t, article, "Tram Hurts 73 People in Oslo"); (r.Verdict == check.Stated) != want {
			t.Errorf("%q: %v (%s)", article, r.Verdict, r.Message)
		}
	}
}

// TestPounds: the word may be money or weight, £ and lb may not.
func TestPounds(t *testing.T) {
	for _, c := range []struct {
		article, headline string
		wrong             bool
	}{
		{"The thief took 50 lb of cheese.", "Thief Takes £50", true},
		{"The thief took £50 from the shop.", "Thief Takes 50 lb", true},
		{"The thief took £50 from the shop.", "Thief Takes 50 Pounds", false},
		{"The thief took 50 pounds from the shop.", "Thief Takes £50", false},
		{"The thief took 50 lb of cheese.", "Thief Takes 50 Pounds of Cheese", false},
	} {
		if r := check1(t, c.article, c.headline); (r.Verdict.Level() == check.Error) != c.wrong {
			t.Errorf("%s on %q: %v (%s)", c.headline, c.article, r.Verdict, r.Message)
		}
	}
}

// TestRangeEnds: the ends of a range have the text of the whole range, so that one of two figures ends behind where the other begins. Text between them
// was cut out all the same, which was a crash.
func TestRangeEnds(t *testing.T) {
	r := check1(t, "Pay at Lund will rise by 2 or 3% in May.", "Lund pay to rise by 6%")
	if r.Verdict != check.Contradicted {
		t.Errorf("%v (%s)", r.Verdict, r.Message)
	}
}

// TestSpanOrder: a span is said from its beginning, though the article may have its end first, and with one full stop.
func TestSpanOrder(t *testing.T) {
	for _, c := range []struct{ article, headline, want string }{
		{"Holm was freed on 14 May 2021 by a court that had jailed Holm on 3 May 2021.", "Holm Freed After 11 Days in Jail", "From 3 May 2021 to 14 May 2021."},
		{"The race in Cork began at 6 a.m. and ended at 11 a.m. on Sunday.", "Cork Race Lasts Five Hours", "From 6 a.m. to 11 a.m."},
	} {
		if r := check1(t, c.article, c.headline); r.Verdict != check.Follows || r.Message != c.want {
			t.Errorf("%s: %v (%s)", c.headline, r.Verdict, r.Message)
		}
	}
}

// TestStatedIsNoError: a number that the article has of something else is in doubt, though what else it may be worked
// out from says otherwise.
func TestStatedIsNoError(t *testing.T) {
	for article, headline := range map[string]string{
		"A gardener died on Monday after a fall, his family told 2 Leeds newspapers. He had been felling trees in the park. But after felling 16 of the 18 trees, he stopped and asked for water.": "Gardener Dies in Park After Felling 2 Trees",
		"The mayor of Ostby spoke to 2 Ostby radio stations. After closing 16 of the 18 schools, the council stopped and asked parents what they want. Schools have been shut since May.":          "Mayor Speaks Out After Council Closes 2 Schools",
	} {
		if r := check1(t, article, headline); r.Verdict != check.Doubtful {
			t.Errorf("%s: %v (%s)", headline, r.Verdict, r.Message)
		}
	}
}
