import torch
from torch import Tensor, nn


class Attention(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.out = nn.Linear(heads, heads)
        self.peak = None
        self.register_buffer("moved", torch.zeros(heads))
        self.count = 0

    def forward(self, query, key, token_ids: Tensor, mask: Tensor):
        out, batch_peak = super().forward(query, key)
        if self.peak is None:
            self.peak = batch_peak
        else:
            self.peak = torch.max(self.peak, batch_peak)  # expect: running-statistic-keeps-graph
        hidden = self.out(out)
        energy = (hidden * hidden).mean()
        self.energy = self.energy + energy  # expect: running-statistic-keeps-graph
        self.moved += hidden.abs().mean(0)  # expect: running-statistic-keeps-graph
        # expect: running-statistic-keeps-graph
        self.history = torch.cat([self.history, hidden.norm().view(1)])
        self.count += 1  # silent: a number
        self.seen = self.seen + mask.sum()  # silent: a mask has no gradient
        self.hits = torch.add(self.hits, (hidden > 0).sum())  # silent: nor has a comparison
        self.tokens = torch.maximum(self.tokens, token_ids.max())  # silent: nor have ids
        return hidden


class Careful(nn.Module):
    def forward(self, x):
        peak = x.abs().max().detach()
        self.peak = torch.maximum(self.peak, peak)  # silent: detached
        with torch.no_grad():
            self.mean = self.mean + x.mean()  # silent: nothing is recorded here
        self.total = self.total + x.sum().item()  # silent: a number
        if not self.training:
            self.largest = torch.maximum(self.largest, x.max())  # silent: only in evaluation
        return x


class WithLoss(nn.Module):
    def forward(self, x):
        self.aux_loss = self.aux_loss + x.square().mean()  # silent: meant to be differentiated
        return x


class Fresh(nn.Module):
    def forward(self, x):
        self.norms = torch.zeros(0, device=x.device)
        for row in x:
            self.norms = torch.cat([self.norms, x.norm().view(1)])  # silent: begun anew each time
        return x


class Recurrent(nn.Module):
    def forward(self, x):
        self.trace = self.trace + x.mean(0)  # silent: the output is computed of it
        return x * self.trace


class Observer(nn.Module):
    def observe(self, x: Tensor):
        self.peak = torch.maximum(self.peak, x.max())  # silent: callers may have detached it
