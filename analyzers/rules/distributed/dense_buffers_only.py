# --- pkg/wrapper.py unchanged
class Wrapper:
    def __init__(self, module):
        self.buffers = []
        self.expert_parallel_buffers = []
# --- pkg/use.py
def offload(chunk):
    for buffer in chunk.buffers:  # expect: dense-buffers-only
        buffer.param_data.storage().resize_(0)


def scale(chunks, factor):
    for chunk in chunks:
        for buffer in chunk.buffers:  # expect: dense-buffers-only
            buffer.grad_data.mul_(factor)


class Experts:
    def __init__(self):
        self.buffers = []
        self.expert_parallel_buffers = []

    def start(self):
        for buffer in self.buffers:  # expect: dense-buffers-only
            buffer.start_grad_sync()


def load(chunk):
    for buffer in chunk.buffers + chunk.expert_parallel_buffers:  # silent: both lists
        buffer.reload()


def one_after_the_other(chunk):
    for buffer in chunk.buffers:  # silent: experts follow
        buffer.reset()
    for buffer in chunk.expert_parallel_buffers:
        buffer.reset()


def sizes(chunk):
    return [buffer.numel for buffer in chunk.buffers]  # silent: no loop that changes them


def total(chunk):
    count = 0
    for buffer in chunk.buffers:  # silent: only read
        count += buffer.numel
    return count


class Optimizer:
    def __init__(self, buffers):
        self.buffers = buffers

    def reset(self):
        for buffer in self.buffers:  # silent: a list of its own
            buffer.reset()


def of_module(module):
    for buffer in module.buffers():  # silent: the method of torch.nn.Module
        buffer.data.fill_(0)
