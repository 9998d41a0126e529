package study_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/study"
)

// Whatever is read can be used: items are made, and answers checked, without a panic.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sound))
	f.Add([]byte(everything))
	for _, name := range study.Builtins() {
		data, _ := study.Source(name)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := study.Read("f", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("the error does not name the file: %v", err)
			}
			return
		}
		if _, err := json.Marshal(p); err != nil {
			t.Error(err)
		}
		s := &study.Study{Protocol: p, Numbers: p.Numbers, Lang: "en", Forms: [][]int{{0}}}
		c := &study.Case{Headlines: make([]study.Headline, 3), Article: "5", Gold: "5"}
		for step := range p.Steps {
			task := &study.Task{State: study.Open, Step: step}
			s.Missing(c, task, nil)
			for _, it := range p.Items(c, task, step) {
				if err := s.Check(c, task, it.Key, "yes", nil); err != nil && study.CodeOf(err) == "" {
					t.Error(err)
				}
			}
		}
	})
}

// Whatever is accepted is plain text of bounded length, and accepted once more.
func FuzzCheck(f *testing.F) {
	s, c := everythingStudy(f)
	for _, seed := range []string{"yes", "B", "2", "B>A>D>C", "A=B>C=D", "2024", "words\n", "\x00", "Morning", "blue"} {
		f.Add("rank", seed, 1)
		f.Add("correct.A", seed, 0)
	}
	f.Fuzz(func(t *testing.T, key, value string, step int) {
		task := &study.Task{State: study.Open, Step: step & 1, Position: step & 3}
		err := s.Check(c, task, key, value, nil)
		if err != nil {
			if study.CodeOf(err) == "" || !utf8.ValidString(err.Error()) {
				t.Errorf("%q = %q: %v", key, value, err)
			}
			return
		}
		if !utf8.ValidString(value) || strings.ContainsAny(value, "\x00\r\x1b") || utf8.RuneCountInString(value) > 2000 {
			t.Errorf("%q = %q is taken", key, value)
		}
	})
}

func FuzzDeriveResult(f *testing.F) {
	c := &study.Case{Article: "It has 19 cats and 16 dogs, and two birds.", Gold: "35"}
	for _, seed := range []string{"Add( 19 , 16 )", "unanswerable: x", "Copy( 35 )", "Add(1,200,300)", "Divide( 19 , 0 )"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		d := study.DeriveResult(c, value)
		if d.OK != (d.Reason == "") || d.OK && d.Canonical == "" {
			t.Errorf("%q: %+v", value, d)
		}
		if d.OK && d.Canonical != study.Unanswerable {
			if again := study.DeriveResult(c, d.Canonical); again.Canonical != d.Canonical {
				t.Errorf("%q is canonically %q, and that is %q", value, d.Canonical, again.Canonical)
			}
		}
	})
}
