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


def is_topk_kept(self):
    best = scores.topk(k + 1, dim=1)
    chosen = best.indices[:, :-1]  # is: topk-kept


def is_not_topk_kept(self):
    best = scores.topk(k + 1, dim=1)
    chosen = best.indices[:, :-2]  # not: topk-kept


def is_topk_threshold(self):
    best = torch.topk(scores, k + 1)
    bar = best.values[:, -1:]  # is: topk-threshold


def is_not_topk_threshold(self):
    worst = torch.topk(scores, k + 1, largest=False)
    bar = worst.values[:, -1:]  # not: topk-threshold


def is_column_quantile(self):
    level = (scores - bar).topk(share + 1, dim=0).values[-1].contiguous()  # is: column-quantile


def is_not_column_quantile(self):
    level = scores.topk(share + 1, dim=1).values[-1]  # not: column-quantile


def is_column_kth(self):
    level = scores.topk(share, dim=0).values[-1]  # is: column-kth


def is_not_column_kth(self):
    level = scores.topk(share, dim=0).values[0]  # not: column-kth


def is_row_kth(self):
    floor = torch.topk(logits, top_k)[0][..., -1, None]  # is: row-kth


def is_not_row_kth(self):
    floor = torch.topk(logits, top_k)[1][..., -1, None]  # not: row-kth


def is_topk_less_bias(self):
    best = (scores - penalty).topk(k, dim=1)  # is: topk-less-bias


def is_not_topk_less_bias(self):
    best = (scores - penalty).topk(k, dim=1, largest=False)  # not: topk-less-bias


def is_topk_plus_bias(self):
    best = torch.topk(scores + correction, k, dim=-1)  # is: topk-plus-bias


def is_not_topk_plus_bias(self):
    best = torch.topk(scores * correction, k, dim=-1)  # not: topk-plus-bias


def is_even_share(self):
    assert (tokens * k) % experts == 0
    share = tokens * k // experts  # is: even-share


def is_not_even_share(self):
    share = tokens * k // experts  # not: even-share


def is_weights_sum_to_one(self):
    weights = weights / weights.sum(dim=-1, keepdim=True)  # is: weights-sum-to-one


def is_not_weights_sum_to_one(self):
    weights = weights / others.sum(dim=-1, keepdim=True)  # not: weights-sum-to-one


def is_rank_by_argsort(self):
    order = torch.argsort(experts)
    undo = torch.argsort(order)  # is: rank-by-argsort


def is_not_rank_by_argsort(self):
    order = torch.argsort(experts)
    undo = torch.argsort(order, descending=True)  # not: rank-by-argsort


def is_undo_permutation(self):
    _, sorted_order = torch.sort(experts)
    undo = torch.argsort(sorted_order)  # is: undo-permutation


def is_not_undo_permutation(self):
    ranking = torch.argsort(scores)  # not: undo-permutation


def is_inverse_by_scatter(self):
    undo[order] = torch.arange(n, device=order.device)  # is: inverse-by-scatter


def is_not_inverse_by_scatter(self):
    undo[order] = torch.zeros(n)  # not: inverse-by-scatter


def is_one_hot(self):
    mask = F.one_hot(experts, num_classes=n)  # is: one-hot


def is_not_one_hot(self):
    mask = one_hot(experts, n)  # not: one-hot


def is_one_hot_by_scatter(self):
    chosen = torch.zeros_like(logits).int().scatter(1, experts, 1).bool()  # is: one-hot-by-scatter


def is_not_one_hot_by_scatter(self):
    chosen = torch.ones_like(logits).scatter(1, experts, 1)  # not: one-hot-by-scatter


def is_gather_by_index(self):
    probs = torch.gather(scores, dim=1, index=experts)  # is: gather-by-index


def is_not_gather_by_index(self):
    parts = gather(scores, 1, experts)  # not: gather-by-index


def is_token_log_probs(self):
    taken = logits.log_softmax(dim=-1).gather(-1, labels.unsqueeze(-1))  # is: token-log-probs


def is_not_token_log_probs(self):
    taken = logits.softmax(dim=-1).gather(-1, labels.unsqueeze(-1))  # is: gather-by-index; not: token-log-probs


def is_bincount(self):
    load = torch.bincount(experts, minlength=n)  # is: bincount


def is_not_bincount(self):
    load = torch.bincount(experts)  # not: bincount


def is_histogram(self):
    load = torch.histc(experts, bins=n, min=0, max=n)  # is: histogram


def is_not_histogram(self):
    load = numpy.histogram(experts, bins=n)  # not: histogram


def is_segment_sum(self):
    sums.index_add_(0, owners, rows)  # is: segment-sum


def is_not_segment_sum(self):
    sums.index_copy_(0, owners, rows)  # not: segment-sum


def is_scatter_sum(self):
    out.scatter_add_(0, index, values)  # is: scatter-sum


def is_not_scatter_sum(self):
    out.scatter_(0, index, values)  # not: scatter-sum


def is_count_by_scatter(self):
    counts.scatter_add_(0, index, torch.ones_like(index))  # is: count-by-scatter


def is_not_count_by_scatter(self):
    counts.scatter_(0, index, torch.ones_like(index))  # not: count-by-scatter


def is_load_balancing_loss(self):
    loss = torch.sum(mean_probs * tokens_per_expert) * scale  # is: load-balancing-loss


def is_not_load_balancing_loss(self):
    loss = torch.sum(mean_probs * weights) * scale  # not: load-balancing-loss


def is_sigmoid_scores(self):
    scores = torch.sigmoid(logits.float())  # is: sigmoid-scores


def is_not_sigmoid_scores(self):
    keep = torch.sigmoid(gate)  # not: sigmoid-scores


def is_grouped_heads(self):
    key = key.repeat_interleave(groups, dim=1)  # is: grouped-heads


def is_not_grouped_heads(self):
    ids = ids.repeat_interleave(samples, dim=0)  # not: grouped-heads
