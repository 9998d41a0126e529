"""Makes types.safetensors: a tensor of each type, as the format's own library
writes it.

    python -m venv v && v/bin/pip install torch safetensors && v/bin/python golden.py

f32, f16, bf16 and f64 have the numbers of NUMBERS, rounded to the type.
"""

import os

import safetensors
import torch
from safetensors.torch import save_file

NUMBERS = [0.0, -0.0, 1.0, -2.5, 0.1, 65504.0, 6e-8, 1e-30, float("inf"), float("-inf")]

x = torch.tensor(NUMBERS, dtype=torch.float64).reshape(2, 5)
save_file(
    {
        "f32": x.float(), "f16": x.half(), "bf16": x.bfloat16(), "f64": x,
        "i64": torch.arange(3), "bool": torch.tensor([True, False, True]),
        "scalar": torch.tensor(4.0), "empty": torch.zeros(0, 7),
    },
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "types.safetensors"),
    metadata={"torch": torch.__version__, "safetensors": safetensors.__version__},
)
