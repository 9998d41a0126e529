"""Makes a folder from which hed train transformer teaches a T5 from nothing: config.json, generation_config.json and a tokenizer.json whose words come from a corpus.

    python -m venv v && v/bin/pip install tokenizers==0.22.2 zstandard && v/bin/python folder.py TRAIN.jsonl[.zst] DIR

The tokenizer is a Unigram of 16,000 pieces, learnt from all headlines and every third article; the model has 10.4 million weights: 4 + 3 layers of width 256 with 4 heads. It reads
160 tokens of an article.
"""

import io
import json
import os
import sys

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

VOCABULARY = 16_000


def texts(file):
    stream = open(file, "rb")
    if file.endswith(".zst"):
        import zstandard

        stream = zstandard.ZstdDecompressor().stream_reader(stream)
    for i, line in enumerate(io.TextIOWrapper(stream, "utf8")):
        d = json.loads(line)
        yield d["headline"]
        if i % 3 == 0:
            yield d["text"]


def main(file, folder):
    t = Tokenizer(models.Unigram())
    t.normalizer = normalizers.NFKC()
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Metaspace(), pre_tokenizers.Digits(individual_digits=True)])
    t.decoder = decoders.Metaspace()
    t.train_from_iterator(texts(file), trainers.UnigramTrainer(
        vocab_size=VOCABULARY, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    t.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    os.makedirs(folder, exist_ok=True)
    t.save(f"{folder}/tokenizer.json")
    tokens = dict(decoder_start_token_id=0, pad_token_id=0, eos_token_id=1)
    config = dict(
        model_type="t5", architectures=["T5ForConditionalGeneration"], is_encoder_decoder=True, tie_word_embeddings=True, vocab_size=VOCABULARY,
        d_model=256, d_kv=64, d_ff=1024, num_heads=4, num_layers=4, num_decoder_layers=3, n_positions=160, feed_forward_proj="relu", dropout_rate=0.1, **tokens)
    for name, value in [("config", config), ("generation_config", dict(num_beams=4, no_repeat_ngram_size=3, **tokens))]:
        with open(f"{folder}/{name}.json", "w", encoding="utf8") as f:
            json.dump(value, f, indent=2)


main(*sys.argv[1:])
