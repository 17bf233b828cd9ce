import torch


def load(path, map_location):
    return torch.load(path, map_location="cpu", weights_only=True)  # expect: constant-instead-of-parameter


def make(n, dtype):
    return torch.zeros(n, dtype=torch.bfloat16)  # expect: constant-instead-of-parameter


def make_two(n, m, dtype):
    a = torch.zeros(n, dtype=dtype)
    b = torch.zeros(m, dtype=torch.int64)  # silent: the parameter is for the other one
    return a, b


class Loader:
    def restore(self, model, strict=True):
        model.load_state_dict(self.state, strict=False)  # expect: constant-instead-of-parameter


def passed_on(path, map_location):
    return torch.load(path, map_location=map_location)  # silent: passed on


def used_elsewhere(n, dtype):
    a = torch.zeros(n, dtype=torch.int64)  # silent: the parameter is for something else
    return a.to(dtype)


def without_parameter(path):
    return torch.load(path, map_location="cpu")  # silent: nobody can set it


def computed(path, map_location):
    return torch.load(path, map_location=choose())  # silent: no constant


def stub(path, strict=True):
    check(path, strict=False)  # silent: whoever calls it hears so
    raise NotImplementedError


def default(path, device="cpu"):
    def inner(device):
        return torch.load(path, map_location=device)  # silent: another name

    return inner(device)


class Special(Loader):
    def restore(self, model, strict=True):
        model.load_state_dict(self.state, strict=False)  # silent: the base decides what it takes
