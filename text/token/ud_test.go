package token_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"hed/internal/oracle"
	"hed/text"
	"hed/text/texttest"
	"hed/text/token"
)

// An example is a text and its tokens, with blanks between.
type example struct{ in, want string }

func universal(t *testing.T, tok text.Tokenizer, examples []example) {
	t.Helper()
	texttest.Tokenizer(t, tok)
	for _, x := range examples {
		if got := strings.Join(texts(tok.Tokenize(nil, x.in)), " "); got != x.want {
			t.Errorf("%q:\n got %s\nwant %s", x.in, got, x.want)
		}
	}
}

func TestUniversalEnglish(t *testing.T) {
	universal(t, token.UniversalEnglish(), []example{
		{"Mayor's Plan Isn't Dead, He'll Say", "Mayor 's Plan Is n't Dead , He 'll Say"},
		{"It’s the Students’ Vote, They Don’t Care", "It ’s the Students ’ Vote , They Do n’t Care"},
		{"'I Couldn't Believe It': Teacher", "' I Could n't Believe It ' : Teacher"},
		{"I cannot stay. Gonna go, dont ask, I'd've", "I can not stay . Gon na go , do nt ask , I 'd 've"},
		{"WE CAN'T GO ON", "WE CA N'T GO ON"},
		{"O'Brien's '90s Rockin' 1960's 'til 'Berlin'", "O'Brien 's '90s Rockin' 1960's 'til ' Berlin '"},
		{"1-Day, 24-Year-Old, COVID-19, 5-4", "1 - Day , 24 - Year - Old , COVID - 19 , 5 - 4"},
		{"e-mail, non-profit, Anti-War, ex-wife", "e-mail , non-profit , Anti-War , ex-wife"},
		{"713-853-3989, 853-3989, 217-213, 2019-2020", "713-853-3989 , 853-3989 , 217 - 213 , 2019 - 2020"},
		{"$1.2B, US$5, 48%, 4.5M, 1,200.5, .5, 3:30", "$ 1.2B , US$ 5 , 48 % , 4.5M , 1,200.5 , .5 , 3:30"},
		{"5pm, 7:30am, 1970s, 23rd", "5 pm , 7:30 am , 1970s , 23rd"},
		{"9/11, 12/24/2000, and/or, w/o, w/ him", "9/11 , 12/24/2000 , and / or , w/o , w/ him"},
		{"U.S.-China Talks in the U.S.", "U.S. - China Talks in the U.S."},
		{"Mr. Ray, J.K. Rowling, 5 a.m. Jan. 6, MR. X", "Mr. Ray , J.K. Rowling , 5 a.m. Jan. 6 , MR. X"},
		{"No. 1 Says No. Then no. It is ill. He etc.", "No. 1 Says No . Then no . It is ill . He etc ."},
		{"Wait... What?! Yes!!! -- No. (Maybe.)", "Wait ... What ?! Yes !!! -- No . ( Maybe . )"},
		{"\"A\" “B” ''C'' «D» — E–F…", "\" A \" “ B ” '' C '' « D » — E – F …"},
		{"http://x.com/a?b=1, (www.x.org/y_(z)).", "http://x.com/a?b=1 , ( www.x.org/y_(z) ) ."},
		{"Me@x.co.uk. a...@b.com Amazon.com's End.The", "Me@x.co.uk . a...@b.com Amazon.com 's End . The"},
		{"@nyt #MeToo #1 :) <3", "@nyt #MeToo # 1 :) <3"},
		{"AT&T, sh*t, f***, _x_", "AT&T , sh*t , f*** , _x_"},
		{"👩‍👩‍👧👍🏽🇮🇹🇺🇸 東京2020年 한국어", "👩‍👩‍👧 👍🏽 🇮🇹 🇺🇸 東京 2020 年 한국어"},
		{"a\xff\xfeb\xe2\x82", "a \xff\xfe b \xe2\x82"},
	})
}

