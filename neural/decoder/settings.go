package decoder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"hed/neural/folder"
)

// Settings say how texts are written: greedily if Beams is 1, else by beam search, in Groups if there are several, or
// drawn at random if Sample is set. Names in comments are those of transformers.
type Settings struct {
	Beams int // num_beams; of Sample, how many texts are drawn
	// Groups of beams are kept apart: a token that the groups before have chosen at a step costs Diversity for each of
	// them (num_beam_groups, diversity_penalty; Vijayakumar et al. 2018).
	Groups    int
	Diversity float64

	Min, Max int // tokens that are written, without the end for Min and with it for Max (min_length, max_length less 1)
	// NoRepeat and NoCopy: no n tokens come twice in a row of what is written, or are written as they were read; 0 for no such
	// rule (no_repeat_ngram_size, encoder_no_repeat_ngram_size).
	NoRepeat, NoCopy int
	// Penalty: the logarithm of the probability is divided by tokens^Penalty (length_penalty).
	Penalty float64
	Early   Early // early_stopping

	Sample      bool    // do_sample
	Temperature float64 // logits are divided by it
	TopK        int     // only the best tokens are drawn; 0 for all (top_k)
	TopP        float64 // only the best tokens that have so much of the probability together (top_p)

	Start     int32   // what the first step sees (decoder_start_token_id)
	Padding   int32   // what groups that are done count as (pad_token_id)
	Ends      []int32 // tokens that end a text (eos_token_id)
	First     int32   // the first token that is written; -1 for any (forced_bos_token_id)
	Last      []int32 // the last, at Max; nil for any (forced_eos_token_id)
	Not       []int32 // tokens that are never written (suppress_tokens)
	NotFirst  []int32 // nor at first (begin_suppress_tokens)
	Forbidden [][]int32
}

// Early says when beam search is done with a text that has as many ends as there are beams.
type Early int

const (
	// WhenUnlikely: the best beam at work would be worse if it ended now (early_stopping false).
	WhenUnlikely Early = iota
	// AtOnce is early_stopping true.
	AtOnce
	// WhenImpossible: no beam can become better, whatever comes ("never").
	WhenImpossible
)

// generation are the fields of generation_config.json, and of config.json in older folders.
type generation struct {
	Beams     *int     `json:"num_beams"`
	Groups    *int     `json:"num_beam_groups"`
	Diversity *float64 `json:"diversity_penalty"`
	MinLength *int     `json:"min_length"`
	MaxLength *int     `json:"max_length"`
	MinNew    *int     `json:"min_new_tokens"`
	MaxNew    *int     `json:"max_new_tokens"`
	NoRepeat  *int     `json:"no_repeat_ngram_size"`
	NoCopy    *int     `json:"encoder_no_repeat_ngram_size"`
	Penalty   *float64 `json:"length_penalty"`
	Early     any      `json:"early_stopping"`

	Sample      *bool    `json:"do_sample"`
	Temperature *float64 `json:"temperature"`
	TopK        *int     `json:"top_k"`
	TopP        *float64 `json:"top_p"`

	Start      *int32    `json:"decoder_start_token_id"`
	Begin      *int32    `json:"bos_token_id"`
	Padding    *int32    `json:"pad_token_id"`
	Ends       list      `json:"eos_token_id"`
	First      *int32    `json:"forced_bos_token_id"`
	ForceBegin bool      `json:"force_bos_token_to_be_generated"` // of old BARTs, in place of First
	Last       list      `json:"forced_eos_token_id"`
	Not        []int32   `json:"suppress_tokens"`
	NotFirst   []int32   `json:"begin_suppress_tokens"`
	Forbidden  [][]int32 `json:"bad_words_ids"`
}

// GenerationFields are the names of the fields that say how a model writes.
func GenerationFields() (names []string) {
	t := reflect.TypeFor[generation]()
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("json"))
	}
	return names
}

// A list is one number or several.
type list []int32

func (l *list) UnmarshalJSON(data []byte) error {
	if strings.HasPrefix(string(data), "[") {
		return json.Unmarshal(data, (*[]int32)(l))
	}
	var one *int32
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	if *l = nil; one != nil {
		*l = list{*one}
	}
	return nil
}

// unknown are settings that change what is written and that this package does not have, with the value that changes nothing.
var unknown = map[string]float64{
	"repetition_penalty": 1, "encoder_repetition_penalty": 1, "typical_p": 1, "epsilon_cutoff": 0, "eta_cutoff": 0, "guidance_scale": 1, "penalty_alpha": 0,
	"sequence_bias": 0, "min_p": 0, "renormalize_logits": 0, "exponential_decay_length_penalty": 0, "constraints": 0, "force_words_ids": 0, "watermarking_config": 0, "dola_layers": 0,
	"stop_strings": 0, "max_time": 0,
}

