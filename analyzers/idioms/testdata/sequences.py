# Idioms and their silent twins: what a line is stands behind it, and nothing else may be found.

import collections
import contextlib
import functools
import math
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
import triton.language as tl


def is_padding_mask(self):
    padding = torch.arange(n, device=lens.device)[None, :] >= lens[:, None]  # is: padding-mask


def is_not_padding_mask(self):
    late = steps >= lens[:, None]  # not: padding-mask


def is_valid_mask(self):
    places = torch.arange(n)
    valid = places < lens.unsqueeze(1)  # is: valid-mask


def is_not_valid_mask(self):
    valid = places < lens.unsqueeze(1)  # not: valid-mask


def is_same_segment(self):
    same = ids[:, None] == ids[None, :]  # is: same-segment


def is_not_same_segment(self):
    same = ids[:, None] == others[None, :]  # not: same-segment


def is_causal_keep(self):
    mask = torch.tril(torch.ones(n, n, dtype=torch.bool))  # is: causal-keep


def is_not_causal_keep(self):
    lower = torch.tril(weights)  # not: causal-keep


def is_causal_hide(self):
    mask = torch.triu(torch.full((n, n), float('-inf')), diagonal=1)  # is: causal-hide


def is_not_causal_hide(self):
    mask = torch.triu(torch.ones(n, n), diagonal=2)  # not: causal-hide


def is_masked_by_infinity(self):
    scores = scores.masked_fill(hidden, float('-inf'))  # is: masked-by-infinity


def is_not_masked_by_infinity(self):
    scores = scores.masked_fill(hidden, float('inf'))  # not: masked-by-infinity


def is_masked_by_lowest(self):
    scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)  # is: masked-by-lowest


def is_not_masked_by_lowest(self):
    scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).max)  # not: masked-by-lowest


def is_masked_by_zero(self):
    probs = probs.masked_fill(dropped, 0.0)  # is: masked-by-zero


def is_not_masked_by_zero(self):
    probs = probs.masked_fill(dropped, 0.5)  # not: masked-by-zero


def is_masked_mean(self):
    mean = (losses * mask).sum() / mask.sum()  # is: masked-mean


def is_not_masked_mean(self):
    mean = (losses * mask).sum() / losses.numel()  # not: masked-mean


def is_offsets_with_zero(self):
    offsets = F.pad(torch.cumsum(lens, dim=0, dtype=torch.int32), (1, 0))  # is: offsets-with-zero


def is_not_offsets_with_zero(self):
    offsets = F.pad(torch.cumsum(lens, dim=0), (0, 1))  # not: offsets-with-zero


def is_offsets_by_cat(self):
    offsets = torch.cat([torch.zeros(1, dtype=torch.long), lens.cumsum(0)])  # is: offsets-by-cat


def is_not_offsets_by_cat(self):
    offsets = torch.cat([lens, lens.cumsum(0)])  # not: offsets-by-cat


def is_offsets_in_place(self):
    offsets[1:] = torch.cumsum(lens, dim=0)  # is: offsets-in-place


def is_not_offsets_in_place(self):
    offsets[:-1] = torch.cumsum(lens, dim=0)  # not: offsets-in-place


def is_exclusive_sum(self):
    starts = counts.cumsum(0) - counts  # is: exclusive-sum


def is_not_exclusive_sum(self):
    rest = counts.cumsum(0) - total  # not: exclusive-sum


def is_lengths_of_offsets(self):
    lens = offsets[1:] - offsets[:-1]  # is: lengths-of-offsets


def is_not_lengths_of_offsets(self):
    both = offsets[1:] + offsets[:-1]  # not: lengths-of-offsets


def is_next_tokens(self):
    labels = tokens[:, 1:].contiguous()  # is: next-tokens


def is_not_next_tokens(self):
    rest = tokens[:, 1:]  # not: next-tokens


def is_next_tokens_buffered(self):
    inputs.extend(tokens[:-1])  # is: next-tokens-buffered
    labels.extend(tokens[1:])


def is_not_next_tokens_buffered(self):
    inputs.extend(tokens[:-1])  # not: next-tokens-buffered
    labels.extend(others[1:])


def is_rolled_left(self):
    targets = torch.roll(tokens, shifts=-1, dims=-1)  # is: rolled-left


def is_not_rolled_left(self):
    targets = torch.roll(tokens, shifts=1, dims=-1)  # not: rolled-left


def is_padded_length(self):
    padded = (length + block - 1) // block * block  # is: padded-length


def is_not_padded_length(self):
    padded = (length + block) // block * block  # not: padded-length


def is_missing_to_multiple(self):
    lacking = (block - length % block) % block  # is: missing-to-multiple


def is_not_missing_to_multiple(self):
    lacking = block - length % block  # not: missing-to-multiple


def is_ceil_division(self):
    blocks = (length + size - 1) // size  # is: ceil-division


def is_not_ceil_division(self):
    blocks = (length + size + 1) // size  # not: ceil-division


def is_rounded_down(self):
    whole = length // block * block  # is: rounded-down


def is_not_rounded_down(self):
    other = length // block * size  # not: rounded-down


def is_rotated_halves(self):
    turned = torch.cat((-second, first), dim=-1)  # is: rotated-halves


def is_not_rotated_halves(self):
    joined = torch.cat((second, first), dim=-1)  # not: rotated-halves
