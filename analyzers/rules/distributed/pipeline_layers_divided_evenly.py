# === a repository that allows uneven stages
# --- pkg/config.py unchanged
class Config:
    num_layers: int = 24
    num_layers_in_first_pipeline_stage: int = None
# --- pkg/use.py
from megatron.core import parallel_state


def caches(config, pp_size):
    return config.num_layers // pp_size  # expect: pipeline-layers-divided-evenly


class Stack:
    def select(self, types):
        count = self.config.num_layers // self.pp_group.size()  # expect: pipeline-layers-divided-evenly
        first = self.pp_group.rank() * count
        return types[first : first + count]


def offset(lora, rank):
    size = parallel_state.get_pipeline_model_parallel_world_size()
    return rank * (lora["num_layers"] // size)  # expect: pipeline-layers-divided-evenly


def checked(config, pp_size):
    assert config.num_layers % pp_size == 0
    return config.num_layers // pp_size  # silent: the layout is even


class Range:
    def __init__(self, num_layers, pp_size):
        if num_layers % pp_size:
            raise ValueError("uneven")
        self.num_layers, self.pp_size = num_layers, pp_size

    def layers(self):
        return self.num_layers // self.pp_size  # silent: checked in the constructor


def both(config, pp_size):
    if config.num_layers_in_first_pipeline_stage is not None:
        return config.num_layers_in_first_pipeline_stage
    return config.num_layers // pp_size  # silent: knows of uneven stages


def heads(config, tp_size):
    return config.num_layers // tp_size  # silent: no pipeline


def tokens(config, pp_size):
    return config.seq_length // pp_size  # silent: no layers


def half(config):
    return config.num_layers // 2  # silent: no number of stages


def demanded(config, pp_size, chunks):
    assert config.num_layers // pp_size == chunks  # silent: an assertion demands it


# === a repository without uneven stages
class Model:
    def __init__(self, config, make):
        count = config.num_hidden_layers // config.num_stages  # expect: pipeline-layers-divided-evenly
        self.layers = [
            make(i) for i in range(count * config.stage_idx, count * (config.stage_idx + 1))
        ]


def first_layer(config, pp_size, rank):
    return rank * (config.num_layers // pp_size)  # silent: nothing says that layers get lost


def spread(config, pp_size, rank):
    count = config.num_layers // pp_size  # silent: the last stage takes the rest
    end = config.num_layers if rank == pp_size - 1 else (rank + 1) * count
    return range(rank * count, end)
