import triton
import triton.language as tl


@triton.jit
def rope_kernel(x_ptr, cos_ptr, emb_dim: tl.constexpr, head_num: tl.constexpr):
    half = tl.arange(0, emb_dim // 2)  # expect: arange-over-non-power-of-two
    whole = tl.arange(0, emb_dim)
    cos = tl.load(cos_ptr + half)
    tl.store(x_ptr + whole, tl.load(x_ptr + whole) * tl.sum(cos, axis=0))


def rope(x, cos):
    rope_kernel[(x.shape[0],)](x, cos, x.shape[-1], x.shape[1])


@triton.jit
def topk_kernel(scores_ptr, out_ptr, topk: tl.constexpr):
    lanes = tl.arange(0, topk)  # expect: arange-over-non-power-of-two
    tl.store(out_ptr + lanes, tl.load(scores_ptr + lanes))


def topk(scores, out, k):
    if k > 0:
        topk_kernel[(1,)](scores, out, topk=k)


@triton.jit
def head_kernel(x_ptr, head_dim: tl.constexpr):
    lanes = tl.arange(0, head_dim)  # expect: arange-over-non-power-of-two
    tl.store(x_ptr + lanes, 0.0)


def clear_heads(x, config):
    head_kernel[(x.shape[0],)](x, config.head_dim)


@triton.jit
def block_kernel(x_ptr, BLOCK_D: tl.constexpr, BK: tl.constexpr, C_PAD: tl.constexpr):
    lanes = tl.arange(0, BLOCK_D)  # silent: a tile size
    keys = tl.arange(0, BK) + tl.arange(0, C_PAD)  # silent: tile sizes, too
    tl.store(x_ptr + lanes, keys)


def launch_block(x, d):
    block_kernel[(1,)](x, d, d, d)


@triton.jit
def rounded_kernel(x_ptr, size: tl.constexpr, classes: tl.constexpr):
    lanes = tl.arange(0, size)  # silent: the launcher rounds it up
    classes_lanes = tl.arange(0, classes)  # silent: always 64
    tl.store(x_ptr + lanes, classes_lanes)


def launch_rounded(x):
    size = triton.next_power_of_2(x.shape[-1])
    rounded_kernel[(1,)](x, size, 64)


@triton.jit
def checked_kernel(x_ptr, dim: tl.constexpr):
    lanes = tl.arange(0, dim)  # silent: the launcher refuses other sizes
    tl.store(x_ptr + lanes, 0.0)


def launch_checked(x, dim):
    assert dim & (dim - 1) == 0, "dim must be a power of two"
    checked_kernel[(1,)](x, dim)


@triton.autotune(configs=[triton.Config({"width": 64}), triton.Config({"width": 128})], key=["n"])
@triton.jit
def tuned_kernel(x_ptr, n, width: tl.constexpr):
    lanes = tl.arange(0, width)  # silent: the autotuner sets it
    tl.store(x_ptr + lanes, 0.0, mask=lanes < n)


def launch_tuned(x):
    tuned_kernel[(1,)](x, x.numel())


@triton.jit
def asserted_kernel(x_ptr, dim: tl.constexpr):
    tl.static_assert(dim & (dim - 1) == 0)
    lanes = tl.arange(0, dim)  # silent: the kernel refuses other sizes
    tl.store(x_ptr + lanes, 0.0)


def launch_asserted(x, dim):
    asserted_kernel[(1,)](x, dim)


@triton.jit
def unlaunched_kernel(x_ptr, dim: tl.constexpr):
    lanes = tl.arange(0, dim)  # silent: nobody sees what is passed
    tl.store(x_ptr + lanes, 0.0)


HEAD_DIM = 64


@triton.jit
def constant_kernel(x_ptr, dim: tl.constexpr):
    lanes = tl.arange(0, dim)  # silent: 128, as the constants of the file say
    tl.store(x_ptr + lanes, 0.0)


def launch_constant(x):
    width = 2 * HEAD_DIM
    constant_kernel[(1,)](x, width)


@triton.jit
def wide_kernel(x_ptr, dim: tl.constexpr):
    lanes = tl.arange(0, dim)  # expect: arange-over-non-power-of-two
    tl.store(x_ptr + lanes, 0.0)


def launch_wide(x):
    wide_kernel[(1,)](x, 3 * HEAD_DIM)


@triton.jit
def called_kernel(x_ptr, dim: tl.constexpr):
    lanes = tl.arange(0, dim)  # silent: whoever launches it passes 64 or 256
    tl.store(x_ptr + lanes, 0.0)


def launch_called(x, dim):
    called_kernel[(1,)](x, dim)


def clear(x):
    launch_called(x, HEAD_DIM)
    launch_called(x, 4 * HEAD_DIM)
