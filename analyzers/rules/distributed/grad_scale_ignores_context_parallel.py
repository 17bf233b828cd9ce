from megatron.core import mpu, parallel_state
from megatron.core.parallel_state import (
    get_context_parallel_world_size,
    get_data_parallel_world_size,
)


def bucket(params, Buffer):
    # expect: grad-scale-ignores-context-parallel
    gradient_scaling_factor = 1.0 / get_data_parallel_world_size()
    return Buffer(params, gradient_scaling_factor)


def reduce(buffers):
    size = parallel_state.get_data_parallel_world_size()  # expect: grad-scale-ignores-context-parallel
    grad_scale = 1.0 / size
    for buffer in buffers:
        buffer.mul_(grad_scale)


class Reducer:
    def __init__(self, config, make):
        # expect: grad-scale-ignores-context-parallel
        self.loss_scale = config.loss_scale / mpu.get_data_parallel_world_size()
        self.buffers = make(
            grad_scaling=1.0 / mpu.get_data_parallel_world_size(),  # expect: grad-scale-ignores-context-parallel
        )


def with_the_flag(grads):
    # silent: context parallelism is included
    grad_scaling = 1.0 / get_data_parallel_world_size(with_context_parallel=True)
    return grads * grad_scaling


def both_sizes(grads):
    # silent: the context-parallel size is a factor of its own
    grad_scaling = 1.0 / (get_data_parallel_world_size() * get_context_parallel_world_size())
    return grads * grad_scaling


def samples(args):
    # silent: batch arithmetic, no gradient
    global_batch = args.micro_batch_size * get_data_parallel_world_size()
    return global_batch


def explicit(grads, group):
    grad_scaling = 1.0 / group.size()  # silent: an explicit group
    return grads * grad_scaling


def other_object(grads, mesh):
    grad_scaling = 1.0 / mesh.get_data_parallel_world_size()  # silent: an unknown method
    return grads * grad_scaling


def rebound(grads, cp_size):
    size = get_data_parallel_world_size()
    size = size * cp_size
    grad_scaling = 1.0 / size  # silent: the size was extended on the way
    return grads * grad_scaling
