import torch
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from pkg.b import Base, helper as other, missing


class Kind(Enum):
    DENSE = "dense"
    SPARSE = 2


@dataclass(kw_only=True)
class Options:
    hidden: int = 8
    kind: Kind = Kind.DENSE
    _: KW_ONLY
    names: list = field(default_factory=list)


class Router(Base, torch.nn.Module):
    count = 0

    def __init__(self, options: Options, *rest, scale=1.0, **more):
        super().__init__(options)
        self.gate = torch.nn.Linear(options.hidden, 4, bias=False)
        self.options, self.rest = options, rest
        setattr(self, f"x_{scale}", more)

    @property
    def width(self):
        return self.options.hidden if self.options else None

    @staticmethod
    def pick(x, k=2):
        return x.topk(k, dim=-1)

    def forward(self, x, mask=None):
        b, s, h = x.shape
        logits = self.gate(x.view(b * s, h)).float()
        if mask is not None and mask.dtype == torch.bool:
            logits = logits.masked_fill(mask, float("-inf"))
        values, indices = self.pick(logits)
        out, self.last = torch.einsum("bk,bk->b", values, values), indices
        return out + self.width if self.width else (out, None)


def use(flag, *args, **kwargs):
    router = Router(Options(hidden=3))
    result = router(torch.empty(2, 3, 8), mask=None)
    if flag == "0" or Kind.DENSE == "dense":
        a, b, c = result
    for i, (x, y) in enumerate(zip(args, kwargs.items())):
        total = x if i else y
        while total is None:
            total = other(*args, total=total)
    return router.missing, total, Options(1)[0]

# next file
from pkg import a
from .a import *
__all__ = ["Base", "helper"]


class Base:
    def __init__(self, options):
        self.options = options
        a.use.attribute = options.names[0]

    def __getattr__(self, name):
        return {"gate": None}[name]


async def helper(*rest, total=None):
    global counter
    async with total as counter:
        yield [x async for x in rest if (y := x)]
    try:
        return helper(*rest)
    except (ValueError, KeyError) as error:
        raise RuntimeError(error) from None
    finally:
        del counter
