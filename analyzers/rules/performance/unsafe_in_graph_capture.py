# --- pkg/capture.py
import torch
from torch import Tensor


def record(model, x: Tensor, ready: torch.cuda.Event):
    torch.cuda.synchronize()  # silent: the device must be idle before a capture
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = model(x)
        while not ready.query():  # expect: unsafe-in-graph-capture
            pass
        torch.cuda.empty_cache()
    ready.synchronize()  # silent: after the capture
    return graph, y


def record_decode(step, logits: Tensor, pool):
    if has_graph(pool):
        return None
    graph = torch.cuda.CUDAGraph()
    with torch.inference_mode(), torch.cuda.graph(graph, pool=pool):
        tokens = step(logits).argmax(-1)
        if logits.isnan().any():  # expect: unsafe-in-graph-capture
            tokens = torch.zeros_like(tokens)
        first = logits.max().item()
    return graph, tokens, first


# --- pkg/layer.py
import torch
from pkg.graphs import CudaGraphManager
from torch import Tensor


class Layer(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.manager = CudaGraphManager(config, self, function_name="forward")
        self.order_cpu = torch.arange(8)
        self.done = torch.cuda.Event()
        self.event = torch.cuda.Event()

    def forward(self, x: Tensor, heads: list[int], order: Tensor):
        y = x[:, [0, 2, 1]]  # expect: unsafe-in-graph-capture
        y = y + x[heads]
        y = y + self._permute(x, order) + self._scatter(x, heads)
        return self._wait(y)

    def _permute(self, x: Tensor, order: Tensor):
        y = x[order]  # silent: a tensor of the device
        y = y + x[0] + x[:2] + x[..., None]  # silent: numbers and slices cost nothing
        if torch.cuda.is_current_stream_capturing():
            return y
        return y + x[[1, 0]]  # silent: not while a graph is captured

    def _scatter(self, x: Tensor, heads: list[int]):
        y = x[self.order_cpu]  # expect: unsafe-in-graph-capture
        return y + torch.tensor(heads, device=x.device)

    def _wait(self, y: Tensor):
        self.done.record()
        if not self.config.enable_cuda_graph:
            self.done.synchronize()  # silent: only without graphs
        torch.cuda.current_stream().wait_event(self.done)  # silent: the device waits
        if self.config.log_interval:
            self.event.synchronize()  # silent: rare
        # Synchronize: the copy must have ended, which a capture never gets to.
        self.done.synchronize()  # silent: the comment above says that it is meant
        return y


class Plain(torch.nn.Module):
    def forward(self, x: Tensor, heads: list[int]):
        self.done.synchronize()  # silent: nothing captures it
        return x[heads]  # silent: nor this


class Router(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.manager = CudaGraphManager(config, self, function_name="route")

    def route(self, x: Tensor, experts: list[int]):
        bias = torch.tensor(experts, device=x.device)  # expect: unsafe-in-graph-capture
        rows = x.shape  # silent: shapes are on the host
        size = rows[0]  # silent: no tensor is indexed
        return bias + size, self._count(x)

    def _count(self, x: Tensor):
        host = x.to("cpu")  # expect: unsafe-in-graph-capture
        return host[[0, 1]]  # silent: both are on the CPU


# --- tests/test_capture.py
import torch


def capture(step, event: torch.cuda.Event):
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        step()
        event.synchronize()  # silent: a test
