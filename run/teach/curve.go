package teach

import (
	"strconv"

	"hed/chart"
	"hed/report"
	"hed/score"
)

// table is curve.csv.
func (o *Outcome) table() *report.Table {
	t := report.NewTable("step", "train_loss", "valid_loss", "rate")
	for _, p := range o.Curve {
		t.Add(strconv.Itoa(p.Step), score.Value(p.Train), score.Value(p.Valid), score.Value(p.Rate))
	}
	return t
}

// chart is curve.svg.
func (o *Outcome) chart() chart.Chart {
	learnt, valid := chart.Curve{Series: chart.Series{Name: "learnt from"}}, chart.Curve{Series: chart.Series{Name: "others", Colour: 1}}
	for _, p := range o.Curve {
		learnt.X, learnt.Y = append(learnt.X, float64(p.Step)), append(learnt.Y, p.Train)
		valid.X, valid.Y = append(valid.X, float64(p.Step)), append(valid.Y, p.Valid)
	}
	line := chart.Line{Title: "Loss of a word, by steps", XAxis: "steps", YAxis: "loss", Better: score.Lower, Curves: []chart.Curve{learnt, valid}}
	line.Thresholds = []chart.Threshold{{Name: "kept", At: float64(o.Curve[o.Best].Step), X: true}}
	return line
}
