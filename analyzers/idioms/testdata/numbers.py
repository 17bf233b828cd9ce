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


def is_recentred(self):
    bias = bias - bias.mean(dim=-1, keepdim=True)  # is: recentred


def is_not_recentred(self):
    bias = bias - other.mean(dim=-1, keepdim=True)  # not: recentred


def is_standardised(self):
    adv = (rewards - rewards.mean()) / (rewards.std() + eps)  # is: standardised


def is_not_standardised(self):
    adv = (rewards - rewards.mean()) / (spread + eps)  # is: recentred; not: standardised


def is_scaled_to_range(self):
    level = (x - x.min()) / (x.max() - x.min())  # is: scaled-to-range


def is_not_scaled_to_range(self):
    level = (x - x.min()) / (y.max() - y.min())  # not: scaled-to-range


def is_stable_exponent(self):
    shifted = logits - logits.max(dim=-1, keepdim=True)[0]  # is: stable-exponent


def is_not_stable_exponent(self):
    shifted = logits - logits.min(dim=-1, keepdim=True)[0]  # not: stable-exponent


def is_log_of_normaliser(self):
    log_z = torch.logsumexp(logits, dim=-1)  # is: log-of-normaliser


def is_not_log_of_normaliser(self):
    log_z = torch.logaddexp(logits, others)  # not: log-of-normaliser


def is_log_softmax_by_hand(self):
    log_probs = scores - torch.logsumexp(scores, dim=-1, keepdim=True)  # is: log-softmax-by-hand


def is_not_log_softmax_by_hand(self):
    log_probs = scores + torch.amax(scores, dim=-1, keepdim=True)  # not: log-softmax-by-hand


def is_log_sum_exp_by_hand(self):
    log_z = top + (scores - top).exp().sum(dim=-1, keepdim=True).log()  # is: log-sum-exp-by-hand


def is_not_log_sum_exp_by_hand(self):
    log_z = top + (scores - low).exp().sum(dim=-1).log()  # not: log-sum-exp-by-hand


def is_z_loss(self):
    penalty = torch.logsumexp(logits, dim=-1).square()  # is: z-loss


def is_not_z_loss(self):
    penalty = torch.logsumexp(logits, dim=-1) ** 3  # is: log-of-normaliser; not: z-loss


def is_softmax_in_float_32(self):
    probs = torch.softmax(scores, dim=-1, dtype=torch.float32)  # is: softmax-in-float-32


def is_not_softmax_in_float_32(self):
    probs = torch.softmax(scores, dim=-1, dtype=torch.float16)  # not: softmax-in-float-32


def is_rms_norm(self):
    y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)  # is: rms-norm


def is_not_rms_norm(self):
    y = x * torch.rsqrt(x.pow(2).sum(-1, keepdim=True) + eps)  # not: rms-norm


def is_unit_length(self):
    unit = x / x.norm(dim=-1, keepdim=True)  # is: unit-length


def is_not_unit_length(self):
    unit = x / y.norm(dim=-1, keepdim=True)  # not: unit-length


def is_gated_by_silu(self):
    hidden = F.silu(gate) * up  # is: gated-by-silu


def is_not_gated_by_silu(self):
    hidden = F.silu(gate) + up  # not: gated-by-silu


def is_gated_by_gelu(self):
    hidden = F.gelu(gate, approximate='tanh') * up  # is: gated-by-gelu


def is_not_gated_by_gelu(self):
    hidden = F.gelu(gate)  # not: gated-by-gelu


def is_gated_by_sigmoid(self):
    hidden = torch.sigmoid(gate) * up  # is: gated-by-sigmoid


def is_not_gated_by_sigmoid(self):
    hidden = torch.tanh(gate) * up  # not: gated-by-sigmoid


def is_squared_relu(self):
    hidden = F.relu(x).square()  # is: squared-relu


def is_not_squared_relu(self):
    hidden = F.relu(x) ** 3  # not: squared-relu


def is_entropy(self):
    spread = -(probs * probs.log()).sum(-1)  # is: entropy


def is_not_entropy(self):
    spread = -(probs * others.log()).sum(-1)  # not: entropy


def is_probability_ratio(self):
    ratio = torch.exp(log_probs - old_log_probs)  # is: probability-ratio


def is_not_probability_ratio(self):
    decay = torch.exp(start - end)  # not: probability-ratio


def is_clipped_ratio(self):
    limited = torch.clamp(ratio, 1 - eps, 1 + eps)  # is: clipped-ratio


def is_not_clipped_ratio(self):
    limited = torch.clamp(ratio, 0 - eps, 1 + eps)  # not: clipped-ratio


def is_kl_estimate(self):
    kl = torch.exp(diff) - diff - 1  # is: kl-estimate


def is_not_kl_estimate(self):
    kl = torch.exp(diff) - diff + 1  # not: kl-estimate


def is_temperature(self):
    logits = logits / temperature  # is: temperature


def is_not_temperature(self):
    logits = logits / scale  # not: temperature


def is_gumbel_noise(self):
    noise = -torch.log(-torch.log(uniform))  # is: gumbel-noise


def is_not_gumbel_noise(self):
    noise = torch.log(-torch.log(uniform))  # not: gumbel-noise


def is_at_least_one(self):
    mean = total / count.clamp(min=1).to(total.dtype)  # is: at-least-one


def is_not_at_least_one(self):
    mean = total / count.clamp(max=1)  # not: at-least-one


def is_quantised(self):
    q = torch.clamp(torch.round(x / scale), low, high)  # is: quantised


def is_not_quantised(self):
    q = torch.clamp(torch.floor(x / scale), low, high)  # not: quantised


def is_largest_magnitude(self):
    amax = x.abs().max()  # is: largest-magnitude


def is_not_largest_magnitude(self):
    amax = x.abs().min()  # not: largest-magnitude


def is_all_finite(self):
    is_fine = torch.isfinite(grad).all()  # is: all-finite


def is_not_all_finite(self):
    is_fine = torch.isfinite(grad).any()  # not: all-finite


def is_any_nan(self):
    is_bad = torch.isnan(grad).any()  # is: any-nan


def is_not_any_nan(self):
    is_bad = torch.isnan(grad).all()  # not: any-nan


def is_straight_through(self):
    out = x + (rounded - x).detach()  # is: straight-through


def is_not_straight_through(self):
    out = x + (rounded - y).detach()  # not: straight-through
