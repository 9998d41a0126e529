package look

import (
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hed/report/page"
	"hed/score"
)

// A madePage is how a run was made.
type madePage struct {
	Version  string
	Seed     uint64
	Warnings []string
	Overall  measure
	Measures []measure
	Settings []page.Setting
	Inputs   []page.Input
	Methods  string
}

// A measure is a column, with all that its numbers depend on.
type measure struct {
	ID, Title, Name, Doc, Range, Better, Formula, Signature string
}

func (l *looker) made(v *view) error {
	a := v.Found
	p := &madePage{Version: v.Record.Version, Seed: v.Record.Seed, Warnings: v.Record.Warnings, Methods: v.methods()}
	p.Settings, p.Inputs = v.Record.Shown()
	new := func(col *score.Column) measure {
		better := "not said"
		if col.Better != score.Unknown {
			better = arrow(col.Better) + " " + col.Better.String()
		}
		return measure{Title: col.Title, Name: col.Name, Doc: col.Doc, Range: page.Bound(col.Low) + " to " + page.Bound(col.High), Better: better}
	}
	overall := a.OverallColumn()
	p.Overall = new(&overall)
	p.Overall.ID, p.Overall.Signature = "overall", overall.String()
	titles := score.Titles(a.Columns)
	for c := range a.Columns {
		m := new(&a.Columns[c])
		m.ID, m.Title, m.Formula, m.Signature = "column-"+strconv.Itoa(c), titles[c], a.Formula(c), v.Record.Columns[c].Signature
		p.Measures = append(p.Measures, m)
	}
	l.show(v, "/made", "made.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// methods is how it was done, in words for a paper; empty where the folder does not have it.
func (v *view) methods() string {
	text, err := os.ReadFile(filepath.Join(v.Folder, "methods.txt"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
