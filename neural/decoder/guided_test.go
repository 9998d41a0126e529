package decoder_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"hed/neural/decoder"
	"hed/tensor"
	"hed/tensor/grad"
)

// TestBrio: BRIO's loss and the gradients of all weights are those of the restatement, also where layers are computed again and where a batch is learnt in
// two parts.
func TestBrio(t *testing.T) {
	for model, want := range readBrio(t) {
		var texts []decoder.Ranked
		for _, x := range want.Texts {
			texts = append(texts, decoder.Ranked{Text: x.Text, Reference: x.Reference, Candidates: x.Candidates})
		}
		for name, parts := range map[string][][]decoder.Ranked{"whole": {texts}, "parts": {texts[:1], texts[1:]}} {
			t.Run(model+"/"+name, func(t *testing.T) {
				d := tensor.New(2)
				t.Cleanup(d.Close)
				n := shrink(d, learn(t, filepath.Join("testdata", model), d))
				tape, fixed := &grad.Tape{Device: d}, &grad.Tape{Device: d, Fixed: true}
				defer tape.Close()
				defer fixed.Close()
				total, same := 0.0, 0.0
				for _, part := range parts {
					tape.Reset()
					total += decoder.Brio.Loss(tape, n, part, 1/float64(len(texts)), decoder.Lesson{Again: name == "parts"})
					same += decoder.Brio.Loss(fixed, n, part, 1/float64(len(texts)), decoder.Lesson{})
				}
				if !(math.Abs(total-want.Loss) < 1e-5*want.Loss) || total != same {
					t.Errorf("a loss of %.8g, on a fixed tape %.8g, want %.8g", total, same, want.Loss)
				}
				compareGradients(t, d, n, want.Gradients)
			})
		}
	}
}

// TestSeasonLearn: SEASON's losses with given degrees, the gradients of all weights, also where layers are computed again, and the loss with
// degrees that the head predicts are those of the restatement.
func TestSeasonLearn(t *testing.T) {
	var g season
	unpack(t, filepath.Join("testdata", "season.json.gz"), &g)
	d := tensor.New(2)
	t.Cleanup(d.Close)
	n := shrink(d, learn(t, filepath.Join("testdata", "season"), d))
	var texts, written [][]int32
	var degrees []int32
	var of []int
	for i, x := range g.Texts {
		texts, written, of = append(texts, x.Text), append(written, x.Reference), append(of, i)
		degrees = append(degrees, x.Degrees...)
	}
	for _, c := range []struct {
		degrees          []int32
		again            bool
		head, likelihood float64
	}{{degrees, false, g.Head, g.Likelihood}, {degrees, true, g.Head, g.Likelihood}, {nil, false, g.Head, g.Free}} {
		tape := &grad.Tape{Device: d, Fixed: c.degrees == nil}
		defer tape.Close()
		for _, p := range n.Params.Learning() {
			d.Clear(p.Grad)
		}
		how := decoder.Lesson{Degrees: c.degrees, Again: c.again}
		s := n.Read(tape, texts, how)
		if got := decoder.HeadLoss(tape, s.Head, degrees, 1/float64(len(degrees))); !(math.Abs(got-c.head) < 1e-5*c.head) {
			t.Errorf("the head has a loss of %.8g, want %.8g", got, c.head)
		}
		pick, _ := n.LogLikelihood(tape, n.Write(tape, s, written, of, how), slices.Concat(written...), false)
		got, rows := 0.0, float64(pick.Value.Rows)
		for _, v := range read1(d, pick.Value) {
			got -= float64(v) / rows
		}
		if !(math.Abs(got-c.likelihood) < 1e-5*c.likelihood) {
			t.Errorf("a loss of %.8g, want %.8g", got, c.likelihood)
		}
		if c.degrees != nil {
			d.Write(pick.Grad, slices.Repeat([]float32{float32(-1 / rows)}, pick.Value.Rows))
			tape.Backward()
			compareGradients(t, d, n, g.Gradients)
		}
	}
}

// TestSeasonBegin: a SEASON that is made of a BART has a head and tables that are drawn, and is a folder that can be opened.
func TestSeasonBegin(t *testing.T) {
	d := tensor.New(2)
	t.Cleanup(d.Close)
	n := learn(t, filepath.Join("testdata", "bart"), d)
	n.Season(decoder.Season{Marker: 4, Low: 0.1, High: 0.2, Temperature: 0.5}, rand.New(rand.NewPCG(1, 2)))
	table := n.Params.Var("decoder.layers.1.encoder_attn.sent_info_emb.weight")
	if table == nil || table.Value.Rows != 4 {
		t.Fatalf("the table is %v", table)
	}
	x := read1(d, table.Value)
	if hidden := n.Config.Hidden; slices.ContainsFunc(x[:hidden], func(v float32) bool { return v != 0 }) || slices.Contains(x[hidden:], 0) {
		t.Errorf("the table begins as %v", x)
	}
	dir := edit(t, filepath.Join("testdata", "bart"), "config.json", `"vocab_size": 300`, `"vocab_size": 300, "bosent_token_id": 4`)
	if again := open(t, save(t, dir, n)); again.Config.Season == nil || again.Config.Season.Marker != 4 {
		t.Errorf("opened again it is %+v", again.Config.Season)
	}
	for rouge, want := range map[float64]int32{0: 0, 0.0999: 0, 0.1: 1, 0.2: 1, 0.2001: 2} {
		if got := n.Config.Season.Degree(rouge); got != want {
			t.Errorf("a ROUGE-L of %g has degree %d, want %d", rouge, got, want)
		}
	}
}
