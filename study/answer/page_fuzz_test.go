package answer

import (
	"errors"
	"testing"

	"hed/generate/remote"
	"hed/study"
)

// FuzzFill: whatever a model says to the pages of a case, all is answered as people may answer it, or the case is left out with the reason.
func FuzzFill(f *testing.F) {
	names := study.Builtins()
	for i := range names {
		f.Add(i, `{"rank":["B","A>C"],"best":"a","correct.A":true,"correct.B":"yes","correct.C":"No ","grammar.A":5,"number.A":1e2}`)
		f.Add(i, "<think>{}</think>```json\n{\"choice\":\"A\"}```")
	}
	c := &study.Case{Article: "It rained for 5 days.", Question: "Rain for ____ Days", Gold: "5"}
	for _, text := range []string{"Rain for 5 Days", "Rain", ""} {
		c.Headlines = append(c.Headlines, study.Headline{Text: text})
	}
	f.Fuzz(func(t *testing.T, which int, said string) {
		p, _ := study.Builtin(names[uint(which)%uint(len(names))])
		s := &study.Study{Protocol: p, Numbers: p.Numbers, Lang: "en", Sources: []string{"Nord", "Sud"}, Forms: [][]int{{0}}}
		sh := newSheet(s, c, &study.Task{Judge: "j001"})
		asked := 0
		err := sh.fill(1, func(r *remote.Request) (*remote.Answer, error) {
			if asked++; asked > 1000 {
				t.Fatal("it asks without end")
			}
			return &remote.Answer{Texts: []string{said}}, nil
		})
		if err != nil {
			if _, ok := errors.AsType[*remote.Failure](err); !ok {
				t.Error(err)
			}
			return
		}
		before := map[string]string{}
		for step, page := range sh.pages {
			task := &study.Task{State: study.Open, Step: step}
			for _, a := range page {
				if err := s.Check(c, task, a.key, a.value, before); err != nil {
					t.Errorf("%s = %q is taken: %v", a.key, a.value, err)
				}
				before[a.key] = a.value
			}
			if missing := s.Missing(c, task, before); len(missing) > 0 {
				t.Errorf("page %d lacks %v", step, missing)
			}
		}
	})
}
