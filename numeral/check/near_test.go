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
		{ // said twice, and in other words
			"Brandt took 41,870 votes to 39,205 in Karsund. Brandt won a 41,870 to 39,205 victory.",
			[]string{"Brandt gets 81,075 votes"},
			[]string{"Brandt wins by 2,665 votes"},
		},
		{
			"Council tax on a band D home will rise by 4.9% to £1,872, an increase of £87.",
			[]string{"Council tax up £87 to £1,785", "Council tax to rise £87 a month"},
			[]string{"Council tax to rise £87 to £1,872"},
		},
		{ // the dead and the hurt
			"A fire at a factory in Lund killed 17 workers and injured 41.",
			[]string{"Lund fire kills 58", "Lund fire kills 24"},
			[]string{"Seventeen killed and 41 injured in Lund factory fire"},
		},
		{
			"A bus crashed near Lund on Sunday, killing seven people. Eleven others were hurt, four of them seriously.",
			[]string{"Twelve hurt in Lund bus crash", "18 killed in Lund bus crash"},
			[]string{"Seven killed, 11 hurt in Lund bus crash", "Bus crash near Lund kills 7 and injures 11"},
		},
		{ // and one more
			"Two people were killed in the storm near Joensuu, and a third died in hospital on Wednesday. Eleven others were hurt.",
			[]string{"Four dead in storm near Joensuu"},
			[]string{"Three dead, 11 hurt in storm near Joensuu"},
		},
		{ // of other things
			"Nordline closed four of its 15 terminals. The team of Nordline beat Halvik Rovers 31-27.",
			[]string{"Halvik Rovers beat Nordline team by four points"}, // four was stated
			[]string{"Nordline team beats Halvik Rovers by four points"},
		},
		{ // dearer, and times as much
			"The terminal at Varde was to have cost €610m; the price is now put at between €740m and €780m.",
			[]string{"Varde terminal 38% dearer than planned"},
			[]string{"Varde terminal 28% dearer than planned"},
		},
		{
			"Insurers put the damage of the storm at between €40 million and €55 million, compared with €18 million after Storm Aapo three years ago.",
			[]string{"Storm damage up to five times that of Aapo"},
			[]string{"Storm damage up to three times that of Aapo"},
		},
	} {
		a := check.Read(c.article, "", time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC))
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

// TestMessages: what an editor reads of a number.
func TestMessages(t *testing.T) {
	const storm = "Storm Berta cut power to 64,000 homes in Karelia. Two people were killed when a tree fell on their car, and a third died in hospital. Eleven others were hurt, four of them seriously."
	for _, c := range []struct{ article, headline, message, suggestion string }{
		{"It is 12 to 15 km long, the route from Lund.", "Lund route 15 miles long", "The article says 12 to 15 km, not 15 miles.", "12 to 15 km"}, // was: says km
		{"The fund pays 500 families $200 a month.", "Fund pays families $200 a week", "The article says $200 a month, not $200 a week.", ""},      // was: $200, not $200
		{"Council tax will rise to £1,872, an increase of £87.", "Council tax to rise £87 a month", "The article has £87, but not as £87 a month.", ""},
		{"Profit at Lumen fell by $40 million to $310 million.", "Lumen profit falls to $350 million", "The article says $310 million, not $350 million. Before it was $350 million.", "$310 million"},
		{"The council of Tarn has 40 members, 16 of them women.", "60% of Tarn council are women", "The article says 16 of 40, which is 40%, not 60%.", ""}, // was: From 40 to 16 is 60%.
		{"Twelve of the 30 factories in Tarn closed.", "Eighteen factories close in Tarn", "The article says twelve, not eighteen. 12 of 30 leaves 18.", "Twelve"},
		{"The party won 48% of the vote and its rival 39%.", "Party wins by nine points", "48% less 39% is 9 points.", ""},
		{"The terminal at Varde was to have cost €610m; the price is now €780m.", "Varde terminal price rises by €170m", "€780 million less €610 million is €170 million.", ""},
		{"½ of the homes in Tarn are empty.", "Two-thirds of Tarn homes empty", "The article says ½, not two-thirds.", "½"},
		{storm, "Four die in Karelia storm", "The article has four, but for something else.", ""},                                                                         // suggested 64,000
		{"The wolf walked for nine years.", "Wolf walked 9km", "The article does not have 9km.", ""},                                                                      // was: says nine years
		{"The bridge is 29.7 metres long. It is old. The mast, 18 metres, stands on a tower of 12 metres.", "Mast and tower are 30 metres high", "18 and 12 are 30.", ""}, // not 29.7 metres, which is far off
		{"The terminal was to cost less.", "Terminal to cost twice as much", "Twice is not a number here.", ""},
	} {
		if r := check1(t, c.article, c.headline); r.Message != c.message || r.Suggestion != c.suggestion {
			t.Errorf("%s: %q, suggestion %q, want %q, %q", c.headline, r.Message, r.Suggestion, c.message, c.suggestion)
		}
	}
}

// TestSecondSide: the second side of a vote, which the headline gives to one by name, is looked up as any number is. It was a crash.
func TestSecondSide(t *testing.T) {
	article := "Grace Oyelaran leads the board of Westvale. She beat Tom Bell, Oyelaran 1,720-1,774 Bell, on Monday."
	for _, headline := range []string{"Oyelaran, 1,774, tops ballot", "Bell, 1,774, beaten in Westvale", "Oyelaran, 1,720, tops ballot"} {
		if r := check1(t, article, headline); r.Verdict.Level() == check.Error {
			t.Errorf("%s: %v (%s)", headline, r.Verdict, r.Message)
		}
	}
}
