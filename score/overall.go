package score

// An Overall says how one number for a system comes from its means.
type Overall string

const (
	// Unit is the mean over columns after each column's own fixed map to
	// [0,1], oriented so that higher is better.
	Unit Overall = "unit"
	// Plain is the plain mean over columns, as the HEvAS paper has it,
	// although its word lengths and fog indices are not in [0,1].
	Plain Overall = "plain"
)

// Of returns the overall score of the means of the columns. A column
// without a mean is passed over; without any the result is Absent.
func (o Overall) Of(columns []Column, means []float64) float64 {
	var m Mean
	for c, v := range means {
		if o == Plain {
			m.Add(v)
		} else {
			m.Add(columns[c].Unit(v))
		}
	}
	return m.Value()
}
