import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def there_and_back(model, rank, x, offload):
    wrapped = DDP(model, device_ids=[rank])
    if offload:
        wrapped.cpu()  # expect: moved-after-ddp
        wrapped.cuda(rank)
    wrapped(x).sum().backward()


def other_type(model, rank, batches):
    model = DDP(model.cuda(rank), device_ids=[rank])
    model = model.bfloat16()  # expect: moved-after-ddp
    for batch in batches:
        model(batch).sum().backward()


class Trainer:
    def __init__(self, model, rank):
        self.model = DDP(model, device_ids=[rank])

    def fit(self, batches):
        self.model.half()  # expect: moved-after-ddp
        for batch in batches:
            loss = self.model(batch).mean()
            loss.backward()


# --- pkg/right.py
import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def moved_first(model, rank, x):
    model = model.cpu()
    wrapped = DDP(model.cuda(rank), device_ids=[rank])  # silent: moved before it is wrapped
    wrapped(x).sum().backward()


def saved_at_the_end(model, rank, x):
    wrapped = DDP(model, device_ids=[rank])
    wrapped(x).sum().backward()
    torch.save(wrapped.cpu().state_dict(), "model.pt")  # silent: nothing is trained afterwards


def wrapped_again(model, rank, x):
    wrapped = DDP(model, device_ids=[rank])
    wrapped.double()
    wrapped = DDP(model, device_ids=[rank])
    wrapped(x).sum().backward()  # silent: another wrapper


def evaluated(model, rank, x):
    wrapped = DDP(model, device_ids=[rank])
    wrapped.half()
    with torch.no_grad():
        return wrapped(x)  # silent: no gradients


def on_the_cpu(model, x):
    wrapped = DDP(model)
    wrapped.cpu()  # silent: without device_ids it may be there already
    wrapped(x).sum().backward()


def to_its_device(model, rank, x):
    wrapped = DDP(model, device_ids=[rank])
    wrapped.cuda(rank)  # silent: it is there already
    wrapped(x).sum().backward()
