import triton
import triton.language as tl


@triton.jit
def append_kernel(key_ptr, cache_ptr, stride_key_token, stride_cache_b, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    batch = tl.program_id(1)
    lanes = tl.arange(0, BLOCK)
    key = tl.load(key_ptr + token * stride_key_token + lanes)  # expect: int32-offset-overflow
    tl.store(cache_ptr + stride_cache_b * batch + lanes, key)


@triton.jit
def logits_kernel(x_ptr, y_ptr, vocab_size, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    x_row = x_ptr + tl.program_id(0) * vocab_size  # expect: int32-offset-overflow
    tl.store(y_ptr + lanes, tl.load(x_row + lanes))


@triton.jit
def hidden_kernel(x_ptr, hidden_size, BLOCK: tl.constexpr):
    row = tl.program_id(axis=0)
    lanes = tl.arange(0, BLOCK)
    tl.store(x_ptr + row * hidden_size + lanes, 0.0)  # expect: int32-offset-overflow


@triton.jit
def row_kernel(x_ptr, X_ROW_STRIDE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    tl.store(x_ptr + row * X_ROW_STRIDE + lanes, 0.0)  # expect: int32-offset-overflow


@triton.jit
def wide_kernel(x_ptr, y_ptr, stride_x_seq, stride_y_seq: tl.int64, stride_head, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1)
    column = tl.program_id(2)
    lanes = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * stride_x_seq + lanes)  # silent: widened where it is made
    x += tl.load(x_ptr + head.to(tl.int64) * stride_x_seq + lanes)  # silent: widened here
    x += tl.load(x_ptr + head * stride_head + lanes)  # silent: heads are few
    x += tl.load(x_ptr + column * BLOCK + lanes)  # silent: no stride
    tl.store(y_ptr + column * stride_y_seq + lanes, x)  # silent: the stride has 64 bits


@triton.jit
def wide_gather_kernel(x_ptr, y_ptr, rows_ptr, stride_x_token, stride_y_token, BLOCK: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    lanes = tl.arange(0, BLOCK)
    row = tl.load(rows_ptr + token)
    x = tl.load(x_ptr + token * stride_x_token + lanes)  # silent: widened where it is made
    tl.store(y_ptr + row * stride_y_token + lanes, x)  # silent: the array may hold 64 bits
# --- pkg/gather.py
import triton
import triton.language as tl


@triton.jit
def gather_kernel(x_ptr, y_ptr, rows_ptr, stride_x_token, stride_y_token, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    row = tl.load(rows_ptr + token)
    x = tl.load(x_ptr + token * stride_x_token + lanes)  # expect: int32-offset-overflow
    tl.store(y_ptr + row * stride_y_token + lanes, x)


@triton.jit
def block_kernel(x_ptr, y_ptr, rows_ptr, X_ROW_STRIDE, Y_ROW_STRIDE, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    lanes = tl.arange(0, BLOCK)
    other = tl.load(rows_ptr + row)
    x = tl.load(x_ptr + row[:, None] * X_ROW_STRIDE + lanes)  # expect: int32-offset-overflow
    tl.store(y_ptr + other[:, None] * Y_ROW_STRIDE + lanes, x)
# --- pkg/small.py
import triton
import triton.language as tl


@triton.jit
def small_kernel(x_ptr, stride_x_token, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    tl.store(x_ptr + token * stride_x_token + lanes, 0.0)  # silent: nothing in the file is widened
