"""Streaming scans of a semi-Markov CRF in a ring buffer."""

import torch
import triton
import triton.language as tl


def forward_scan(edge, T, K, C):
    alpha_ring = torch.full((2, K, C), -1e9)
    alpha_ring[:, 0] = 0.0  # silent: a fixed slot
    for t in range(1, T + 1):
        for k in range(1, K + 1):
            previous = alpha_ring[:, t - k]  # expect: ring-buffer-without-modulo
            alpha_ring[:, t % K] += previous + edge[:, t, k - 1]
    return alpha_ring


def through_a_local(beta_ring, edge, seq_len, K):
    for t in range(seq_len - 1, -1, -1):
        slot = t
        beta_ring[:, slot, :] = edge[:, t]  # expect: ring-buffer-without-modulo
    return beta_ring


def two_sizes(ring, edge, T, K):
    for t in range(1, T + 1):
        for k in range(1, K + 1):
            source = (t - k) % K
            ring[:, t % (K + 1)] = ring[:, source] + edge[:, t]  # expect: ring-buffer-without-modulo
    return ring


@triton.jit
def scan_kernel(ring_ptr, out_ptr, T, K: tl.constexpr, stride_ring_k):
    for t in tl.range(1, T + 1):
        for k in tl.range(1, K + 1):
            start = t - k
            # expect: ring-buffer-without-modulo
            value = tl.load(ring_ptr + start * stride_ring_k)
            tl.store(out_ptr + t, value)


def good_scan(ring, ring_checkpoints, edge, T, K):
    for t in range(1, T + 1):
        slot = t % K
        for k in range(1, K + 1):
            ring[:, slot] += ring[:, (t - k) % K] + edge[:, t]  # silent: modulo K both times
        ring_checkpoints[:, t] = ring[:, slot]  # silent: one checkpoint for each position
    for k in range(K):
        ring[:, k] = ring[:, k] - ring[:, K - 1]  # silent: slots, not positions
    return ring


def strings(string, t, T):
    for t in range(T):
        string[t] = string[t - 1]  # silent: no ring
    return string


def index_from_elsewhere(ring, positions):
    return ring[:, positions]  # silent: nobody sees what they are
# --- pkg/attention.py
def rotate(ring, T):
    for t in range(T):
        ring[t] = ring[t - 1]  # silent: another kind of ring
    return ring
