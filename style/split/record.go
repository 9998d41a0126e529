package split

import (
	"fmt"

	"hed/internal/count"
	"hed/internal/option"
)

// A Record says what a split is, as its manifest has it.
type Record struct {
	Strict      float64      `json:"strict"` // as given, or as chosen for TestSize
	Loose       float64      `json:"loose"`
	TestSize    int          `json:"test_size,omitempty"`  // if it was asked for
	TrainSize   int          `json:"train_size,omitempty"` // likewise
	Pairs       int          `json:"pairs"`
	AboveStrict int          `json:"pairs_above_strict"`
	AboveLoose  int          `json:"pairs_above_loose"`
	Aligned     int          `json:"aligned_in_train_m"` // articles of each newspaper with a pair above Loose
	Renamed     bool         `json:"renamed_ids,omitempty"`
	Newspapers  [2]Newspaper `json:"newspapers"`
	Parts       []Tally      `json:"parts"`
	Notes       []string     `json:"-"` // what a reader of the parts should know
}

// A Newspaper is what became of its articles.
type Newspaper struct {
	Source   string  `json:"source"`
	File     string  `json:"-"`
	Articles int     `json:"articles"` // in the file
	Dropped  Dropped `json:"dropped"`
}

// A Tally is how many articles a part has.
type Tally struct {
	Part     string `json:"part"`
	File     string `json:"file"`
	Articles [2]int `json:"articles"` // of each newspaper
}

// Dropped is how many articles are in no part, by the reason.
type Dropped struct {
	Incomplete   int `json:"incomplete"`    // without a headline or a text
	InBoth       int `json:"in_both"`       // with the same headline and text in the other newspaper
	Undated      int `json:"undated"`       // without a date, so that they were not aligned
	Copies       int `json:"copies"`        // near-copies of another article
	Unpaired     int `json:"unpaired"`      // above the strict threshold, and all partners were left out
	TestSurplus  int `json:"test_surplus"`  // more than the test part has of the other newspaper, or than was asked for
	TrainSurplus int `json:"train_surplus"` // likewise of the training parts
}

func (d *Dropped) add(r reason) {
	if n := [reasons]*int{nil, &d.Incomplete, &d.InBoth, &d.Undated, &d.Copies, &d.Unpaired, &d.TestSurplus, &d.TrainSurplus}[r]; n != nil {
		*n++
	}
}

// String says how many there are for each reason, "" if there are none.
func (d *Dropped) String() string {
	var all []string
	say := func(n int, what string) {
		if n > 0 {
			all = append(all, fmt.Sprintf("%d %s", n, what))
		}
	}
	say(d.Incomplete, "without a headline or a text")
	say(d.InBoth, "with the same headline and text in both newspapers")
	say(d.Undated, "without a date, which were not aligned")
	say(d.Copies, "that nearly repeat another one")
	say(d.Unpaired, "whose partners were left out")
	say(d.TestSurplus, "too many for the test part")
	say(d.TrainSurplus, "too many for the training parts")
	return count.List(all)
}

// Warnings say what a reader of the parts should know.
func (r *Record) Warnings() []string {
	all := r.Notes
	for _, p := range r.Newspapers {
		if p.Dropped.InBoth > 0 {
			all = append(all, fmt.Sprintf("%s: %s with the same headline and text in both newspapers left out", p.File, count.Of(p.Dropped.InBoth, "article")))
		}
		if p.Dropped.Undated > 0 {
			all = append(all, fmt.Sprintf("%s: %s without a date (YYYY-MM-DD) left out, since they were not aligned; align with %s to keep them", p.File, count.Of(p.Dropped.Undated, "article"), option.Name("undated")))
		}
	}
	return all
}
