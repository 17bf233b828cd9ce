#!/usr/bin/env python3
"""Compares the emulation with PyTorch on the CPU, bit by bit.

usage: bazel run //tests/numerics:compare_with_pytorch

Needs PyTorch (Debian: python3-torch). For each expression the share of results that have the same
bits; elementwise ones in bf16 on every input (pairs: 262,144 random ones), rows on random normals.
"""

import os
import subprocess
import sys

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    sys.exit("compare_with_pytorch: no PyTorch here; run: sudo apt-get install python3-torch")

VALUES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "values")
NAMES = {"torch": torch, "F": F}

UNARY = ["torch.exp(x)", "torch.log(x)", "torch.sqrt(x)", "torch.rsqrt(x)", "torch.tanh(x)",
         "torch.sigmoid(x)", "torch.log1p(x)", "torch.expm1(x)", "torch.cos(x)", "x.pow(2)",
         "torch.sin(x)", "torch.erf(x)", "F.silu(x)", "F.gelu(x)", "F.softplus(x)",
         "F.logsigmoid(x)", "torch.reciprocal(x)", "x*1.702"]
BINARY = ["x+y", "x-y", "x*y", "x/y", "torch.maximum(x,y)"]
ROWS = ["torch.softmax(x,-1)", "torch.log_softmax(x,-1)", "x.logsumexp(-1)", "x.sum(-1)",
        "x.mean(-1)", "x.var(-1)", "x.norm(2,-1)", "x.cumsum(-1)", "F.layer_norm(x,(256,))",
        "x-x.mean(-1,keepdim=True)"]
ROW_LENGTH = 256


def every_bf16():
    bits = torch.arange(-32768, 32768, dtype=torch.int32).to(torch.int16)
    values = bits.view(torch.bfloat16)
    return values[torch.isfinite(values.float())]


def ours(expression, inputs, row_length):
    data = b"".join(x.float().contiguous().numpy().tobytes() for x in inputs)
    result = subprocess.run([VALUES, expression, "bf16", str(row_length)], input=data,
                            stdout=subprocess.PIPE, check=True).stdout
    return torch.frombuffer(bytearray(result), dtype=torch.float32)


def share_of_same_bits(expression, inputs, row_length=0):
    # Single-threaded evaluation of one Python expression of this file.
    theirs = eval(expression, dict(NAMES, **dict(zip("xy", inputs)))).float().flatten()
    mine = ours(expression, inputs, row_length)
    same = (mine == theirs) | (torch.isnan(mine) & torch.isnan(theirs))
    return same.float().mean().item(), theirs.numel()


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    print("PyTorch %s, bf16 on the CPU" % torch.__version__)
    cases = [(text, (every_bf16(),), 0) for text in UNARY]
    pair = tuple((torch.randn(262144) * 4).bfloat16() for _ in range(2))
    cases += [(text, pair, 0) for text in BINARY]
    rows = ((torch.randn(512, ROW_LENGTH) * 2).bfloat16(),)
    cases += [(text, rows, ROW_LENGTH) for text in ROWS]
    for text, inputs, row_length in cases:
        try:
            share, count = share_of_same_bits(text, inputs, row_length)
            print("%-32s %8.4f %% of %d" % (text, 100 * share, count))
        except RuntimeError as error:  # PyTorch of this release lacks it for bf16.
            print("%-32s %s" % (text, str(error).splitlines()[0]))


if __name__ == "__main__":
    main()
