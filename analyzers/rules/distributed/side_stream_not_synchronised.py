import torch
from torch.cuda import Stream


def stage_inline(params):
    with torch.cuda.stream(torch.cuda.Stream()):  # expect: side-stream-not-synchronised
        return [param.clone() for param in params]


def stage_local(params):
    side = Stream(priority=-1)
    with torch.no_grad(), torch.cuda.stream(side):  # expect: side-stream-not-synchronised
        copies = [param.clone() for param in params]
    return copies


def wrap(chunks, make):
    stream = torch.cuda.Stream()
    wrapped = []
    for chunk in chunks:
        with torch.cuda.stream(stream=stream):  # expect: side-stream-not-synchronised
            wrapped.append(make(chunk))
    return wrapped


def both_ways(params):
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):  # silent: ordered
        copies = [param.clone() for param in params]
    torch.cuda.current_stream().wait_stream(side)
    return copies


def only_joined(params):
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):  # silent: joined
        zeros = torch.zeros(8, device="cuda")
    side.synchronize()
    return zeros


def handed_in(side, params):
    with torch.cuda.stream(side):  # silent: the caller's stream
        return [param.clone() for param in params]


class Prefetcher:
    def __init__(self):
        self.stream = torch.cuda.Stream()

    def fetch(self, batch):
        with torch.cuda.stream(self.stream):  # silent: kept, others wait
            self.batch = batch.to("cuda", non_blocking=True)

    def fetch_new(self, batch):
        side = torch.cuda.Stream()
        self.streams.append(side)
        with torch.cuda.stream(side):  # silent: stored
            self.batch = batch.to("cuda", non_blocking=True)

    def fetch_and_return(self, batch):
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):  # silent: returned
            self.batch = batch.to("cuda", non_blocking=True)
        return side

    def fetch_shared(self, batch, shared):
        side = torch.cuda.Stream() if shared is None else shared
        with torch.cuda.stream(side):  # silent: perhaps the caller's stream
            self.batch = batch.to("cuda", non_blocking=True)


def events(params, ready):
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):  # silent: an event is recorded inside
        for name, param in params:
            ready[name] = param.clone()
            event = torch.cuda.Event()
            event.record()
            ready[name].event = event


def capture(model, sample):
    graph = torch.cuda.CUDAGraph()
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):  # silent: capture orders itself
        with torch.cuda.graph(graph):
            model(sample)
    return graph


def whole_device(params):
    with torch.cuda.stream(torch.cuda.Stream()):  # silent: the device is waited for
        copies = [param.clone() for param in params]
    torch.cuda.synchronize()
    return copies


# --- tests/test_side.py
import torch


def test_side(x):
    with torch.cuda.stream(torch.cuda.Stream()):  # silent: a test
        assert x.clone().equal(x)
