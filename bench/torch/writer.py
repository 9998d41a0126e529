"""What bench/writer.go does, with transformers:

    python writer.py make KIND FOLDER
    python writer.py write FOLDER DEVICE PRECISION ARTICLES TOKENS RUNS

"make" makes a random model of the shape of BART-base (bart) or T5-base (t5), the same each time, whose settings write 24 tokens with 4 beams.
"write" writes headlines for articles of any tokens, and prints the seconds of each run after a first, and the scores of the best headlines of the first two.
DEVICE is cpu or cuda, PRECISION float32 or bfloat16.
"""

import json
import sys
import time

import torch
from transformers import (
    AutoModelForSeq2SeqLM, BartConfig, BartForConditionalGeneration, GenerationConfig, T5Config, T5ForConditionalGeneration,
)

SETTINGS = dict(num_beams=4, min_length=25, max_length=25)


def make(kind, folder):
    torch.manual_seed(1)
    if kind == "bart":
        model = BartForConditionalGeneration(BartConfig(
            d_model=768, encoder_layers=6, decoder_layers=6, encoder_attention_heads=12, decoder_attention_heads=12, encoder_ffn_dim=3072, decoder_ffn_dim=3072))
        settings = GenerationConfig(decoder_start_token_id=2, bos_token_id=0, pad_token_id=1, eos_token_id=2, **SETTINGS)
    else:
        model = T5ForConditionalGeneration(T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12))
        settings = GenerationConfig(decoder_start_token_id=0, pad_token_id=0, eos_token_id=1, **SETTINGS)
    model.generation_config = settings
    model.save_pretrained(folder)


def write(folder, device, precision, articles, tokens, runs):
    torch.set_num_threads(2)
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).eval().to(device, getattr(torch, precision))
    ids = torch.tensor([[1000 + (i * 7919 + j * 104729) % 20000 for j in range(tokens)] for i in range(articles)], device=device)
    mask = torch.ones_like(ids)

    def generate(n, **more):
        return model.generate(ids[:n], attention_mask=mask[:n], **more)

    seconds = []
    with torch.inference_mode():
        generate(1 if device == "cpu" else articles)
        for _ in range(runs):
            start = time.perf_counter()
            generate(articles).tolist()  # which waits for the device
            seconds.append(time.perf_counter() - start)
        # These take memory, so not before.
        scores = generate(min(2, articles), return_dict_in_generate=True, output_scores=True).sequences_scores.tolist()
    print(json.dumps({"seconds": seconds, "scores": scores}))


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    write(*sys.argv[2:5], *map(int, sys.argv[5:]))
