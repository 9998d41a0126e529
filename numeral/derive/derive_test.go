package derive_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/numeral/derive"
)

const fire = "(Mar 22, 2024 9:15 AM CDT) A fire at a hotel in Lyon killed 19 people and hurt 16 more, police said Sunday. " +
	"The mayor, Anne Petit, 52, put the damage at $2.5 million. About 150,000 customers lost power for three days. " +
	"The hotel opened in 1994. Firefighters needed five hours to put the fire out."

func TestSolve(t *testing.T) {
	a := derive.Read(fire)
	for _, tt := range []struct{ question, answer, derivation, operands string }{
		{"____ Killed in Lyon Hotel Fire", "19", "Copy( 19 )", "19"},
		{"____K Lose Power After Hotel Fire", "150", "Paraphrase( 150,000 , K )", "150,000"},
		{"Hotel Fire Does $____M Damage", "2.5", "Copy( 2.5 )", "2.5"},
		{"Hotel Opened ____ Years Ago Burns", "30", "Subtract( 2024 , 1994 )", "2024|1994"},
		{"Firefighters Need ____ Hours", "5", "Trans( five )", "five"},
		{"Customers Lose Power for ____ Days", "3", "Trans( three )", "three"},
	} {
		answers, err := derive.English().Solve(a, tt.question, 3)
		if err != nil || len(answers) != 3 {
			t.Fatalf("%s: %d answers, %v", tt.question, len(answers), err)
		}
		best := answers[0]
		d := best.Derivations[0]
		var operands []string
		for _, s := range d.Operands {
			operands = append(operands, s.Text)
		}
		if best.Text != tt.answer || d.Expr.String() != tt.derivation || strings.Join(operands, "|") != tt.operands {
			t.Errorf("%s: %s by %v from %q, want %s by %s from %s", tt.question, best.Text, d.Expr, operands, tt.answer, tt.derivation, tt.operands)
		}
		if best.Confidence < answers[1].Confidence || best.Confidence > 1 || best.Confidence < d.Confidence {
			t.Errorf("%s: confidences %v, %v, of the derivation %v", tt.question, best.Confidence, answers[1].Confidence, d.Confidence)
		}
	}
}

func TestSolveNothing(t *testing.T) {
	if _, err := derive.English().Solve(derive.Read(fire), "No blank", 3); err == nil {
		t.Error("a question without a blank was answered")
	}
	for _, text := range []string{"", "No numbers at all."} {
		if answers, err := derive.English().Solve(derive.Read(text), "____ Killed", 3); err != nil || len(answers) > 0 {
			t.Errorf("%q gave %v, %v", text, answers, err)
		}
	}
}

func TestExplain(t *testing.T) {
	a := derive.Read(fire + " Owners of an iPhone 15 called them.")
	for _, tt := range []struct {
		headline string
		want     []bool // supported
	}{
		{"19 Killed in Lyon Hotel Fire", []bool{true}},
		{"Nineteen Dead, 16 Hurt in Hotel Fire", []bool{true, true}},
		{"24 Killed in Hotel Fire", []bool{false}},
		{"Fire Kills 52", []bool{false}},
		{"150K Lose Power", []bool{true}},
		{"170K Lose Power", []bool{false}},
		{"$2.5M Damage in Lyon Fire", []bool{true}},
		{"No Numbers Here", nil},
		{"", nil},
		// Names: the article has them, or everybody knows them.
		{"9/11 Survivor Dies in Fire", []bool{true}},
		{"Hotel Open 24/7 Burns", []bool{true}},
		{"5G Comes to Lyon", []bool{true}},
		{"iPhone 15 Owners Save Lives", []bool{true}},
		{"iPhone 17 Owners Save Lives", []bool{false}},
		{"A Catch-22 for Lyon", []bool{true}},
		{"Mayor Dials 911", []bool{true}},
		{"Section 230 Lives", []bool{false}},
		{"#lyon2 Trends", []bool{false}},
		{"Call 555-0199 for Help", nil},
	} {
		var got []bool
		for _, e := range derive.English().Explain(a, tt.headline) {
			got = append(got, e.Supported())
			if !e.Supported() && len(e.Alternatives) == 0 {
				t.Errorf("%s: no alternative", tt.headline)
			}
		}
		if !cmp.Equal(got, tt.want) {
			t.Errorf("%s: supported %v, want %v", tt.headline, got, tt.want)
		}
	}
}

