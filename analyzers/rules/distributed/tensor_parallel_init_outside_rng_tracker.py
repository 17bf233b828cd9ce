import torch
from megatron.core.tensor_parallel import get_cuda_rng_tracker
from megatron.core.tensor_parallel.layers import set_tensor_model_parallel_attributes
from torch.nn import init


class Convolution(torch.nn.Module):
    def __init__(self, config, channels, tp_size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(channels // tp_size, 4))
        setattr(self.weight, "tensor_model_parallel", True)
        self.gate = torch.nn.Parameter(torch.empty(channels // tp_size))
        self.gate.tensor_model_parallel = True
        self.bias = torch.nn.Parameter(torch.empty(channels // tp_size))
        set_tensor_model_parallel_attributes(self.bias, True, 0, 1)
        config.init_method(self.weight)  # expect: tensor-parallel-init-outside-rng-tracker
        self.gate.data.uniform_(0, 1)  # expect: tensor-parallel-init-outside-rng-tracker
        self.reset_parameters()

    def reset_parameters(self):
        init.normal_(self.bias)  # expect: tensor-parallel-init-outside-rng-tracker


class Forked(torch.nn.Module):
    def __init__(self, config, size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(size))
        setattr(self.weight, "tensor_model_parallel", True)
        self.scale = torch.nn.Parameter(torch.empty(size))
        self.replicated = torch.nn.Parameter(torch.empty(size))
        setattr(self.scale, "tensor_model_parallel", True)
        setattr(self.replicated, "tensor_model_parallel", False)
        with get_cuda_rng_tracker().fork():
            config.init_method(self.weight)  # silent: under the tracker's fork
            self.reset_parameters()
        init.ones_(self.scale)  # silent: nothing random
        config.init_method(self.replicated)  # silent: all ranks hold the whole parameter
        if config.use_cpu_initialization:
            config.init_method(self.weight)  # silent: made whole on the CPU and cut
        rng_context = get_cuda_rng_tracker().fork()
        with rng_context:
            init.normal_(self.scale)  # silent: the fork has a name

    def reset_parameters(self):
        init.normal_(self.scale)  # silent: called under the fork


class Replicated(torch.nn.Module):
    def __init__(self, config, size):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.empty(size))
        config.init_method(self.weight)  # silent: not tensor-parallel
