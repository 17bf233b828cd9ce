from typing import Iterable, Iterator, List, Sequence, Union

import torch
from torch import Tensor, nn


def total_then_scale(model: nn.Module, limit):
    params = model.parameters()
    total = sum(p.grad.norm() for p in params)
    for p in params:  # expect: iterable-consumed-twice
        p.grad.mul_(limit / total)


def from_a_generator(rows):
    sizes = (row.size for row in rows)
    longest = max(sizes)
    return longest, list(sizes)  # expect: iterable-consumed-twice


def of_map(texts):
    numbers = map(int, texts)
    return sum(numbers) / len(list(numbers))  # expect: iterable-consumed-twice


def clip(parameters: Union[Tensor, Iterable[Tensor]], limit: float):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    norms = [p.grad.norm() for p in parameters if p.grad is not None]
    if not norms:
        return
    total = torch.stack(norms).norm()
    for index, p in enumerate(parameters):  # expect: iterable-consumed-twice
        p.grad.mul_(limit / total)


def walk(batches: Iterator[Tensor]):
    for batch in batches:
        print(batch.shape)
    return torch.cat([b.flatten() for b in batches])  # expect: iterable-consumed-twice


def of_numbers(numbers: Iterable[float]):
    mean = sum(numbers)
    return [number - mean for number in numbers]  # silent: a list, mostly


def made_a_list(parameters: Iterable[Tensor]):
    parameters = list(parameters)
    norms = [p.norm() for p in parameters]
    return norms, [p.shape for p in parameters]  # silent: a list by now


def of_a_list(parameters: List[Tensor], others: Sequence[Tensor]):
    norms = [p.norm() for p in parameters] + [p.norm() for p in others]
    return norms, [p.shape for p in parameters], list(others)  # silent: can be walked again


def either(model: nn.Module, fused):
    params = model.parameters()
    if fused:
        return [p.norm() for p in params]
    return [p.sum() for p in params]  # silent: only one of the two runs


def bound_again(model: nn.Module):
    params = model.parameters()
    count = sum(p.numel() for p in params)
    params = model.parameters()
    return count, [p.shape for p in params]  # silent: a new generator


def asks(items: Iterable[int]):
    if not isinstance(items, (list, tuple)):
        raise TypeError("items")
    first = sum(items)
    return first, max(items)  # silent: only a list comes this far


def counted(items: Iterable[int]):
    mean = sum(items) / len(items)
    return [item - mean for item in items]  # silent: what has a length is no generator


def only_handed_on(model: nn.Module, optimizer):
    params = model.parameters()
    optimizer.add(params)
    return list(params)  # silent: nobody knows what add() does


def sometimes(model: nn.Module, verbose):
    params = model.parameters()
    if verbose:
        print(sum(p.numel() for p in params))
    return [p.shape for p in params]  # silent: no traversal certainly runs first


def perhaps(rows: Union[List[int], Iterable[int]]):
    total = sum(rows)
    return total, max(rows)  # silent: a list is promised, too


# --- tests/test_walks.py
from typing import Iterable


def check(shape: Iterable[int]):
    total = sum(shape)
    return total, list(shape)  # silent: the test calls it itself
