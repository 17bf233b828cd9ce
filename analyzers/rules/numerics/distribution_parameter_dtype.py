import torch
from torch.distributions import Normal
from torch.distributions.uniform import Uniform


def jitter(x, eps):
    # expect: distribution-parameter-dtype
    noise = Uniform(
        torch.tensor(1.0 - eps, device=x.device), torch.tensor(1.0 + eps, device=x.device)
    )
    return x * noise.rsample(x.shape)


def through_locals(hidden):
    mean = torch.tensor(0.0, device=hidden.device)
    std = torch.tensor(0.02, device=hidden.device)
    return hidden + Normal(mean, std).sample(hidden.shape)  # expect: distribution-parameter-dtype


class Router(torch.nn.Module):
    def forward(self, x):
        # expect: distribution-parameter-dtype
        noise = torch.distributions.Normal(loc=0.0, scale=torch.tensor(0.1, device=x.device))
        return x + noise.sample(x.shape)


def with_dtype(x):
    low = torch.tensor(0.9, dtype=x.dtype, device=x.device)
    high = torch.tensor(1.1, dtype=x.dtype, device=x.device)
    return x * Uniform(low, high).rsample(x.shape)  # silent: in the dtype of x


def plain_numbers(x):
    return x + Normal(0.0, 1.0).sample(x.shape)  # silent: no tensors


def never_combined(x):
    dist = Normal(torch.tensor(0.0, device=x.device), torch.tensor(1.0, device=x.device))
    return dist.sample(x.shape)  # silent: x meets no arithmetic here


def learned(x, mean, log_std):
    return x + Normal(mean, log_std.exp()).rsample()  # silent: parameters with a dtype of their own


def other_device(x, device):
    dist = Normal(torch.tensor(0.0, device=device), torch.tensor(1.0, device=device))
    return x + dist.sample(x.shape)  # silent: nothing says that the dtype should be that of x


def no_distribution(x):
    return x * torch.tensor(0.5, device=x.device)  # silent: a scalar does not promote
