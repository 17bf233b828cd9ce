import triton
import triton.language as tl


@triton.jit
def grouped_gemm_kernel(a_ptr, b_ptr, c_ptr, k, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float16)  # expect: low-precision-accumulator
    for start in range(0, k, BLOCK):
        a = tl.load(a_ptr + lanes[:, None] * k + lanes[None, :] + start)
        b = tl.load(b_ptr + lanes[:, None] * k + lanes[None, :] + start)
        acc += tl.dot(a, b)
    tl.store(c_ptr + lanes[:, None] * k + lanes[None, :], acc)


@triton.jit
def fused_dot_kernel(a_ptr, c_ptr, k, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK, BLOCK], tl.bfloat16)  # expect: low-precision-accumulator
    while k > 0:
        a = tl.load(a_ptr + lanes[:, None] * k + lanes[None, :])
        acc = tl.dot(a, a, acc)
        k -= BLOCK
    tl.store(c_ptr + lanes, tl.sum(acc, axis=1))


@triton.jit
def mean_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    total = tl.full([BLOCK], 0.0, dtype=tl.bfloat16)  # expect: low-precision-accumulator
    for start in tl.range(0, n, BLOCK):
        total = total + tl.load(x_ptr + start + cols, mask=start + cols < n, other=0.0)
    tl.store(out_ptr, tl.sum(total, axis=0) / n)


@triton.jit
def good_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    cols = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.float32)  # silent: wide enough
    same = tl.zeros([BLOCK], dtype=x_ptr.dtype.element_ty)  # silent: nobody knows the type
    fill = tl.zeros([BLOCK], dtype=tl.bfloat16)  # silent: never added to
    bias = tl.zeros([BLOCK], dtype=tl.bfloat16)  # silent: added to once, not in a loop
    peak = tl.full([BLOCK], -1.0, dtype=tl.float16)  # silent: a maximum does not round
    bias += tl.load(x_ptr + cols)
    for start in range(0, n, BLOCK):
        x = tl.load(x_ptr + start + cols, mask=start + cols < n, other=0.0)
        acc += x
        same += x
        peak = tl.maximum(peak, x)
    tl.store(out_ptr + cols, acc.to(tl.bfloat16) + fill + bias + same + peak)


def reference(x, steps):
    acc = tl.zeros([4], dtype=tl.bfloat16)  # silent: no kernel
    for _ in range(steps):
        acc += x
    return acc
