# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class Config:
    tensor_parallel_size: int = 1
    context_parallel_size: int = 1
    batch_size: int = 1
    world_size: int = 1


@dataclass
class ServerConfig:
    pp_size: int = 1


@dataclass
class MeshConfig:
    tp_size: int = 1
    pp_size: int = 1
    cp_size: int = 1
# --- pkg/use.py
import torch.distributed as dist


def total_batch(cfg):
    if cfg.world_size != 1:
        # expect: data-parallel-size-misses-axis
        effective = cfg.world_size // (cfg.context_parallel_size or 1)
        return cfg.batch_size * effective


def replicas(config):
    # expect: data-parallel-size-misses-axis
    dp_size = dist.get_world_size() // config.tensor_parallel_size
    return dp_size


class Plan:
    def __init__(self, mesh, world_size):
        # expect: data-parallel-size-misses-axis
        self.data_parallel_size = world_size // (mesh.tp_size * mesh.pp_size)


def all_axes(config, world_size):
    # silent: by both
    dp_size = world_size // config.context_parallel_size // config.tensor_parallel_size
    return dp_size


def refused(config, world_size):
    assert config.tensor_parallel_size == 1
    dp_size = world_size // config.context_parallel_size  # silent: there is no other axis here
    return dp_size


def sequence_groups(config, world_size):
    groups = world_size // config.context_parallel_size  # silent: no replicas are meant
    return groups


def by_model_size(config, world_size):
    dp_size = world_size // config.model_size  # silent: nobody knows what is in it
    return dp_size


def of_server(mesh, world_size):
    dp_size = world_size // mesh.tp_degree  # silent: no configuration has it
    return dp_size


def given(world_size, tensor_parallel_size):
    dp_size = world_size // tensor_parallel_size  # silent: of a caller that may know more
    return dp_size
