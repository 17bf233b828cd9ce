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


def is_moving_average(self):
    beta = ema * beta + (1.0 - ema) * fresh  # is: moving-average


def is_not_moving_average(self):
    beta = ema * beta + (1.0 - other) * fresh  # not: moving-average


def is_mixture(self):
    mixed = share * teacher + (1 - share) * student  # is: mixture


def is_not_mixture(self):
    mixed = share * teacher + (2 - share) * student  # not: mixture


def is_moving_average_in_place(self):
    average.mul_(decay).add_(weight, alpha=1 - decay)  # is: moving-average-in-place


def is_not_moving_average_in_place(self):
    average.mul_(decay).add_(weight, alpha=1 + decay)  # not: moving-average-in-place


def is_second_moment(self):
    second.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)  # is: second-moment


def is_not_second_moment(self):
    second.mul_(beta2).addcmul_(grad, other, value=1 - beta2)  # not: second-moment


def is_bias_correction(self):
    correction = 1 - beta1 ** step  # is: bias-correction


def is_not_bias_correction(self):
    rest = 1 - share ** count  # not: bias-correction


def is_decoupled_decay(self):
    param.mul_(1 - lr * weight_decay)  # is: decoupled-decay


def is_not_decoupled_decay(self):
    param.mul_(1 - lr)  # not: decoupled-decay


def is_accumulation_scale(self):
    loss = loss / grad_accum_steps  # is: accumulation-scale


def is_not_accumulation_scale(self):
    loss = loss / tokens  # not: accumulation-scale


def is_clip_by_norm(self):
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)  # is: clip-by-norm


def is_not_clip_by_norm(self):
    torch.nn.utils.clip_grad_value_(model.parameters(), max_norm)  # not: clip-by-norm


def is_clip_coefficient(self):
    coefficient = max_norm / (total_norm + 1e-6)  # is: clip-coefficient


def is_not_clip_coefficient(self):
    coefficient = max_norm / (total + 1e-6)  # not: clip-coefficient


def is_gradients_unscaled(self):
    scaler.unscale_(optimizer)  # is: gradients-unscaled


def is_not_gradients_unscaled(self):
    scaler.scale(loss).backward()  # not: gradients-unscaled


def is_linear_warm_up(self):
    factor = step / warmup_steps  # is: linear-warm-up


def is_not_linear_warm_up(self):
    factor = step / total_steps  # not: linear-warm-up


def is_cosine_decay(self):
    factor = 0.5 * (1.0 + math.cos(math.pi * progress))  # is: cosine-decay


def is_not_cosine_decay(self):
    factor = 0.5 * (1.0 - math.cos(math.pi * progress))  # not: cosine-decay


def is_master_weights(self):
    master = param.detach().clone().float()  # is: master-weights


def is_not_master_weights(self):
    master = param.clone().half()  # not: master-weights


def is_without_autograd(self):
    with torch.no_grad():  # is: without-autograd
        y = f(x)


def is_not_without_autograd(self):
    with torch.enable_grad():  # not: without-autograd
        y = f(x)


def is_while_gradients_count(self):
    should_count = self.training and torch.is_grad_enabled()  # is: while-gradients-count


def is_not_while_gradients_count(self):
    should_count = self.training and self.is_first  # not: while-gradients-count


def is_sum_and_count(self):
    self.total.add_(fresh)  # is: sum-and-count
    self.count.add_(1)


def is_not_sum_and_count(self):
    self.total.add_(fresh)  # not: sum-and-count
    self.count.add_(2)


def is_cleared_to_none(self):
    optimizer.zero_grad(set_to_none=True)  # is: cleared-to-none


def is_not_cleared_to_none(self):
    optimizer.zero_grad(set_to_none=False)  # not: cleared-to-none


def is_recomputed(self):
    y = torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False)  # is: recomputed


def is_not_recomputed(self):
    y = self.save_checkpoint(layer, x)  # not: recomputed


def is_lower_precision(self):
    with torch.autocast('cuda', dtype=torch.bfloat16):  # is: lower-precision
        y = f(x)


def is_not_lower_precision(self):
    with torch.autocast('cuda', dtype=torch.float32):  # not: lower-precision
        y = f(x)


def is_seed_per_rank(self):
    torch.manual_seed(seed + dp_rank)  # is: seed-per-rank


def is_not_seed_per_rank(self):
    torch.manual_seed(seed + step)  # not: seed-per-rank


def is_random_state_kept(self):
    with torch.random.fork_rng():  # is: random-state-kept
        y = f(x)


def is_not_random_state_kept(self):
    with fork():  # not: random-state-kept
        y = f(x)


def is_kept_in_checkpoint(self):
    self.register_buffer('bias', torch.zeros(n))  # is: kept-in-checkpoint


def is_not_kept_in_checkpoint(self):
    self.register_parameter('bias', weight)  # not: kept-in-checkpoint


def is_not_in_checkpoint(self):
    self.register_buffer('cache', torch.zeros(n), persistent=False)  # is: not-in-checkpoint


def is_not_not_in_checkpoint(self):
    self.register_module('cache', cache)  # not: not-in-checkpoint
