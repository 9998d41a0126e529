package run

import (
	"testing"

	"hed/numeral/check"
	"hed/report/page"
)

// A panic of the check leaves a document without marks; the run ended in an error, with all its scores lost. Here there is no
// room for the results.
func TestMarkPanic(t *testing.T) {
	ex, err := new(Options).markNumbers(t.Context(), &page.Example{Article: "It killed 12.", Headlines: []string{"12 Die"}, Numbers: [][]check.Result{}})
	if err != nil || ex == nil || ex.Numbers != nil {
		t.Errorf("the document is %+v, the error %v", ex, err)
	}
}
