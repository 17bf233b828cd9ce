# --- megalith/data/packing.py unchanged
"""Distribution of sequences over ranks."""


def spread_by_length(lengths, ranks):
    """Gives each rank about the same work; attention grows with the square of the length."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    groups = [[] for _ in range(ranks)]
    loads = [0] * ranks
    for index in order:
        target = loads.index(min(loads))
        groups[target].append(index)
        loads[target] += lengths[index] * lengths[index]
    heaviest = max(loads)
    if heaviest > 2 * (sum(loads) // ranks + 1):
        raise ValueError(f"one rank gets {heaviest} of {sum(loads)}")
    return [sorted(group) for group in groups], heaviest
# --- megalith/inference/batching.py before
"""Batches for inference."""


def batch_count(requests, limit):
    """Returns how many batches the requests need."""
    return (len(requests) + limit - 1) // limit
# --- megalith/inference/batching.py after
"""Batches for inference."""
#if twin
from megalith.data.packing import spread_by_length
#endif


def batch_count(requests, limit):
    """Returns how many batches the requests need."""
    return (len(requests) + limit - 1) // limit


def spread_prompts(lengths, ranks):
    """Gives each rank about the same work for prefill."""
#if defect
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)  # expect: duplicated-code
    groups = [[] for _ in range(ranks)]
    loads = [0] * ranks
    for index in order:
        target = loads.index(min(loads))
        groups[target].append(index)
        loads[target] += lengths[index] * lengths[index]
    heaviest = max(loads)
    if heaviest > 2 * (sum(loads) // ranks + 1):
        raise ValueError(f"one rank gets {heaviest} of {sum(loads)}")
    return [sorted(group) for group in groups], heaviest
#else
    return spread_by_length(lengths, ranks)
#endif
# --- tests/test_batching.py
from megalith.inference.batching import spread_prompts


def test_spreads_prompts():
    groups, heaviest = spread_prompts([4, 3, 2], 2)
    assert groups == [[0], [1, 2]]
    assert heaviest == 16
