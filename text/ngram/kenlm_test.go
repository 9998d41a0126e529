package ngram_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"hed/internal/shared"
	"hed/text/ngram"
)

// tolerance is on logarithms to base 10. lmplz computes in float32.
const tolerance = 1e-5

func train(order int, lines []string) *ngram.Model {
	t := ngram.NewTrainer(order)
	for _, line := range lines {
		t.Add(strings.Fields(line))
	}
	return t.Model(order)
}

func lines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

// grams returns the fields of each n-gram of an ARPA file.
func grams(text string) map[string][2]float64 {
	out := map[string][2]float64{}
	for _, line := range lines(text) {
		fields := strings.Split(line, "\t")
		if len(fields) < 2 {
			continue
		}
		var v [2]float64
		v[0], _ = strconv.ParseFloat(fields[0], 64)
		if len(fields) > 2 {
			v[1], _ = strconv.ParseFloat(fields[2], 64)
		}
		out[fields[1]] = v
	}
	return out
}

// The files are lmplz's; see testdata/oracle.py.
func TestKenLM(t *testing.T) {
	for _, test := range []struct {
		corpus string
		order  int
	}{{"corpus", 1}, {"corpus", 2}, {"corpus", 3}, {"corpus", 5}, {"small", 3}} {
		name := fmt.Sprintf("testdata/%s.%d.arpa.gz", test.corpus, test.order)
		want := grams(shared.Gunzip(t, name))
		got := grams(arpa(t, train(test.order, lines(shared.Gunzip(t, "testdata/"+test.corpus+".txt.gz")))))
		if len(got) != len(want) {
			t.Errorf("%s: %d n-grams, want %d", name, len(got), len(want))
		}
		worst := 0.0
		for gram, w := range want {
			g, ok := got[gram]
			if !ok {
				t.Fatalf("%s: no n-gram %q", name, gram)
			}
			d := max(math.Abs(g[0]-w[0]), math.Abs(g[1]-w[1]))
			if worst = max(worst, d); d > tolerance {
				t.Errorf("%s: %q is %v, want %v", name, gram, g, w)
			}
		}
		t.Logf("%s: %d n-grams, at most %.1e apart", name, len(want), worst)
	}
}

// Of NumHG the repository has hashes of n-grams only.
func TestKenLMOnNumHG(t *testing.T) {
	var headlines []string
	for _, a := range shared.NumHG(t) {
		headlines = append(headlines, a.Headline)
	}
	for _, order := range []int{3, 5} {
		data, err := os.ReadFile(fmt.Sprintf("testdata/numhg.%d.txt", order))
		if err != nil {
			t.Fatal(err)
		}
		m := train(order, headlines)
		var sizes []string
		for n := range order {
			sizes = append(sizes, strconv.Itoa(m.Len(n+1)))
		}
		sc := bufio.NewScanner(strings.NewReader(string(data)))
		if sc.Scan(); sc.Text() != strings.Join(sizes, " ") {
			t.Errorf("order %d: %v n-grams, want %s", order, sizes, sc.Text())
		}
		got := map[[8]byte][2]float64{}
		for gram, v := range grams(arpa(t, m)) {
			sum := sha256.Sum256([]byte(gram))
			got[[8]byte(sum[:8])] = v
		}
		worst, n := 0.0, 0
		for ; sc.Scan(); n++ {
			var hash []byte
			var w [2]float64
			if _, err := fmt.Sscanf(sc.Text(), "%x %g %g", &hash, &w[0], &w[1]); err != nil || len(hash) != 8 {
				t.Fatalf("%q: %v", sc.Text(), err)
			}
			g, ok := got[[8]byte(hash)]
			d := max(math.Abs(g[0]-w[0]), math.Abs(g[1]-w[1]))
			if worst = max(worst, d); d > tolerance || !ok {
				t.Errorf("order %d: %x is %v, want %v", order, hash, g, w)
			}
		}
		t.Logf("order %d: %d n-grams, at most %.1e apart", order, n, worst)
	}
}
