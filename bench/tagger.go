package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// taggers compares tagging with prose, on headlines and on the treebank's own
// kind of text. Both get sentences and find the words themselves.
func taggers(b *bench) ([]row, error) {
	var rows []row
	for _, data := range []struct{ name, file string }{
		{"headlines", "../text/pos/testdata/headlines.conllu"},
		{"EWT dev", "../../shared/data/ud/en_ewt-dev.conllu.gz"},
	} {
		r := row{what: "tagging " + data.name, peer: "prose 2.0.0", unit: seconds}
		done, err := r.finish(raceProse(b, data.file, &r))
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	r := row{what: "tagging EWT dev, words given", peer: "500,000 words a second", goal: 1, unit: seconds}
	done, err := r.finish(raceClock(b, &r))
	return append(rows, done...), err
}

// raceClock compares the tagger alone, on one thread, with a bound.
func raceClock(b *bench, r *row) error {
	gold, err := readGold("../../shared/data/ud/en_ewt-dev.conllu.gz")
	if err != nil {
		return err
	}
	var sentences [][]string
	for _, line := range gold.lines {
		sentences = append(sentences, strings.Fields(line))
	}
	tag := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		var tags []pos.Tag
		for _, s := range sentences {
			tags = pos.English().Tag(tags[:0], s)
		}
		return time.Since(start).Seconds(), nil
	}
	tag()
	bound := func() (float64, error) { return float64(gold.words()) / 500_000, nil }
	return b.alternate(r, tag, bound)
}

func raceProse(b *bench, file string, r *row) error {
	gold, err := readGold(file)
	if err != nil {
		return err
	}
	peer, err := b.startProse(gold.lines)
	if err != nil {
		return err
	}
	defer peer.stop()
	a, err := peer.ask("tags")
	if err != nil {
		return err
	}
	english := lang.Of("en")
	r.what += fmt.Sprintf(", %s words, %.1f%% right beside %.1f%%", group(gold.words()),
		100*gold.right(func(i int) []spanned { return tagWords(&english, gold.lines[i]) }),
		100*gold.right(func(i int) []spanned { return locate(gold.lines[i], a.Tags[i]) }))
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		var tokens []text.Token
		var tags []pos.Tag
		var words []string
		for _, s := range gold.lines {
			tokens, words = english.Words.Tokenize(tokens[:0], s), words[:0]
			for _, t := range tokens {
				words = append(words, t.Text)
			}
			tags = english.Tagger().Tag(tags[:0], words)
		}
		return time.Since(start).Seconds(), nil
	}
	return b.alternate(r, hed, peer.run)
}

// startProse builds the peer and gives it the sentences.
func (b *bench) startProse(sentences []string) (*worker, error) {
	name, program := filepath.Join(b.dir, "sentences.txt"), filepath.Join(b.dir, "prose.exe")
	if err := writeLines(name, sentences); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-C", filepath.Join(b.scripts, "prose"), "-o", program, ".")
	build.Env = append(os.Environ(), "GOWORK=off") // it is in no workspace: what peers need is not for hed
	if out, err := build.CombinedOutput(); err != nil {
		return nil, absence{"it cannot be built: " + strings.TrimSpace(string(out))}
	}
	return b.startPeer(b.command(program, name))
}

// A goldSet is sentences whose words are known, with blanks between the words.
type goldSet struct {
	lines     []string
	sentences []pos.Sentence
}

func readGold(file string) (*goldSet, error) {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, absence{"there is no " + file}
	}
	r, err := corpus.File(file).Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	g := &goldSet{}
	if g.sentences, err = pos.ReadCoNLLU(r, file); err != nil {
		return nil, err
	}
	for i := range g.sentences {
		var forms []string
		for _, w := range g.sentences[i].Words {
			forms = append(forms, w.Form)
		}
		g.lines = append(g.lines, strings.Join(forms, " "))
	}
	return g, nil
}

func (g *goldSet) words() int {
	n := 0
	for i := range g.sentences {
		n += len(g.sentences[i].Words)
	}
	return n
}

// A spanned is a word found in a sentence, with the tags that it may stand for.
type spanned struct {
	start, end int
	tags       []pos.Tag
}

// right is the share of gold words that were found and tagged.
func (g *goldSet) right(tagged func(i int) []spanned) float64 {
	right := 0
	for i := range g.sentences {
		found := map[[2]int][]pos.Tag{}
		for _, w := range tagged(i) {
			found[[2]int{w.start, w.end}] = w.tags
		}
		start := 0
		for _, w := range g.sentences[i].Words {
			if slices.Contains(found[[2]int{start, start + len(w.Form)}], w.Tag) {
				right++
			}
			start += len(w.Form) + 1
		}
	}
	return float64(right) / float64(g.words())
}

func tagWords(p *lang.Pack, s string) (out []spanned) {
	tokens, tags := p.Tag(p.Tagger(), nil, nil, s)
	for i, t := range tokens {
		out = append(out, spanned{t.Start, t.End, tags[i : i+1]})
	}
	return out
}

// locate finds the words of prose in the sentence.
func locate(s string, words [][2]string) (out []spanned) {
	at := 0
	for _, w := range words {
		i := strings.Index(s[at:], w[0])
		if i < 0 {
			continue
		}
		tags, ok := universal[w[1]]
		if !ok {
			tags = signs
		}
		out = append(out, spanned{at + i, at + i + len(w[0]), tags})
		at += i + len(w[0])
	}
	return out
}

// universal has the tags that one of the Penn Treebank, which prose gives, may
// stand for: where it is not one, any of them counts as right.
var universal = map[string][]pos.Tag{
	"NN": {pos.NOUN}, "NNS": {pos.NOUN},
	"NNP": {pos.PROPN}, "NNPS": {pos.PROPN},
	"VB": verbs, "VBD": verbs, "VBG": verbs, "VBN": verbs, "VBP": verbs, "VBZ": verbs, "MD": {pos.AUX},
	"JJ": {pos.ADJ}, "JJR": {pos.ADJ}, "JJS": {pos.ADJ},
	"RB": adverbs, "RBR": adverbs, "RBS": adverbs, "WRB": {pos.ADV, pos.SCONJ},
	"IN": {pos.ADP, pos.SCONJ}, "TO": {pos.PART, pos.ADP}, "RP": {pos.ADP, pos.ADV},
	"DT": pronouns, "PDT": pronouns, "WDT": pronouns,
	"PRP": pronouns, "PRP$": pronouns, "WP": pronouns, "WP$": pronouns, "EX": pronouns,
	"POS": {pos.PART}, "CC": {pos.CCONJ}, "CD": {pos.NUM}, "UH": {pos.INTJ},
	"FW": {pos.X}, "LS": {pos.X},
}

var (
	verbs    = []pos.Tag{pos.VERB, pos.AUX}
	adverbs  = []pos.Tag{pos.ADV, pos.PART}
	pronouns = []pos.Tag{pos.PRON, pos.DET}
	signs    = []pos.Tag{pos.PUNCT, pos.SYM}
)
