import torch
import triton
import triton.language as tl

ONE_CONFIG = [triton.Config({"BLOCK": 128}, num_warps=4)]


def autotune_configs():
    return [triton.Config({"BLOCK": size}) for size in (64, 128, 256)]


def hooked_configs():
    def zero(arguments):
        arguments["out_ptr"].zero_()

    return [triton.Config({"BLOCK": size}, pre_hook=zero) for size in (64, 128)]


@triton.autotune(
    configs=[triton.Config({"BLOCK": 128}), triton.Config({"BLOCK": 256})],
    key=["n"],
)
@triton.jit
def bias_grad_kernel(grad_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    grad = tl.load(grad_ptr + offsets, mask=offsets < n, other=0.0)
    # expect: autotuned-accumulation-without-reset
    tl.atomic_add(out_ptr, tl.sum(grad, axis=0))


def bias_grad(grad):
    out = torch.zeros(1, dtype=torch.float32, device=grad.device)
    bias_grad_kernel[(triton.cdiv(grad.numel(), 128),)](grad, out, grad.numel())
    return out


@triton.autotune(configs=autotune_configs(), key=["n"])
@triton.jit
def add_into_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    pointers = y_ptr + offsets
    total = tl.load(pointers, mask=mask, other=0.0) + tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(pointers, total, mask=mask)  # expect: autotuned-accumulation-without-reset


@triton.autotune(configs=autotune_configs(), key=["n"])
@triton.jit
def through_scratch_kernel(x_ptr, scratch_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(scratch_ptr + offsets, tl.load(x_ptr + offsets, mask=mask, other=0.0), mask=mask)
    for i in range(4):
        kept = tl.load(scratch_ptr + offsets, mask=mask, other=0.0)
        tl.store(scratch_ptr + offsets, kept * 2, mask=mask)  # silent: each run fills it anew


@triton.autotune(configs=[*autotune_configs()], key=["n"])
@triton.jit
def count_kernel(ids_ptr, counts_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ids = tl.load(ids_ptr + offsets, mask=offsets < n, other=0)
    # expect: autotuned-accumulation-without-reset
    tl.atomic_add(counts_ptr + ids, 1, mask=offsets < n)
    tl.atomic_add(ids_ptr, 1)  # silent: one report for each kernel


@triton.autotune(configs=autotune_configs(), key=["n"], reset_to_zero=["counts_ptr"])
@triton.jit
def reset_kernel(ids_ptr, counts_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ids = tl.load(ids_ptr + offsets, mask=offsets < n, other=0)
    tl.atomic_add(counts_ptr + ids, 1, mask=offsets < n)  # silent: set to zero between runs


@triton.autotune(configs=[triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def single_kernel(ids_ptr, counts_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ids = tl.load(ids_ptr + offsets, mask=offsets < n, other=0)
    tl.atomic_add(counts_ptr + ids, 1, mask=offsets < n)  # silent: one configuration, no trials


@triton.autotune(configs=hooked_configs(), key=["n"])
@triton.jit
def hooked_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(x, axis=0))  # silent: the hook of the configurations zeroes it


@triton.jit
def plain_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(x, axis=0))  # silent: not autotuned


@triton.autotune(configs=autotune_configs(), key=["n"])
@triton.jit
def idempotent_kernel(x_ptr, y_ptr, peak_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.store(y_ptr + offsets, x * 2, mask=offsets < n)  # silent: writes what it does not read
    tl.atomic_max(peak_ptr, tl.max(x, axis=0))  # silent: a maximum does not grow by repetition
# --- pkg/tuned.py before
import triton
import triton.language as tl


@triton.jit
def scatter_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(x, axis=0))
# --- pkg/tuned.py after
import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": b}) for b in (64, 128)], key=["n"])
@triton.jit
def scatter_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(out_ptr, tl.sum(x, axis=0))  # expect: autotuned-accumulation-without-reset
