package run

import (
	"context"
	"fmt"

	"hed/analysis"
	"hed/internal/count"
	"hed/report"
	"hed/score"
)

// Power tries the test of every column on some documents of an evaluation, with the systems
// as they are; see analysis.Null.
func Power(ctx context.Context, f *Finished, o NullOptions) (*PowerResult, error) {
	res := &PowerResult{NullSettings: o.of(f)}
	err := o.each(f, func(col *score.Column, values [][]float64, null analysis.Null) (bool, error) {
		r, tested, err := null.Power(ctx, col.Assume, values)
		if err != nil || !tested {
			return false, err
		}
		res.Columns = append(res.Columns, PowerColumn{
			col.Name, null.Documents, score.Value(r.Power()), score.Value(float64(r.Wrong) / float64(r.Pairs)),
		})
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// A PowerResult is how many differences between systems were found with fewer documents.
type PowerResult struct {
	NullSettings
	Columns []PowerColumn `json:"columns"`
}

// A PowerColumn is that for a measure and a number of documents: the shares of pairs of
// systems that were told apart, after correction, with the better one of all documents
// ahead, and with the other one.
type PowerColumn struct {
	Column    string      `json:"column"`
	Documents int         `json:"documents"`
	Found     score.Value `json:"found"`
	Wrong     score.Value `json:"wrong"`
}

// Table has a row for each measure and number of documents.
func (res *PowerResult) Table() *report.Table {
	t := report.NewTable("column", "documents").Fractions("found", "wrong")
	for _, c := range res.Columns {
		t.Add(c.Column, c.Documents, c.Found, c.Wrong)
	}
	return t
}

// Notes say how to read the table.
func (res *PowerResult) Notes() []string {
	var found score.Mean
	for _, c := range res.Columns {
		found.Add(float64(c.Found))
	}
	return append([]string{
		fmt.Sprintf("Differences between %s found with fewer documents, in %s each, at the level %g, corrected.",
			count.Of(len(res.Systems), "system"), count.Of(res.Trials, "trial"), res.Level),
		"found: share of pairs told apart as by all documents; wrong: told apart the other way round.",
		fmt.Sprintf("Over all rows, %.4f are found.", found.Value()),
	}, res.aside()...)
}
