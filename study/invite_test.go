package study_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hed/study"
)

func (m *memory) AddJudges(_ context.Context, tokens [][32]byte, e study.Event) ([]study.Judge, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range tokens {
		m.judges = append(m.judges, study.Judge{Token: t})
	}
	m.events = append(m.events, e)
	return m.judges, nil
}

func TestInvite(t *testing.T) {
	m, now := &memory{}, time.Unix(1e9, 0)
	tokens, err := study.Invite(t.Context(), m, 2, "somebody", now)
	if err != nil || len(tokens) != 2 || tokens[0] == tokens[1] {
		t.Fatalf("got %q, %v", tokens, err)
	}
	for i, token := range tokens {
		if m.judges[i].Token != study.HashToken(token) || len(token) != 32 {
			t.Errorf("judge %d does not have the token %q", i, token)
		}
	}
	if want := (study.Event{At: now, By: "somebody", What: "invited", Note: "2 judges"}); m.events[0] != want {
		t.Errorf("the event is %+v", m.events[0])
	}
}

func TestJudgesNeeded(t *testing.T) {
	for _, c := range []struct {
		forms, judges, per int
		consensus          bool
		want               int
	}{
		{10, 3, 1, false, 30}, {5, 3, 2, false, 8}, {5, 3, 0, false, 3}, {5, 3, 0, true, 6}, {5, 3, 1, true, 15},
	} {
		s := &study.Study{Protocol: &study.Protocol{}, Forms: make([][]int, c.forms), Numbers: study.Numbers{Judges: c.judges, PerJudge: c.per}}
		if c.consensus {
			s.Protocol.Consensus = &study.Consensus{}
		}
		if got := s.JudgesNeeded(); got != c.want {
			t.Errorf("%+v: %d judges", c, got)
		}
	}
}

func TestSize(t *testing.T) {
	for name, want := range map[string]string{
		"suitability":        "20 cases in a form, 10 forms, 3 judges for each case",
		"style-guess":        "a form for each system",
		"numeral-annotation": "as many forms as the documents make",
	} {
		p, _ := study.Builtin(name)
		if got := p.Size(); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
