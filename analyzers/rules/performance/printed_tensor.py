import logging

import torch
from torch import Tensor, nn

logger = logging.getLogger(__name__)


class Head(nn.Module):
    def forward(self, x: Tensor, step, counts_cpu: Tensor):
        print(x)  # expect: printed-tensor
        print("norm", x.norm())  # expect: printed-tensor
        print(f"mean {x.mean()}")  # expect: printed-tensor
        logger.info(f"largest {x.max()}")  # expect: printed-tensor
        print(x.shape, x.dtype, x.device)  # silent: known to the CPU
        print("step", step)  # silent: no tensor, as far as anyone knows
        print(counts_cpu)  # silent: its name says where it is
        logger.debug("mean %s", x.mean())  # silent: formatted only when somebody listens
        if step % self.log_interval == 0:
            print(x.mean())  # silent: at the logging interval
        if self.debug:
            print(x)  # silent: only when debugging
        # A sync, but we want to see it.
        print(x)  # silent: the comment above says that it is meant
        return x

    def describe(self, x: Tensor):
        print(x)  # silent: nothing calls it
