# --- pkg/kernels.py before
import triton
import triton.language as tl


@triton.jit
def old_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(y_ptr + offsets, x, mask=offsets < n)
# --- pkg/kernels.py after
import triton
import triton.language as tl


@triton.jit
def old_kernel(x_ptr, y_ptr, n, BLOCK_SIZE: tl.constexpr):  # silent: the kernel was there before
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(y_ptr + offsets, x, mask=offsets < n)


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):  # expect: masked-triton-access
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


@triton.jit
def norm_kernel(x_ptr, out_ptr, scale_ptr, n, BLOCK: tl.constexpr):  # silent: praised with the first
    cols = tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)
    tl.store(out_ptr + cols, x * scale / tl.sum(x, axis=0), mask=cols < n)


@triton.jit
def open_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):  # silent: the store has no mask
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(out_ptr + offsets, x)


@triton.jit
def unfilled_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):  # silent: the sum takes undefined lanes
    cols = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + cols, mask=cols < n)
    tl.store(out_ptr + cols, x / tl.sum(x, axis=0), mask=cols < n)


@triton.jit
def fill_kernel(out_ptr, n, BLOCK: tl.constexpr):  # silent: no load at all
    cols = tl.arange(0, BLOCK)
    tl.store(out_ptr + cols, 0.0, mask=cols < n)


def copy(x, out):  # silent: no kernel
    out.copy_(x)
# --- pkg/blocks.py
import triton
import triton.language as tl


@triton.jit
def block_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):  # expect: masked-triton-access
    block = tl.make_block_ptr(x_ptr, (n,), (1,), (tl.program_id(0) * BLOCK,), (BLOCK,), (0,))
    x = tl.load(block, boundary_check=(0,))
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, x, mask=offsets < n)
# --- pkg/norms.py
import triton
import triton.language as tl


@triton.jit
def norm_kernel(x_ptr, out_ptr, scale_ptr, n, BLOCK: tl.constexpr):  # expect: masked-triton-access
    cols = tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr)
    x = tl.load(x_ptr + cols, mask=cols < n, other=0.0)
    tl.store(out_ptr + cols, x * scale / tl.sum(x, axis=0), mask=cols < n)
# --- tests/test_kernels.py
import triton
import triton.language as tl


@triton.jit
def probe_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):  # silent: a kernel of a test
    cols = tl.arange(0, BLOCK)
    tl.store(out_ptr + cols, tl.load(x_ptr + cols, mask=cols < n), mask=cols < n)
