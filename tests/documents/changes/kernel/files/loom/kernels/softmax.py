"""Row-wise softmax in Triton."""

import torch
import triton
import triton.language as tl


@triton.jit
def _softmax_kernel(x_ptr, y_ptr, stride, columns, scale, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    x = tl.load(x_ptr + row * stride + offsets, mask=mask, other=-float("inf"))
    x = x.to(tl.float32) * scale
    x = x - tl.max(x, axis=0)
    numerator = tl.exp(x)
    y = numerator / tl.sum(numerator, axis=0)
    tl.store(y_ptr + row * stride + offsets, y, mask=mask)


def softmax(x: torch.Tensor, scale: float = 1.0) -> torch.Tensor:
    """Softmax of `scale * x`; x: [rows, columns] -> [rows, columns]"""
    assert x.is_cuda and x.stride(-1) == 1, "rows must be contiguous and on a GPU"
    rows, columns = x.shape
    y = torch.empty_like(x)
    _softmax_kernel[(rows,)](x, y, x.stride(0), columns, scale, BLOCK=triton.next_power_of_2(columns))
    return y
