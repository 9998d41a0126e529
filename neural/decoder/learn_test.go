package decoder_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/neural/decoder"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/cuda"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// A learnt is what testdata/learn.py made of a model.
type learnt struct {
	Texts               [][]int32
	Of                  []int
	Written             [][]int32
	Loss, Smooth        float64
	Gradients, Smoothed map[string][]float64
	Course              course
}

// A course is 30 steps of Adam at one rate, and at rates that are a share of the size of each weight.
type course struct {
	Texts, Written   [][]int32
	Rate, Share      float32
	Losses, Relative []float64
}

func readLearnt(t *testing.T) map[string]*learnt {
	t.Helper()
	f, err := os.Open("testdata/learn.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Models map[string]*learnt }
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all.Models
}

func learn(t *testing.T, dir string, d tensor.Learner) *decoder.Net {
	t.Helper()
	f, err := decoder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := f.Learn(d, nil, nil)
	t.Cleanup(n.Free)
	return n
}

// shrink makes of n what testdata/learn.py learns with.
func shrink(d tensor.Learner, n *decoder.Net) *decoder.Net {
	for _, p := range n.Params.Learning() {
		if p.Value.Rows > 1 {
			d.Combine(p.Value, 0.25, p.Value, 0, p.Value)
		}
	}
	return n
}

// learners are the processor and, where there is one, a card.
func learners(t *testing.T) map[string]tensor.Learner {
	t.Helper()
	all := map[string]tensor.Learner{"processor": tensor.New(2)}
	if d, err := cuda.Open(); err == nil {
		all["card"] = any(d).(tensor.Learner) // which builds with a card have
	}
	for _, d := range all {
		t.Cleanup(d.Close)
	}
	return all
}

// loss is the mean over tokens, of which a share is smoothed over all words; its gradients are added to those of the weights.
func loss(t *grad.Tape, n *decoder.Net, texts, written [][]int32, of []int, smooth float32, l decoder.Lesson) float64 {
	x := n.Write(t, n.Read(t, texts, l), written, of, l)
	pick, mean := n.LogLikelihood(t, x, slices.Concat(written...), smooth > 0)
	rows := pick.Value.Rows
	total := 0.0
	for _, part := range []struct {
		of *grad.Var
		by float32
	}{{pick, 1 - smooth}, {mean, smooth}} {
		if part.of == nil {
			continue
		}
		for _, v := range read1(t.Device, part.of.Value) {
			total -= float64(part.by) * float64(v) / float64(rows)
		}
		if !t.Fixed {
			t.Device.Write(part.of.Grad, slices.Repeat([]float32{-part.by / float32(rows)}, rows))
		}
	}
	t.Backward()
	return total
}

func read1(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}

// TestLearn: the loss of a batch and the gradients of all weights are PyTorch's, also with label smoothing, where a
// text has several continuations, and where layers are computed again.
func TestLearn(t *testing.T) {
	for name, d := range learners(t) {
		t.Run(name, func(t *testing.T) { learnsAs(t, d) })
	}
}

func learnsAs(t *testing.T, d tensor.Learner) {
	for model, want := range readLearnt(t) {
		for _, c := range []struct {
			name   string
			smooth float32
			again  bool
		}{{"plain", 0, false}, {"smoothed", 0.1, false}, {"again", 0.1, true}} {
			t.Run(model+"/"+c.name, func(t *testing.T) {
				n := shrink(d, learn(t, filepath.Join("testdata", model), d))
				tape := &grad.Tape{Device: d}
				defer tape.Close()
				total, gradients := want.Loss, want.Gradients
				if c.smooth > 0 {
					total, gradients = want.Smooth, want.Smoothed
				}
				got := loss(tape, n, want.Texts, want.Written, want.Of, c.smooth, decoder.Lesson{Again: c.again})
				if !(math.Abs(got-total) < 1e-5*total) {
					t.Errorf("a loss of %.8g, want %.8g", got, total)
				}
				compareGradients(t, d, n, gradients)
				fixed := &grad.Tape{Device: d, Fixed: true}
				defer fixed.Close()
				if same := loss(fixed, n, want.Texts, want.Written, want.Of, c.smooth, decoder.Lesson{Dropout: 0.5}); same != got {
					t.Errorf("a loss of %.8g on a fixed tape, %.8g on another", same, got)
				}
			})
		}
	}
}

// compareGradients compares with norms and some numbers of each weight's gradient.
func compareGradients(t *testing.T, d tensor.Device, n *decoder.Net, want map[string][]float64) {
	t.Helper()
	seen := map[string]bool{}
	worst := 0.0
	// The biases of keys have gradients of 0 but for rounding, which is like that of the others.
	squares, numbers := 0.0, 0
	for _, p := range n.Params.Learning() {
		if shown := want[p.Name]; shown != nil {
			squares += shown[0] * shown[0]
			numbers += p.Value.Rows * p.Value.Cols
		}
	}
	usual := math.Sqrt(squares / float64(numbers))
	for _, p := range n.Params.Learning() {
		shown, ok := want[p.Name]
		if !ok {
			t.Errorf("PyTorch has no weights %q that learn", p.Name)
			continue
		}
		seen[p.Name] = true
		g := read1(d, p.Grad)
		norm := 0.0
		for _, v := range g {
			norm += float64(v) * float64(v)
		}
		near := func(what string, got, want float64) {
			e := math.Abs(got-want) / max(math.Abs(want), usual)
			if worst = max(worst, e); !(e < 1e-5) {
				t.Errorf("%s: %s is %.8g, want %.8g", p.Name, what, got, want)
			}
		}
		near("the norm", math.Sqrt(norm), shown[0])
		const most = 12
		step := max(1, len(g)/most)
		for i, v := range shown[1:] {
			near(fmt.Sprintf("number %d", i*step), float64(g[i*step]), v)
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("weights %q do not learn", name)
		}
	}
	t.Logf("greatest difference %.2g", worst)
}

// TestLearnCourse: the losses of 30 steps of Adam are PyTorch's, at one rate and at relative ones.
func TestLearnCourse(t *testing.T) {
	for name, d := range learners(t) {
		t.Run(name, func(t *testing.T) { coursesAs(t, d) })
	}
}

func coursesAs(t *testing.T, d tensor.Learner) {
	for model, want := range readLearnt(t) {
		t.Run(model, func(t *testing.T) {
			c := &want.Course
			courseAs(t, d, model, c, train.Method{Name: "adam", Rate: c.Rate}, c.Losses)
			courseAs(t, d, model, c, train.Method{Name: "adam", Rate: c.Share, Relative: true}, c.Relative)
		})
	}
}

func courseAs(t *testing.T, d tensor.Learner, model string, c *course, how train.Method, losses []float64) {
	n := shrink(d, learn(t, filepath.Join("testdata", model), d))
	o, err := train.NewOptimiser(d, n.Params.Learning(), how)
	if err != nil {
		t.Fatal(err)
	}
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	worst := 0.0
	for step, want := range losses {
		tape.Reset()
		from := 4 * (step % 3)
		got := loss(tape, n, c.Texts[from:from+4], c.Written[from:from+4], []int{0, 1, 2, 3}, 0, decoder.Lesson{})
		o.Step(how.Rate)
		if worst = max(worst, math.Abs(got-want)); !(math.Abs(got-want) < 5e-6) {
			t.Fatalf("step %d: a loss of %.6f, want %.6f", step, got, want)
		}
	}
	t.Logf("greatest difference %.2g", worst)
}

// TestLearnDropout: what is left out depends on the seed alone, also where layers are computed again.
func TestLearnDropout(t *testing.T) {
	for model, want := range readLearnt(t) {
		d := tensor.New(2)
		t.Cleanup(d.Close)
		n := shrink(d, learn(t, filepath.Join("testdata", model), d))
		tape := &grad.Tape{Device: d}
		defer tape.Close()
		run := func(seed uint64, again bool) (float64, []float32) {
			tape.Reset()
			for _, p := range n.Params.Learning() {
				d.Clear(p.Grad)
			}
			total := loss(tape, n, want.Texts, want.Written, want.Of, 0, decoder.Lesson{Dropout: 0.2, Seed: seed, Again: again})
			return total, read1(d, n.Params.Learning()[0].Grad)
		}
		a, ga := run(1, false)
		b, gb := run(1, true)
		if c, _ := run(2, false); a != b || a == c || !slices.Equal(ga, gb) {
			t.Errorf("%s: losses %g and %g for one seed, %g for another, gradients equal: %t", model, a, b, c, slices.Equal(ga, gb))
		}
	}
}

// TestSaved: what is written of weights is a folder that writes as before, and one that is drawn can be opened.
func TestSaved(t *testing.T) {
	for _, model := range tiny {
		dir := filepath.Join("testdata", model)
		d := tensor.New(2)
		t.Cleanup(d.Close)
		compareLogits(t, save(t, dir, learn(t, dir, d)), model)
		m := open(t, dir)
		drawn := decoder.Draw(m.Config, m.Settings, d, rand.New(rand.NewPCG(1, 2)))
		defer drawn.Free()
		again := open(t, save(t, dir, drawn))
		x := again.Logits(again.Settings.Ends, nil)[0]
		if most := slices.Max(x); math.IsNaN(float64(most)) || most == 0 {
			t.Errorf("%s: a drawn model has the logit %g", model, most)
		}
	}
}

// save writes the weights of n beside the other files of dir.
func save(t *testing.T, dir string, n *decoder.Net) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	old, err := filepath.Glob(filepath.Join(to, "model*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	var file strings.Builder
	if err := safetensors.Write(&file, n.Params.Out(safetensors.F32), nil); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(to, "model.safetensors"), []byte(file.String()))
	return to
}

// TestAdapterRefused: adapters that are not plain LoRA, or not there, are refused before anything is computed.
func TestAdapterRefused(t *testing.T) {
	base, err := filepath.Abs(filepath.Join("testdata", "bart"))
	if err != nil {
		t.Fatal(err)
	}
	for config, want := range map[string]string{
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "base_model_name_or_path": "."}`: "the last of 4 folders of adapters",
		`{"peft_type": "IA3"}`:                                                                                                                        `a peft_type of "IA3"; known is LORA`,
		`{"peft_type": "LORA", "r": 0, "lora_alpha": 8}`:                                                                                              "a rank of 0",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "use_dora": true}`:                                                                            "of another kind than plain LoRA",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "layers_to_transform": [1]}`:                                                                  "of another kind than plain LoRA",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "base_model_name_or_path": "nowhere"}`:                                                        "(base_model_name_or_path of adapter_config.json)",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "base_model_name_or_path": "facebook/bart-base"}`:                                             "if facebook/bart-base is the name of a model on the Hub, pull it",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "target_modules": "all-linear"}`:                                                              "target_modules is a string, such as all-linear",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "layers_to_transform": null, "base_model_name_or_path": "` + base + `"}`:                      "adapter_model.safetensors",
		`{"peft_type": "LORA", "r": 4, "lora_alpha": 8, "target_modules": ["q_proj", "none"], "base_model_name_or_path": "` + base + `", "bias": ""}`: `end in "none", of which the model has none`,
	} {
		dir := t.TempDir()
		for _, name := range []string{"config.json", "generation_config.json"} {
			data, err := os.ReadFile(filepath.Join(base, name))
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, name), data)
		}
		put(t, filepath.Join(dir, decoder.AdapterConfigFile), []byte(config))
		if _, err := decoder.Read(dir); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: got %v, want %q", config, err, want)
		}
	}
}

// TestAdapterDigest: what adapters come to depends on alpha too, which is in no tensor; models of 4 and of 4000 had one digest. Tensors that are
// not of target_modules were left out without a word.
func TestAdapterDigest(t *testing.T) {
	base, err := filepath.Abs(filepath.Join("testdata", "bart"))
	if err != nil {
		t.Fatal(err)
	}
	d := tensor.New(1)
	defer d.Close()
	write := func(a decoder.Adapter) string {
		f, err := decoder.Read(base)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := f.Learn(d, &a, rand.New(rand.NewPCG(1, 2)))
		defer n.Free()
		dir := t.TempDir()
		for _, name := range []string{"config.json", "generation_config.json"} {
			data, err := os.ReadFile(filepath.Join(base, name))
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, name), data)
		}
		for name, write := range n.AdapterFiles(base) {
			var file strings.Builder
			if err := write(&file); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, name), []byte(file.String()))
		}
		return dir
	}
	sums := map[[32]byte]float64{}
	for _, alpha := range []float64{4, 4000} {
		f, err := decoder.Read(write(decoder.Adapter{Rank: 2, Alpha: alpha}))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if other, ok := sums[f.Digest()]; ok {
			t.Errorf("alpha %g has the digest of %g", alpha, other)
		}
		sums[f.Digest()] = alpha
	}
	all, few := write(decoder.Adapter{Rank: 2, Alpha: 4, Targets: []string{"q_proj", "v_proj", "fc1"}}), write(decoder.Adapter{Rank: 2, Alpha: 4})
	data, err := os.ReadFile(filepath.Join(all, decoder.AdapterFile))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(few, decoder.AdapterFile), data)
	if _, err := decoder.Read(few); err == nil || !strings.Contains(err.Error(), "fc1.lora_A.weight\", which is not of a layer in target_modules (q_proj, v_proj)") {
		t.Errorf("error %v", err)
	}
	// Adapters were added to any model of the same shape that was where theirs had been.
	m := open(t, base)
	drawn := decoder.Draw(m.Config, m.Settings, d, rand.New(rand.NewPCG(1, 3)))
	defer drawn.Free()
	moved := edit(t, write(decoder.Adapter{Rank: 2, Alpha: 4}), decoder.AdapterConfigFile, base, save(t, base, drawn))
	if _, err := decoder.Read(moved); err == nil || !strings.Contains(err.Error(), "were learnt for other weights than those of") {
		t.Errorf("error %v", err)
	}
	same := t.TempDir()
	if err := os.CopyFS(same, os.DirFS(base)); err != nil {
		t.Fatal(err)
	}
	if f, err := decoder.Read(edit(t, write(decoder.Adapter{Rank: 2, Alpha: 4}), decoder.AdapterConfigFile, base, same)); err != nil {
		t.Errorf("a copy of the model: %v", err)
	} else {
		f.Close()
	}
}
