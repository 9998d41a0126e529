"""Makes the models of the tests and what they write, with transformers 4.55, the last that has diverse beam search.

    python -m venv v && v/bin/pip install torch transformers==4.55.4 && v/bin/python golden.py [DIR [NAME...]]

With DIR it makes models of 60 million parameters there (mT5, whose head is its own, has 87), for TestLarge, with some of the settings, without
logits and without looking for ties.

NAME/               a tiny random model of each architecture, as save_pretrained writes it, with a tokenizer of the
                    sample articles; those of Unigram come out a little different each time. All weights are exact in F16 and BF16, so the same numbers in any type write the same.
NAME.json.gz
                    what 200 texts are written as, for each of the settings: "ids" are the texts, and
                    "runs" has for each of the settings the tokens and scores of up to two candidates for each text. "ties" are
                    the texts for which a run in float64 writes something else: their best scores are too close to
                    tell. "buckets" are those of T5's distances, "draws" the probabilities of tokens that are drawn, with the last logits.
NAME.safetensors
                    logits TEXT of the first texts after "forced", tokens that follow the start
"""

import gzip
import json
import os
import shutil
import sys

import tokenizers
import torch
import transformers
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = os.path.dirname(os.path.abspath(__file__))
LARGE = len(sys.argv) > 1
OUT = sys.argv[1] if LARGE else HERE
VERSIONS = {n: m.__version__ for n, m in [("torch", torch), ("transformers", transformers), ("tokenizers", tokenizers)]}
TEXTS, LENGTH = 200, 40
torch.set_num_threads(1)

with open(f"{HERE}/../../../internal/sample/articles.jsonl", encoding="utf8") as f:
    ARTICLES = [json.loads(line)["text"] for line in f]

# Settings of generate. Those of the folder are in generation_config.json.
RUNS = {
    "greedy": dict(num_beams=1),
    "greedy rules": dict(num_beams=1, no_repeat_ngram_size=2, min_length=8, suppress_tokens=[20, 21, 22], begin_suppress_tokens=[23, 24, 25]),
    "beams": dict(num_beams=4),
    "headline": dict(num_beams=4, no_repeat_ngram_size=3, length_penalty=2.0, early_stopping=True),
    "never": dict(num_beams=4, length_penalty=1.0, early_stopping="never"),
    "short": dict(num_beams=3, length_penalty=-0.5, early_stopping="never", min_length=4),
    "plain": dict(num_beams=5, length_penalty=0.0, max_length=9),
    "forced": dict(num_beams=4, forced_bos_token_id=9, forced_eos_token_id="eos", max_length=12, no_repeat_ngram_size=1),
    "words": dict(num_beams=2, bad_words_ids=[[11], [12, 13], [14, 15, 16], ["eos"]], encoder_no_repeat_ngram_size=2),
    "two ends": dict(num_beams=3, eos_token_id=["eos", 17]),
    "diverse": dict(num_beams=4, num_beam_groups=2, diversity_penalty=0.5),
    "groups of one": dict(num_beams=4, num_beam_groups=4, diversity_penalty=1.0, no_repeat_ngram_size=3, length_penalty=2.0, early_stopping=True),
    "diverse never": dict(num_beams=6, num_beam_groups=3, diversity_penalty=1.5, early_stopping="never", max_length=12, min_length=3, length_penalty=0.5),
}


