package look

import (
	"cmp"
	"net/url"
	"slices"

	"hed/report/page"
	"hed/score"
)

// A choice is the measures and systems that somebody wants to see: c and s in addresses. Without them it is all.
type choice struct {
	columns []int // by place
	systems []int // by rank
	all     bool  // whether neither was asked for
}

// A pick is something to choose.
type pick struct {
	Name, Title, Mark string
	On                bool
}

// A group is the measures of a topic.
type group struct {
	Name  string
	Only  string // address that shows these alone
	Picks []pick
}

// A chooser is the form in which measures and systems are chosen.
type chooser struct {
	Action  string
	Keep    [][2]string // what else the address has
	Groups  []group
	Systems []pick
	All     string // address without a choice
	Some    bool   // whether not all are chosen
}

// choose reads what is chosen in an address.
func (v *view) choose(q url.Values) (*choice, error) {
	ch := &choice{all: len(q["c"]) == 0 && len(q["s"]) == 0}
	for _, name := range q["c"] {
		c, err := v.column(name)
		if err != nil {
			return nil, err
		}
		ch.columns = append(ch.columns, c)
	}
	for _, name := range q["s"] {
		s, err := v.system(name)
		if err != nil {
			return nil, err
		}
		ch.systems = append(ch.systems, s)
	}
	if ch.columns == nil {
		for c := range v.Found.Columns {
			ch.columns = append(ch.columns, c)
		}
	}
	if ch.systems == nil {
		for s := range v.Found.Systems {
			ch.systems = append(ch.systems, s)
		}
	}
	ch.columns = v.byTopic(ch.columns)
	slices.Sort(ch.systems)
	ch.systems = slices.Compact(ch.systems)
	return ch, nil
}

// byTopic orders measures so that those about the same stand together, each once.
func (v *view) byTopic(columns []int) (order []int) {
	for _, about := range append(slices.Clone(score.Topics), "") {
		for c := range v.Found.Columns {
			if slices.Contains(columns, c) && topicOf(&v.Found.Columns[c]) == about {
				order = append(order, c)
			}
		}
	}
	return order
}

// topicOf is "" for topics that tables do not know.
func topicOf(c *score.Column) score.Topic {
	if !slices.Contains(score.Topics, c.Topic) {
		return ""
	}
	return c.Topic
}

// chooser makes the form of a choice for a page, whose address also has what is to be kept.
func (v *view) chooser(path string, ch *choice, keep url.Values) *chooser {
	keep = clone(keep)
	keep.Del("c")
	keep.Del("s")
	f := &chooser{Action: v.base + path, All: v.at(path, keep), Some: !ch.all}
	for key := range keep {
		for _, value := range keep[key] {
			f.Keep = append(f.Keep, [2]string{key, value})
		}
	}
	slices.SortFunc(f.Keep, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	titles := score.Titles(v.Found.Columns)
	for _, c := range v.byTopic(everything(len(v.Found.Columns))) {
		col := &v.Found.Columns[c]
		name := string(cmp.Or(topicOf(col), "other"))
		if n := len(f.Groups); n == 0 || f.Groups[n-1].Name != name {
			f.Groups = append(f.Groups, group{Name: name})
		}
		g := &f.Groups[len(f.Groups)-1]
		g.Picks = append(g.Picks, pick{Name: col.Name, Title: titles[c], On: slices.Contains(ch.columns, c)})
	}
	for i := range f.Groups {
		only := clone(keep)
		for _, p := range f.Groups[i].Picks {
			only.Add("c", p.Name)
		}
		f.Groups[i].Only = v.at(path, only)
	}
	for s, mark := range page.Marks(v.Found, v.Record.Baselines()) {
		f.Systems = append(f.Systems, pick{Name: v.Found.Systems[s].Name, Mark: mark, On: slices.Contains(ch.systems, s)})
	}
	return f
}

func clone(q url.Values) url.Values {
	out := url.Values{}
	for key, values := range q {
		out[key] = slices.Clone(values)
	}
	return out
}

func everything(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// query is a choice in an address; only what is not all of it.
func (v *view) query(ch *choice) url.Values {
	q := url.Values{}
	if len(ch.columns) < len(v.Found.Columns) {
		for _, c := range ch.columns {
			q.Add("c", v.Found.Columns[c].Name)
		}
	}
	if len(ch.systems) < len(v.Found.Systems) {
		for _, s := range ch.systems {
			q.Add("s", v.Found.Systems[s].Name)
		}
	}
	return q
}
