# --- pkg/decoder.py
import torch
from torch import Tensor


class Decoder:
    def __init__(self, model, n, device):
        self.model = model
        self.tokens = torch.zeros(n, dtype=torch.long, device=device)
        self.positions = torch.arange(n, device=device)
        self.mask = torch.ones(n, device=device)
        self.history = torch.zeros(n, device=device)
        self.logits = torch.zeros(n, device=device)
        self.lengths = None

    def capture(self):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.logits = torch.exp(self.model(self.tokens, self.positions, self.lengths))
        self.mask = torch.ones_like(self.mask)  # silent: captures anew

    def step(self, logits: Tensor, n):
        self.tokens = torch.argmax(logits, -1)  # expect: static-buffer-rebound
        self.positions = self.positions + 1  # expect: static-buffer-rebound
        self.history = torch.cat([self.history, self.tokens])  # silent: no graph reads it
        self.lengths = torch.full((1,), n, device=logits.device)  # silent: not made in __init__
        self.graph.replay()
        return self.logits

    def step_in_place(self, logits: Tensor):
        torch.argmax(logits, -1, out=self.tokens)  # silent: the same memory
        self.positions.add_(1)  # silent: in place
        self.tokens[0] = 1  # silent: in place
        self.tokens = self.tokens.view(-1)  # silent: a view of the same memory
        self.graph.replay()

    def resize(self, n):
        self.tokens = torch.zeros(n, dtype=torch.long)  # silent: allocates

    def move(self, n):
        if n > self.tokens.numel():
            self.tokens = torch.zeros(n, dtype=torch.long)  # silent: rare, and the graph may be, too
            self.graph = None


# --- pkg/layer.py
import torch
from pkg.graphs import CudaGraphManager


class Layer(torch.nn.Module):
    def __init__(self, config, n):
        super().__init__()
        self.manager = CudaGraphManager(config, self, function_name="forward")
        self.register_buffer("bias", torch.zeros(n))
        self.register_buffer("count", torch.zeros(n))

    def forward(self, x: torch.Tensor):
        self.count = torch.zeros_like(x)  # silent: part of the graph
        return x + self.bias

    def update(self, counts: torch.Tensor):
        self.bias = torch.sign(counts.mean() - counts)  # expect: static-buffer-rebound


class Plain(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.bias = torch.zeros(n)

    def forward(self, x: torch.Tensor):
        return x + self.bias

    def update(self, counts: torch.Tensor):
        self.bias = torch.sign(counts)  # silent: nothing captures it
