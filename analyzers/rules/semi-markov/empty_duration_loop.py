"""Scans of a semi-Markov model."""

import torch
import triton
import triton.language as tl


def scan(cum_scores, duration_bias, T, K):
    alpha = [torch.zeros(3)]
    for t in range(1, T + 1):
        for k in range(1, K):  # expect: empty-duration-loop
            bias = duration_bias[min(k, K - 1)]
            alpha.append(alpha[t - k] + cum_scores[t] - cum_scores[t - k] + bias)
        for k in range(1, K + 1):  # silent: includes the duration K
            alpha.append(alpha[t - k] + duration_bias[k - 1])
        for k in range(1, max(K, 2)):  # silent: runs at least once
            alpha.append(alpha[t - k] + duration_bias[min(k, K - 1)])
    return alpha


@triton.jit
def scan_kernel(cum_ptr, out_ptr, T, K: tl.constexpr):
    for t in tl.range(1, T + 1):
        for k in tl.range(1, K):  # expect: empty-duration-loop
            start = t - k
            tl.store(out_ptr + t, tl.load(cum_ptr + t) - tl.load(cum_ptr + start))


class Model:
    def positions(self, n, max_duration):
        ends = []
        for k in range(1, self.max_duration):  # expect: empty-duration-loop
            ends.append(n + k)
        durations = torch.arange(1, max_duration)  # expect: empty-duration-loop
        all_durations = torch.arange(1, max_duration + 1)  # silent: includes the longest
        return ends, durations, all_durations


def shift_chart(chart, mask, K):
    for k in range(1, K):  # silent: slots of a chart, no durations
        mask[:, k - 1].fill_(chart[:, k])
    return mask


def long_segments(cum_scores, T, K):
    if K == 1:
        return cum_scores
    for k in range(1, K):  # silent: K = 1 was handled before
        cum_scores = cum_scores + cum_scores[T - k]
    return cum_scores


def padded(cum_scores, n, max_duration):
    K = max_duration + 1
    for k in range(1, K):  # silent: K counts one more
        cum_scores = cum_scores + cum_scores[n + k]
    return cum_scores
# --- pkg/windows.py
def windows(x, t, K):
    for k in range(1, K):  # silent: no such model in the file
        x = x + x[t - k]
    return x
