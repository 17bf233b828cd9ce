import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x_ptr, y_ptr, n, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x * tl.sigmoid(1.702 * x))  # expect: unmasked-block-access


@triton.jit
def copy_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    start = tl.program_id(0) * BLOCK
    pointers = x_ptr + start + tl.arange(0, BLOCK)
    x = tl.load(pointers)  # expect: unmasked-block-access
    tl.store(y_ptr + start + tl.arange(0, BLOCK), x)


@triton.jit
def row_sum_kernel(x_ptr, out_ptr, n, TILE: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros([TILE], dtype=tl.float32)
    for start in range(0, n, TILE):
        total += tl.load(x_ptr + row * n + start + tl.arange(0, TILE))  # expect: unmasked-block-access
    tl.store(out_ptr + row, tl.sum(total, axis=0))  # silent: one element


@triton.jit
def wrapped_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = (tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)) % n
    x = tl.load(x_ptr + offsets)  # silent: the modulo keeps the offsets in range
    safe = tl.minimum(tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), n - 1)
    tl.store(out_ptr + safe, x)  # silent: clamped


@triton.jit
def even_kernel(x_ptr, out_ptr, n, EVEN: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        x = tl.load(x_ptr + offsets)  # silent: the other branch has the mask
    else:
        x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(out_ptr + offsets, x, mask=offsets < n)


@triton.jit
def exact_kernel(x_ptr, out_ptr, HEAD_DIM: tl.constexpr):
    lanes = tl.arange(0, HEAD_DIM)
    x = tl.load(x_ptr + tl.program_id(0) * HEAD_DIM + lanes)  # silent: exactly one head
    tl.store(out_ptr + lanes, x)


@triton.jit
def table_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    tl.store(out_ptr + lanes, tl.load(x_ptr + lanes))  # silent: a single block, not one of many


@triton.jit
def divisible_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))  # silent: the launcher asserts the size


def divisible(x, out):
    assert x.numel() % 128 == 0
    divisible_kernel[(x.numel() // 128,)](x, out, BLOCK=128)


@triton.jit
def block_pointer_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    block = tl.make_block_ptr(x_ptr, (n,), (1,), (tl.program_id(0) * BLOCK,), (BLOCK,), (0,))
    x = tl.load(block, boundary_check=(0,))  # silent: checked at the border
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, x, mask=offsets < n)
