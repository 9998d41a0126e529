package syllable_test

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"hed/text/syllable"
)

func TestEnglish(t *testing.T) {
	for n, words := range map[int]string{
		0: "48 1,200 % $ ... — 👍",
		1: "a I the cat strength through make makes baked jumped juice guard league quay dies 23rd 4.5M 1990s don't I'm they'll Москва 漢字 hmm",
		2: "table tables handled wanted houses boxes people someone sometimes hopeless careful prism rhythm million nation social " +
			"being doing quiet science poem TV US didn't it'll boss's could've e-mail café Cafe\u0301 naïve fire hour U.S. Mr. Player LAWYER canyon",
		3: "area idea video radio creative develop official beautiful FBI DVDs gambling tourism everything O'Brien Beyoncé settlement Wyoming",
		4: "economy information society variety reality experience coöperate",
		5: "university international international's BMW refrigerator organization's",
		6: "responsibility enthusiastically internationally's",
	} {
		for word := range strings.FieldsSeq(words) {
			if got := syllable.English(word); got != n {
				t.Errorf("%q: got %d, want %d", word, got, n)
			}
		}
	}
}

//go:embed testdata/english.txt
var oracle string

// TestEnglishOracle holds the share of ordinary words counted as CMUdict does.
func TestEnglishOracle(t *testing.T) {
	var all, exact, three int
	for line := range strings.Lines(oracle) {
		word, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		want, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		got := syllable.English(word)
		all++
		if got == want {
			exact++
		} else {
			t.Logf("%s: got %d, CMUdict has %d", word, got, want)
		}
		if (got >= 3) == (want >= 3) {
			three++
		}
	}
	if all != 600 || exact < 599 || three < 600 {
		t.Errorf("of %d words %d are right, and %d as to three or more", all, exact, three)
	}
}

// TestItalian has words divided by hand.
func TestItalian(t *testing.T) {
	for word := range strings.FieldsSeq(`
		ca-sa li-bro go-ver-no pre-si-den-te stra-da mi-ni-stro par-la-men-to e-le-zio-ni
		cit-tà per-ché lu-ne-dì vir-tù co-sì caf-fè più già ciò può giù cio-è poi-ché qua-li-tà far-ma-cì-a
		i-o mi-o tu-o su-o du-e zi-o vi-a di-o spi-a sci-a si-a
		noi lui cui mai sei miei tuoi buoi guai vuoi co-lui al-trui
		qui que-sto quan-do ac-qua e-qui-li-brio quie-te quo-ti-dia-no guer-ra lin-gua san-gue gui-da
		pia-no fio-re fiu-me pie-de uo-mo buo-no scuo-la ie-ri cau-sa au-to Eu-ro-pa neu-tro i-drau-li-co
		far-ma-ci-a bu-gi-a po-li-zi-a gal-le-ri-a e-co-no-mi-e de-mo-cra-zi-a e-ner-gi-a psi-co-lo-gi-a fo-to-gra-fi-a
		ma-lat-ti-e Ma-ri-a Lu-ci-a te-o-ri-a ad-di-o rin-vi-o pen-di-o
		no-ti-zia giu-sti-zia sto-ria ma-te-ria Ma-rio I-ta-lia Ger-ma-nia stu-dio mi-ni-ste-rio con-ti-nuo se-rie
		gli fa-mi-glia fi-glio glie-lo ba-gno o-gni com-pa-gni
		gior-no giu-gno cia-o ca-mi-cia fac-cia spiag-gia va-li-gia cie-lo scien-za co-scien-za so-cie-tà spe-cie scio-pe-ro
		a-iu-to a-iuo-la gio-ia no-ia pa-io ma-ia-le bu-io cuo-io ghiac-cio
		pa-e-se a-e-re-o po-e-ta te-a-tro le-o-ne i-de-a o-ce-a-no be-a-to zo-o co-o-pe-ra-re zi-i pa-u-ra ba-u-le
		ri-u-nio-ne ri-u-sci-re ri-en-tro tri-an-go-lo tri-on-fo cli-en-te flu-i-do gra-tui-to
		del-l'an-no l'ac-qua un po' film sport com-pu-ter T-V D-V-D P-D 1-9-9-0`) {
		plain := strings.ReplaceAll(word, "-", "")
		want := strings.Count(word, "-") + 1
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			want = 0
		}
		if got := syllable.Italian(plain); got != want {
			t.Errorf("%q: got %d, want %d", word, got, want)
		}
	}
}

// words are for the tests that do not look at the numbers.
var words = strings.Fields("Senate Panel's backs someone's unbelievable Administration FBI couldn't città dell'anno 48 naïve farmacia aiuola")

func TestAllocatesNothing(t *testing.T) {
	for _, w := range words {
		if n := testing.AllocsPerRun(10, func() { syllable.English(w); syllable.Italian(w) }); n != 0 {
			t.Errorf("%q: %v allocations", w, n)
		}
	}
}

func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, w := range words {
				syllable.English(w)
				syllable.Italian(w)
			}
		})
	}
	wg.Wait()
}

// TestLong would take minutes if the beginning of a word were looked at again
// for each of its vowels.
func TestLong(t *testing.T) {
	word := strings.Repeat("b", 1<<20) + strings.Repeat("eb", 1<<19)
	start := time.Now()
	syllable.English(word)
	syllable.Italian(word)
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// FuzzCounts checks that letters make syllables, few of them, in any case.
func FuzzCounts(f *testing.F) {
	for _, w := range words {
		f.Add(w)
	}
	f.Add("\xff\xfee\u0301-l'WWW23rd\u00ad漢")
	f.Fuzz(func(t *testing.T, s string) {
		letters := strings.ContainsFunc(s, unicode.IsLetter)
		for _, count := range []func(string) int{syllable.English, syllable.Italian} {
			if n := count(s); (n > 0) != letters || n > 3*len(s) {
				t.Errorf("%q: %d", s, n)
			}
		}
	})
}

func BenchmarkEnglish(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range words {
			syllable.English(w)
		}
	}
}

func BenchmarkItalian(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, w := range words {
			syllable.Italian(w)
		}
	}
}

func TestByVowels(t *testing.T) {
	for word, want := range map[string]int{
		"día": 2, "causa": 2, "que": 1, "guerra": 2, "pingüino": 3, "ayer": 2, "rey": 1, "muy": 1, "y": 1, "proyecto": 3,
		"según": 2, "país": 2, "ciudad": 2, "gobierno": 3, "elección": 3, "aéreo": 4, "CIUDAD": 2, "río-mar": 3, "48": 0, "tv": 1, "": 0,
	} {
		if got := syllable.ByVowels(word); got != want {
			t.Errorf("%q has %d syllables, want %d", word, got, want)
		}
	}
}
