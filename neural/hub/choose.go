package hub

import (
	"context"
	"fmt"
	"os"
	"slices"

	"hed/tensor/safetensors"
)

// The files of a model that hed has a use for, besides the weights.
const (
	configFile    = "config.json"
	tokenizerFile = "tokenizer.json"
	weightsFile   = safetensors.WholeFile
	indexFile     = safetensors.IndexFile
)

// more are files that only some models have. What sentence-transformers sets for an
// encoder is in a file that is named after its kind.
var more = []string{
	"tokenizer_config.json", "special_tokens_map.json", "generation_config.json",
	"modules.json", "config_sentence_transformers.json", "1_Pooling/config.json",
	"sentence_bert_config.json", "sentence_roberta_config.json", "sentence_distilbert_config.json",
	"sentence_camembert_config.json", "sentence_xlm-roberta_config.json",
}

// choose decides which of a model's files to fetch, the small ones first, and refuses
// a model that hed could not read before anything large is fetched.
func (p *pull) choose(listed map[string]bool) ([]string, error) {
	if !listed[configFile] {
		return nil, fmt.Errorf("it has no %s, so it is not a model of transformers; choose another", configFile)
	}
	names := []string{configFile}
	switch {
	case listed[weightsFile]:
		names = append(names, weightsFile)
	case listed[indexFile]:
		names = append(names, indexFile)
	case listed["pytorch_model.bin"], listed["pytorch_model.bin.index.json"]:
		return nil, fmt.Errorf("it has weights in pytorch_model.bin only, which hed does not read, since it can run programs; %s", convert(p.name))
	default:
		return nil, fmt.Errorf("it has no %s; choose another model, or another revision", weightsFile)
	}
	if !listed[tokenizerFile] {
		return nil, fmt.Errorf("it has no %s; %s", tokenizerFile, convert(p.name))
	}
	names = slices.Insert(names, 1, tokenizerFile)
	for _, n := range more {
		if listed[n] {
			names = slices.Insert(names, 1, n)
		}
	}
	return names, nil
}

// convert says how to make a folder that hed reads of a model that it does not. It is
// what people with such a model have Python for.
func convert(model string) string {
	return fmt.Sprintf("write it again, as safetensors with a tokenizer.json: "+
		`python -c "import sys, transformers as t; writes = t.AutoConfig.from_pretrained(sys.argv[1]).is_encoder_decoder; `+
		`[c.from_pretrained(sys.argv[1]).save_pretrained(sys.argv[2]) for c in (t.AutoModelForSeq2SeqLM if writes else t.AutoModel, t.AutoTokenizer)]" '%s' converted`, model)
}

// shards fetches the index and gives the files that it names.
func (p *pull) shards(ctx context.Context, listed map[string]bool) ([]string, error) {
	f, err := p.remote.describe(ctx, p.commit, indexFile)
	if err != nil {
		return nil, err
	}
	if f.size > longestAnswer {
		return nil, fmt.Errorf("%s has %d bytes, which no index has", indexFile, f.size)
	}
	if err := p.ensure(ctx, f); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(p.blob(f.sum))
	if err != nil {
		return nil, err
	}
	index, err := safetensors.ParseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", indexFile, err)
	}
	names := index.Files()
	for _, n := range names {
		if !listed[n] {
			return nil, fmt.Errorf("%s names the file %s, which is not there; choose another revision", indexFile, n)
		}
	}
	return names, nil
}