func TestUniversalItalian(t *testing.T) {
	universal(t, token.UniversalItalian(), []example{
		{"L'anno dell'aquila, all’Aquila c'è", "L' anno dell' aquila , all’ Aquila c' è"},
		{"E' un po' tardi in CITTA' 'domani'.", "E' un po' tardi in CITTA' ' domani ' ."},
		{"sull'\"Espresso\" e l'8 marzo", "sull' \" Espresso \" e l' 8 marzo"},
		{"D'Alema, gli anni '80, la 'ndrangheta", "D'Alema , gli anni '80 , la 'ndrangheta"},
		{"Il sig. Rossi della S.p.A., art. 7, ecc.", "Il sig. Rossi della S.p.A. , art. 7 , ecc ."},
		{"1.000.000 di euro, 3,5%, 1° turno", "1.000.000 di euro , 3,5 % , 1° turno"},
		{"centro-destra, e-mail, 2002/95/CE, e/o", "centro - destra , e-mail , 2002 / 95 / CE , e/o"},
		{"Perché? «Perché sì», disse...", "Perché ? « Perché sì » , disse ..."},
		{"Su corriere.it: tutto.", "Su corriere.it : tutto ."},
	})
}

func TestUniversal(t *testing.T) {
	universal(t, token.Universal("xx", func() string { return "# el\nsr. núm. el\n" }), []example{
		{"El Sr. Ruiz: «¿Qué?»", "El Sr. Ruiz : « ¿ Qué ? »"},
		{"núm. 7, 3,5%, hispano-francés, y/o, O'Neill", "núm. 7 , 3,5 % , hispano - francés , y / o , O'Neill"},
		{"El final. El otro.", "El final . El otro ."},
	})
}

func TestUniversalAllocatesNothing(t *testing.T) {
	dst := make([]text.Token, 0, 100)
	for _, tok := range []text.Tokenizer{token.UniversalEnglish(), token.UniversalItalian()} {
		if n := testing.AllocsPerRun(10, func() {
			tok.Tokenize(dst, "Mr. O'Brien's 1,200 E-MAILS: dell'Anno cannot 'til www.x.org, A@b.com :) — 漢字 👍🏽")
		}); n != 0 {
			t.Errorf("%s: %v allocations", tok.Signature(), n)
		}
	}
}

// TestUniversalLong would take minutes if the scanner looked ahead over one
// long stretch again and again.
func TestUniversalLong(t *testing.T) {
	var dst []text.Token
	start := time.Now()
	for _, s := range []string{"ab.cd.", "a@", "'a", "e/", "1-", "Mr.) ", "http://)", "*a**", "\xe2\x82"} {
		for _, tok := range []text.Tokenizer{token.UniversalEnglish(), token.UniversalItalian()} {
			dst = tok.Tokenize(dst[:0], strings.Repeat(s, 1<<19/len(s)))
		}
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// FuzzUniversal also checks that tokens are parts of the text, that no
// character is cut, and that nothing visible is lost.
func FuzzUniversal(f *testing.F) {
	for _, x := range oracle.Texts(f)[:100] {
		f.Add(x.Input)
	}
	f.Add("http://x.com/(a)) a...@b.c. w/o US$5 '90s 1-800-555-0199 f*** e/o 1° 🇮🇹👍🏽…. <3")
	f.Fuzz(func(t *testing.T, s string) {
		for _, tok := range []text.Tokenizer{token.UniversalEnglish(), token.UniversalItalian()} {
			texttest.Tokens(t, tok, s)
			end := 0
			for _, k := range append(tok.Tokenize(nil, s), text.Token{Start: len(s), End: len(s)}) {
				if s[k.Start:k.End] != k.Text || utf8.ValidString(s) && !utf8.ValidString(k.Text) {
					t.Fatalf("%q: token %q at [%d:%d]", s, k.Text, k.Start, k.End)
				}
				for _, r := range s[end:k.Start] {
					if !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf) {
						t.Fatalf("%q: %q is in no token", s, r)
					}
				}
				end = k.End
			}
		}
	})
}

func BenchmarkUniversalEnglish(b *testing.B) { benchmark(b, token.UniversalEnglish()) }

func BenchmarkUniversalItalian(b *testing.B) { benchmark(b, token.UniversalItalian()) }
