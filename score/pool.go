package score

// A Pool says how a column has a value over many documents that is not the mean over
// their headlines, such as BLEU of a corpus. Each headline has counts, which are
// summed, and the value is made of the sums.
type Pool struct {
	Counts []string // what is counted of each headline, by name
	// Value is the value of summed counts. It must not keep or change them, and may be
	// called from several goroutines.
	Value func(sums []float64) float64
}

// Width is the number of values of a headline: one for each column, and after them
// the counts of the columns that have a Pool.
func Width(columns []Column) int {
	n := len(columns)
	for i := range columns {
		n += columns[i].counts()
	}
	return n
}

func (c *Column) counts() int {
	if c.Pool == nil {
		return 0
	}
	return len(c.Pool.Counts)
}

// A Sample is what a system got in a column, by document.
type Sample struct {
	Values *Series
	Pool   *Pool     // nil where the value of all documents is the mean
	Counts []*Series // of Pool; absent where the value is
	// Low and High bound the values, infinite on a side without a bound; equal where nothing is known.
	Low, High float64
}

// Bounded reports whether anything is known of the bounds.
func (s Sample) Bounded() bool { return s.Low < s.High }

// Paired are two samples without the documents that one of them lacks.
func Paired(a, b Sample) (Sample, Sample) {
	if !a.lacks() && !b.lacks() {
		return a, b
	}
	return a.where(b), b.where(a)
}

// Minus is s less other, over the documents that both have: its Value is that of s less
// that of other.
func (s Sample) Minus(other Sample) Sample {
	s, other = Paired(s, other)
	d := Sample{Values: Like(s.Values)}
	if s.Bounded() && other.Bounded() {
		d.Low, d.High = s.Low-other.High, s.High-other.Low
	}
	for i, block := range s.Values.Blocks() {
		others := other.Values.Block(i)
		for k, v := range block {
			d.Values.Append(v - others[k])
		}
	}
	if s.Pool != nil {
		n, value := len(s.Counts), s.Pool.Value
		d.Counts = append(append(d.Counts, s.Counts...), other.Counts...)
		d.Pool = &Pool{Value: func(sums []float64) float64 { return value(sums[:n]) - value(sums[n:]) }}
	}
	return d
}

func (s Sample) lacks() bool {
	for _, block := range s.Values.Blocks() {
		for _, v := range block {
			if IsAbsent(v) {
				return true
			}
		}
	}
	return false
}

// where is s, absent where other is.
func (s Sample) where(other Sample) Sample {
	var block []float64
	at := -1
	return s.Of(func(doc int) bool {
		if k := doc / BlockLen; k != at {
			at, block = k, other.Values.Block(k)
		}
		return !IsAbsent(block[doc%BlockLen])
	})
}

// Of is what s has of some documents; it is absent for the others.
func (s Sample) Of(has func(doc int) bool) Sample {
	keep := func(from *Series) *Series {
		to := Like(from)
		for k, block := range from.Blocks() {
			for i, v := range block {
				if !has(k*BlockLen + i) {
					v = Absent
				}
				to.Append(v)
			}
		}
		return to
	}
	out := Sample{Values: keep(s.Values), Pool: s.Pool, Low: s.Low, High: s.High}
	for _, c := range s.Counts {
		out.Counts = append(out.Counts, keep(c))
	}
	return out
}

// Value is that of all documents, and of how many: the mean, or what the pool makes of
// the sums. It is Absent where no document has a value.
func (s Sample) Value() (value float64, documents int) {
	if s.Pool == nil {
		m := meanOf(s.Values)
		return m.Value(), m.N
	}
	sums, n := s.Sums()
	if n == 0 {
		return Absent, 0
	}
	return s.Pool.Value(sums), n
}

// Sums are the counts of all documents, and how many documents have them.
func (s Sample) Sums() (sums []float64, documents int) {
	sums = make([]float64, len(s.Counts))
	for c, series := range s.Counts {
		documents = 0
		for _, block := range series.Blocks() {
			for _, v := range block {
				if !IsAbsent(v) {
					sums[c] += v
					documents++
				}
			}
		}
	}
	return sums, documents
}

func meanOf(s *Series) (m Mean) {
	for _, block := range s.Blocks() {
		for _, v := range block {
			m.Add(v)
		}
	}
	return m
}

// Pseudo says what each document contributes to Value, by blocks of the series. For a mean these
// are the values themselves. For a pool they are the pseudo-values of the jackknife (Tukey 1958): n times the
// value of all documents less n-1 times that of the others. Their standard error is
// that of Value.
func (s Sample) Pseudo() (block func(k int) []float64) {
	if s.Pool == nil {
		return s.Values.Block
	}
	sums, documents := s.Sums()
	all, n := s.Pool.Value(sums), float64(documents)
	return func(k int) []float64 {
		values, rest := s.Values.Block(k), make([]float64, len(sums))
		counts := make([][]float64, len(sums))
		for c, series := range s.Counts {
			counts[c] = series.Block(k)
		}
		out := make([]float64, len(values))
		for i, v := range values {
			if out[i] = Absent; documents < 2 || IsAbsent(v) {
				continue
			}
			for c := range counts {
				rest[c] = sums[c] - counts[c][i]
			}
			out[i] = float64(n*all) - float64((n-1)*s.Pool.Value(rest))
		}
		return out
	}
}

// Pooled reports whether the table has counts.
func (t *Table) Pooled() bool { return t.width > len(t.columns) }

// Samples are what a system got, by column.
func (t *Table) Samples(system int) []Sample {
	all := make([]Sample, len(t.columns))
	at := system*t.width + len(t.columns)
	for c := range all {
		all[c] = Sample{Values: t.Series(system, c), Pool: t.columns[c].Pool, Low: t.columns[c].Low, High: t.columns[c].High}
		for range t.columns[c].counts() {
			all[c].Counts = append(all[c].Counts, &t.cells[at])
			at++
		}
	}
	return all
}
