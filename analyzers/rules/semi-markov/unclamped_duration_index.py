import torch
import triton
import triton.language as tl


def segment_scores(cum_scores, duration_bias, t, K):
    scores = []
    for k in range(1, min(K, t) + 1):
        content = cum_scores[:, t] - cum_scores[:, t - k]
        scores.append(content + duration_bias[k])  # expect: unclamped-duration-index
        scores.append(content + duration_bias[k - 1])  # silent: rows count from 0
        scores.append(content + duration_bias[min(k, K - 1)])  # silent: clamped
    return scores


class Model(torch.nn.Module):
    def __init__(self, K, C):
        super().__init__()
        self.duration_bias = torch.nn.Parameter(torch.zeros(K, C))
        self.long_duration_bias = torch.nn.Parameter(torch.zeros(K + 1, C))

    def score(self, cum_scores, n, label, K):
        total = 0.0
        for k in range(1, max(K, 2)):
            total = total + self.duration_bias[k, label]  # expect: unclamped-duration-index
        for k in range(1, K + 1):
            total = total + self.long_duration_bias[k, label]  # silent: the table has a row more
        for k in range(K):
            total = total + self.duration_bias[k, label]  # silent: rows from 0 on
        for k in range(1, K):
            total = total + self.duration_bias[k, label]  # silent: ends before K
        return total


@triton.jit
def bias_kernel(cum_ptr, duration_bias_ptr, out_ptr, T, K: tl.constexpr, stride_db_k):
    for t in tl.range(1, T + 1):
        for k in tl.range(1, K + 1):
            bias = tl.load(duration_bias_ptr + k * stride_db_k)  # expect: unclamped-duration-index
            row = k - 1
            bias += tl.load(duration_bias_ptr + row * stride_db_k)  # silent: an offset of one
            tl.store(out_ptr + t, bias)


def edge_block(cum_scores, duration_bias, transition, t, k):
    content = cum_scores[:, t + k] - cum_scores[:, t]
    return content + duration_bias[k]  # expect: unclamped-duration-index


def edge_row(duration_bias, transition, k):
    return duration_bias[k] + transition  # silent: nothing says how callers count


def edge_clamped(cum_scores, duration_bias, t, k, K):
    content = cum_scores[:, t + k] - cum_scores[:, t]
    k = min(k, K - 1)
    return content + duration_bias[k]  # silent: clamped before
