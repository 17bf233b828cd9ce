import triton
import triton.language as tl


@triton.jit
def gather_kernel(
    x_ptr,
    index_ptr,
    y_ptr,
    num_tokens: tl.constexpr,  # expect: dynamic-size-as-constexpr
    BATCH_SIZE: tl.constexpr,  # expect: dynamic-size-as-constexpr
    hidden_size: tl.constexpr,  # silent: fixed by the model
    max_seq_len: tl.constexpr,  # silent: a bound, not a size
    BLOCK_SEQ_LEN: tl.constexpr,  # silent: a tile
    BLOCK: tl.constexpr,
):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < num_tokens * BATCH_SIZE
    index = tl.load(index_ptr + offsets, mask=mask, other=0)
    x = tl.load(x_ptr + index * hidden_size, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, x, mask=mask)


@triton.jit
def mask_kernel(
    x_ptr,
    stride,
    n_elements: tl.constexpr = 1024,  # expect: dynamic-size-as-constexpr
):
    pid = tl.program_id(0)
    if pid < n_elements:
        tl.store(x_ptr + pid * stride, 0)


@triton.jit
def table_kernel(
    x_ptr,
    num_requests: tl.constexpr,  # silent: a shape needs it
    batch_size: tl.constexpr,  # silent: another kernel may need it
    total_tokens,  # silent: a plain argument
):
    offsets = tl.arange(0, num_requests)
    prefix_kernel(x_ptr, batch_size)
    tl.store(x_ptr + offsets, total_tokens)


def launch(x, num_tokens: tl.constexpr):  # silent: no kernel
    return x[:num_tokens]
