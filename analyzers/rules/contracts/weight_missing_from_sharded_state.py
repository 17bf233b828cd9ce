import torch

from pkg.sharding import shard, shard_all


class Mixer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.decay = torch.nn.Parameter(torch.ones(4))
        self.skip = torch.nn.Parameter(torch.ones(4))  # expect: weight-missing-from-sharded-state
        self.register_buffer("steps", torch.zeros(1))  # expect: weight-missing-from-sharded-state
        self.register_buffer("cache", torch.zeros(1), persistent=False)  # silent: not saved
        self.register_parameter("bias", None)  # silent: there is nothing to save
        # expect: weight-missing-from-sharded-state
        self.register_parameter("scale", torch.nn.Parameter(torch.ones(1)))
        self.width = torch.ones(4)  # silent: no weight

    def sharded_state_dict(self, prefix="", offsets=(), metadata=None):
        return {f"{prefix}decay": shard(self.decay, offsets)}


class Looping(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = torch.nn.Parameter(torch.ones(4))  # silent: the loop takes all

    def sharded_state_dict(self, prefix="", offsets=(), metadata=None):
        state = {"kind": "looping"}
        for name, parameter in self.named_parameters():
            state[prefix + name] = shard(parameter, offsets)
        return state


class Extending(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = torch.nn.Parameter(torch.ones(4))  # silent: the default has it

    def sharded_state_dict(self, prefix="", offsets=(), metadata=None):
        state = super().sharded_state_dict(prefix, offsets, metadata)
        state[prefix + "extra"] = 1
        return state


class Delegating(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = torch.nn.Parameter(torch.ones(4))  # silent: no keys are listed here

    def sharded_state_dict(self, prefix):
        return shard_all(self, prefix)


class Default(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = torch.nn.Parameter(torch.ones(4))  # silent: no method of its own


class Refusing(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = torch.nn.Parameter(torch.ones(4))  # silent: nothing is saved at all

    def sharded_state_dict(self, prefix=""):
        """Keys would be f"{prefix}weight"."""
        keys = {prefix + "weight": self.weight, prefix + "bias": self.bias}
        raise NotImplementedError(keys)
