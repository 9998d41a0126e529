package study_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/study"
)

// everything asks a question of every kind.
const everything = `name: everything
title: {en: Everything, it: Tutto}
unit: document
gold: true
strata: true
numbers: {cases: 2, forms: 1, judges: 1}
about:
  - {id: name, kind: text, text: {en: N, it: N}, most: 5}
  - {id: native, kind: yesno, text: {en: N, it: N}, optional: true}
steps:
  - questions:
      - {id: correct, kind: yesno, each: headline, text: {en: C, it: C}}
      - {id: same, kind: yesno, each: pair, text: {en: S, it: S}}
      - {id: fault, kind: text, each: headline, text: {en: F, it: F}, when: {question: correct, is: [no]}}
      - {id: attract, kind: choice, of: headlines, text: {en: A, it: A}}
      - {id: paper, kind: choice, of: sources, text: {en: P, it: P}}
      - {id: mood, kind: choice, text: {en: M, it: M}, optional: true, options: [{key: good, text: {en: G, it: B}}, {key: bad, text: {en: B, it: C}}]}
      - {id: cause, kind: text, text: {en: C, it: C}, when: {question: mood, is: [bad]}}
      - {id: depth, kind: scale, from: 1, to: 3, text: {en: D, it: P}, when: {question: mood, is: [bad]}}
      - {id: deep, kind: text, text: {en: D, it: P}, when: {question: depth, is: [3]}}
  - article: true
    questions:
      - {id: much, kind: scale, from: -2, to: 2, text: {en: M, it: Q}}
      - {id: rank, kind: rank, text: {en: R, it: O}}
      - {id: tied, kind: rank, ties: true, text: {en: T, it: P}}
      - {id: when, kind: text, text: {en: W, it: Q}, pattern: "[0-9]{4}", optional: true}
      - {id: why, kind: text, text: {en: W, it: P}}
attention:
  - {question: {id: sky, kind: choice, text: {en: S, it: C}, options: [{key: blue, text: {en: B, it: B}}, {key: red, text: {en: R, it: R}}]}, answer: blue, every: 2}
`

