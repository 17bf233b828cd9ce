import torch.distributed as dist


class Actor:
    def __init__(self, config, mesh, ulysses_size):
        config.actor.mini_batch_size *= config.rollout.n
        config.actor.mini_batch_size //= mesh.size() // ulysses_size
        config.actor.micro_batch_size //= mesh.size()
        config.actor.eval_batch_size //= mesh.size()


class Critic:
    def __init__(self, config, ulysses_size):
        # expect: batch-size-misses-factor
        config.mini_batch_size //= dist.get_world_size() // ulysses_size
        config.micro_batch_size //= dist.get_world_size()  # silent: the actor does the same


class Reward:
    def __init__(self, config, mesh, ulysses_size):
        config.mini_batch_size //= mesh.size() // ulysses_size  # expect: batch-size-misses-factor
        config.eval_batch_size //= mesh.size() * 2  # silent: a number is no count


class Reference:
    def __init__(self, config, dp_size):
        config.train_batch_size *= config.repeats
        config.train_batch_size //= dp_size

    def resume(self, config, dp_size):
        config.train_batch_size //= dp_size  # expect: batch-size-misses-factor


class Right:
    def __init__(self, config, mesh, ulysses_size):
        config.mini_batch_size *= config.rollout.n
        config.mini_batch_size //= mesh.size() // ulysses_size  # silent: the same factors


class OtherAxis:
    def __init__(self, config, tp_size):
        config.mini_batch_size //= tp_size  # silent: cut along another axis


class Local:
    def __init__(self, config, dp_size):
        config.global_batch_size *= config.repeats
        config.global_batch_size //= dp_size

    def split(self, config, dp_size):
        global_batch_size = config.global_batch_size
        global_batch_size //= dp_size  # silent: a local name may mean anything
        return global_batch_size


class Width:
    def __init__(self, config, dp_size):
        config.width *= config.heads
        config.width //= dp_size

    def narrow(self, config, dp_size):
        config.width //= dp_size  # silent: no size of a batch
