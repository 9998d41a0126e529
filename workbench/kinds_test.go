package workbench

import "testing"

func TestCountOf(t *testing.T) {
	for want, got := range map[string]string{
		"0 corpora": CountOf(0, CorpusKind), "1 corpus": CountOf(1, CorpusKind), "2 studies": CountOf(2, StudyKind), "1 run": CountOf(1, RunKind), "12 drafts": CountOf(12, DraftKind),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
