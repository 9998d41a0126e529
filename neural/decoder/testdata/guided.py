"""Restates the losses of BRIO (Liu et al. 2022) and SEASON (Wang et al. 2022) with PyTorch, on the models of golden.py.

    python -m venv v && v/bin/pip install torch transformers==4.57.1 && v/bin/python guided.py

brio.json.gz        for each model: texts with a reference and candidates, the best first, and the score of each; both parts of
                    the loss and its gradients
season/             a tiny random BART with a marker before each sentence, a head and tables of degrees, under the
                    names that SEASON's program has
season.json.gz      the loss with given degrees and its gradients, the loss with those of the head, and what is written for
                    texts, greedily and with beams

Losses and gradients are computed in float64, with weights of two indices divided by 4, for the reason that learn.py gives; gradients are
kept as there. There is no dropout.
"""

import json
import os

import torch
import torch.nn.functional as F
import transformers
from transformers import AutoModelForSeq2SeqLM, BartConfig, BartForConditionalGeneration, GenerationConfig

import golden

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = {n: m.__version__ for n, m in [("torch", torch), ("transformers", transformers)]}
MARGIN, RANK, LIKELIHOOD, SMOOTHING, ALPHA = 0.001, 10.0, 0.1, 0.1, 2.0
TEMPERATURE, ADJACENT = 0.5, 0.1
SHOWN, SHRUNK = 12, 0.25
torch.set_num_threads(1)


def shrink(model):
    model = model.double()
    for name, p in model.named_parameters():
        if model.config.model_type == "pegasus" and "positions" in name:  # sines, which do not learn
            p.requires_grad = False
        elif p.dim() == 2:
            p.data *= SHRUNK
    return model


