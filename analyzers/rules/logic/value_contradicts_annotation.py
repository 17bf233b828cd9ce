# --- pkg/shapes.py
from typing import Literal, Optional

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def shifted(ids: Float[Tensor, "batch tokens"]) -> Float[Tensor, "batch tokens"]:
    return ids[:, 1:]  # expect: value-contradicts-annotation


def shifted_as_declared(ids: Float[Tensor, "batch tokens"]) -> Float[Tensor, "batch tokens-1"]:
    return ids[:, 1:]  # silent: tokens - 1


def pooled(x: Float[Tensor, "batch tokens hidden"]) -> Float[Tensor, "batch tokens hidden"]:
    return x.sum(1)  # expect: value-contradicts-annotation


def transposed(x: Float[Tensor, "rows columns"]) -> Float[Tensor, "columns rows"]:
    return x  # silent: the two may be equal


def any_batch(x: Float[Tensor, "2 3 4"]) -> Float[Tensor, "*batch 4"]:
    return x  # silent: *batch stands for any sizes


def broadcast(x: Float[Tensor, "1 4"]) -> Float[Tensor, "#batch 4"]:
    return x  # silent: #batch may be 1


def mask(n: int) -> Bool[Tensor, "n"]:
    return torch.zeros(n, dtype=torch.float32)  # expect: value-contradicts-annotation


def maybe(x: Float[Tensor, "2"]) -> Optional[Float[Tensor, "2"]]:
    return None  # silent: None is allowed


def table():
    weight: Float[Tensor, "8 4"] = torch.zeros(4, 8)  # expect: value-contradicts-annotation
    return weight


def excused():
    weight: Float[Tensor, "8 4"] = torch.zeros(4, 8)  # type: ignore
    return weight  # silent: the author says so


def project(x: Float[Tensor, "batch 8"], mode: Literal["sum", "mean"] = "sum"):
    return x.sum() if mode == "sum" else x.mean()


def callers(x):
    project(torch.zeros(2, 4))  # expect: value-contradicts-annotation
    project(torch.zeros(2, 8), mode="max")  # expect: value-contradicts-annotation
    project(torch.zeros(2, 8), mode="mean")  # silent: as declared
    return project(x)  # silent: nobody knows
