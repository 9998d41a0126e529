package metric

import (
	"fmt"
	"reflect"
	"strings"

	"hed/score"
	"hed/spec"
)

// A Description is what lists say of a metric, or of a group.
type Description struct {
	Name    string              `json:"name"`
	Doc     string              `json:"doc"`
	Needs   string              `json:"needs,omitempty"`
	Paper   string              `json:"paper,omitempty"`
	Peer    string              `json:"reference_program,omitempty"`
	Options []spec.Option       `json:"options,omitempty"`
	Columns []ColumnDescription `json:"columns,omitempty"`
	Members string              `json:"members,omitempty"` // of a group, as specs
}

// A ColumnDescription is what lists say of a column.
type ColumnDescription struct {
	Name      string `json:"name"`
	Title     string `json:"title"`           // what papers call it
	Label     string `json:"label,omitempty"` // what the paper of the group calls it
	Doc       string `json:"doc"`
	Range     string `json:"range"`
	Better    string `json:"better"`
	Signature string `json:"signature"`
}

// ColumnNames are the columns, each with what the paper of a group calls it.
func (d *Description) ColumnNames() string {
	var names []string
	for _, c := range d.Columns {
		if c.Label != "" {
			c.Name += "(" + c.Label + ")"
		}
		names = append(names, c.Name)
	}
	return strings.Join(names, " ")
}

// Range says between what values are and which way is better, where that is the
// same for all columns; "" elsewhere.
func (d *Description) Range() string {
	text := ""
	for i, c := range d.Columns {
		own := c.Range + ", " + c.Better + " is better"
		if i > 0 && own != text {
			return ""
		}
		text = own
	}
	return text
}

// List describes all metrics, as they are without options, and then the groups.
func (s *Set) List() ([]Description, error) {
	var all []Description
	for _, in := range s.Infos() {
		d, err := s.Describe([]spec.Spec{{Name: in.Name}})
		if err != nil {
			return nil, fmt.Errorf("metric %s: %w", in.Name, err)
		}
		all = append(all, d...)
	}
	for _, g := range s.groups {
		d := Description{Name: g.Name, Doc: g.Doc, Members: g.Specs}
		if g.Labels != nil {
			members, err := s.Describe([]spec.Spec{{Name: g.Name}})
			if err != nil {
				return nil, err
			}
			for _, m := range members {
				d.Columns = append(d.Columns, m.Columns...)
			}
		}
		all = append(all, d)
	}
	return all, nil
}

// Describe describes the metrics of the specs and all members of groups, in order.
// Those that want an option such as a model need not have it. Columns of a group
// alone have the labels of its paper.
func (s *Set) Describe(specs []spec.Spec) ([]Description, error) {
	var labels []string
	for _, g := range s.groups {
		if len(specs) == 1 && specs[0].Name == g.Name {
			labels = g.Labels
		}
	}
	specs, err := s.Expand(specs, References|Body)
	if err != nil {
		return nil, err
	}
	var all []Description
	for _, sp := range specs {
		in, columns, err := s.columns(sp)
		if err != nil {
			return nil, err
		}
		d := Description{Name: in.Name, Doc: in.Doc, Needs: in.Needs.String(), Paper: in.Paper, Peer: in.Peer, Options: spec.Options(in.Options)}
		for _, c := range columns {
			label := ""
			if len(labels) > 0 {
				label, labels = labels[0], labels[1:]
			}
			d.Columns = append(d.Columns, ColumnDescription{c.Name, c.Title, label, c.Doc, c.Range(), c.Better.String(), c.String()})
		}
		all = append(all, d)
	}
	return all, nil
}

// columns are those of a spec, also where New cannot make the metric. The options
// must be some that it has all the same.
func (s *Set) columns(sp spec.Spec) (Info, []score.Column, error) {
	in, err := s.Find(sp.Name)
	if err != nil || in.Columns == nil {
		b, err := s.build(sp)
		if err != nil {
			return in, nil, err
		}
		return b.Info, b.Columns(), nil
	}
	columns := in.Columns
	if in.Describe != nil {
		columns, err = in.Describe(sp.Options)
	} else {
		err = spec.Decode(sp.Options, reflect.New(reflect.TypeOf(in.Options)).Interface())
	}
	if err != nil {
		return in, nil, fmt.Errorf("metric %s: %w", sp.Name, err)
	}
	return in, prefixed(sp.As, columns), nil
}
