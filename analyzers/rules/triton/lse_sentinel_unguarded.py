import triton
import triton.language as tl


@triton.jit
def segment_lse_kernel(scores_ptr, valid_ptr, out_ptr, n, BLOCK: tl.constexpr):
    NEG_INF: tl.constexpr = -1e9
    cols = tl.arange(0, BLOCK)
    scores = tl.load(scores_ptr + cols, mask=cols < n, other=0.0)
    valid = tl.load(valid_ptr + cols, mask=cols < n, other=0)
    scores = tl.where(valid != 0, scores, NEG_INF)
    m = tl.max(scores, axis=0)
    total = tl.sum(tl.exp(scores - m), axis=0)  # expect: lse-sentinel-unguarded
    tl.store(out_ptr, m + tl.log(total))


@triton.jit
def attention_kernel(q_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    m_i = tl.full([BLOCK], float("-inf"), dtype=tl.float32)
    l_i = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, n, BLOCK):
        qk = tl.load(q_ptr + start + cols[:, None] * n + cols[None, :], mask=cols[None, :] < n, other=0.0)
        qk = tl.where(cols[:, None] >= start + cols[None, :], qk, -float("inf"))
        m_new = tl.maximum(m_i, tl.max(qk, 1))
        p = tl.exp2((qk - m_new[:, None]) * 1.44)  # expect: lse-sentinel-unguarded
        alpha = tl.exp2(m_i - m_new)
        l_i = l_i * alpha + tl.sum(p, 1)
        m_i = m_new
    tl.store(out_ptr + cols, l_i, mask=cols < n)


@triton.jit
def merge_kernel(a_ptr, b_ptr, out_ptr, length, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    a = tl.where(cols < length, tl.load(a_ptr + cols), -1e30)
    b = tl.where(cols < length, tl.load(b_ptr + cols), -1e30)
    peak = tl.maximum(a, b)
    out = peak + tl.log(tl.exp(a - peak) + tl.exp(b - peak))  # expect: lse-sentinel-unguarded
    tl.store(out_ptr + cols, out, mask=cols < length)


@triton.jit
def guarded_kernel(scores_ptr, valid_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    scores = tl.load(scores_ptr + cols, mask=cols < n, other=0.0)
    scores = tl.where(tl.load(valid_ptr + cols, mask=cols < n, other=0) != 0, scores, float("-inf"))
    m = tl.max(scores, axis=0)
    m_safe = tl.where(m == float("-inf"), 0.0, m)
    total = tl.sum(tl.exp(scores - m_safe), axis=0)  # silent: zero where the maximum is the sentinel
    tl.store(out_ptr, m + tl.log(total))


@triton.jit
def rebound_kernel(scores_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    scores = tl.where(cols % 2 == 0, tl.load(scores_ptr + cols, mask=cols < n, other=0.0), -1e9)
    m = tl.max(scores, axis=0)
    m = tl.where(m < -5e8, 0.0, m)
    tl.store(out_ptr, tl.sum(tl.exp(scores - m), axis=0))  # silent: the name itself was made safe


@triton.jit
def row_softmax_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n, other=-float("inf"))
    m = tl.max(x, axis=0)
    e = tl.exp(x - m)  # silent: only the border of the row is filled, never the whole row
    tl.store(out_ptr + cols, e / tl.sum(e, axis=0), mask=cols < n)


@triton.jit
def chosen_kernel(scores_ptr, valid_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    valid = tl.load(valid_ptr + cols, mask=cols < n, other=0) != 0
    scores = tl.where(valid, tl.load(scores_ptr + cols, mask=cols < n, other=0.0), float("-inf"))
    m = tl.max(scores, axis=0)
    e = tl.where(valid, tl.exp(scores - m), 0.0)  # silent: masked entries are replaced
    tl.store(out_ptr, m + tl.log(tl.sum(e, axis=0)))


@triton.jit
def decay_kernel(a_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    a = tl.load(a_ptr + cols, mask=cols < n, other=0.0)
    last = tl.load(a_ptr + n - 1)
    tl.store(out_ptr + cols, tl.exp(last - a), mask=cols < n)  # silent: no maximum


def reference(scores, valid):
    scores = tl.where(valid, scores, -1e9)
    m = tl.max(scores, axis=0)
    return tl.exp(scores - m)  # silent: no kernel