// readSettings reads generation_config.json of a folder or, where it is missing, what config.json says.
func readSettings(dir string, c *Config) (Settings, error) {
	file := filepath.Join(dir, "generation_config.json")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		file = filepath.Join(dir, folder.ConfigFile)
		data, err = os.ReadFile(file)
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read how the model writes: %w", err)
	}
	s, err := parseSettings(data)
	if err == nil {
		err = s.Check(c)
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read %s: %w", file, err)
	}
	return s, nil
}

func parseSettings(data []byte) (Settings, error) {
	var g generation
	var all map[string]any
	if err := errors.Join(json.Unmarshal(data, &g), json.Unmarshal(data, &all)); err != nil {
		return Settings{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		if v := all[name]; v != nil && v != false && v != unknown[name] {
			return Settings{}, fmt.Errorf("%s is %v, and this way of writing is not known; remove it from a copy of the folder", name, v)
		}
	}
	s := Settings{
		Beams: or(g.Beams, 1), Groups: or(g.Groups, 1), Diversity: or(g.Diversity, 0),
		Min: max(0, or(g.MinLength, 0)-1), Max: or(g.MaxLength, 20) - 1,
		NoRepeat: or(g.NoRepeat, 0), NoCopy: or(g.NoCopy, 0), Penalty: or(g.Penalty, 1),
		Sample: or(g.Sample, false), Temperature: or(g.Temperature, 1), TopK: or(g.TopK, 50), TopP: or(g.TopP, 1),
		Start: or(g.Start, or(g.Begin, -1)), Ends: g.Ends, First: or(g.First, -1), Last: g.Last, Not: g.Not, NotFirst: g.NotFirst, Forbidden: g.Forbidden,
	}
	if g.ForceBegin {
		s.First = or(g.First, or(g.Begin, -1))
	}
	if s.Max == 19 { // the default of transformers, which is of tokens that are written
		s.Max = 20
	}
	s.Min, s.Max = or(g.MinNew, s.Min), or(g.MaxNew, s.Max)
	if len(s.Ends) > 0 {
		s.Padding = s.Ends[0]
	}
	s.Padding = or(g.Padding, s.Padding)
	switch g.Early {
	case nil, false:
	case true:
		s.Early = AtOnce
	case "never":
		s.Early = WhenImpossible
	default:
		return Settings{}, fmt.Errorf("early_stopping is %v; expected true, false or \"never\"", g.Early)
	}
	return s, nil
}

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// Check refuses settings that make no sense for a model.
func (s *Settings) Check(c *Config) error {
	for _, n := range []struct {
		what      string
		value     int
		low, high int
	}{
		{"beams", s.Beams, 1, 256}, {"groups of beams", s.Groups, 1, max(1, s.Beams)},
		{"tokens at least", s.Min, 0, math.MaxInt32}, {"tokens at most", s.Max, max(1, s.Min), 1 << 16},
		{"tokens that do not repeat", s.NoRepeat, 0, math.MaxInt32}, {"tokens that are not copied", s.NoCopy, 0, math.MaxInt32},
		{"tokens to draw from", s.TopK, 0, math.MaxInt32},
	} {
		if n.value < n.low || n.value > n.high {
			return fmt.Errorf("%d %s: want a number from %d to %d", n.value, n.what, n.low, n.high)
		}
	}
	switch {
	case c.positions > 0 && s.Max > c.positions:
		return fmt.Errorf("%d tokens at most: the model has positions for %d", s.Max, c.positions)
	case s.Beams%s.Groups != 0:
		return fmt.Errorf("%d beams cannot be shared by %d groups", s.Beams, s.Groups)
	case s.Groups > 1 && !(s.Diversity > 0 && s.Diversity <= math.MaxFloat32):
		return fmt.Errorf("%d groups of beams with a diversity of %g: want a number above 0, or the groups are all the same", s.Groups, s.Diversity)
	case s.Groups > 1 && s.Sample:
		return errors.New("groups of beams and drawing at random do not go together")
	case math.IsNaN(s.Penalty) || math.IsInf(s.Penalty, 0):
		return fmt.Errorf("a length penalty of %g: want a number", s.Penalty)
	case !(s.Temperature > 0):
		return fmt.Errorf("a temperature of %g: want a number above 0", s.Temperature)
	case !(s.TopP > 0 && s.TopP <= 1):
		return fmt.Errorf("the best tokens with %g of the probability: want a share above 0 and up to 1", s.TopP)
	case s.Start < 0:
		return errors.New("there is no decoder_start_token_id, the token that writing starts with; the files are not of a model that writes")
	}
	ids := slices.Concat([]int32{s.Start, s.Padding, max(0, s.First)}, s.Ends, s.Last, s.Not, s.NotFirst, slices.Concat(s.Forbidden...))
	for _, id := range ids {
		if err := c.Check(id); err != nil {
			return fmt.Errorf("of the tokens with a meaning: %w", err)
		}
	}
	return nil
}

// ends says whether a token ends a text.
func (s *Settings) ends(id int32) bool { return slices.Contains(s.Ends, id) }

// power is what a text of so many tokens is divided by; one without any, as where all tokens are forbidden, is left as it is.
func (s *Settings) power(tokens int) float64 { return math.Pow(float64(max(1, tokens)), s.Penalty) }
