import functools

import torch
import torch.utils.checkpoint as recompute
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

from megatron.core import tensor_parallel

non_reentrant = functools.partial(checkpoint, use_reentrant=False)


class Block(torch.nn.Module):
    def forward(self, hidden, mask, options):
        hidden = checkpoint(self.attention, hidden, mask)  # expect: checkpoint-without-use-reentrant
        hidden = checkpoint(self.mlp, hidden, use_reentrant=False)  # silent: says which variant
        hidden = recompute.checkpoint(self.norm, hidden)  # expect: checkpoint-without-use-reentrant
        hidden = checkpoint(self.mlp, hidden, **options)  # silent: may be among the options
        hidden = non_reentrant(self.mlp, hidden)  # silent: bound in the partial
        hidden = tensor_parallel.checkpoint(self.mlp, False, hidden)  # silent: not torch's own
        hidden = self.checkpoint(self.mlp, hidden)  # silent: a method of ours
        return checkpoint_sequential(  # expect: checkpoint-without-use-reentrant
            self.layers, 2, hidden
        )

    def checkpoint(self, function, hidden):
        return torch.utils.checkpoint.checkpoint(function, hidden, use_reentrant=True)
