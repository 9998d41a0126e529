package sbert

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzFolder: whatever the files say of which sentence-transformers makes a model, they are refused, or say how vectors are made.
func FuzzFolder(f *testing.F) {
	f.Add(`[{"path":"","type":"a.Transformer"},{"path":"1_Pooling","type":"a.Pooling"},{"type":"a.Normalize"}]`, `{"pooling_mode":["cls"]}`, `{"prompts":{"q":""},"default_prompt_name":"q"}`, `{"max_seq_length":12,"do_lower_case":true}`)
	f.Add(`[{"path":"1_Pooling","type":"Pooling"}]`, `{"pooling_mode_mean_tokens":true,"pooling_mode_cls_token":1}`, `{}`, `{"max_seq_length":-1}`)
	f.Add(`[{"path":"../..","type":"Pooling"},{}]`, `{"pooling_mode":[[]]}`, `null`, `[]`)
	f.Fuzz(func(t *testing.T, modules, pooling, prompts, limits string) {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "1_Pooling"), 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"modules.json": modules, "1_Pooling/config.json": pooling, "config_sentence_transformers.json": prompts, "sentence_bert_config.json": limits,
		} {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := readFolder(dir)
		if err == nil && (got.pooling != meanPooling && got.pooling != clsPooling || got.tokens < 0) {
			t.Errorf("got %+v", got)
		}
	})
}
