import torch
from megatron.core.tensor_parallel import (
    get_cuda_rng_tracker,
    get_expert_parallel_rng_tracker_name,
)


class GroupedExperts(torch.nn.Module):
    def __init__(self, config, shape):
        super().__init__()
        self.weight1 = torch.nn.Parameter(torch.empty(shape))
        with get_cuda_rng_tracker().fork():  # expect: expert-init-with-dense-rng
            config.init_method(self.weight1)

    def reset_parameters(self):
        context = get_cuda_rng_tracker().fork()  # expect: expert-init-with-dense-rng
        with context:
            self.weight1.data.normal_()


def init_expert_bias(bias):
    with get_cuda_rng_tracker().fork():  # expect: expert-init-with-dense-rng
        torch.nn.init.uniform_(bias)


class NamedExperts(torch.nn.Module):
    def __init__(self, config, shape):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(shape))
        # silent: the state of experts
        with get_cuda_rng_tracker().fork(get_expert_parallel_rng_tracker_name()):
            config.init_method(self.weight)

    def forward(self, x):
        with get_cuda_rng_tracker().fork():  # silent: nothing is initialised
            return torch.nn.functional.dropout(x)


class SharedExpertMLP(torch.nn.Module):
    def __init__(self, config, weight):
        super().__init__()
        with get_cuda_rng_tracker().fork():  # silent: the shared expert is a dense layer
            config.init_method(weight)


def init_weight(weight, init_method, is_expert):
    if not is_expert:
        with get_cuda_rng_tracker().fork():  # silent: the dense half of a split
            init_method(weight)


class ExpertRouter(torch.nn.Module):
    def __init__(self, config, weight):
        super().__init__()
        with get_cuda_rng_tracker().fork():  # silent: routers are replicated over experts
            config.init_method(weight)


class Dense(torch.nn.Module):
    def __init__(self, config, weight):
        super().__init__()
        with get_cuda_rng_tracker().fork():  # silent: no expert
            config.init_method(weight)
