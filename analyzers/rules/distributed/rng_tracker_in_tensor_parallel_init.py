import torch
from megatron.core.tensor_parallel import get_cuda_rng_tracker


class Gate(torch.nn.Module):
    def __init__(self, config, size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(size))
        self.bias = torch.nn.Parameter(torch.empty(size))
        self.scale = torch.nn.Parameter(torch.empty(size))
        setattr(self.weight, "tensor_model_parallel", True)
        setattr(self.bias, "tensor_model_parallel", True)
        with get_cuda_rng_tracker().fork():
            config.init_method(self.weight)  # expect: rng-tracker-in-tensor-parallel-init
            self.bias.data.uniform_(0, 1)  # expect: rng-tracker-in-tensor-parallel-init
            config.init_method(self.scale)  # silent: not tensor-parallel
            config.init_method(self.weight)  # silent: said once for the parameter

    def reset(self, config):
        torch.nn.init.ones_(self.bias)  # silent: nothing random


def fill(weight, init_method, tracker):
    weight.tensor_model_parallel = True
    with tracker.fork("experts"):
        init_method(weight)  # expect: rng-tracker-in-tensor-parallel-init


def fill_replicated(weight, init_method, tracker):
    weight.tensor_model_parallel = False
    with tracker.fork():
        init_method(weight)  # silent: marked as replicated
# --- pkg/old.py before
class Old:
    def __init__(self, weight, init_method, tracker):
        self.weight = weight
        self.weight.tensor_model_parallel = True
        with tracker.fork():
            init_method(self.weight)
# --- pkg/old.py after
class Old:
    def __init__(self, weight, init_method, tracker):
        self.weight = weight
        self.weight.tensor_model_parallel = True
        with tracker.fork():
            init_method(self.weight)  # silent: the fork was there before
# --- tests/test_gate.py
def test_fill(weight, init_method, tracker):
    weight.tensor_model_parallel = True
    with tracker.fork():
        init_method(weight)  # silent: a test
