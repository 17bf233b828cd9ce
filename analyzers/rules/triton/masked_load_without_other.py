import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, w_ptr, y_ptr, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    x = tl.load(x_ptr + row * n + cols, mask=mask).to(tl.float32)  # expect: masked-load-without-other
    squares = x * x
    rstd = 1.0 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    w = tl.load(w_ptr + cols, mask=mask)  # silent: reaches no reduction
    tl.store(y_ptr + row * n + cols, x * rstd * w, mask=mask)


@triton.jit
def peak_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    peak = tl.max(tl.load(x_ptr + cols, mask=cols < n), axis=0)  # expect: masked-load-without-other
    tl.store(out_ptr, peak)


@triton.jit
def matmul_kernel(a_ptr, b_ptr, c_ptr, m, n, k, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    ks = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK, BLOCK], dtype=tl.float32)
    for start in range(0, k, BLOCK):
        # expect: masked-load-without-other
        a = tl.load(a_ptr + rows[:, None] * k + ks[None, :], mask=ks[None, :] < k - start)
        # silent: only columns of the result are cut, and those are not stored
        b = tl.load(b_ptr + ks[:, None] * n + rows[None, :], mask=rows[None, :] < n)
        acc += tl.dot(a, b)
    tl.store(c_ptr + rows[:, None] * n + rows[None, :], acc, mask=rows[:, None] < m)


@triton.jit
def filled_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)  # silent: filled with zeros
    tl.store(out_ptr, tl.sum(x, axis=0))


@triton.jit
def remasked_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    x = tl.load(x_ptr + cols, mask=mask)  # silent: masked again before the sum
    x = tl.where(mask, x, 0.0)
    y = tl.load(x_ptr + n + cols, mask=mask)  # silent: masked in the sum
    z = tl.load(x_ptr + 2 * n + cols, mask=mask) * mask  # silent: multiplied by the mask
    total = tl.sum(x, axis=0) + tl.sum(tl.where(mask, y, 0.0), axis=0) + tl.sum(z, axis=0)
    tl.store(out_ptr, total)


@triton.jit
def reused_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n)  # silent: the name has another value by then
    tl.store(out_ptr + cols, x, mask=cols < n)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)
    tl.store(out_ptr, tl.sum(x, axis=0))


@triton.jit
def rows_kernel(x_ptr, out_ptr, m, n: tl.constexpr, BLOCK: tl.constexpr):
    rows = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cols = tl.arange(0, BLOCK)
    row_mask = rows[:, None] < m
    x = tl.load(x_ptr + rows[:, None] * n + cols[None, :], mask=row_mask)  # silent: rows are apart
    tl.store(out_ptr + rows, tl.sum(x, axis=1), mask=rows < m)
