package check_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// TestItalian measures the verdicts on four sets: of the wrong numbers at least three of four are errors, of the right
// ones at most one of twenty. Of the last set, from which no rule was learnt, it is one of ten.
func TestItalian(t *testing.T) {
	t.Run("first", func(t *testing.T) { testItalian(t, "testdata/italian.jsonl", 15, 75, 20) })
	t.Run("more", func(t *testing.T) { testItalian(t, "testdata/italian-more.jsonl", 38, 190, 20) })
	t.Run("fresh", func(t *testing.T) { testItalian(t, "testdata/italian-fresh.jsonl", 40, 200, 20) })
	t.Run("last", func(t *testing.T) { testItalian(t, "testdata/italian-last.jsonl", 10, 50, 10) })
}

// testItalian measures a set of articles with as many right headlines as wrong ones. One right number in rare may be called an error.
func testItalian(t *testing.T, file string, of, each, rare int) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, errors := map[string]int{}, map[string]int{}
	articles := map[string]bool{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct{ ID, Article_ID, Date, Lang, Text, Headline, Label, Numeral string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		start := strings.Index(c.Headline, c.Numeral)
		if start < 0 || c.Lang != "it" {
			t.Fatalf("%s: %q is not in %q, or the language is %q", c.ID, c.Numeral, c.Headline, c.Lang)
		}
		end := start + len(c.Numeral)
		wrong, read := false, false
		for _, r := range check.Read(c.Text, c.Lang, check.Day(c.Date)).Check(derive.English(), c.Headline) {
			if strings.Contains(r.Message, "q ") || strings.Contains(r.Message, "qs") {
				t.Errorf("%s: a gloss is in %q", c.ID, r.Message)
			}
			mine := r.Start < end && start < r.End
			read = read || mine
			if r.Verdict.Level() == check.Error && (mine || c.Label == "right") {
				wrong = true
			}
		}
		if !read && !strings.Contains(c.Numeral, "un ") { // an article alone is no number
			t.Errorf("%s: %q is not read in %q", c.ID, c.Numeral, c.Headline)
		}
		n[c.Label]++
		articles[c.Article_ID] = true
		if wrong {
			errors[c.Label]++
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(articles) != of || n["right"] != each || n["wrong"] != each {
		t.Errorf("%d articles, %v", len(articles), n)
	}
	t.Logf("errors: %d of %d right, %d of %d wrong", errors["right"], n["right"], errors["wrong"], n["wrong"])
	if rare*errors["right"] > n["right"] || 4*errors["wrong"] < 3*n["wrong"] {
		t.Errorf("errors: %v of %v", errors, n)
	}
}

const acciaieria = `Le Acciaierie Montrone hanno chiuso il 2022 con ricavi per 1,24 miliardi di euro, in crescita del 18 per cento rispetto al 2021. L'utile
netto è sceso da 96 a 71 milioni. Il gruppo ha 5.400 dipendenti in sette stabilimenti. L'azienda fu fondata nel 1923 da Ettore Montrone, nato nel XIX secolo.
Il sig. Aldo Rossi, 52 anni, è il terzo presidente dal 2008.`

// Messages quote what was written, and spans are those of the text.
func TestItalianVerdicts(t *testing.T) {
	a := check.Read(acciaieria, "it-IT", check.Day("2023-03-09"))
	for _, c := range []struct {
		headline, numeral string
		want              check.Verdict
		kind, message     string
	}{
		{"Montrone, 1.240 milioni di ricavi", "1.240 milioni", check.Stated, "copy", "The article has 1,24 miliardi di euro."},
		{"Montrone, ricavi su del diciotto per cento", "diciotto per cento", check.Stated, "copy", "The article has 18 per cento."},
		{"Montrone, l'utile cala di 25 milioni", "25 milioni", check.Follows, "difference", ""},
		{"Montrone, quasi 5.500 dipendenti", "5.500", check.Follows, "hedge", ""},
		{"Montrone ha cinquemilaquattrocento dipendenti", "cinquemilaquattrocento", check.Stated, "copy", "The article has 5.400."},
		{"Montrone, ricavi a 1,24 milioni di euro", "1,24 milioni di euro", check.Contradicted, "scale", "The article says 1,24 miliardi di euro, not 1,24 milioni di euro."},
		{"Montrone, ricavi a 1,24 miliardi di dollari", "1,24 miliardi di dollari", check.Contradicted, "currency", ""},
		{"Montrone, ricavi giù del 18 per cento", "18 per cento", check.Contradicted, "sign", ""},
		{"Montrone, il gruppo ha 6.400 dipendenti", "6.400", check.Contradicted, "value", "The article says 5.400, not 6.400."},
		{"Montrone, presidente il 52enne Rossi", "52enne", check.Stated, "copy", ""},
		{"Rossi è il 3° presidente di Montrone", "3°", check.Stated, "copy", "The article has terzo."},
		{"Montrone, fondatore del XIX secolo", "XIX", check.Stated, "copy", ""},
		{"Montrone, una mostra da 640 mila visitatori", "640 mila", check.Nowhere, "nowhere", "The article does not have 640 mila."},
	} {
		all := a.Check(nil, c.headline)
		if len(all) != 1 {
			t.Errorf("%s: %+v", c.headline, all)
			continue
		}
		r := all[0]
		if r.Verdict != c.want || r.Kind != c.kind || c.message != "" && r.Message != c.message || c.headline[r.Start:r.End] != c.numeral {
			t.Errorf("%s: %q is %v, %s: %s", c.headline, c.headline[r.Start:r.End], r.Verdict, r.Kind, r.Message)
		}
		if e := acciaieria[r.Evidence.Start:r.Evidence.End]; r.Verdict != check.Nowhere && (!strings.HasSuffix(e, ".") || e == acciaieria) {
			t.Errorf("%s: evidence %q", c.headline, e)
		}
	}
}

const cantiere = `Il cantiere, aperto alle 22 di lunedì, ha chiuso ieri alle 5.40. Il personale passa da 48 a 67 unità, altre 52 persone arriveranno a luglio. La ciclovia costerà 21 milioni.
L'Unione europea copre l'80 per cento della spesa, la Provincia il resto. Usciranno 1.500 biciclette al mese. Il deficit scenderà al 3,3 nel 2025 e al 2,8 per cento l'anno successivo.
I lavori finiranno fra tre anni. Il 27 per cento degli assegni non arriva a mille euro. La giunta avrà cinque donne e quattro uomini. Il fatturato è stato di 212 milioni contro i 200 del 2022.
Il Comune, fondato nel 1951, ha due treni da 22 nodi e ha speso 12 milioni per 160 case, il triplo del previsto.`

// What readers work out themselves is in doubt and not wrong, by whichever way it may have been.
func TestItalianPerhaps(t *testing.T) {
	a := check.Read(cantiere, "it", check.Day("2024-03-06"))
	for _, c := range []struct{ headline, numeral string }{
		{"Cantiere chiuso dopo quasi otto ore", "otto ore"},
		{"Cantiere, 19 assunzioni", "19"},
		{"Cantiere, a luglio 53 persone", "53"},
		{"Ciclovia, dalla Provincia 4,2 milioni di euro", "4,2 milioni di euro"},
		{"Biciclette, 18 mila all'anno", "18 mila"},
		{"Il deficit cala nel 2026", "2026"},
		{"Cantiere, si finisce nel 2027", "2027"},
		{"Pensioni, una su quattro sotto i mille euro", "una su quattro"},
		{"Nove assessori in giunta", "Nove"},
		{"Ricavi, un anno prima erano 200 milioni", "200 milioni"},
		{"Comune, oltre settant'anni di storia", "settant'anni"},
		{"Il treno va a 40 chilometri orari", "40 chilometri orari"},
		{"Case, 75 mila euro per ogni alloggio", "75 mila euro"},
		{"Case, dovevano costare quattro milioni", "quattro milioni"},
	} {
		found := false
		for _, r := range a.Check(nil, c.headline) {
			if c.headline[r.Start:r.End] == c.numeral {
				found = true
				if r.Verdict.Level() == check.Error {
					t.Errorf("%s: %q is %v, %s: %s", c.headline, c.numeral, r.Verdict, r.Kind, r.Message)
				}
			}
		}
		if !found {
			t.Errorf("%s: %q is not read", c.headline, c.numeral)
		}
	}
	for _, c := range []string{"Ciclovia, dalla Provincia 6,2 milioni di euro", "Cantiere, 31 assunzioni", "Case, 95 mila euro per ogni alloggio", "Biciclette, 14 mila all'anno"} {
		if all := a.Check(nil, c); len(all) != 1 || all[0].Verdict.Level() != check.Error {
			t.Errorf("%s: %+v", c, all)
		}
	}
}

const parco = `Il parco dei Laghi riceverà dalla Regione 7,2 milioni di euro in quattro anni, e costerà in tutto 31 milioni. I visitatori stranieri sono il 62 per cento.
Le guide hanno censito 41 cervi, 36 caprioli, 29 camosci, 25 daini, 18 stambecchi, 14 cinghiali, 13 volpi, 12 tassi, 8 lepri e 5 aquile.`

// What two numbers of a sentence lead to is in doubt, unless they would lead to nearly any number, or the number looks like a slip for one that the article has.
func TestItalianReached(t *testing.T) {
	a := check.Read(parco, "it", check.Day("2024-03-06"))
	for _, c := range []struct {
		headline, numeral string
		want              check.Level
		message           string
	}{
		{"Parco, dalla Regione un aiuto di 1,8 milioni l'anno", "1,8 milioni", check.Warning, "The article does not have 1,8 milioni; perhaps it was worked out from 7,2 milioni di euro and quattro anni."},
		{"Parco, dalla Regione un aiuto di 1,6 milioni l'anno", "1,6 milioni", check.Error, ""},
		{"Parco, un aiuto di 5,4 milioni dalla Regione", "5,4 milioni", check.Error, ""},
		{"Parco, posate 43 panchine", "43", check.Error, "The article does not have 43."}, // 25 and 18, of many
		{"Parco, oltre sei turisti su dieci vengono dall'estero", "sei turisti su dieci", check.Warning, ""},
		{"Parco, oltre sei euro su dieci vengono dall'estero", "sei euro su dieci", check.Warning, ""},
	} {
		found := false
		for _, r := range a.Check(nil, c.headline) {
			if c.headline[r.Start:r.End] != c.numeral {
				continue
			}
			found = true
			if r.Verdict.Level() != c.want || c.message != "" && r.Message != c.message {
				t.Errorf("%s: %v, %s: %s", c.headline, r.Verdict, r.Kind, r.Message)
			}
		}
		if !found {
			t.Errorf("%s: %q is not read", c.headline, c.numeral)
		}
	}
}
