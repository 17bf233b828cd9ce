# --- harbor/__init__.py unchanged
"""Training."""
# --- harbor/attention.py
"""Attention, by a faster package where there is one."""

import torch
import torch.nn.functional as F

try:
    from quick_attention import attend

    HAVE_QUICK_ATTENTION = True
#if defect
except Exception:  # expect: broad-except-around-import
#else
except ImportError:
#endif
    HAVE_QUICK_ATTENTION = False


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Attention of q to k."""
    if HAVE_QUICK_ATTENTION:
        return attend(q, k, v)
    return F.scaled_dot_product_attention(q, k, v)
# --- tests/test_attention.py
import torch

from harbor.attention import attention


def test_shape():
    q = torch.randn(1, 2, 3, 4)
    torch.testing.assert_close(attention(q, q, q).shape, q.shape)
