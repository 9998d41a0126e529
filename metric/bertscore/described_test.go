package bertscore_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/metric/bertscore"
	"hed/neural/embed"
)

// Lists give the low end that rescaling makes, whether there is a model or not: 0
// becomes -b/(1-b).
func TestDescribe(t *testing.T) {
	info := bertscore.With(embed.New(embed.Processor(1), ""))
	file := filepath.Join(t.TempDir(), "rows.tsv")
	if err := os.WriteFile(file, []byte("LAYER,P,R,F\n0,0.5,0.5,0.5\n1,0.2,0.5,0.8\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	en := func(b float64) float64 { return -b / (1 - b) }
	for _, c := range []struct {
		options map[string]string
		low     [3]float64
	}{
		{nil, [3]float64{}},
		{map[string]string{"baseline": "en"}, [3]float64{en(0.83150584), en(0.8314941), en(0.83122575)}},
		{map[string]string{"model": "nowhere/roberta-large", "baseline": "en"}, [3]float64{en(0.83150584), en(0.8314941), en(0.83122575)}},
		{map[string]string{"model": "nowhere", "layer": "1", "baseline": file}, [3]float64{-0.25, -1, -4}},
		{map[string]string{"model": "google/bert_uncased_L-2_H-128_A-2", "baseline": file}, [3]float64{-0.25, -1, -4}},
	} {
		columns, err := info.Describe(c.options)
		if err != nil {
			t.Errorf("%v: %v", c.options, err)
			continue
		}
		for i, col := range columns {
			if math.Abs(col.Low-c.low[i]) > 1e-12 || col.High != 1 {
				t.Errorf("%v: %s is in [%v,%v], want [%v,1]", c.options, col.Name, col.Low, col.High, c.low[i])
			}
		}
	}
	for want, options := range map[string]map[string]string{
		"no option":         {"nonsense": "1"},
		"there is no layer": {"layer": "7", "baseline": file},
		"there is no model": {"layer": "-2", "baseline": file},
	} {
		if _, err := info.Describe(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
}
