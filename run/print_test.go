package run_test

import (
	"errors"
	"testing"

	"hed/report"
	"hed/run"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// What could not be written was taken for written.
func TestPrintFails(t *testing.T) {
	res := &run.HumanResult{Human: []run.HumanRating{{Name: "fluency"}}}
	for _, as := range []string{"text", "latex", "markdown"} {
		if err := res.Print(&report.Printer{W: full{}, As: as}); err == nil || err.Error() != "no room" {
			t.Errorf("%s: got %v", as, err)
		}
	}
}
