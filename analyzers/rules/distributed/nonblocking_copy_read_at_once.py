import torch


def chained(tokens: torch.Tensor):
    return tokens.to("cpu", non_blocking=True).tolist()  # expect: nonblocking-copy-read-at-once


def arithmetic(loss: torch.Tensor, scale):
    # expect: nonblocking-copy-read-at-once
    return loss.detach().to(device="cpu", dtype=torch.float32, non_blocking=True) / scale


def next_statement(tokens: torch.Tensor):
    counts = tokens.to("cpu", torch.int32, non_blocking=True)  # expect: nonblocking-copy-read-at-once
    if counts[0].item() > 3:
        return None
    return counts


def converted(loss: torch.Tensor):
    host = loss.to(torch.device("cpu"), non_blocking=True)  # expect: nonblocking-copy-read-at-once
    return float(host)


def blocking(tokens: torch.Tensor):
    return tokens.to("cpu").tolist()  # silent: blocks


def waited(tokens: torch.Tensor, event):
    counts = tokens.to("cpu", non_blocking=True)  # silent: waited for
    event.record()
    event.synchronize()
    return counts.tolist()


def waited_in_the_same_statement(tokens: torch.Tensor, stream):
    counts = tokens.to("cpu", non_blocking=True)  # silent: waited for
    if stream.synchronize() is None and counts.item():
        return counts


def kept(self, tokens: torch.Tensor):
    self.host = tokens.to("cpu", non_blocking=True)  # silent: read later
    array = tokens.to("cpu", non_blocking=True).numpy()  # silent: shares the memory
    rows = tokens.to("cpu", non_blocking=True).shape[0]  # silent: no values
    return array, rows


def only_the_shape(tokens: torch.Tensor):
    host = tokens.to("cpu", non_blocking=True)  # silent: no values
    rows = int(host.shape[0])
    return host, rows


def to_the_device(batch, device):
    first = batch.to("cuda", non_blocking=True).sum()  # silent: ordered by the stream
    return first + batch.to(device, non_blocking=True).sum()  # silent: unknown device


def flag(tokens: torch.Tensor, overlap):
    return tokens.to("cpu", non_blocking=overlap).tolist()  # silent: perhaps it blocks


def from_the_host():
    sizes = torch.tensor([1, 2, 3])
    return sizes.to("cpu", non_blocking=True).tolist()  # silent: already there


# --- tests/test_copy.py
def test_copy(tokens):
    assert tokens.to("cpu", non_blocking=True).tolist()  # silent: a test