// TestMinus asks whether a number with a minus is supported: if the article
// has the number below zero, in whatever form, and not otherwise.
func TestMinus(t *testing.T) {
	for _, tt := range []struct {
		article, headline string
		derivation        string // "" where it is not supported
	}{
		{"Temperatures fell to -20 degrees in Minnesota on Friday.", "Minnesota Temps Hit -20", "Copy( 20 )"},
		{"Temperatures fell to −20 degrees in Minnesota on Friday.", "Minnesota Temps Hit -20", "Copy( 20 )"},
		{"Temperatures fell to -20F in Minnesota on Friday.", "Minnesota Temps Hit −20", "Copy( 20 )"},
		{"Temperatures fell to minus 20 degrees in Minnesota on Friday.", "Minnesota Temps Hit -20", "Copy( 20 )"},
		{"Temperatures fell to negative twenty in Minnesota on Friday.", "Minnesota Temps Hit -20", "Trans( twenty )"},
		{"Temperatures fell to 20 degrees below zero in Minnesota on Friday.", "Minnesota Temps Hit -20", "Copy( 20 )"},
		{"Temperatures fell to -19.6 degrees in Minnesota on Friday.", "Minnesota Temps Hit -20", "Round( 19.6 , 0 )"},
		{"Temperatures fell to 20 degrees in Minnesota on Friday.", "Minnesota Temps Hit -20", ""},
		{"Temperatures fell to 20 degrees in Minnesota on Friday.", "Minnesota Temps Hit −20", ""},
		{"Temperatures fell to 20 degrees below average in Minnesota on Friday.", "Minnesota Temps Hit -20", ""},
		{"Temperatures fell to -20 degrees in Minnesota on Friday.", "Minnesota Temps Hit 20 Below", "Copy( 20 )"},
		{"Oil traded at -$37 a barrel on Monday.", "Oil Hits −$37 a Barrel", "Copy( 37 )"},
		{"Oil traded at minus $37 a barrel on Monday.", "Oil Hits -$37 a Barrel", "Copy( 37 )"},
		{"Oil traded at $37 a barrel on Monday.", "Oil Hits -$37 a Barrel", ""},
		{"The firm had a cash flow of -$37 million this quarter.", "Cash Flow at -$37M", "Copy( 37 )"},
		{"The firm had a cash flow of -37,000 dollars this quarter.", "Cash Flow at -37K", "Paraphrase( 37,000 , K )"},
		{"His approval rating is -12, the poll found, down from +3.", "Approval Rating at -12", "Copy( 12 )"},
		{"Growth was -0.3% in the quarter, the agency said.", "Growth at -0.3%", "Copy( 0.3 )"},
		{"Growth was -0.3% in the quarter, the agency said.", "Growth at -0.4%", ""},
	} {
		wantOnly(t, tt.article, tt.headline, tt.derivation)
	}
}

// wantOnly explains a headline with one number, or with two of which the
// last is asked for. The derivation is "" where that is not supported.
func wantOnly(t *testing.T, article, headline, derivation string) {
	t.Helper()
	all := derive.English().Explain(derive.Read(article), headline)
	if len(all) == 0 {
		t.Errorf("%s: no number", headline)
		return
	}
	e := all[len(all)-1]
	got := ""
	if e.Supported() && len(e.Derivations) > 0 {
		got = e.Derivations[0].Expr.String()
	}
	if got != derivation || e.Supported() != (derivation != "") {
		t.Errorf("%s, of %q: %q, supported %v, want %q", headline, article, got, e.Supported(), derivation)
	}
}

// TestRestated has what an article says in another form than the headline,
// and what only looks like it.
func TestRestated(t *testing.T) {
	for _, tt := range []struct{ article, headline, derivation string }{
		{"A dozen eggs now cost $6, up from $3 a year ago.", "Price of Eggs Up in 1 Year", "Span( a year )"},
		{"Trump and Biden met. They spoke for an hour.", "Leaders Meet for 1 Hour", "Span( an hour )"},
		{"He was sentenced to a month in jail.", "He Gets 1-Month Jail Term", "Span( a month )"},
		{"The boat was a mile off the coast when it sank.", "Boat Sinks 1 Mile Off Coast", "Span( a mile )"},
		{"The firm saves $20 million a year with the plan.", "Firm Cuts Jobs in 1 Year", ""},
		{"He takes 40 pills a day, doctors said.", "Man Sick for 1 Day", ""},
		{"They waited half an hour for the police.", "They Wait 1 Hour for Police", ""},
		{"World War II veteran honoured in Paris on Friday.", "World War 2 Veteran Honored", "Trans( II )"},
		{"A World War II-era bomb was found in Berlin.", "2nd World War Bomb Found", "Trans( II )"},
		{"A WWII bomb was found in Berlin.", "WW2 Bomb Found in Berlin", "Trans( II )"},
		{"The Super Bowl LVIII drew crowds on Sunday.", "Super Bowl 58 Draws Crowds", "Trans( LVIII )"},
		{"The Super Bowl LVIII drew crowds on Sunday.", "Super Bowl 59 Draws Crowds", ""},
		{"Queen Elizabeth II visited on Monday.", "Elizabeth 2 Visits", "Trans( II )"},
		{"King Charles I lost his head.", "King Charles 2 Lost His Head", ""},
		{"The company cut 1,200 jobs, about a tenth of its workforce of 12,000.", "Firm Cuts 10% of Staff", "Multiply( Trans( a tenth ) , 100 )"},
		{"Two-thirds of voters support the plan.", "Poll: 66% of Voters Support Plan", "SRound( Multiply( Trans( Two-thirds ) , 100 ) , 0 )"},
		{"One in four voters stayed home.", "25% of Voters Stay Home", "Multiply( Divide( Trans( One ) , Trans( four ) ) , 100 )"},
		{"Half of Americans say they cannot afford rent, a survey of 2,000 people found.", "1 in 2 Americans Can't Afford Rent", "Divide( 1 , Trans( Half ) )"},
		{"Some 25 percent of voters stayed home.", "1 in 4 Voters Stay Home", "Divide( 1 , Divide( 25 , 100 ) )"},
		{"Some 25% of voters stayed home.", "A Quarter of Voters Stay Home", "Divide( 25 , 100 )"},
		{"About a quarter of the voters stayed home.", "1 in 5 Voters Stay Home", ""},
		{"The bolt was 1/100th of an inch too short.", "Bolt 1/100th of an Inch Short", "Copy( 1/100 )"},
	} {
		wantOnly(t, tt.article, tt.headline, tt.derivation)
	}
	if all := derive.English().Explain(derive.Read("Half of Americans cannot afford rent."), "1 in 2 Can't Afford Rent"); len(all) != 2 ||
		!all[0].Supported() || all[0].Derivations[0].Expr.String() != "Multiply( Trans( Half ) , 2 )" {
		t.Errorf("the 1 of 1 in 2: %v", all)
	}
}

