package check_test

import (
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// TestNearMisses has wrong headlines whose number comes out of the numbers of the article by a way that the headline does not mean, and right
// ones that the same way leads to. The wrong ones passed without a word.
func TestNearMisses(t *testing.T) {
	for _, c := range []struct {
		article      string
		wrong, right []string
	}{
		{ // the old value as the new one
			"Profit at Lumen fell by $40 million to $310 million in the third quarter.",
			[]string{"Lumen profit falls to $350 million", "Lumen profit of $350 million in third quarter", "Lumen profit falls to $350 million before tax", "Lumen profit was $350 million in third quarter"},
			[]string{"Lumen profit falls from $350 million", "Lumen profit was $350 million a year ago", "Lumen profit falls to $310 million"},
		},
		{
			"Rents in Tarn rose by 12% to €940 in May. The parks budget of Tarn falls by a quarter to £3m.",
			[]string{"Tarn rents rise to €839", "Tarn rents at €839", "Tarn parks budget cut to £4m"},
			[]string{"Tarn rents up from €839", "Tarn parks budget was £4m before cut"},
		},
		{
			"Council tax on a band D home will rise by £87 to £1,872.",
			[]string{"Council tax up £87 to £1,785"},
			[]string{"Council tax up £87 from £1,785"},
		},
		{ // the ends of a range
			"The price of the Varde terminal is put at between €740m and €780m. The old terminal at Varde opened in 1990.",
			[]string{"Varde terminal price rises by €40m", "Varde terminal price rises 5%", "Varde terminal costs €40m more", "Varde terminals to cost €1.52bn in total"},
			[]string{"Varde terminal to cost up to €780m", "Varde terminal may cost €740m"},
		},
		{
			"Temperatures of 40 to 45 degrees are expected in Orena on Sunday.",
			[]string{"Temperature in Orena rises 5 degrees"},
			[]string{"Orena expects 45 degrees on Sunday"},
		},
		{ // the sides of a vote
			"Brandt took 41,870 votes to 39,205 for Holm in Karsund.",
			[]string{"Brandt takes 81,075 votes in Karsund", "Brandt takes 2,665 votes in Karsund"},
			[]string{"Brandt wins Karsund by 2,665 votes", "81,075 votes cast in Karsund", "Brandt takes 41,870 votes in Karsund"},
		},
		{ // what is left, for the part
			"Twelve of the 30 factories in Tarn closed. Nine of the 13 schools stay closed.",
			[]string{"18 of Tarn's 30 factories closed", "Eighteen factories close in Tarn", "Tarn schools closed in four of 13 towns"},
			[]string{"Eighteen Tarn factories not closed", "18 Tarn factories remain"},
		},
		{
			"Police in Oslo arrested 40 people after the match. Thirty-one of them were charged.",
			[]string{"Oslo police charge nine after match", "Nine charged after Oslo match"},
			[]string{"Nine arrested after Oslo match not charged"},
		},
		{
			"The council of Brackley will close three of its eleven libraries.",
			[]string{"Brackley to close 8 of 11 libraries"},
			[]string{"Brackley to keep eight libraries"},
		},
		{
			"The council of Tarn has 40 members, 16 of them women.",
			[]string{"24 women on Tarn council", "Tarn council has 24 women members", "Women make up 60% of Tarn council", "60% of Tarn council are women"},
			[]string{"24 men on Tarn council", "Women make up 40% of Tarn council"},
		},
		{
			"Trains ran at 40% on Monday and 55% on Tuesday; 20% of staff were ill.",
			[]string{"80% of staff ill", "5% of trains ran on Monday"},
			[]string{"80% of staff not ill", "20% of staff ill"},
		},
		{ // the margin of a score
			"The Stars beat the Tide 58-55 on Sunday in Oslo.",
			[]string{"Stars score three goals", "Stars lose to Tide by three points", "Tide beat Stars by three points", "Stars score 113 points in win over Tide"},
			[]string{"Stars beat Tide by three points", "Tide lose to Stars by three points", "Stars win by three points"},
		},
	} {
		a := check.Read(c.article, time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC))
		for i, headline := range append(c.wrong, c.right...) {
			worst, said := check.Fine, ""
			for _, r := range a.Check(derive.English(), headline) {
				worst = max(worst, r.Verdict.Level())
				said += " " + r.Verdict.String() + ", " + r.Kind + ": " + r.Message
			}
			if (worst != check.Fine) != (i < len(c.wrong)) {
				t.Errorf("%s: %v:%s", headline, worst, said)
			}
		}
	}
}
