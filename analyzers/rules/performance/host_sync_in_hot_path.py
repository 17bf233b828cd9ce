# --- pkg/router.py
import numpy as np
import torch
import torch.distributed as dist
from torch import Tensor, nn


class Router(nn.Module):
    def __init__(self, scale: Tensor):
        super().__init__()
        self.scale = scale.item()  # silent: runs once
        self.counts = torch.zeros(8, dtype=torch.int64)

    def forward(self, x: Tensor, mask):
        count = mask.sum().item()  # expect: host-sync-in-hot-path
        for row in range(4):
            count += x[row].max().item()
        return self._route(x / count)

    def _route(self, x: Tensor):
        return self._pick(x)

    def _pick(self, x: Tensor):
        return x.cpu()  # expect: host-sync-in-hot-path

    def unused(self, x: Tensor):
        return x.cpu()  # silent: nothing calls it

    def log_norms(self, x: Tensor):
        return x.norm().item()  # silent: cold by name


class Quiet(Router):
    def forward(self, x: Tensor, debug, tokens_per_expert, rows_cpu):
        if debug:
            print(x.mean().item())  # silent: only when debugging
        if self.first_step:
            self.shape = x.tolist()  # silent: once
        # One transfer for each batch: the host needs the sizes.
        sizes = x.tolist()  # silent: the comment above says that it is meant
        array = np.asarray(rows_cpu)
        values = [
            tokens_per_expert.tolist(),  # silent: on the host by convention
            rows_cpu[0].item(),  # silent: its name says where it is
            array.max().item(),  # silent: an array of numpy
            self.counts[0].item(),  # silent: this class makes it on the CPU
        ]
        flag = torch.zeros(1, device=x.device)
        dist.all_reduce(flag)
        if flag.item():  # silent: the ranks exchange a decision
            raise ValueError(f"bad value {x.max().item()}")  # silent: the step fails here
        text = self.name.cpu()  # silent: not known to be a tensor
        rows = int(x.shape[0])  # silent: shapes are on the host
        return sizes, values, text, rows


class Cast(nn.Module):
    def forward(self, loss: Tensor):
        scale = float(loss)  # expect: host-sync-in-hot-path
        return loss / scale


class Plain:
    def forward(self, x: Tensor):
        return x.cpu()  # silent: no module, and nothing calls it


def train_step(batch, loss: Tensor):
    torch.cuda.synchronize()  # expect: host-sync-in-hot-path
    return batch


def forward_step_exchanged(counts: Tensor, config, device):
    total = torch.tensor([0], device=device)
    _broadcast(total)
    dist.all_gather_into_tensor(counts, total)
    largest = counts.max()
    if config.batch_p2p_sync:
        torch.cuda.synchronize()  # silent: an option asks for it
    return total.item(), largest.item()  # silent: computed from what the ranks exchanged


def forward_backward_capture(graph, step):
    torch.cuda.synchronize()  # silent: the device must be idle before a capture
    with torch.cuda.graph(graph):
        step()


def save_step(loss: Tensor):
    return loss.item()  # silent: cold by name


# --- pkg/base.py unchanged
import torch


class Base(torch.nn.Module):
    pass


# --- pkg/layer.py unchanged
from pkg.base import Base
from pkg.dispatcher import Dispatcher
from pkg.ops import late, permute, rare


class Layer(Base):
    def __init__(self, config):
        self.dispatcher = Dispatcher(config)

    def forward(self, x, step):
        if step % self.log_interval == 0:
            rare(x)
        return self.dispatcher.dispatch(permute(x))


# --- pkg/ops.py
import torch


def permute(x: torch.Tensor):
    return x.tolist()  # expect: host-sync-in-hot-path


def rare(x: torch.Tensor):
    return x.tolist()  # silent: called in a cold block only


def late(x: torch.Tensor):
    return x.tolist()  # silent: nothing hot calls it


# --- pkg/dispatcher.py
import torch


class Dispatcher:
    def __init__(self, config):
        self.config = config

    def dispatch(self, x: torch.Tensor):
        return int(x.max())  # expect: host-sync-in-hot-path


# --- pkg/context.py unchanged
import torch


class Context:
    def __init__(self, n):
        self.request_ids = torch.zeros(n, dtype=torch.int32)


# --- pkg/engine.py
import torch


class Engine(torch.nn.Module):
    def forward(self, context, tokens):
        ids = context.request_ids[0]
        first = ids.item()  # silent: all such attributes live on the CPU
        return first, context.lengths.max().item()  # expect: host-sync-in-hot-path