def bpe():
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.decoder = decoders.ByteLevel()
    t.train_from_iterator(ARTICLES, trainers.BpeTrainer(
        vocab_size=300, special_tokens=["<s>", "<pad>", "</s>", "<unk>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    t.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return t


def unigram(vocabulary):
    t = Tokenizer(models.Unigram())
    t.normalizer = normalizers.NFKC()
    t.pre_tokenizer = pre_tokenizers.Metaspace()
    t.decoder = decoders.Metaspace()
    t.train_from_iterator(ARTICLES, trainers.UnigramTrainer(
        vocab_size=vocabulary, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    t.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return t


def words(tokenizer):
    return 30000 if LARGE else tokenizer.get_vocab_size()


def kinds():
    """Name, model, tokenizer, type, shard size."""
    from transformers import (
        BartConfig, BartForConditionalGeneration, GenerationConfig, MT5Config, MT5ForConditionalGeneration,
        PegasusConfig, PegasusForConditionalGeneration, T5Config, T5ForConditionalGeneration,
    )

    t = bpe()
    size = dict(
        d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=2,
        encoder_ffn_dim=40, decoder_ffn_dim=36, max_position_embeddings=64, attn_implementation="eager")
    if LARGE:
        size |= dict(d_model=512, encoder_layers=6, decoder_layers=6, encoder_attention_heads=8, decoder_attention_heads=8, encoder_ffn_dim=2048, decoder_ffn_dim=2048)
    wide = dict(size)
    if LARGE:  # as norms come after each part, a deep random BART writes the same token at each step
        wide |= dict(d_model=1024, encoder_layers=2, decoder_layers=2, encoder_attention_heads=16, decoder_attention_heads=16, encoder_ffn_dim=4096, decoder_ffn_dim=4096, vocab_size=4000)
    m = BartForConditionalGeneration(BartConfig(**dict(vocab_size=words(t)) | wide))
    m.generation_config = GenerationConfig(
        decoder_start_token_id=2, bos_token_id=0, pad_token_id=1, eos_token_id=2, max_length=18, num_beams=4, no_repeat_ngram_size=3, early_stopping=True)
    yield "bart", m, t, torch.bfloat16, "1GB"
    t = unigram(160)
    m = PegasusForConditionalGeneration(PegasusConfig(vocab_size=words(t), scale_embedding=True, activation_function="relu", **size))
    m.generation_config = GenerationConfig(decoder_start_token_id=0, pad_token_id=0, eos_token_id=1, max_length=18, num_beams=3, length_penalty=0.8)
    yield "pegasus", m, t, torch.float32, "1GB"
    size = dict(
        vocab_size=words(t), d_model=32, d_kv=6, d_ff=40, num_layers=2, num_decoder_layers=3, num_heads=4,
        relative_attention_num_buckets=16, relative_attention_max_distance=24, attn_implementation="eager")
    if LARGE:
        size |= dict(d_model=512, d_kv=64, d_ff=2048, num_layers=6, num_decoder_layers=6, num_heads=8)
    settings = dict(decoder_start_token_id=0, pad_token_id=0, eos_token_id=1, max_length=18)
    m = T5ForConditionalGeneration(T5Config(feed_forward_proj="relu", **size))
    m.generation_config = GenerationConfig(**settings)
    yield "t5", m, t, torch.float16, "1GB"
    m = MT5ForConditionalGeneration(MT5Config(feed_forward_proj="gated-gelu", tie_word_embeddings=False, **size))
    m.generation_config = GenerationConfig(**settings, num_beams=4, num_beam_groups=2, diversity_penalty=0.5)
    yield "mt5", m, t, torch.bfloat16, "40KB"


def shake(model):
    """Random weights, large enough for all parts to matter, and ends that come now and then."""
    end = model.generation_config.eos_token_id
    for name, p in model.named_parameters():
        if name.endswith("embed_positions.weight") and isinstance(model, transformers.PegasusForConditionalGeneration):
            continue
        spread = 0.1 if p.dim() == 1 else 0.2
        bart = isinstance(model, transformers.BartForConditionalGeneration)
        if LARGE and p.dim() == 2:
            spread = 0.035 if bart else 0.05 if p.shape[0] == model.config.vocab_size else 0.1
            if model.config.model_type in ("t5", "mt5"):  # whose products are not scaled: about as its own first weights
                spread = 1 if name == "shared.weight" else 0.006 if name.endswith(".q.weight") else 0.044
        x = torch.randn_like(p) * spread
        if "norm" in name and name.endswith("weight"):
            x += 1
        # What is written should depend on what is read. T5 does not scale its products.
        if "encoder_attn." in name and (bart or not LARGE):
            x *= 3
        if "EncDecAttention" in name and not LARGE:
            x *= 1.5
        if p.shape[0] == model.config.vocab_size:
            x[end] *= 3.5
        x[x.abs() < 2**-14] = 0  # F16 has fewer digits there
        p.data = x.bfloat16().float()
    if hasattr(model, "final_logits_bias"):
        x = torch.randn_like(model.final_logits_bias) * 0.3
        if LARGE:
            x[0, end] += 2 if bart else 5
        model.final_logits_bias = x.bfloat16().float()
    model.tie_weights()


def batch(ids, pad):
    n = max(map(len, ids))
    return torch.tensor([x + [pad] * (n - len(x)) for x in ids]), torch.tensor([[1] * len(x) + [0] * (n - len(x)) for x in ids])


def write(model, ids, run):
    """For each text up to two candidates: tokens, score."""
    config = model.generation_config
    end = config.eos_token_id
    run = {k: [[end if i == "eos" else i for i in x] if isinstance(x, list) else end if x == "eos" else x for x in v]
           if isinstance(v, list) else end if v == "eos" else v for k, v in run.items()}
    reset = dict(num_beams=1, num_beam_groups=1, diversity_penalty=0.0, no_repeat_ngram_size=0, early_stopping=False, length_penalty=1.0, max_length=18)
    run = reset | run
    several = min(2, run["num_beams"])
    ends = run.get("eos_token_id", end)
    ends = ends if isinstance(ends, list) else [ends]
    if len(ids) > 1 and "encoder_no_repeat_ngram_size" in run:  # which takes padding for text
        return [write(model, [x], run)[0] for x in ids]
    x, mask = batch(ids, config.pad_token_id)
    with torch.no_grad():
        # Groups cannot give scores in float64.
        r = model.generate(x, attention_mask=mask, do_sample=False, num_return_sequences=several, return_dict_in_generate=True,
                           output_scores=model.dtype == torch.float32, **run)
    scores = r.sequences_scores.tolist() if r.get("sequences_scores") is not None else [None] * len(r.sequences)
    rows = []
    for row, score in zip(r.sequences[:, 1:].tolist(), scores):
        at = min([row.index(e) for e in ends if e in row], default=len(row) - 1)
        rows.append([row[:at + 1], score and float(f"{score:.7g}")])
    return [rows[i:i + several] for i in range(0, len(rows), several)]


def buckets(model):
    from transformers.models.t5.modeling_t5 import T5Attention

    d = torch.arange(-600, 601)
    return [{"buckets": n, "farthest": far, "both": both, "of": T5Attention._relative_position_bucket(d, both, n, far).tolist()}
            for n, far in [(32, 128), (16, 24), (32, 256), (64, 300)] for both in (False, True)]


def draws(logits):
    """With which probability tokens are drawn."""
    from transformers import LogitsProcessorList, TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper

    out = []
    for temperature, k, p in [(1.0, 0, 1.0), (0.5, 10, 1.0), (1.5, 0, 0.7), (0.7, 20, 0.8), (2.0, 50, 0.05)]:
        warp = LogitsProcessorList([TemperatureLogitsWarper(temperature)])
        if k:
            warp.append(TopKLogitsWarper(k))
        if p < 1:
            warp.append(TopPLogitsWarper(p))
        share = warp(None, logits).softmax(-1)[0]
        out.append({"temperature": temperature, "k": k, "p": p, "shares": {i: float(f"{v:.7g}") for i, v in enumerate(share.tolist()) if v > 0}})
    return out


def save(golden, folder):
    with open(f"{folder}.json.gz", "wb") as f, gzip.GzipFile("", "wb", 9, f, mtime=0) as z:
        z.write(json.dumps(golden, separators=(",", ":")).encode())


def main():
    torch.manual_seed(1)
    for name, model, tokenizer, dtype, shard in kinds():
        folder = f"{OUT}/{name}"
        if len(sys.argv) > 2 and name not in sys.argv[2:]:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        shake(model)
        model.eval()
        ids = []
        for i in range(TEXTS):
            text = ARTICLES[i % len(ARTICLES)]
            at = (i * 37) % (len(text) // 2)
            row = tokenizer.encode(text[at:]).ids
            if LARGE:
                row = torch.randint(10, model.config.vocab_size, (len(row) - 1,)).tolist() + row[-1:]
            n = 1 + (i * 7) % LENGTH
            ids.append(row[:n] + row[-1:] if i % 10 else [row[-1]] * (1 + i // 100))
        golden = {"versions": VERSIONS, "ids": ids, "runs": {}, "ties": {}}
        if name == "t5":
            golden["buckets"] = buckets(model)
        for run, settings in RUNS.items():
            if LARGE and run not in ("greedy rules", "headline", "diverse"):
                continue
            model.float()
            single = write(model, ids, settings)
            model.double()
            double = single if LARGE else write(model, ids, settings)
            golden["runs"][run] = single
            golden["ties"][run] = [i for i in range(TEXTS) if [r[0] for r in single[i]] != [r[0] for r in double[i]]]
            lengths = [len(r[0][0]) for r in single]
            print(name, run, "ties", len(golden["ties"][run]), "distinct", len({tuple(r[0][0]) for r in single}), "mean length", sum(lengths) / TEXTS, "shortest", min(lengths), flush=True)
        model.float()
        if LARGE:
            model.save_pretrained(folder)
            save(golden, folder)
            continue
        forced = [single[0][0] for single in golden["runs"]["greedy"][:3]]
        golden["forced"] = forced
        logits = {}
        with torch.no_grad():
            for i, row in enumerate(forced):
                start = torch.tensor([[model.generation_config.decoder_start_token_id] + row])
                logits[str(i)] = model(input_ids=torch.tensor([ids[i]]), decoder_input_ids=start).logits[0].contiguous()
        golden["draws"] = draws(logits["2"][-1:])
        model.to(dtype).save_pretrained(folder, max_shard_size=shard)
        tokenizer.save(f"{folder}/tokenizer.json", pretty=False)
        save_file(logits, f"{folder}.safetensors", metadata=VERSIONS)
        save(golden, folder)


if __name__ == "__main__":
    main()
