package decoder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/neural/folder"
	"hed/tensor"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// The files of adapters, as PEFT names them.
const (
	AdapterFile        = "adapter_model.safetensors"
	AdapterConfigFile  = "adapter_config.json"
	adapterPrefix      = "base_model.model."
	adapterBase        = "base_sha256" // in the header of AdapterFile, which PEFT passes over: the digest of the weights that it was learnt for
	adapterA, adapterB = ".lora_A.weight", ".lora_B.weight"
)

// An Adapter is LoRA (Hu et al. 2022): weights W of some dense layers stay as they are, and W + Alpha/Rank·B·A is computed with, of which
// A and B learn, whose rank is low.
type Adapter struct {
	Rank  int
	Alpha float64
	// Targets are the ends of the names of layers that have one. Where there are none, those of queries and values do.
	Targets []string
}

// adapterConfig is adapter_config.json. PEFT has many more fields, with defaults that are what is done here.
type adapterConfig struct {
	Kind    string   `json:"peft_type"`
	Task    string   `json:"task_type"`
	Base    string   `json:"base_model_name_or_path"`
	Rank    int      `json:"r"`
	Alpha   float64  `json:"lora_alpha"`
	Targets []string `json:"target_modules"`
	Dropout float64  `json:"lora_dropout"`
	Bias    string   `json:"bias"`
	Fixed   bool     `json:"inference_mode"`

	// What makes adapters of other kinds. They are read, not written.
	DoRA       bool           `json:"use_dora,omitempty"`
	RSLoRA     bool           `json:"use_rslora,omitempty"`
	Saved      []string       `json:"modules_to_save,omitempty"`
	Ranks      map[string]any `json:"rank_pattern,omitempty"`
	Alphas     map[string]any `json:"alpha_pattern,omitempty"`
	Transposed bool           `json:"fan_in_fan_out,omitempty"`
	Layers     any            `json:"layers_to_transform,omitempty"`
	Without    any            `json:"exclude_modules,omitempty"`
}

// targets are the ends of names.
func (a *Adapter) targets(c *Config) []string {
	switch {
	case len(a.Targets) > 0:
		return a.Targets
	case architectures[c.Architecture].relative:
		return []string{"q", "v"}
	}
	return []string{"q_proj", "v_proj"}
}

// parts are the layers that have an adapter.
func (a *Adapter) parts(c *Config) (parts []folder.Part, err error) {
	kind := architectures[c.Architecture]
	found := map[string]bool{}
	for p := range c.parts() {
		name, ok := strings.CutSuffix(p.Name, ".weight")
		if !ok || len(p.Shape) != 2 {
			continue
		}
		for _, target := range a.targets(c) {
			if name != target && !strings.HasSuffix(name, "."+target) {
				continue
			}
			if p.Name == seasonHead+".weight" || strings.HasSuffix(p.Name, seasonTable) ||
				slices.Contains([]string{kind.shared, kind.head, kind.encoder.positions, kind.decoder.positions, kind.encoder.distance, kind.decoder.distance}, name) {
				return nil, fmt.Errorf("an adapter for %s, which is not a dense layer", name)
			}
			found[target] = true
			parts = append(parts, p)
			break
		}
	}
	for _, target := range a.targets(c) {
		if !found[target] {
			return nil, fmt.Errorf("an adapter for layers whose names end in %q, of which the model has none", target)
		}
	}
	return parts, nil
}

// Check refuses an adapter of layers that the model does not have. An Adapter that is nil is none.
func (a *Adapter) Check(c *Config) error {
	if a == nil {
		return nil
	}
	_, err := a.parts(c)
	return err
}

// adapters are those of a Net.
type adapters struct {
	Adapter
	params *folder.Params
	scale  float32
	base   [sha256.Size]byte // the digest of what they were learnt for
}

// adapt adds adapters to layers. At first they change nothing: B is 0.
func (n *Net) adapt(a *Adapter, base [sha256.Size]byte, rng *rand.Rand) {
	parts, err := a.parts(&n.Config)
	if err != nil {
		panic("decoder: " + err.Error()) // Check says so before
	}
	n.adapters = &adapters{*a, folder.NewParams(n.device, adapterPrefix+n.kind.prefix), float32(a.Alpha / float64(a.Rank)), base}
	for _, p := range parts {
		name := strings.TrimSuffix(p.Name, ".weight")
		out, in := p.Shape[0], p.Shape[1]
		x := make([]float32, a.Rank*in)
		for i := range x {
			x[i] = float32((2*rng.Float64() - 1) / math.Sqrt(float64(in)))
		}
		n.adapters.params.Add(folder.Part{Name: name + adapterA, Shape: []int{a.Rank, in}}, x, true)
		n.adapters.params.Add(folder.Part{Name: name + adapterB, Shape: []int{out, a.Rank}}, make([]float32, out*a.Rank), true)
	}
}

// add adds what the adapter of a layer gives for x to y, if the layer has one.
func (a *adapters) add(t *grad.Tape, y, x *grad.Var, layer string) *grad.Var {
	if a == nil || a.params.Var(layer+adapterA) == nil {
		return y
	}
	low := t.MatMul(x, a.params.Var(layer+adapterA).T())
	return t.Sum(y, t.Scale(t.MatMul(low, a.params.Var(layer+adapterB).T()), a.scale))
}

