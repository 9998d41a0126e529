package study_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/study"
)

// A protocol that is right; tests break one thing of it.
const sound = `name: mine
title: {en: Mine}
unit: document
gold: true
numbers: {cases: 2, forms: 3, judges: 3}
about:
  - {id: age, kind: text, text: {en: Age}, optional: true}
steps:
  - questions:
      - {id: good, kind: yesno, each: headline, text: {en: Good}}
      - {id: which, kind: choice, text: {en: Which}, options: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]}
  - article: true
    questions:
      - {id: much, kind: scale, text: {en: How much}, from: 1, to: 5}
      - {id: why, kind: text, text: {en: Why}, when: {question: which, is: [a]}}
attention:
  - {question: {id: sky, kind: choice, text: {en: Sky}, options: [{key: blue, text: {en: B}}, {key: red, text: {en: R}}]}, answer: blue, every: 5}
consensus: {question: which, agree: 2, rounds: 2}
`

func TestRead(t *testing.T) {
	p, err := study.Read("mine.yaml", []byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	if p.Numbers.Timeout != 1440 || p.Order != "balanced" {
		t.Errorf("defaults are not set: %+v", p)
	}
	if p.Steps[1].Questions[1].When.Is[0] != "a" || p.Steps[0].Questions[0].Each != study.EachHeadline {
		t.Errorf("questions: %+v", p.Steps)
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown key", "gold: true", "golden: true", `m:4: the protocol has no key "golden"; it may have name, title, paper`},
		{"unknown key inside", "cases: 2", "case: 2", `m:5: numbers has no key "case"; it may have cases, forms`},
		{"no list", "steps:\n", "steps: 1\nx:\n", `m:8: steps must be a list`},
		{"no mapping", "numbers: {cases: 2, forms: 3, judges: 3}", "numbers: 3", `m:5: numbers must be lines of KEY: VALUE`},
		{"no number", "cases: 2", "cases: two", `m:5: numbers.cases must be a whole number up to 1000000, not "two"`},
		{"great number", "cases: 2", "cases: 99999999999", `m:5: numbers.cases must be a whole number`},
		{"no truth", "gold: true", "gold: maybe", `m:4: gold must be true or false, not "maybe"`},
		{"no scalar", "name: mine", "name: [a]", `m:1: name must be one plain value`},
		{"no text", "title: {en: Mine}", "title: Mine", `m:2: title must be a sentence for each language`},
		{"null", "unit: document", "unit:", `m:3: unit has no value`},
		{"alias", "unit: document", "unit: &u document\norder: *u", `m:4: order refers to an anchor; write it out`},
		{"key twice", "gold: true", "gold: true\ngold: false", `m:5: the protocol has "gold" twice`},
		{"bad YAML", "gold: true", "gold: [", `m:\d+: is not valid YAML`},
		{"name", "name: mine", "name: My Study", `m:1: name must be small letters`},
		{"unit", "unit: document", "unit: article", `m:3: unit must be one of document, headline, blank, not "article"`},
		{"order", "gold: true", "order: sorted", `m:4: order must be one of balanced, random`},
		{"cases", "cases: 2", "cases: 0", `m:5: numbers.cases must be at least 1, not 0`},
		{"judges missing", ", judges: 3", "", `m:5: numbers.judges must be at least 1`},
		{"forms", "forms: 3", "forms: -1", `m:5: numbers.forms must be at least 0`},
		{"tokens", "gold: true", "tokens: -5", `m:4: tokens must be 0`},
		{"unknown word", "gold: true", `unknown: [" "]`, `m:4: an unknown word is empty`},
		{"language", "title: {en: Mine}", "title: {xx: Mine}", `m:2: title: no language "xx"; have en, it`},
		{"language missing", "title: {en: Mine}", "title: {en: Mine, it: Mio}", `m:10: steps\[0\].questions\[0\].text is not in it, as the title is`},
		{"language too many", "{en: Good}", "{en: Good, it: Bene}", `m:10: .*text is in it, and the title is not`},
		{"empty text", "{en: Good}", `{en: " "}`, `m:10: .* is empty in en`},
		{"text missing", "text: {en: Why}, ", "", `m:15: .*text is missing`},
		{"id", "id: good", "id: go-od", `m:10: id must begin with a letter`},
		{"id twice", "id: why", "id: good", `m:15: another question has the id good`},
		{"id of about", "id: why", "id: age", `m:15: another question has the id age`},
		{"kind", "kind: scale", "kind: slider", `m:14: .*kind must be one of yesno, choice, scale, rank, text, numeral, not "slider"`},
		{"each", "each: headline", "each: article", `m:10: .*each must be one of headline, pair`},
		{"no options", ", options: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]", "", `m:11: question which: a choice needs two options or more`},
		{"option key", "{key: b,", `{key: "b c",`, `m:11: question which: the key of an option`},
		{"option twice", "{key: b,", "{key: a,", `m:11: question which: another option has the key a`},
		{"options and of", "text: {en: Which},", "text: {en: Which}, of: headlines,", `m:11: question which has options and of`},
		{"of", "options: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]}\n", "of: papers}\n", `m:11: .*of must be one of headlines, sources`},
		{"sources without strata", "options: [{key: a, text: {en: A}}, {key: b, text: {en: B}}]}\n", "of: sources}\n", `m:11: .*write strata: true`},
		{"scale ends", "to: 5", "to: 1", `m:14: question much: a scale goes from a smaller`},
		{"scale long", "to: 5", "to: 500", `m:14: question much: .* over 101 numbers at most`},
		{"key of other kind", "kind: scale", "kind: yesno", `m:14: question much: this key is for the kind scale, not yesno`},
		{"ties", "kind: scale,", "kind: scale, ties: true,", `m:14: question much: this key is for the kind rank`},
		{"pattern", "{en: Why},", `{en: Why}, pattern: "(",`, `m:15: question why: pattern is not a regular expression`},
		{"most", "{en: Why},", `{en: Why}, most: 900000,`, `m:15: question why: most must be from 1 to 20000`},
		{"when later", "{en: Good}", "{en: Good}, when: {question: much, is: [1]}", `m:10: question good depends on "much", which is not asked before it`},
		{"when itself", "question: which, is: [a]", "question: why, is: [a]", `m:15: question why depends on "why"`},
		{"when each", "question: which, is: [a]", "question: good, is: [yes]", `m:15: question why depends on good, which is asked of each headline`},
		{"when value", "is: [a]", "is: [c]", `m:15: question why: "c" is not an answer to which`},
		{"when empty", "is: [a]", "is: []", `m:15: question why: when has no values`},
		{"no steps", "steps:\n", "steps: []\nattention: []\nabout2:\n", `m:10: the protocol has no key "about2"`},
		{"empty step", "  - article: true\n", "  - article: true\n    questions: []\n  - article: true\n", `m:12: step 2 has no questions`},
		{"numeral", "kind: scale,", "kind: numeral,", `m:14: question much: numeral asks for the blank`},
		{"rank of blanks", "unit: document\ngold: true", "unit: blank", `m:9: question good is asked of each headline`},
		{"gold of blanks", "unit: document", "unit: blank", `m:4: gold shows the headline with its numeral`},
		{"about", "kind: text, text: {en: Age}", "kind: rank, text: {en: Age}", `m:7: a question about the judge has no headlines`},
		{"about closed", "id: age", "id: closed", `m:7: "closed" stands for the end`},
		{"consensus question", "consensus: {question: which", "consensus: {question: what", `m:18: consensus is about the question "what", which no step asks; it may be good, which, much, why`},
		{"consensus each", "consensus: {question: which", "consensus: {question: good", `m:18: consensus needs a question that every judge answers once`},
		{"consensus agree", "agree: 2", "agree: 1", `m:18: consensus.agree must be more than half of the 3 judges`},
		{"consensus agree too many", "agree: 2", "agree: 4", `m:18: consensus.agree must be`},
		{"consensus rounds", "rounds: 2", "rounds: -2", `m:18: consensus.rounds must be 0`},
		{"attention answer", "answer: blue", "answer: green", `m:17: the answer "green" does not fit its own question sky`},
		{"attention every", "every: 5", "every: 0", `m:17: every must be from 1 to 1000`},
		{"attention too rare", "every: 5", "every: 1001", `m:17: every must be from 1 to 1000`},
		{"attention kind", "{id: sky, kind: choice, text: {en: Sky}", "{id: sky, kind: choice, each: headline, text: {en: Sky}", `m:17: a question of attention has one known answer`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(sound, c.old) {
				t.Fatalf("the sound protocol has no %q", c.old)
			}
			_, err := study.Read("m", []byte(strings.Replace(sound, c.old, c.new, 1)))
			if err == nil {
				t.Fatal("no error")
			}
			if !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// Errors come together.
func TestReadAll(t *testing.T) {
	data := strings.NewReplacer("cases: 2", "cases: 0", "every: 5", "every: 0", "id: why", "id: w-y").Replace(sound)
	_, err := study.Read("m", []byte(data))
	if err == nil || len(strings.Split(err.Error(), "\n")) != 3 {
		t.Errorf("want three errors, got:\n%v", err)
	}
}

func TestReadNothing(t *testing.T) {
	for _, data := range []string{"", "# nothing\n", "---\n", "null", "[]", "3", "a: &a [*a]", strings.Repeat("#", 1<<20)} {
		if _, err := study.Read("m", []byte(data)); err == nil {
			t.Errorf("%.20q is read", data)
		}
	}
}

func TestBuiltin(t *testing.T) {
	names := study.Builtins()
	if got := strings.Join(names, " "); got != "numeral-annotation numhg-rating style-guess suitability" {
		t.Error(got)
	}
	for _, name := range names {
		p, ok := study.Builtin(name)
		if !ok || p.Name != name {
			t.Fatalf("%s: %v", name, ok)
		}
		data, err := json.MarshalIndent(p, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name+".json", string(data)+"\n")
		for _, l := range []string{"en", "it"} {
			if p.Title[l] == "" || p.Intro[l] == "" {
				t.Errorf("%s does not speak %s", name, l)
			}
		}
		for _, q := range p.About {
			if !q.Optional {
				t.Errorf("%s insists on %s of the judge", name, q.ID)
			}
		}
	}
	for _, name := range []string{"", "x", "../read", "suitability.yaml", "/etc/passwd"} {
		if _, ok := study.Builtin(name); ok {
			t.Errorf("%q is built in", name)
		}
	}
}
