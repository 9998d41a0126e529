package figure

import (
	"slices"
	"strings"

	"hed/report"
	"hed/spec"
)

// A listed is a kind of chart in JSON.
type listed struct {
	Name    string        `json:"name"`
	Doc     string        `json:"doc"`
	Default bool          `json:"default"` // drawn unless the user says otherwise
	Options []spec.Option `json:"options"`
}

// Catalogue lists the kinds of charts.
func Catalogue() *report.Catalogue {
	c := &report.Catalogue{Head: 8, Table: report.NewTable("name", "default", "options", "what")}
	drawn := strings.Split(Default, ",")
	_, common := report.OptionFacts(spec.Options(Options{}))
	var list []listed
	for _, k := range Kinds {
		in := listed{Name: k.Name, Doc: k.Doc, Default: slices.Contains(drawn, k.Name), Options: spec.Options(k.Options)}
		names, facts := report.OptionFacts(in.Options)
		facts = slices.DeleteFunc(facts, func(f [2]string) bool { return slices.Contains(common, f) })
		list = append(list, in)
		c.Table.Add(in.Name, map[bool]string{true: "yes", false: "no"}[in.Default], names, in.Doc)
		c.Entries = append(c.Entries, report.Entry{Name: in.Name, Doc: in.Doc, Facts: facts})
	}
	c.Entries = append(c.Entries, report.Entry{Name: "all of them", Doc: "take these options", Facts: common})
	c.Values = list
	return c
}
