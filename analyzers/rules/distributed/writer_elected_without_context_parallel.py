import json
import torch
from megatron.core import mpu, parallel_state
from pkg import groups


def save(state, path, tp_rank):
    if parallel_state.get_data_parallel_rank() == 0:  # expect: writer-elected-without-context-parallel
        torch.save(state, f"{path}/adapter_{tp_rank}.pt")


def save_config(config, path):
    if mpu.get_data_parallel_rank() == 0 and mpu.get_tensor_model_parallel_rank() == 0:  # expect: writer-elected-without-context-parallel
        with open(path, "w") as out:
            json.dump(config, out)


def leaves_early(state, path):
    if mpu.get_data_parallel_rank() != 0:  # expect: writer-elected-without-context-parallel
        return
    torch.save(state, path)


def combined(state, path):
    if mpu.get_data_parallel_rank(with_context_parallel=True) == 0:  # silent: the combined rank
        torch.save(state, path)


def both(state, path):
    if mpu.get_data_parallel_rank() == 0 and mpu.get_context_parallel_rank() == 0:  # silent: both
        torch.save(state, path)


def in_name(state, path):
    cp_rank = mpu.get_context_parallel_rank()
    if mpu.get_data_parallel_rank() == 0:  # silent: each rank has a file of its own
        torch.save(state, f"{path}_{cp_rank}.pt")


def logs(logger, loss):
    if mpu.get_data_parallel_rank() == 0:  # silent: nothing is written
        logger.info(loss)


def reads(path):
    if mpu.get_data_parallel_rank() == 0:  # silent: opened for reading
        return open(path).read()


def other_library(state, path):
    if groups.get_data_parallel_rank() == 0:  # silent: nobody knows what it counts
        torch.save(state, path)