func everythingProtocol(t testing.TB) *study.Protocol {
	t.Helper()
	p, err := study.Read("everything", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func everythingStudy(t testing.TB) (*study.Study, *study.Case) {
	t.Helper()
	s, cases := mustNew(t, study.Settings{Protocol: everythingProtocol(t), Cases: news(4), Systems: three, Background: true, Lang: "it"})
	return s, &cases[0]
}

func TestCheck(t *testing.T) {
	s, c := everythingStudy(t)
	long := strings.Repeat("ò", 2000)
	for _, x := range []struct {
		key, value string
		step       int
		code       study.Code
	}{
		{"correct.A", "yes", 0, ""}, {"correct.D", "no", 0, ""}, {"correct.A", "Yes", 0, study.Invalid}, {"correct.A", "", 0, study.Invalid},
		{"correct.E", "yes", 0, study.NotFound}, {"correct", "yes", 0, study.NotFound}, {"correct.a", "yes", 0, study.NotFound}, {"", "yes", 0, study.NotFound},
		{"correct.A", "yes", 1, study.Closed},
		{"same.A-B", "yes", 0, ""}, {"same.C-D", "no", 0, ""}, {"same.B-A", "yes", 0, study.NotFound}, {"same.A-A", "yes", 0, study.NotFound},
		{"attract", "D", 0, ""}, {"attract", "E", 0, study.Invalid}, {"attract", "gold", 0, study.Invalid}, {"attract", "AB", 0, study.Invalid},
		{"paper", "Morning", 0, ""}, {"paper", "Evening", 0, ""}, {"paper", "Noon", 0, study.Invalid}, {"paper", "Morning'; DROP TABLE answer;--", 0, study.Invalid},
		{"mood", "good", 0, ""}, {"mood", "", 0, ""}, {"mood", "G", 0, study.Invalid},
		{"much", "2", 0, study.Invalid}, // not yet
		{"much", "2", 1, ""}, {"much", "-2", 1, ""}, {"much", "0", 1, ""}, {"much", "3", 1, study.Invalid}, {"much", "+1", 1, study.Invalid},
		{"much", "01", 1, study.Invalid}, {"much", "-0", 1, study.Invalid}, {"much", "1.0", 1, study.Invalid}, {"much", " 1", 1, study.Invalid},
		{"much", "99999999999999999999", 1, study.Invalid}, {"much", "١", 1, study.Invalid},
		{"rank", "B>A>D>C", 1, ""}, {"rank", "A>B>C", 1, study.Invalid}, {"rank", "A>B>C>C", 1, study.Invalid}, {"rank", "A>B>C>E", 1, study.Invalid},
		{"rank", "A>B>C=D", 1, study.Invalid}, {"rank", "A<B<C<D", 1, study.Invalid}, {"rank", "A>B>C>D>", 1, study.Invalid}, {"rank", ">>>>>>>", 1, study.Invalid},
		{"tied", "A>B=C>D", 1, ""}, {"tied", "A=B=C=D", 1, ""}, {"tied", "A=A=C=D", 1, study.Invalid}, {"tied", "A~B=C=D", 1, study.Invalid},
		{"when", "2024", 1, ""}, {"when", "", 1, ""}, {"when", "20245", 1, study.Invalid}, {"when", "2024\n", 1, study.Invalid}, {"when", "x2024", 1, study.Invalid},
		{"why", "because\n\tof <script>alert(1)</script>", 1, ""}, {"why", "e\u0301", 1, ""}, {"why", long, 1, ""},
		{"why", long + "x", 1, study.Invalid}, {"why", " \n ", 1, study.Invalid}, {"why", "a\x00b", 1, study.Invalid}, {"why", "a\x1bb", 1, study.Invalid},
		{"why", "a\u0085b", 1, study.Invalid}, {"why", "a\rb", 1, study.Invalid}, {"why", "\xff", 1, study.Invalid},
		{"why", strings.Repeat("x", 10<<20), 1, study.Invalid}, {strings.Repeat("why", 1<<20), "x", 1, study.NotFound},
		{"sky", "blue", 1, study.NotFound}, // is in every second task only
	} {
		err := s.Check(c, &study.Task{State: study.Open, Step: x.step}, x.key, x.value, nil)
		if (err == nil) != (x.code == "") || study.CodeOf(err) != x.code {
			t.Errorf("%.40s = %.40q in step %d: %v, want %q", x.key, x.value, x.step, err, x.code)
		}
		if err != nil && len(err.Error()) > 400 {
			t.Errorf("%.40s = %.40q: the error has %d bytes", x.key, x.value, len(err.Error()))
		}
	}
	if err := s.Check(c, &study.Task{State: study.Finished, Step: 2}, "why", "x", nil); study.CodeOf(err) != study.Closed {
		t.Error(err)
	}
	if err := s.Check(c, &study.Task{State: study.Returned}, "correct.A", "yes", nil); err != nil {
		t.Errorf("a late answer is refused: %v", err)
	}
	if err := s.Check(c, &study.Task{State: study.Open, Step: 1, Position: 1}, "sky", "red", nil); err != nil {
		t.Errorf("a wrong answer to a question of attention is an answer: %v", err)
	}
}

func TestConditions(t *testing.T) {
	s, c := everythingStudy(t)
	task := &study.Task{State: study.Open}
	asked := func(key, value string, before map[string]string) bool {
		return s.Check(c, task, key, value, before) == nil
	}
	before := map[string]string{"correct.A": "no", "correct.B": "yes", "mood": "bad", "depth": "3"}
	for key, want := range map[string]bool{"fault.A": true, "fault.B": false, "fault.C": false, "cause": true, "deep": true} {
		if asked(key, "x", before) != want {
			t.Errorf("%s is asked: %v", key, !want)
		}
	}
	// The answer to depth no longer counts when mood is changed, so deep is not asked.
	before["mood"] = "good"
	if asked("deep", "x", before) {
		t.Error("deep is asked though depth is not")
	}
	want := map[string]string{"correct.A": "no", "correct.B": "yes", "mood": "good"}
	if d := cmp.Diff(want, s.Protocol.Counted(c, task, before)); d != "" {
		t.Error(d)
	}
}

func TestCloseStep(t *testing.T) {
	s, c := everythingStudy(t)
	task := &study.Task{State: study.Open, Position: 1}
	answers := map[string]string{"correct.A": "no", "mood": "good", "depth": "3"}
	want := []string{"correct.B", "correct.C", "correct.D", "same.A-B", "same.A-C", "same.A-D", "same.B-C", "same.B-D", "same.C-D", "fault.A", "attract", "paper"}
	if d := cmp.Diff(want, s.Missing(c, task, answers)); d != "" {
		t.Error(d)
	}
	if err := s.CloseStep(c, task, answers, noon); study.CodeOf(err) != study.Invalid || !strings.Contains(err.Error(), "correct.B") || task.Step != 0 {
		t.Error(err)
	}
	for _, key := range want {
		answers[key] = "yes"
	}
	task.State = study.Returned // it was late
	if err := s.CloseStep(c, task, answers, noon); err != nil || task.Step != 1 || task.State != study.Open || !task.Touched.Equal(noon) {
		t.Errorf("%v %+v", err, task)
	}
	if d := cmp.Diff([]string{"much", "rank", "tied", "why", "sky"}, s.Missing(c, task, answers)); d != "" {
		t.Error(d)
	}
	maps.Copy(answers, map[string]string{"much": "1", "rank": "A>B>C>D", "tied": "A=B=C=D", "why": "so", "sky": "red"})
	if err := s.CloseStep(c, task, answers, noon); err != nil || task.State != study.Finished || !task.Done.Equal(noon) {
		t.Errorf("%v %+v", err, task)
	}
	if err := s.CloseStep(c, task, answers, noon); study.CodeOf(err) != study.Closed || s.Missing(c, task, nil) != nil {
		t.Error(err)
	}
}

func TestCheckAbout(t *testing.T) {
	s, _ := everythingStudy(t)
	for _, x := range []struct {
		key, value string
		code       study.Code
	}{
		{"name", "Pat", ""}, {"name", "Patricia", study.Invalid}, {"name", "", study.Invalid},
		{"native", "yes", ""}, {"native", "", ""}, {"native", "maybe", study.Invalid},
		{"correct.A", "yes", study.NotFound}, {study.AboutClosed, "yes", study.NotFound},
	} {
		if err := s.CheckAbout(x.key, x.value); study.CodeOf(err) != x.code {
			t.Errorf("%s = %q: %v", x.key, x.value, err)
		}
	}
	s.Background = false
	if err := s.CheckAbout("name", "Pat"); study.CodeOf(err) != study.NotFound {
		t.Error(err)
	}
}

func TestChoices(t *testing.T) {
	s, c := everythingStudy(t)
	for id, want := range map[string]string{"correct": "yes=Sì no=No", "attract": "A=A B=B C=C D=D", "paper": "Evening=Evening Morning=Morning",
		"mood": "good=B bad=C", "fault": ""} {
		q := s.Protocol.Steps[0].Questions[slices.IndexFunc(s.Protocol.Steps[0].Questions, func(q study.Question) bool { return q.ID == id })]
		var got []string
		for _, o := range s.Choices(c, &q) {
			got = append(got, o.Key+"="+o.Text.In(s.Lang))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}

func TestDeriveResult(t *testing.T) {
	c := &study.Case{Article: "It has 19 cats and 16 dogs, and two birds. They ate 1,200 fish and 300 mice.", Gold: "35"}
	for _, x := range []struct {
		value string
		want  study.Derived
	}{
		{"Add( 19 , 16 )", study.Derived{Result: "35", OK: true, Canonical: "Add( 16 , 19 )"}},
		{"Add(16,19)", study.Derived{Result: "35", OK: true, Canonical: "Add( 16 , 19 )"}},
		{"Add( 19 , 15 )", study.Derived{Result: "34", Flaw: study.Differs, Canonical: "Add( 15 , 19 )", Reason: "the expression gives 34, which is not the numeral of the headline; look for another derivation"}},
		{"Copy( 35 )", study.Derived{Result: "35", Flaw: study.Absent, Operand: "35", Canonical: "Copy( 35 )", Reason: `"35" is not in the article; use numbers and words as they are there, and of its date the year only`}},
		{"Add(1,200,300)", study.Derived{Flaw: study.Ambiguous, Reason: "the expression can be read in more than one way; put blanks around the commas between its operands"}},
		{"unanswerable: nobody says how many", study.Derived{OK: true, Canonical: "unanswerable"}},
		{"unanswerable:  ", study.Derived{Flaw: study.NoWhy, Canonical: "unanswerable", Reason: "say in a sentence why the numeral cannot be derived"}},
		{"Add( 19 ,\x00 16 )", study.Derived{Flaw: study.NoExpr, Reason: "write an expression such as Copy( 5 ), in plain characters"}},
	} {
		if d := cmp.Diff(x.want, study.DeriveResult(c, x.value)); d != "" {
			t.Errorf("%q:\n%s", x.value, d)
		}
	}
	// The page puts "5.2 million" in when it is clicked, and the headline may have "million" itself.
	c = &study.Case{Article: "It has 5.2 million fans.", Gold: "5.2"}
	for _, value := range []string{"Copy( 5.2 million )", "Copy( 5.2 )", "Paraphrase( 5.2 million , M )"} {
		if d := cmp.Diff(study.Derived{Result: "5.2", OK: true, Canonical: "Copy( 5.2 )"}, study.DeriveResult(c, value)); d != "" {
			t.Errorf("%q:\n%s", value, d)
		}
	}
	for _, value := range []string{"", "Sum( 1 , 2 )", "Add( 19", "unanswerable", "35 cats", "Divide( 19 , 0 )", strings.Repeat("Add(", 500), strings.Repeat("9", 1<<20)} {
		if d := study.DeriveResult(c, value); d.OK || d.Reason == "" || len(d.Reason) > 5000 {
			t.Errorf("%.30q: %+v", value, d)
		}
	}
	s, cases := mustNew(t, study.Settings{Protocol: builtin(t, "numeral-annotation"), Cases: without(news(1))})
	cases[0].Gold = "35"
	if err := s.Check(&cases[0], &study.Task{State: study.Open}, "derive", "Add( 19 , 16 )", nil); err != nil {
		t.Error(err)
	}
	if err := s.Check(&cases[0], &study.Task{State: study.Open}, "derive", "Copy( 19 )", nil); study.CodeOf(err) != study.Invalid {
		t.Error(err)
	}
}

func TestVerdict(t *testing.T) {
	s, _ := mustNew(t, study.Settings{Protocol: builtin(t, "numeral-annotation"), Cases: without(news(1))})
	two := builtin(t, "numeral-annotation")
	two.Consensus.Rounds = 2
	limited, _ := mustNew(t, study.Settings{Protocol: two, Cases: without(news(1))})
	// Each string is the value of a judge who finished; "!" before it excludes him, and
	// "|" begins a new round.
	for _, x := range []struct {
		name   string
		values []string
		s      *study.Study
		want   study.Verdict
	}{
		{"nobody", nil, s, study.Verdict{}},
		{"not all", []string{"Copy( 5 )", "Copy( 5 )"}, s, study.Verdict{Judges: []string{"a", "b"}}},
		{"two of three", []string{"Copy( 5 )", "Add( 19 , 16 )", "Add(16,19)"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "Add( 19 , 16 )", Judges: []string{"a", "b", "c"}}},
		{"unanswerable", []string{"unanswerable: no number", "Copy( 5 )", "unanswerable: vague"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "unanswerable: no number", Judges: []string{"a", "b", "c"}}},
		{"nothing is no value", []string{"", "", "Copy( 5 )"}, s, study.Verdict{Round: 1}},
		{"copy is not trans", []string{"Copy( 5 )", "Trans( five )", "unanswerable: x"}, s, study.Verdict{Round: 1}},
		{"spelling", []string{"Copy( 1,200 )", "1200", "unanswerable: x"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "Copy( 1,200 )", Judges: []string{"a", "b", "c"}}},
		{"meaning", []string{"unanswerable: x", "Copy( 5.2 million )", "Copy( 5.2 )"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "Copy( 5.2 million )", Judges: []string{"a", "b", "c"}}},
		{"order of rounding", []string{"Round( Paraphrase( 5,163,000 , M ) , 1 )", "unanswerable: x", "Paraphrase( Round( 5,163,000 , -5 ) , M )"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "Round( Paraphrase( 5,163,000 , M ) , 1 )", Judges: []string{"a", "b", "c"}}},
		{"second round", []string{"Copy( 5 )", "Copy( 6 )", "Copy( 7 )", "|", "Copy( 5 )"}, s, study.Verdict{Round: 1, Judges: []string{"d"}}},
		{"agreed in the second", []string{"Copy( 5 )", "Copy( 6 )", "Copy( 7 )", "|", "Copy( 8 )", "Copy( 8 )", "Copy( 5 )"}, s,
			study.Verdict{Round: 1, Settled: true, Agreed: true, Value: "Copy( 8 )", Judges: []string{"d", "e", "f"}}},
		{"no more rounds", []string{"Copy( 5 )", "Copy( 6 )", "Copy( 7 )", "|", "Copy( 8 )", "Copy( 9 )", "Copy( 5 )"}, limited,
			study.Verdict{Round: 1, Settled: true, Judges: []string{"d", "e", "f"}}},
		{"excluded", []string{"Copy( 5 )", "!Copy( 5 )", "Copy( 7 )"}, s, study.Verdict{Judges: []string{"a", "c"}}},
		{"late", []string{"Copy( 5 )", "Copy( 6 )", "Copy( 5 )", "Copy( 6 )"}, s,
			study.Verdict{Settled: true, Agreed: true, Value: "Copy( 5 )", Judges: []string{"a", "b", "c"}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := &study.Board{Values: map[int]map[string]string{0: {}}}
			round := 0
			for i, v := range x.values {
				if v == "|" {
					round++
					continue
				}
				j := study.Judge{ID: string(rune('a' + i - round)), State: study.Active}
				if rest, ok := strings.CutPrefix(v, "!"); ok {
					j.State, v = study.Excluded, rest
				}
				b.Judges = append(b.Judges, j)
				b.Tasks = append(b.Tasks, study.Task{Judge: j.ID, State: study.Finished, Round: round, Done: noon.Add(1)})
				b.Values[0][j.ID] = v
			}
			if d := cmp.Diff(x.want, x.s.Verdicts(b, 1)[0]); d != "" {
				t.Error(d)
			}
		})
	}
}
