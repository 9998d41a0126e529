package check_test

import (
	"strings"
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// TestWorkedOut has articles and what follows from them by more than one figure. Each was flagged, or passed for another reason.
func TestWorkedOut(t *testing.T) {
	for _, c := range []struct {
		article, right, wrong string
		kind                  string // why the right one is right
	}{
		{ // a part of them
			"Valdonia has sent 34 athletes, 19 of them women, to the games in Oslo.",
			"Fifteen Valdonian men at games", "Eighteen Valdonian men at games", "remainder",
		},
		{ // of those, so many
			"The number of people who wait for surgery in Westmarch has reached 48,600. Of those on the list, 10,200 have waited for more than 18 weeks.",
			"21% of Westmarch patients wait too long for surgery", "31% of Westmarch patients wait too long for surgery", "share",
		},
		{ // the rest, though a difference could be a chance
			"Four of the 19 ministries in Lismere will lose their own press office.",
			"Fifteen Lismere ministries keep press office", "Thirteen Lismere ministries keep press office", "remainder",
		},
		{ // a unit that is left out
			"Growers in Ardland will bring in 310,000 tonnes of oats and 95,000 of rye.",
			"Ardland farmers to bring in 405,000 tonnes of oats and rye", "Ardland farmers to bring in 465,000 tonnes of oats and rye", "sum",
		},
		{ // the margin of a score
			"Waikare Stars beat Otumoana Tide 58-55 on Sunday. Tuipulotu scored 47 goals for the Stars.",
			"Tuipulotu leads Stars to three-goal win over Tide", "Tuipulotu leads Stars to seven-goal win over Tide", "margin",
		},
		{ // far apart
			"A tyrannosaur was sold at auction in New York on Thursday for $12.6 million. It was found in 2011 by a rancher. Four bidders wanted it. The old auction record, for a triceratops, was $9.1 million.",
			"Tyrannosaur beats auction record by $3.5 million", "Tyrannosaur beats auction record by $4.5 million", "difference",
		},
		{ // each
			"Corran has paid £3.6m in compensation to 14,400 season-ticket holders.",
			"Corran pays season-ticket holders £250 each", "Corran pays season-ticket holders £350 each", "quotient",
		},
		{ // beyond
			"The viaduct at Westvale cost £42m, £7m more than planned.",
			"Westvale viaduct 20% over budget", "Westvale viaduct 30% over budget", "change",
		},
		{ // another
			"The film Iron Meridian took $94.2 million at home over the weekend. It took another $138 million abroad.",
			"Iron Meridian opens with $232.2 million", "Iron Meridian opens with $222.2 million", "sum",
		},
		{ // two of a list that the headline names
			"Labour has 22 seats in the Karsund council, the Conservatives 19, the Greens seven and the Centre four.",
			"Greens and Centre win 11 seats in Karsund", "Greens and Centre win 13 seats in Karsund", "sum",
		},
		{ // what it was before
			"Brent crude slipped $3.90 to $104.47 a barrel on Monday.",
			"Brent was at $108.37 before fall", "Brent was at $109.37 before fall", "before",
		},
		{ // one more
			"Ada Moore died on Tuesday. She leaves three sons and a daughter.",
			"Ada Moore leaves four children", "Ada Moore leaves six children", "more",
		},
		{ // how old then
			"The artist, who was born in Hull on 4 June 1920, began the strip on 9 September 1957.",
			"Artist began strip at 37", "Artist began strip at 39", "age",
		},
		{ // years of one sentence
			"In 1946 the artist married Peter Moore, a vet with a house near Hull, who died in 1994.",
			"Artist was married for 48 years", "Artist was married for 44 years", "span",
		},
		{ // clocks
			"The train leaves Tarrant at 5.12am and reaches Westvale at 7.02am.",
			"Train to take under two hours from Tarrant to Westvale", "Train to take three hours from Tarrant to Westvale", "clock",
		},
		{ // a length, and feet with inches
			"Ana Tuipulotu, the 1.96m goal shooter of the Stars, won the final.",
			"Stars' 6ft 5in shooter Tuipulotu wins final", "Stars' 5ft 6in shooter Tuipulotu wins final", "conversion",
		},
		{ // sides of a vote
			"Mayor Brandt held on in Karsund, taking 41,870 votes to 39,205 for the challenger.",
			"Karsund challenger gets over 39,000 votes", "Karsund challenger gets over 49,000 votes", "hedge",
		},
		{ // where something went to
			"Turnout in Karsund was 58.2%, down from 64.7% four years ago.",
			"Karsund turnout falls to 58.2%", "Karsund turnout rises to 58.2%", "copy",
		},
		{ // how often
			"The rent in Tarn will be 640 crowns a month.",
			"Tarn rent to be 640 crowns a month", "Tarn rent to be 640 crowns a week", "copy",
		},
		{ // a list with numbers in it
			"Banks were hit hardest in Halden. Nordbank dropped 8.1%, Skarn 6.7% and Fylke 5.9%.",
			"Three banks hit in Halden", "Five banks hit in Halden", "count",
		},
		{ // what it was before, and by how much it changed
			"Profit at Lumen fell by $40 million to $310 million in the third quarter.",
			"Lumen profit down 11%", "Lumen profit down 14%", "change",
		},
		{ // a change in percent
			"Traffic from Varde to Asia grew fastest, by a quarter, to 520,000 passengers.",
			"Varde had 416,000 passengers to Asia a year ago", "Varde had 436,000 passengers to Asia a year ago", "before",
		},
		{ // the ends of a range
			"The terminal at Varde was to have cost €610m; the price is now put at between €740m and €780m.",
			"Terminal at Varde up to €170m over budget", "Terminal at Varde up to €190m over budget", "difference",
		},
		{ // the rest
			"A poll on the wolf law found 54% of people against it and 39% for it; the rest had no opinion.",
			"7% of people have no opinion on wolf law", "9% of people have no opinion on wolf law", "remainder",
		},
		{ // a rate from a way and a time
			"The wolf walked 1,240km from Karst to the coast in 97 days.",
			"Wolf walked 13km a day from Karst to coast", "Wolf walked 16km a day from Karst to coast", "quotient",
		},
		{ // shares that the headline joins
			"China accounted for 45% of Lumen's sales and Europe for 22%.",
			"China and Europe make up 67% of Lumen's sales", "China and Europe make up 77% of Lumen's sales", "sum",
		},
		{ // a number before a list does not belong to it
			"Three airlines, Skylink, Norjet and Air Vasa, began new routes from Varde.",
			"Three airlines begin new routes from Varde", "Four airlines begin new routes from Varde", "copy",
		},
		{ // since when
			"The unemployment rate fell in April for the first time in six years.",
			"Unemployment rate falls for first time since 2009", "Unemployment rate falls for first time since 2006", "copy date",
		},
		{ // the day of something
			"Offices have been closed since April 24 by a shutdown.",
			"Shutdown of offices enters Day 11", "Shutdown of offices enters Day 14", "date",
		},
		{ // whole hours
			"The senator spoke for 10 hours and 30 minutes.",
			"Senator ends 10-hour speech", "Senator ends 13-hour speech", "conversion",
		},
		{ // a whole from its part
			"The ban in Orena is to save 90 million litres of water a day, a tenth of what is used.",
			"Orena uses 900 million litres of water a day", "Orena uses 700 million litres of water a day", "whole",
		},
		{ // a part from its whole
			"The council of Hallam wants phones out of 40% of its 250 schools.",
			"Hallam wants phones out of 100 schools", "Hallam wants phones out of 120 schools", "part",
		},
		{ // places in an order
			"Hruska was ranked 31st last year. On Monday she will be fourth in the world.",
			"Hruska climbs 27 places", "Hruska climbs 25 places", "difference",
		},
		{ // a month without a day
			"The plant in Orena will open in February.",
			"Orena plant to open in nine months", "Orena plant to open in six months", "span",
		},
		{ // years that are listed
			"Duarte won the French title in 1999, 2001 and 2004.",
			"Duarte won three French titles", "Duarte won five French titles", "count",
		},
		{ // the votes of a part
			"The council of Hallam voted 31 to 18 for a ban on phones.",
			"63% of Hallam council back ban on phones", "73% of Hallam council back ban on phones", "share",
		},
		{ // on the other side of a hedge
			"Rangers found 143 wolves in Karst, compared with 61 eight years ago.",
			"More than 100 wolves live in Karst", "Fewer than 100 wolves live in Karst", "hedge",
		},
		{ // of one thing, and not of the other
			"The average wait in Westmarch is 17 weeks for a new hip and 21 for a knee.",
			"Westmarch patients wait 17 weeks for new hip", "Westmarch patients wait 17 weeks for new knee", "copy",
		},
		{ // on the way
			"Brandsma beat Petrov, Zhao, Carrow and Nunes, all of them seeds, to win the title.",
			"Brandsma beats four seeds on way to title", "Brandsma beats six seeds on way to title", "count",
		},
		{ // the fourth of something is not a category 4
			"The Category 4 storm was the third hurricane to hit Santa Brisa this season.",
			"Third hurricane of season hits Santa Brisa", "Fourth hurricane of season hits Santa Brisa", "copy",
		},
		{ // a temperature without its unit
			"Temperatures fell to −20 degrees in Minnesota on Friday.",
			"It Was -20 in Minnesota", "It Was -30 in Minnesota", "copy",
		},
		{ // a picture is not an item of the piece
			"The probe took 1,260 pictures of the comet.",
			"Probe takes 1,260 pictures of comet", "Probe takes 1,620 pictures of comet", "copy",
		},
		{ // what is not there
			"The ward in Carrow needs nine consultants and has five.",
			"Carrow ward lacks four consultants", "Carrow ward lacks two consultants", "difference",
		},
		{ // up by a count
			"Last year 1,480 babies were born in Carrow, 310 fewer than in 2008.",
			"Births in Carrow down by 310", "Births in Carrow up by 310", "copy",
		},
		{ // a change in percent behind what it led to
			"The festival in Morelia sold 186,000 tickets, 8% more than in 1998.",
			"Morelia festival sells 14,000 more tickets", "Morelia festival sells 18,000 more tickets", "difference",
		},
		{ // a price and a count
			"The festival in Morelia sold 186,000 tickets. Tickets cost 45 pesos.",
			"Morelia festival takes 8.37 million pesos from tickets", "Morelia festival takes 9.37 million pesos from tickets", "product",
		},
		{ // a list whose numbers have the same word behind them
			"Ninety vets are at work in Glenmore, among them ten from Canada, six from New Zealand and four from Denmark.",
			"Twenty foreign vets in Glenmore", "Thirty foreign vets in Glenmore", "sum",
		},
		{ // a rate in another time
			"Ardent must pay a fine of $40,000 a day.",
			"Ardent fined $280,000 a week", "Ardent fined $240,000 a week", "rate",
		},
		{ // so many years after
			"The bridge at Callan will be taken down in August, 140 years after it was built.",
			"Callan to lose bridge of 1875", "Callan to lose bridge of 1865", "date",
		},
		{ // lengths, of which one is much greater
			"A new bridge at Callan, 380 metres long and 18 metres wide, will cost $96 million.",
			"New Callan bridge to be 18 metres wide", "New Callan bridge to be 18 metres long", "copy",
		},
		{ // years later
			"In 2008 thieves took two Picassos in Basel, which turned up in Serbia three years later.",
			"Basel Picassos turned up in 2011", "Basel Picassos turned up in 2013", "date",
		},
		{ // a little after
			"Thieves came into the museum in Basel at 2:15 a.m. through the roof.",
			"Thieves enter Basel museum shortly after 2 a.m.", "Thieves enter Basel museum shortly after 4 a.m.", "clock",
		},
		{ // not yet
			"The founder of Groundline, Otto Krag, turns 75 on Saturday.",
			"Groundline founder Krag, 74, faces strike", "Groundline founder Krag, 72, faces strike", "age",
		},
		{ // who is named by what they do
			"A guard in Basel, Beat Meier, 47, was tied up. Anna Zwick, 52, is the director of the museum.",
			"Guard, 47, tied up in Basel museum", "Guard, 49, tied up in Basel museum", "copy",
		},
		{ // a sum with a small part
			"The paintings in Basel are insured for 38 million francs, the cup for 650,000.",
			"Paintings and cup in Basel insured for 38.65 million francs", "Paintings and cup in Basel insured for 39.65 million francs", "sum",
		},
		{ // two numbers of one sentence, of other things
			"The fault of the hoses has been linked to nine crashes and 14 injuries, but no deaths.",
			"Hoses linked to nine crashes", "Hoses linked to 14 crashes", "copy",
		},
	} {
		a := check.Read(c.article, "", time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC))
		for headline, wrong := range map[string]bool{c.right: false, c.wrong: true} {
			worst := check.Fine
			message, kind := "", ""
			for _, r := range a.Check(derive.English(), headline) {
				worst = max(worst, r.Verdict.Level())
				message += r.Message
				kind = strings.TrimSpace(kind + " " + r.Kind)
			}
			if (worst != check.Fine) != wrong || !wrong && kind != c.kind {
				t.Errorf("%s: %v, %s: %s", headline, worst, kind, message)
			}
		}
	}
}
