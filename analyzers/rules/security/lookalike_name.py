# --- pkg/reduce.py
import torch.distributed as dist


def reduce(x):
    dist.ａll_reduce(x)  # expect: lookalike-name
    𝓍 = x  # expect: lookalike-name
    return f"{ﬁx(x)}"  # expect: lookalike-name


def ﬁx(x):  # expect: lookalike-name
    return x


def plain(größe, 損失):  # silent: letters that are no others
    return größe + 損失  # silent: a string is no name


TEXT = "ａll_reduce"  # silent: a string is no name
# ａll_reduce  # silent: nor is a comment
ｉｆ = 1  # silent: not the keyword, and no other name either
