"""Row-wise softmax in Triton."""

import torch
import triton
import triton.language as tl


@triton.jit
def _softmax_kernel(x_ptr, y_ptr, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * columns + offsets)
    x = x - tl.max(x, axis=0)
    numerator = tl.exp(x)
    tl.store(y_ptr + row * columns + offsets, numerator / tl.sum(numerator, axis=0))


def softmax(x: torch.Tensor) -> torch.Tensor:
    """x: [rows, columns] -> [rows, columns]"""
    rows, columns = x.shape
    y = torch.empty_like(x)
    _softmax_kernel[(rows,)](x, y, columns, BLOCK=triton.next_power_of_2(columns))
    return y
