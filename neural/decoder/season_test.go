package decoder_test

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hed/neural/decoder"
)

// season is what testdata/guided.py made of the model of that name.
type season struct {
	Marker int32
	Texts  []struct {
		Text, Reference []int32
		Degrees         []int32
	}
	Head, Likelihood, Free float64
	Gradients              map[string][]float64
	IDs, Greedy, Beams     [][]int32
}

// unpack reads a golden file.
func unpack(t testing.TB, file string, to any) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(to); err != nil {
		t.Fatal(err)
	}
}

// seasonTexts are those of the golden file, and one without a marker.
func seasonTexts(g *season) (texts []decoder.Text) {
	for _, ids := range append(g.IDs, []int32{20, 21, 2}) {
		texts = append(texts, decoder.Text{Tokens: ids})
	}
	return texts
}

// TestSeason compares what a SEASON writes with the restatement, token for token, for 60 texts of one to five sentences, alone and
// together.
func TestSeason(t *testing.T) {
	var g season
	unpack(t, filepath.Join("testdata", "season.json.gz"), &g)
	m := open(t, filepath.Join("testdata", "season"))
	if s := m.Config.Season; s == nil || *s != (decoder.Season{Marker: g.Marker, Low: 0.125, High: 0.23, Temperature: 0.5}) {
		t.Fatalf("config.json says %+v", s)
	}
	texts := seasonTexts(&g)
	settings := runs(m)
	for name, want := range map[string][][]int32{"greedy": g.Greedy, "headline": g.Beams} {
		all, err := m.Write(t.Context(), texts, settings[name])
		if err != nil {
			t.Fatal(err)
		}
		for i, tokens := range want {
			if !slices.Equal(all[i][0].Tokens, tokens) {
				t.Errorf("%s, text %d: wrote %v, the restatement %v", name, i, all[i][0].Tokens, tokens)
			}
		}
		for i := 0; i < len(texts); i += 7 {
			alone, err := m.Write(t.Context(), texts[i:i+1], settings[name])
			if err != nil || !reflect.DeepEqual(alone[0], all[i]) {
				t.Errorf("%s, text %d: %v alone, %v in a batch, error %v", name, i, alone, all[i], err)
			}
		}
	}
}

// TestSeasonRefused: a config.json that asks for what cannot be, and weights that lack SEASON's, are refused.
func TestSeasonRefused(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"bosent_token_id": 300`, `"bosent_token_id": 301`, "bosent_token_id 301, is not one of the model's 301 tokens"},
		{`"marginal_temperature": 0.5`, `"marginal_temperature": 0`, "marginal_temperature 0: want a number above 0"},
		{`"decoder_layers": 2`, `"decoder_layers": 1`, ""},
	} {
		dir := edit(t, filepath.Join("testdata", "season"), "config.json", c.old, c.new)
		_, err := decoder.Read(dir)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
	dir := edit(t, filepath.Join("testdata", "bart"), "config.json", `"vocab_size": 300`, `"vocab_size": 300, "bosent_token_id": 4`)
	if _, err := decoder.Read(dir); err == nil || !strings.Contains(err.Error(), `"prediction_head.weight"`) {
		t.Errorf("without SEASON's weights: %v", err)
	}
	// The head and the tables learn no adapters: nothing added them to these in writing.
	f, err := decoder.Read(filepath.Join("testdata", "season"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, target := range []string{"prediction_head", "sent_info_emb"} {
		a := &decoder.Adapter{Rank: 2, Alpha: 4, Targets: []string{target}}
		if err := a.Check(&f.Config); err == nil || !strings.Contains(err.Error(), "which is not a dense layer") {
			t.Errorf("an adapter for %s: %v", target, err)
		}
	}
}
