package decoder

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/neural/folder"
	"hed/tensor"
)

// Season says that a model is a SEASON (Wang et al. 2022). Such a model reads a marker before every sentence. From the state
// there a head predicts to which of three degrees the sentence matters, and attention to its tokens has keys
// that know the degree: a vector of it, of which each layer of the decoder has its own, is added to the states before the keys
// are made of them, and not before the values are. What is added in use is the mean of the vectors by what the head
// gives to the degrees.
//
// The fields and the tensors have the names of SEASON's program. There the first row of a table of vectors is of tokens that belong to
// no sentence, and is 0.
type Season struct {
	Marker      int32   `json:"bosent_token_id"`
	Low         float64 `json:"lower_saliency_threshold"`  // the ROUGE-Lsum below which a sentence is of degree 0,
	High        float64 `json:"higher_saliency_threshold"` // and above which it is of degree 2
	Temperature float64 `json:"marginal_temperature"`      // of what the head gives
}

// Degrees is how many a sentence can have.
const Degrees = 3

// The tensors of Season. The table of a layer is beside the weights of its keys.
const (
	seasonHead  = "prediction_head"
	seasonTable = ".sent_info_emb.weight"
)

// parseSeason reads what config.json says of Season; nil for nothing.
func parseSeason(data []byte, vocabulary int) (*Season, error) {
	found := struct {
		Marker *int32 `json:"bosent_token_id"`
	}{}
	if err := json.Unmarshal(data, &found); err != nil || found.Marker == nil {
		return nil, err
	}
	s := &Season{Temperature: 0.5}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, err
	}
	switch {
	case s.Marker < 0 || int(s.Marker) >= vocabulary:
		return nil, fmt.Errorf("the marker of sentences, bosent_token_id %d, is not one of the model's %d tokens", s.Marker, vocabulary)
	case !(s.Temperature > 0 && s.Temperature <= math.MaxFloat32):
		return nil, fmt.Errorf("marginal_temperature %g: want a number above 0", s.Temperature)
	}
	return s, nil
}

// tables are the names of the tables of degrees, by layer.
func (c *Config) tables() (names []string) {
	key := architectures[c.Architecture].decoder.cross.key
	for i := range c.Decoder.Layers {
		names = append(names, folder.At(key[:strings.LastIndexByte(key, '.')], i)+seasonTable)
	}
	return names
}

// seasonParts are the tensors of a Season.
func (c *Config) seasonParts() []folder.Part {
	parts := []folder.Part{{Name: seasonHead + ".weight", Shape: []int{Degrees, c.Hidden}}, {Name: seasonHead + ".bias", Shape: []int{Degrees}}}
	for _, name := range c.tables() {
		parts = append(parts, folder.Part{Name: name, Shape: []int{1 + Degrees, c.Hidden}})
	}
	return parts
}

// Sentences gives the places of the markers, counted over all texts, and for each token the sentence that it is of, likewise, -1 for the
// end of a text and for what is before its first marker.
func (s *Season) Sentences(texts [][]int32, ends []int32) (marks, of []int32) {
	for _, text := range texts {
		at := int32(-1)
		for _, id := range text {
			if id == s.Marker {
				at = int32(len(marks))
				marks = append(marks, int32(len(of)))
			} else if slices.Contains(ends, id) {
				at = -1
			}
			of = append(of, at)
		}
	}
	return marks, of
}

// A guide is a Season on a device.
type guide struct {
	head dense
	keys []tensor.Matrix // for each layer what a degree adds to keys
}

func (l *loader) guide() *guide {
	c, d := &l.Config, l.device
	g := &guide{head: l.dense(c.Hidden, Degrees, seasonHead)}
	table, key := d.New(1+Degrees, c.Hidden), d.New(c.Decoder.Width, c.Hidden)
	defer tensor.Free(d, table, key)
	for i, name := range c.tables() {
		d.Write(table, l.Numbers(name))
		d.Write(key, l.Numbers(folder.At(l.kind.decoder.cross.key, i)+".weight"))
		// A key is a sum of products, of which the one with the state is computed for all models.
		added := d.New(Degrees, c.Decoder.Width)
		l.Kept = append(l.Kept, added)
		d.MatMul(added, 1, table.Part(1, 1+Degrees, 0, c.Hidden), key.T(), 0)
		g.keys = append(g.keys, added)
	}
	return g
}

// degrees are those of the sentences of some texts, nil where there are none.
type degrees struct {
	*guide
	device tensor.Device
	shares tensor.Matrix // of each degree, for each sentence
	of     []int32       // the sentence of each token
}

// judge finds the degrees by the states of texts.
func (m *Model) judge(x tensor.Matrix, texts [][]int32) *degrees {
	if m.guide == nil {
		return nil
	}
	marks, of := m.Config.Season.Sentences(texts, m.Settings.Ends)
	if len(marks) == 0 {
		return nil
	}
	for m.padded && len(marks) < x.Rows { // no sentence has these
		marks = append(marks, -1)
	}
	for len(of) < x.Rows {
		of = append(of, -1)
	}
	d := m.device
	states := d.New(len(marks), x.Cols)
	defer tensor.Free(d, states)
	d.Gather(states, x, marks)
	g := &degrees{guide: m.guide, device: d, shares: d.New(len(marks), Degrees), of: of}
	d.Linear(g.shares, states, g.head.weights, g.head.bias, tensor.Identity)
	d.Softmax(g.shares, g.shares, 1/float32(m.Config.Season.Temperature), nil)
	return g
}

// stress adds what the degrees of sentences do to the keys of a layer.
func (g *degrees) stress(keys tensor.Matrix, layer int) {
	if g == nil {
		return
	}
	d := g.device
	each, all := d.New(g.shares.Rows, keys.Cols), d.New(keys.Rows, keys.Cols)
	defer tensor.Free(d, each, all)
	d.MatMul(each, 1, g.shares, g.keys[layer], 0)
	d.Gather(all, each, g.of)
	d.Add(keys, keys, all)
}

func (g *degrees) free() {
	if g != nil {
		tensor.Free(g.device, g.shares)
	}
}
