package pos_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/text/pos"
)

// conllu fills up lines of ID, FORM, LEMMA, UPOS, XPOS and FEATS, written with
// blanks, to the ten columns.
func conllu(lines ...string) string {
	full := slices.Clone(lines)
	for i, l := range lines {
		if l != "" && l[0] != '#' {
			full[i] = strings.ReplaceAll(l, " ", "\t") + "\t_\t_\t_\t_"
		}
	}
	return strings.Join(full, "\n")
}

// show writes words as "form/TAG".
func show(words []pos.Word) string {
	var b []string
	for _, w := range words {
		b = append(b, w.Form+"/"+w.Tag.String())
	}
	return strings.Join(b, " ")
}

func TestReadCoNLLU(t *testing.T) {
	two := []string{"# text = It ends.", "1 It it PRON PRP _", "2 ends end VERB VBZ _", "", "1 Yes yes INTJ UH _", ""}
	italian := []string{"1 Il il DET RD _", "2-3 della _ _ _ _", "2 di di ADP E _", "3 la il DET RD _", "4 casa casa NOUN S _", "5-5 ! _ _ _ _", "5 ! ! PUNCT FS _"}
	for _, test := range []struct {
		name, in string
		want     []string // a sentence, and after a bar as it is written
	}{
		{"two sentences", conllu(two...), []string{"It/PRON ends/VERB", "Yes/INTJ"}},
		{"no blank line at the end", conllu(two[:5]...), []string{"It/PRON ends/VERB", "Yes/INTJ"}},
		{"CRLF", strings.ReplaceAll(conllu(two...), "\n", "\r\n"), []string{"It/PRON ends/VERB", "Yes/INTJ"}},
		{"blank lines", "\n\n" + conllu(two...) + "\n\n\n", []string{"It/PRON ends/VERB", "Yes/INTJ"}},
		{"comments between words", conllu("1 It it PRON PRP _", "# here", "2 ends end VERB VBZ _"), []string{"It/PRON ends/VERB"}},
		{"words and written words", conllu(italian...), []string{"Il/DET di/ADP la/DET casa/NOUN !/PUNCT|Il/DET della/ADP casa/NOUN !/PUNCT"}},
		{"the next sentence is written as it is", conllu("1-2 dal _ _ _ _", "1 da da ADP E _", "2 il il DET RD _", "", "1 No no INTJ I _"), []string{"da/ADP il/DET|dal/ADP", "No/INTJ"}},
		{"empty nodes", conllu("1 A a DET DT _", "1.1 b b NOUN NN _", "2 c c NOUN NN _", "8.1 _ _ _ _ _"), []string{"A/DET c/NOUN"}},
		{"any tag", conllu("1 . . SYM _ _", "2 x x X _ _", "3 … … PUNCT _ _"), []string{"./SYM x/X …/PUNCT"}},
		{"blanks in a word", strings.ReplaceAll(conllu("1 10|000 _ NUM _ _"), "|", " "), []string{"10 000/NUM"}},
	} {
		sentences, err := pos.ReadCoNLLU(strings.NewReader(test.in), "a.conllu")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, s := range sentences {
			line := show(s.Words)
			if s.Surface != nil {
				line += "|" + show(s.Surface)
			}
			got = append(got, line)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
		}
	}
}

