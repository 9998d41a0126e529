package hubtest

import (
	"os"
	"path/filepath"
)

// Tokenizer is a tokenizer.json of six tokens.
const Tokenizer = `{"version":"1.0","normalizer":{"type":"Lowercase"},"pre_tokenizer":{"type":"Whitespace"},
"post_processor":{"type":"BertProcessing","cls":["[CLS]",6],"sep":["[SEP]",7]},
"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,
"vocab":{"[PAD]":0,"[UNK]":1,"a":2,"b":3,"##a":4,"##b":5,"[CLS]":6,"[SEP]":7}}}
`

// Model reads a folder of neural/encoder/testdata and adds what encoders are pulled
// with: the tokenizer above, and how sentence-transformers pools.
func Model(dir string) (files map[string]string, err error) {
	files = map[string]string{
		"tokenizer.json":        Tokenizer,
		"tokenizer_config.json": "{}\n",
		"modules.json":          "[]\n",
		"1_Pooling/config.json": `{"pooling_mode_mean_tokens": true}` + "\n",
		"README.md":             "Not needed.\n",
		"onnx/model.onnx":       "Not needed either.\n",
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() == "states.safetensors" { // what the tests of package encoder expect
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = string(data)
	}
	return files, nil
}
