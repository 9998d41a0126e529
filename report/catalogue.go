package report

import (
	"io"
	"strings"

	"hed/generate"
	"hed/metric"
	"hed/spec"
)

// A Catalogue is a list of what there is: a paragraph each for people, and a table and
// values for programs.
type Catalogue struct {
	Entries []Entry
	Head    int // the width of the names of facts
	Table   *Table
	Values  any
}

// List writes a catalogue, in text with lines of that width and last below them.
func (p *Printer) List(c *Catalogue, width int, last string) error {
	if p.As != "text" {
		return p.Print(c.Table, c.Values)
	}
	if err := List(p.W, c.Entries, c.Head, width); err != nil {
		return err
	}
	_, err := io.WriteString(p.W, last)
	return err
}

// Metrics are metrics and groups of them: what they need and what they give.
func Metrics(list []metric.Description) *Catalogue {
	c := &Catalogue{Head: 18, Table: NewTable("name", "columns", "needs", "range", "better", "paper", "reference program", "what"), Values: list}
	for _, d := range list {
		c.Entries = append(c.Entries, Entry{Name: d.Name, Doc: d.Doc, Facts: [][2]string{
			{"members", strings.ReplaceAll(d.Members, ",", ", ")}, {"needs", d.Needs}, {"columns", d.ColumnNames()},
			{"range", d.Range()}, {"paper", d.Paper}, {"reference program", d.Peer},
		}})
		if d.Members != "" {
			c.Table.Add(d.Name, d.Members, "", "", "", "", "", "group: "+d.Doc)
			continue
		}
		c.Table.Add(d.Name, d.ColumnNames(), d.Needs, d.Columns[0].Range, d.Columns[0].Better, d.Paper, d.Peer, d.Doc)
	}
	return c
}

// MetricColumns are the columns of metrics, with their labels where there are any.
func MetricColumns(list []metric.Description) *Table {
	t := NewTable("column", "label", "range", "better", "what")
	labelled := false
	for _, d := range list {
		for _, c := range d.Columns {
			t.Add(c.Name, c.Label, c.Range, c.Better, c.Title+": "+c.Doc)
			labelled = labelled || c.Label != ""
		}
	}
	if !labelled {
		return t.Only([]string{"column", "range", "better", "what"})
	}
	return t
}

// A baseline is a generator that needs nothing but the article, in JSON.
type baseline struct {
	Name    string        `json:"name"`
	Doc     string        `json:"doc"`
	Needs   string        `json:"needs"`
	Paper   string        `json:"paper"`
	Options []spec.Option `json:"options"`
}

// Baselines are generators that need nothing but the article.
func Baselines(infos []generate.Info) *Catalogue {
	c := &Catalogue{Head: 8, Table: NewTable("name", "needs", "options", "paper", "what")}
	var list []baseline
	for _, in := range infos {
		d := baseline{Name: in.Name, Doc: in.Doc, Needs: "article", Paper: in.Paper, Options: spec.Options(in.Options)}
		names, facts := OptionFacts(d.Options)
		list = append(list, d)
		c.Table.Add(d.Name, d.Needs, names, d.Paper, d.Doc)
		c.Entries = append(c.Entries, Entry{Name: d.Name, Doc: d.Doc, Facts: append([][2]string{{"needs", d.Needs}, {"paper", d.Paper}}, facts...)})
	}
	c.Values = list
	return c
}

// OptionFacts are options as a catalogue has them: their names, and what they are for.
func OptionFacts(options []spec.Option) (names string, facts [][2]string) {
	for i, o := range options {
		if i > 0 {
			names += " "
		}
		names += o.Name
		facts = append(facts, [2]string{o.Name, o.Doc})
	}
	return names, facts
}
