package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Benchmark has sixty judges save answers at once, and reports answers a second and
// how long the slowest one in a hundred took.
func Benchmark(b *testing.B, fresh Fresh) {
	const judges, cases = 60, 20
	_, s := Filled(b, fresh, cases, judges)
	var next atomic.Int64
	took := make([]time.Duration, b.N)
	var wg sync.WaitGroup
	b.ResetTimer()
	for j := range judges {
		wg.Go(func() {
			judge := fmt.Sprintf("j%03d", j+1)
			for {
				i := int(next.Add(1)) - 1
				if i >= b.N {
					return
				}
				begin := time.Now()
				a := answer(judge, i/judges%cases, fmt.Sprint(i), "good.A", "yes")
				if _, err := s.Save(b.Context(), a, begin, nil); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(begin)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
