import torch


def inf_norm(grads_for_norm):
    return max(grad.abs().max() for grad in grads_for_norm)  # expect: max-of-possibly-empty


def smallest(model):
    return min([p.abs().min() for p in model.main_params])  # expect: max-of-possibly-empty


def largest(module):
    return max(p.grad.norm() for p in module.parameters())  # expect: max-of-possibly-empty


def with_default(grads, zero):
    return max((grad.abs().max() for grad in grads), default=zero)  # silent: has a default


def left_before(grads, zero):
    if not grads:
        return zero
    return max(grad.abs().max() for grad in grads)  # silent: left before when there are none


def tested(grads, zero):
    return max(g.abs().max() for g in grads) if len(grads) > 0 else zero  # silent: tested


def of_requests(requests):
    return max(len(r.tokens) for r in requests)  # silent: not what a rank can lack


def of_two(grads, bound):
    return max(bound, sum(g.norm() for g in grads))  # silent: two numbers


def tensors(grads):
    return torch.max(torch.stack([g.abs().max() for g in grads]))  # silent: not the builtin


def made_a_list(grads, tensor_type):
    if isinstance(grads, tensor_type):
        grads = [grads]
    return max(grad.abs().max() for grad in grads)  # expect: max-of-possibly-empty


# --- tests/test_norm.py
def test_norm(grads):
    assert max(g.abs().max() for g in grads) < 1  # silent: a test