// TestList has headlines whose first number counts the items of the piece.
func TestList(t *testing.T) {
	a := derive.Read("The 2024 election will be close, analysts said on Sunday. There were 500 tips.")
	for headline, want := range map[string]int{
		"5 Things to Know About the Election":      0,
		"Five Takeaways: Election Is Close":        0,
		"Election: Here Are the Top 5 Reasons":     0,
		"5 Tips for the Election":                  0,
		"5 Things to Know About the 2024 Election": 1,
		"5 Tips Lead to Arrest":                    1,
		"Analyst Fired for 5 Reasons":              1,
		"$5 Things on Sale":                        1,
		"500 Tips for the Election":                1, // the article has it
	} {
		if got := derive.English().Explain(a, headline); len(got) != want {
			t.Errorf("%s: %d numbers, want %d", headline, len(got), want)
		}
	}
}

func TestExplainSum(t *testing.T) {
	e := derive.English().Explain(derive.Read(fire), "35 Killed or Hurt in Lyon Fire")[0]
	if len(e.Derivations) == 0 || e.Derivations[0].Expr.String() != "Add( 19 , 16 )" {
		t.Errorf("35 comes from %v", e.Derivations)
	}
}

// full are texts full of numbers, to be repeated.
var full = []string{"12 of 345 men paid $67.8 million in 1999. ", "1 ", "twenty-one or 2/3, ", "Nov. 15, 2026; 10-12%: "}

// TestBounded checks that ranking takes as much work for 200 KB as for 50:
// finding numbers, which is linear, is all that grows.
func TestBounded(t *testing.T) {
	for _, piece := range full {
		words, sources, candidates := derive.Work(strings.Repeat(piece, 50_000/len(piece)), "____ Men")
		moreWords, moreSources, moreCandidates := derive.Work(strings.Repeat(piece, 200_000/len(piece)), "____ Men")
		if words != moreWords || sources != moreSources || candidates != moreCandidates {
			t.Errorf("%q: %d words, %d numbers and %d candidates for 50 KB, %d, %d and %d for 200 KB",
				piece, words, sources, candidates, moreWords, moreSources, moreCandidates)
		}
	}
}

// BenchmarkLong explains a headline of articles of a megabyte.
func BenchmarkLong(b *testing.B) {
	for _, piece := range full {
		text := strings.Repeat(piece, 1<<20/len(piece))
		b.Run(strings.Fields(piece)[0], func(b *testing.B) {
			for b.Loop() {
				derive.English().Explain(derive.Read(text), "12 Men Pay $67.8M for iPhone 15")
			}
		})
	}
}

// questions invents articles of one pattern.
func questions(n int) (all []derive.Question) {
	for i := range n {
		dead, hurt := 3+i%17, 21+i%13
		q := derive.Question{Article: fmt.Sprintf("(May %d, 2011 8:00 AM CDT) A bomb in town %d killed %d people and wounded %d others in the square.", 1+i%28, i, dead, hurt)}
		q.Cloze = corpus.Cloze{Question: "Bomb Kills ____ in Square", Answer: fmt.Sprint(dead), Derivation: fmt.Sprintf("Copy( %d )", dead)}
		if i%3 == 0 {
			q.Cloze = corpus.Cloze{Question: "Blast Wounds ____ Others", Answer: fmt.Sprint(hurt), Derivation: fmt.Sprintf("Copy( %d )", hurt)}
		}
		all = append(all, q)
	}
	return all
}

func TestTrain(t *testing.T) {
	const lessons = 150
	defer derive.Quick()()
	var files [2][]byte
	for i, workers := range []int{1, 3} {
		m, err := derive.Train(context.Background(), questions(lessons), derive.Training{Seed: 5, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.Write(&b); err != nil {
			t.Fatal(err)
		}
		files[i] = b.Bytes()
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("the number of workers changes the model")
	}
}

func TestTrainTooFew(t *testing.T) {
	if _, err := derive.Train(context.Background(), questions(3), derive.Training{}); err == nil {
		t.Error("three questions were enough")
	}
}