# --- pkg/optim.py
class ShardedOptimizer:
    def step(self):
        return self._norm() > 0

    def _norm(self):
        return self.total.sum().item()  # expect: host-sync-in-hot-path


class Wrapper:
    def __init__(self, module):
        module.register_forward_pre_hook(self._gather)

    def _gather(self, module, inputs):
        return inputs[0].sum().item()  # expect: host-sync-in-hot-path


# --- pkg/captured.py
import torch
from pkg.graphs import CudaGraphManager


class CapturedLayer(torch.nn.Module):
    def __init__(self, config):
        self.manager = CudaGraphManager(config, self, function_name="forward")

    def forward(self, x: torch.Tensor):
        return self.scale(x) + x.max().item()  # expect: host-sync-in-hot-path

    def scale(self, x: torch.Tensor):
        # Deliberate: the host picks a kernel by this value.
        return x * x.amax().item()  # silent: acknowledged


# --- tests/test_router.py
import torch


class Module(torch.nn.Module):
    def forward(self, x):
        return x.sum().item()  # silent: a test
# === what waited before
# --- pkg/reduce.py before
import torch
from torch import Tensor, nn


class Total(nn.Module):
    def forward(self, x: Tensor, mesh, is_last):
        if mesh is None:
            return float(x.item())
        return float(reduce(x, mesh).item())


class Mean(nn.Module):
    def forward(self, x: Tensor, count: Tensor):
        scale = count.sum().clamp(min=1).item()
        return x / scale


class Last(nn.Module):
    def forward(self, x: Tensor):
        return x * 2

    def log_norm(self, x: Tensor):
        norm = x.norm(dim=-1).mean().item()
        return norm


# --- pkg/reduce.py after
import torch
from torch import Tensor, nn


class Total(nn.Module):
    def forward(self, x: Tensor, mesh, is_last):
        return float(reduce_all(x, mesh).item())  # silent: it waited in two places before


class Mean(nn.Module):
    def forward(self, x: Tensor, count: Tensor):
        return x / self.scale_of(count)

    def scale_of(self, count: Tensor):
        scale = count.sum().clamp(min=1).item()  # silent: it stood in forward
        return scale


class Last(nn.Module):
    def forward(self, x: Tensor):
        norm = x.norm(dim=-1).mean().item()  # expect: host-sync-in-hot-path
        return x * 2 / norm
# === flags that nobody but tests hands over
# --- pkg/flags.py
import torch
from torch import Tensor, nn


class Gate(nn.Module):
    def forward(self, x: Tensor):
        return _checked(x) + _scaled(x) + _counted(x, True)


def _checked(x: Tensor, verify=False):
    if verify:
        return x.sum().item()  # silent: only a test hands `verify` over
    return x


def _scaled(x: Tensor, scale=2):
    if scale is None:
        scale = x.max().item()  # silent: nobody hands None over
    return x * scale


def _counted(x: Tensor, verify=False):
    if verify:
        return x.sum().item()  # expect: host-sync-in-hot-path
    return x
# --- tests/test_flags.py unchanged
from pkg.flags import _checked


def test_checked():
    assert _checked(None, verify=True)
# === tensors that other code keeps on the host
# --- pkg/books.py
import torch
from pkg.tables import Table, lookup

HOST = "cpu"


class Books(torch.nn.Module):
    def __init__(self, rows: int):
        super().__init__()
        self.table = Table(rows)

    def forward(self, x: torch.Tensor, sizes: torch.Tensor, rows):
        kept = torch.tensor(rows, device=HOST)
        moved = sizes.to(torch.device(HOST))
        used = self._pad(sizes.cpu()), self._pad(torch.zeros(3, device="cpu"))  # expect: host-sync-in-hot-path
        return (
            kept.max().item(),  # silent: made on the CPU, as a constant of the file says
            moved.sum().item(),  # silent: moved to a device that is the CPU
            lookup(x).item(),  # silent: what another file makes on the CPU
            used,
        )

    def _pad(self, lengths: torch.Tensor):
        return lengths.max().item()  # silent: both callers pass tensors of the CPU


class Logged(torch.nn.Module):
    def forward(self, x, step):
        y = x * 2
        if not self.should_log(step):
            return y
        self.report(y.max().item())  # silent: gets here at the logging interval alone
        return y


# --- pkg/tables.py unchanged
import torch


class Table:
    def __init__(self, rows):
        self.rows = rows


def lookup(x):
    return torch.arange(10, device="cpu")
