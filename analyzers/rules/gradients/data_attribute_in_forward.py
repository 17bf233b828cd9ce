import torch
from torch import Tensor, nn

from megatron.core.transformer.module import MegatronModule


class Gate(nn.Module):
    def forward(self, hidden_states: Tensor, weight: Tensor, batch: "Batch", p: Tensor):
        scale = hidden_states.data.abs().max()  # expect: data-attribute-in-forward
        rows = hidden_states.data.shape[0]  # silent: only its shape
        frozen = weight.data * 2 + p.data  # silent: parameters
        ids = batch.data  # silent: no tensor
        buffer = self.buffer.data  # silent: not an activation
        with torch.no_grad():
            mean = hidden_states.data.mean()  # silent: nothing is recorded here
        return hidden_states / scale + frozen + buffer + mean, rows, ids

    def reset(self, x: Tensor):
        return x.data.zero_()  # silent: not forward


class Shift(MegatronModule):
    def forward(self, x, mask):
        x.data.add_(1.0)  # expect: data-attribute-in-forward
        return x * mask


class Copy(nn.Module):
    def forward(self, logits):
        kept = logits.data  # expect: data-attribute-in-forward
        return kept

    @torch.no_grad()
    def other(self, logits):
        return logits.data


class Evaluated(nn.Module):
    @torch.inference_mode()
    def forward(self, logits):
        return logits.data.argmax(-1)  # silent: no gradient at all


class Record:
    def forward(self, x: Tensor):
        return x.data  # silent: no module