// AdapterFiles are those of the adapters, by name, for a base model; nil if all weights learn.
func (n *Net) AdapterFiles(base string) map[string]func(io.Writer) error {
	a := n.adapters
	if a == nil {
		return nil
	}
	config := adapterConfig{
		Kind: "LORA", Task: "SEQ_2_SEQ_LM", Base: base, Rank: a.Rank, Alpha: a.Alpha, Targets: a.targets(&n.Config), Bias: "none", Fixed: true,
	}
	return map[string]func(io.Writer) error{
		AdapterFile: func(w io.Writer) error {
			return safetensors.Write(w, a.params.Out(safetensors.F32), map[string]string{"format": "pt", adapterBase: hex.EncodeToString(a.base[:])})
		},
		AdapterConfigFile: func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(config)
		},
	}
}

// mostAdapted is how often adapters may be for other adapters, which may be those of a circle.
const mostAdapted = 3

// openAdapted opens the base model of a folder that has adapters in place of weights, and adds them to its weights when these are read.
// It gives nil where the folder has no adapters.
func (f *Folder) openAdapted(dir string, adapted int) (*folder.Weights, error) {
	file := filepath.Join(dir, AdapterConfigFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var c adapterConfig
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil {
		err = c.check()
	}
	if bad, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && bad.Field == "target_modules" {
		err = fmt.Errorf("target_modules is a %s, such as all-linear, and names no layers; write the list of the ends of their names there, as PEFT does when it saves", bad.Value)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	base := c.Base
	if !filepath.IsAbs(base) {
		base = filepath.Join(dir, base)
	}
	if adapted == mostAdapted {
		return nil, fmt.Errorf("%s is the last of %d folders of adapters, each to the next; merge some of them", dir, mostAdapted+1)
	}
	w, err := f.open(base, adapted+1)
	if err == nil && w == nil {
		_, err = safetensors.Open(base) // which says what is missing
	}
	if errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(c.Base) {
		err = fmt.Errorf("%w; if %s is the name of a model on the Hub, pull it and write its folder there", err, c.Base)
	}
	if err != nil {
		return nil, fmt.Errorf("%s has adapters for the model %s (base_model_name_or_path of %s): %w", dir, base, AdapterConfigFile, err)
	}
	a := &Adapter{Rank: c.Rank, Alpha: c.Alpha, Targets: c.Targets}
	if err := f.merge(w, a, filepath.Join(dir, AdapterFile)); err != nil {
		w.Close() // the reason is another
		return nil, fmt.Errorf("load the adapters of %s: %w", dir, err)
	}
	return w, nil
}

func (c *adapterConfig) check() error {
	switch {
	case c.Kind != "LORA":
		return fmt.Errorf("a peft_type of %q; known is LORA", c.Kind)
	case c.Rank < 1 || !(c.Alpha > 0):
		return fmt.Errorf("a rank of %d and lora_alpha %g", c.Rank, c.Alpha)
	case c.DoRA, c.RSLoRA, len(c.Saved) > 0, len(c.Ranks) > 0, len(c.Alphas) > 0, c.Transposed, c.Layers != nil, c.Without != nil, c.Bias != "" && c.Bias != "none":
		return errors.New("adapters of another kind than plain LoRA; merge them with PEFT (merge_and_unload) and save the whole model")
	}
	return nil
}

// merge has w give weights with what adapters add to them.
func (f *Folder) merge(w *folder.Weights, a *Adapter, file string) error {
	parts, err := a.parts(&f.Config)
	if err != nil {
		return err
	}
	archive, err := safetensors.Open(file)
	if err != nil {
		return err
	}
	defer archive.Close()
	// The path may lead to another model of the same shape by now. Adapters of other programs do not say which one they were learnt for.
	if base := w.Digest(); archive.Metadata(adapterBase) != "" && archive.Metadata(adapterBase) != hex.EncodeToString(base[:]) {
		return fmt.Errorf("they were learnt for other weights than those of %s; write the folder of the right model into base_model_name_or_path of %s, or train the adapters again", w.Dir, AdapterConfigFile)
	}
	used := map[string]bool{}
	for _, p := range parts {
		name := strings.TrimSuffix(p.Name, ".weight")
		out, in := p.Shape[0], p.Shape[1]
		var factors [2][]float32
		for i, part := range []folder.Part{{Name: name + adapterA, Shape: []int{a.Rank, in}}, {Name: name + adapterB, Shape: []int{out, a.Rank}}} {
			whole := adapterPrefix + f.kind.prefix + part.Name
			t, ok := archive.Tensor(whole)
			if !ok || !slices.Equal(t.Shape, part.Shape) || !t.Type.Fraction() {
				return fmt.Errorf("%s has no tensor %q of shape %d", file, whole, part.Shape)
			}
			used[whole] = true
			x, err := t.Float32s(nil)
			if err != nil {
				return err
			}
			factors[i] = slices.Clone(x)
		}
		w.Change(p.Name, func(x []float32) {
			d := tensor.New(1)
			defer d.Close()
			d.MatMul(tensor.Of(out, in, x), float32(a.Alpha/float64(a.Rank)), tensor.Of(out, a.Rank, factors[1]), tensor.Of(a.Rank, in, factors[0]), 1)
		})
	}
	for _, name := range archive.Names() {
		if !used[name] {
			return fmt.Errorf("%s has a tensor %q, which is not of a layer in target_modules (%s) of %s", file, name, strings.Join(a.targets(&f.Config), ", "), AdapterConfigFile)
		}
	}
	w.Mix(archive.Digest())
	// The same numbers count otherwise with another alpha. The path of the base model is left out: its weights are in the digest already.
	w.Mix(sha256.Sum256(fmt.Appendf(nil, "%d|%g|%q", a.Rank, a.Alpha, a.targets(&f.Config))))
	return nil
}