func TestReadCoNLLUColumns(t *testing.T) {
	sentences, err := pos.ReadCoNLLU(strings.NewReader(conllu("1 saw see VERB VBD Tense=Past|VerbForm=Fin")), "a.conllu")
	if err != nil {
		t.Fatal(err)
	}
	want := pos.Word{Form: "saw", Lemma: "see", Tag: pos.VERB, Features: "Tense=Past|VerbForm=Fin"}
	if got := sentences[0].Words[0]; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestReadCoNLLUErrors(t *testing.T) {
	it, ends := "1 It it PRON PRP _", "2 ends end VERB VBZ _"
	for _, test := range []struct{ in, want string }{
		{"", "a.conllu: there is no sentence in it; expected CoNLL-U, a treebank of Universal Dependencies"},
		{"# text = nothing\n\n\n", "a.conllu: there is no sentence in it; expected CoNLL-U, a treebank of Universal Dependencies"},
		{"It ends.", "a.conllu:1: columns: 1; expected the 10 of CoNLL-U, separated by tabs"},
		{conllu(it) + "\t_", "a.conllu:1: columns: 11; expected the 10 of CoNLL-U, separated by tabs"},
		{conllu(it) + "\n \n", "a.conllu:2: columns: 1; expected the 10 of CoNLL-U, separated by tabs"},
		{conllu("# a", ends), `a.conllu:2: the word has the number "2"; expected 1`},
		{conllu(it, it), `a.conllu:2: the word has the number "1"; expected 2`},
		{conllu("01 It it PRON PRP _"), `a.conllu:1: the word has the number "01"; expected 1`},
		{conllu("_ It it PRON PRP _"), `a.conllu:1: the word has the number "_"; expected 1`},
		{conllu(it, "2 ends end VBZ VBZ _"), `a.conllu:2: column 4 is "VBZ"; expected a Universal POS tag such as NOUN`},
		{conllu("1 It it pron PRP _"), `a.conllu:1: column 4 is "pron"; expected a Universal POS tag such as NOUN`},
		{conllu("1 It it  PRP _"), `a.conllu:1: column 4 is ""; expected a Universal POS tag such as NOUN`},
		{conllu("1  it PRON PRP _"), "a.conllu:1: the word has no form in column 2"},
		{conllu("1-2  _ _ _ _"), "a.conllu:1: the word has no form in column 2"},
		{conllu(it, "1-2 It _ _ _ _"), "a.conllu:2: the words 1-2 are out of place; expected the next to be 2"},
		{conllu("3-2 It _ _ _ _"), "a.conllu:1: the words 3-2 are out of place; expected the next to be 1"},
		{conllu("1-0 It _ _ _ _"), "a.conllu:1: the words 1-0 are out of place; expected the next to be 1"},
		{conllu("1-2x It _ _ _ _"), "a.conllu:1: the words 1-2x are out of place; expected the next to be 1"},
		{conllu("1-9999999999999999999 It _ _ _ _"), "a.conllu:1: the words 1-9999999999999999999 are out of place; expected the next to be 1"},
		{conllu("1-2 Itends _ _ _ _", it, "2-3 ends _ _ _ _"), "a.conllu:3: the words 2-3 are out of place; expected the words up to 2 to come first"},
		{conllu("1-2 Itends _ _ _ _", "1-2 Itends _ _ _ _"), "a.conllu:2: the words 1-2 are out of place; expected the words up to 2 to come first"},
		{conllu("1-3 Itends _ _ _ _", it, ends, "", it), "a.conllu:4: the sentence has 2 words; expected the words up to 3"},
		{conllu("1-2 Itends _ _ _ _", ""), "a.conllu:1: the sentence has 0 words; expected the words up to 2"},
		{conllu(it, ends, "3-4 Itends _ _ _ _"), "a.conllu:3: the sentence has 2 words; expected the words up to 4"},
		{conllu(it) + "\n# " + strings.Repeat("x", 1<<20), "a.conllu:2: the line is longer than 1 MB; expected CoNLL-U"},
	} {
		_, err := pos.ReadCoNLLU(strings.NewReader(test.in), "a.conllu")
		var syntax *corpus.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != test.want {
			t.Errorf("%.80q:\n got %v\nwant %s", test.in, err, test.want)
		}
	}
}

type broken struct{}

var errBroken = errors.New("broken pipe")

func (broken) Read([]byte) (int, error) { return 0, errBroken }

func TestReadCoNLLUBroken(t *testing.T) {
	if _, err := pos.ReadCoNLLU(broken{}, "a.conllu"); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "a.conllu") {
		t.Errorf("got %v, want the file and %v", err, errBroken)
	}
}

// FuzzReadCoNLLU checks that what is read is in order, and that the words of
// written words are in the sentence.
func FuzzReadCoNLLU(f *testing.F) {
	f.Add(conllu("# a", "1-2 della _ _ _ _", "1 di di ADP E _", "2 la il DET RD A=b", "2.1 _ _ _ _ _", "", "1 a a X _ _"))
	f.Add("1\tIt\tit\tPRON\t_\t_\t_\t_\t_\t_\r\n\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		sentences, err := pos.ReadCoNLLU(strings.NewReader(in), "fuzz")
		if err != nil {
			if sentences != nil || !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Fatalf("%d sentences and the error %q", len(sentences), err)
			}
			return
		}
		for _, s := range sentences {
			if len(s.Words) == 0 || len(s.Surface) > len(s.Words) {
				t.Fatalf("%d words, written as %d", len(s.Words), len(s.Surface))
			}
			for _, w := range slices.Concat(s.Words, s.Surface) {
				if w.Form == "" || w.Tag >= pos.Tags || strings.ContainsAny(w.Form, "\t\n") {
					t.Fatalf("the word %+v", w)
				}
			}
		}
	})
}