def gradients(model, loss):
    loss.backward()
    shown = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            g = p.grad.flatten()
            shown[name] = [g.norm().item()] + g[:: max(1, len(g) // SHOWN)].tolist()
    return shown


def chances(model, text, target):
    """The logarithms of the chances of all tokens, at each token of a target."""
    start = torch.tensor([[model.generation_config.decoder_start_token_id] + target[:-1]])
    return model(input_ids=torch.tensor([text]), decoder_input_ids=start, use_cache=False).logits[0].log_softmax(-1)


def score(logs, target):
    return logs[torch.arange(len(target)), torch.tensor(target)].sum() / len(target) ** ALPHA


def ranking(scores):
    """scores are those of the candidates of a text, the best first."""
    total = 0
    for i in range(1, len(scores)):
        total = total + F.relu(scores[i:] - scores[:-i] + MARGIN * i).mean()
    return total


def smoothed(logs, targets, smoothing):
    """The mean over all tokens."""
    rows = []
    for l, t in zip(logs, targets):
        rows.append((1 - smoothing) * l[torch.arange(len(t)), torch.tensor(t)] + smoothing * l.mean(-1))
    return -torch.cat(rows).mean()


def brio(name):
    model = AutoModelForSeq2SeqLM.from_pretrained(f"{HERE}/{name}", dtype=torch.float32, attn_implementation="eager").eval()
    end = model.generation_config.eos_token_id
    texts = []
    for i, n in enumerate([6, 5, 3]):  # candidates
        text = torch.randint(10, model.config.vocab_size, (7 + 9 * i,)).tolist() + [end]
        several = [torch.randint(10, model.config.vocab_size, (3 + (5 * k + i) % 11,)).tolist() + [end] for k in range(n)]
        # Written ones are likelier than random ones.
        written = model.generate(torch.tensor([text]), num_beams=4, num_return_sequences=2, do_sample=False, max_length=12, num_beam_groups=1, diversity_penalty=0.0, use_cache=False)
        for k, row in enumerate(written[:, 1:].tolist()):
            several[2 * k] = row[:row.index(end) + 1] if end in row else row
        reference = torch.randint(10, model.config.vocab_size, (5 + 2 * i,)).tolist() + [end]
        texts.append({"text": text, "reference": reference, "candidates": several})

    def scores():
        return [torch.stack([score(chances(model, t["text"], c), c) for c in t["candidates"]]) for t in texts]

    out = {"texts": texts, "scores": [s.tolist() for s in scores()]}
    shrink(model)
    rank = sum(map(ranking, scores())) / len(texts)
    likelihood = sum(smoothed([chances(model, t["text"], t["reference"])], [t["reference"]], SMOOTHING) for t in texts) / len(texts)
    loss = RANK * rank + LIKELIHOOD * likelihood
    print(name, "rank", rank.item(), "likelihood", likelihood.item())
    return out | {"rank": rank.item(), "likelihood": likelihood.item(), "loss": loss.item(), "gradients": gradients(model, loss)}


class Season:
    """What SEASON adds to a BART, by hooks: one text at a time."""

    def __init__(self, model, marker):
        self.model, self.marker, self.gold = model, marker, None
        model.model.encoder.register_forward_hook(self.read, with_kwargs=True)
        for layer in model.model.decoder.layers:
            attention = layer.encoder_attn
            attention.k_proj.register_forward_pre_hook(lambda _, args, a=attention: (args[0] + self.added(a),))

    def sentences(self, ids):
        """The sentence of each token, from 0; -1 for the end."""
        at, all = -1, []
        for id in ids:
            at += id == self.marker
            all.append(-1 if id == self.model.generation_config.eos_token_id else at)
        return torch.tensor(all)

    def read(self, _, args, kwargs, out):
        ids = (kwargs.get("input_ids") if kwargs.get("input_ids") is not None else args[0])[0].tolist()
        self.of = self.sentences(ids)
        states = out.last_hidden_state[0]
        self.logits = self.model.model.prediction_head(states[[i for i, id in enumerate(ids) if id == self.marker]])

    def added(self, attention):
        if self.gold is not None:
            degrees = F.one_hot(torch.tensor(self.gold), 3).to(self.model.dtype)
        else:
            degrees = (self.logits / TEMPERATURE).softmax(-1)
        none = degrees.new_zeros(1, attention.embed_dim)
        return torch.cat([degrees @ attention.sent_info_emb.weight[1:], none])[self.of][None]

    def loss(self, texts, gold):
        heads, labels, logs = [], [], []
        for t in texts:
            self.gold = t["degrees"] if gold else None
            logs.append(chances(self.model, t["text"], t["reference"]))
            heads.append(self.logits.log_softmax(-1))
            for d in t["degrees"]:
                near = [k for k in (d - 1, d + 1) if 0 <= k < 3]
                labels.append([1 - ADJACENT if k == d else ADJACENT / len(near) if k in near else 0 for k in range(3)])
        self.gold = None
        head = -(torch.tensor(labels, dtype=heads[0].dtype) * torch.cat(heads)).sum(-1).mean()
        return head, smoothed(logs, [t["reference"] for t in texts], 0)


def season():
    tokenizer = golden.bpe()
    tokenizer.add_special_tokens(["<mask>"])
    marker = tokenizer.token_to_id("<mask>")
    model = BartForConditionalGeneration(BartConfig(
        vocab_size=tokenizer.get_vocab_size(), d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=2,
        encoder_ffn_dim=40, decoder_ffn_dim=36, max_position_embeddings=128, attn_implementation="eager",
        bosent_token_id=marker, lower_saliency_threshold=0.125, higher_saliency_threshold=0.23, marginal_temperature=TEMPERATURE))
    model.generation_config = GenerationConfig(
        decoder_start_token_id=2, bos_token_id=0, pad_token_id=1, eos_token_id=2, max_length=18, num_beams=4, no_repeat_ngram_size=3, early_stopping=True)
    model.model.prediction_head = torch.nn.Linear(32, 3)
    for layer in model.model.decoder.layers:
        layer.encoder_attn.sent_info_emb = torch.nn.Embedding(4, 32, padding_idx=0)
    golden.shake(model)
    with torch.no_grad():
        for layer in model.model.decoder.layers:
            layer.encoder_attn.sent_info_emb.weight[0] = 0
            layer.encoder_attn.sent_info_emb.weight *= 4  # so that degrees matter
        model.model.prediction_head.weight *= 2
        end = model.model.shared.weight[2]
        end.copy_((end * 0.375).bfloat16())  # or most texts end at once
    model.eval()
    own = Season(model, marker)

    def text(i):
        article = golden.ARTICLES[i % len(golden.ARTICLES)]
        sentences = [s for s in article.replace("? ", ". ").split(". ") if s]
        sentences = [sentences[(i + k) % len(sentences)][:20 + 5 * k] for k in range(1 + i % 5)]
        ids = tokenizer.encode("<mask>" + "<mask>".join(sentences)).ids[1:]
        return ids[:80] + ids[-1:] if len(ids) > 80 else ids

    out = {"versions": VERSIONS, "marker": marker}
    with torch.no_grad():
        out["ids"], out["greedy"], out["beams"] = [], [], []
        for i in range(60):
            ids = text(i)
            out["ids"].append(ids)
            for name, run in [("greedy", "greedy"), ("beams", "headline")]:
                out[name].append(golden.write(model, [ids], golden.RUNS[run])[0][0][0])
        tables = [layer.encoder_attn.sent_info_emb.weight.clone() for layer in model.model.decoder.layers]
        for layer in model.model.decoder.layers:
            layer.encoder_attn.sent_info_emb.weight *= 0
        differ = sum(golden.write(model, [ids], golden.RUNS["greedy"])[0][0][0] != out["greedy"][i] for i, ids in enumerate(out["ids"]))
        for layer, table in zip(model.model.decoder.layers, tables):
            layer.encoder_attn.sent_info_emb.weight.copy_(table)
        print("season: degrees change", differ, "of 60")
    model.bfloat16().save_pretrained(f"{HERE}/season")
    os.chmod(f"{HERE}/season/model.safetensors", 0o644)
    tokenizer.save(f"{HERE}/season/tokenizer.json", pretty=False)
    texts = []
    for i in range(4):
        ids = text(i)
        n = ids.count(marker)
        texts.append({"text": ids, "reference": torch.randint(10, 290, (4 + 3 * i,)).tolist() + [2], "degrees": torch.randint(0, 3, (n,)).tolist()})
    shrink(model)
    head, likelihood = own.loss(texts, gold=True)
    out |= {"texts": texts, "head": head.item(), "likelihood": likelihood.item(), "gradients": gradients(model, head + likelihood)}
    with torch.no_grad():
        out["free"] = own.loss(texts, gold=False)[1].item()
    print("season head", out["head"], "likelihood", out["likelihood"], "free", out["free"])
    return out


def main():
    torch.manual_seed(7)
    golden.save({"versions": VERSIONS, "models": {name: brio(name) for name in ("bart", "mt5", "pegasus", "t5")}}, f"{HERE}/brio")
    golden.save(season(), f"{HERE}/season")


if __name__ == "__main__":
    main()
