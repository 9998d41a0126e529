package bertscore

import (
	"fmt"
	"path"
	"strings"

	"hed/neural/embed"
)

// layers are those that bert-score takes for models, which its authors chose by how
// well the scores go with people's judgements of WMT16 translations: the figures
// of its model2layers for the kinds of models that hed runs, by the last part of
// their names.
var layers = map[int]string{
	1:  "bert_uncased_L-2_H-128_A-2 bert_uncased_L-2_H-256_A-4 bert_uncased_L-2_H-512_A-8",
	2:  "bert_uncased_L-2_H-768_A-12",
	3:  "bert_uncased_L-4_H-128_A-2 bert_uncased_L-4_H-256_A-4 bert_uncased_L-4_H-512_A-8 bert_uncased_L-4_H-768_A-12",
	4:  "distilbert-base-uncased-distilled-squad distilbert-base-turkish-cased",
	5:  "distilroberta-base distilbert-base-uncased distilbert-base-multilingual-cased bert_uncased_L-6_H-128_A-2 bert_uncased_L-6_H-256_A-4 bert_uncased_L-6_H-512_A-8 bert_uncased_L-6_H-768_A-12",
	6:  "bert_uncased_L-8_H-512_A-8",
	7:  "roberta-base-openai-detector bert_uncased_L-8_H-128_A-2 bert_uncased_L-8_H-256_A-4 bert_uncased_L-8_H-768_A-12",
	8:  "bert-base-chinese scibert_scivocab_uncased mpnet-base spanbert-base-cased unsup-simcse-roberta-base bert_uncased_L-10_H-128_A-2 bert_uncased_L-10_H-256_A-4 bert_uncased_L-10_H-768_A-12",
	9:  "bert-base-uncased bert-base-cased-finetuned-mrpc bert-base-multilingual-cased scibert_scivocab_cased scibert_basevocab_uncased xlm-roberta-base bertweet-base bert_uncased_L-10_H-512_A-8 bert_uncased_L-12_H-768_A-12",
	10: "roberta-base finbert unsup-simcse-bert-base-uncased sup-simcse-bert-base-uncased sup-simcse-roberta-base bert-base-turkish-cased bert_uncased_L-12_H-128_A-2 bert_uncased_L-12_H-512_A-8",
	11: "bert_uncased_L-12_H-256_A-4",
	13: "unsup-simcse-roberta-large",
	15: "roberta-large-openai-detector",
	16: "sup-simcse-roberta-large",
	17: "roberta-large xlm-roberta-large spanbert-large-cased",
	18: "bert-large-uncased unsup-simcse-bert-large-uncased sup-simcse-bert-large-uncased",
	19: "roberta-large-mnli",
}

// chooseLayer gives the layer that was asked for, or that of the model's name.
func chooseLayer(m *embed.Model, asked *int) (int, error) {
	most := m.Config().Layers
	if asked != nil {
		if *asked < 0 || *asked > most {
			return 0, fmt.Errorf("layer=%d: the model %s has layers 1 to %d, and 0, the embeddings", *asked, m.Name, most)
		}
		return *asked, nil
	}
	for _, name := range []string{m.Name, path.Base(m.Origin)} {
		if layer, ok := layerOf(name); ok && layer <= most {
			return layer, nil
		}
	}
	return 0, fmt.Errorf("bert-score has no layer for the model %s; give layer=N (1 to %d)", m.Name, most)
}

// layerOf gives the layer that bert-score takes for the model of a name, less its
// owner's.
func layerOf(name string) (layer int, ok bool) {
	for layer, names := range layers {
		for known := range strings.FieldsSeq(names) {
			if known == name {
				return layer, true
			}
		}
	}
	return 0, false
}
