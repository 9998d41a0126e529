"""What bench/tuner.go does, with transformers:

    python tuner.py make KIND FOLDER
    python tuner.py learn FOLDER DEVICE BATCH TOKENS STEPS

"make" makes a random model of the shape of BART-base (bart) or T5-base (t5), the same each time; "tiny" is for a try. "learn" fine-tunes it with Adam, with a dropout of 0.1 in states and
gradients clipped at a norm of 1, on batches of any tokens with headlines of 24, and prints the loss of the first batch without dropout, and the seconds of each step after some.
"""

import json
import sys
import time

import torch
from transformers import AutoModelForSeq2SeqLM, BartConfig, BartForConditionalGeneration, GenerationConfig, T5Config, T5ForConditionalGeneration

WARM, HEADLINE = 5, 24


def make(kind, folder):
    torch.manual_seed(1)
    if kind == "t5":
        model = T5ForConditionalGeneration(T5Config(d_model=768, d_ff=3072, num_layers=12, num_heads=12, decoder_start_token_id=0))
    else:
        width, layers = (64, 1) if kind == "tiny" else (768, 6)
        model = BartForConditionalGeneration(BartConfig(
            d_model=width, encoder_layers=layers, decoder_layers=layers, encoder_attention_heads=width // 64, decoder_attention_heads=width // 64,
            encoder_ffn_dim=4 * width, decoder_ffn_dim=4 * width))
    start, end = (0, 1) if kind == "t5" else (2, 2)
    model.generation_config = GenerationConfig(decoder_start_token_id=start, eos_token_id=end, pad_token_id=model.config.pad_token_id)
    model.save_pretrained(folder)


def tokens(step, rows, cols):
    return torch.tensor([[1000 + ((step * rows + i) * 7919 + j * 104729) % 20000 for j in range(cols)] for i in range(rows)])


def learn(folder, device, batch, length, steps):
    torch.set_num_threads(2)
    torch.backends.cuda.matmul.allow_tf32 = False
    model = AutoModelForSeq2SeqLM.from_pretrained(folder).to(device)
    adam = torch.optim.Adam(model.parameters(), lr=5e-5)
    seconds = []

    def loss(step):
        ids = tokens(step, batch, length).to(device)
        return model(input_ids=ids, attention_mask=torch.ones_like(ids), labels=tokens(step, batch, HEADLINE).to(device)).loss

    model.eval()
    with torch.no_grad():
        first = loss(0).item()
    model.train()
    for step in range(WARM + steps):
        start = time.perf_counter()
        adam.zero_grad()
        loss(step).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        if device == "cuda":
            torch.cuda.synchronize()
        if step >= WARM:
            seconds.append(time.perf_counter() - start)
    peak = torch.cuda.max_memory_allocated() / 1e6 if device == "cuda" else 0
    print(json.dumps({"seconds": seconds, "loss": first, "memory": peak}))


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    learn(*sys.argv[2:4], *map(int, sys.argv[4:]))
