import torch


def correct(streams, inputs, attend, merge):
    parts = [None] * len(inputs)
    for i, x in enumerate(inputs):
        with torch.cuda.stream(streams[i % 2]):
            parts[i] = attend(x)
        if i > 0:
            if x.is_packed:
                parts[i - 1].squeeze_(-1)  # expect: side-stream-result-touched-outside
            with torch.cuda.stream(streams[(i - 1) % 2]):
                merge(parts[i - 1])


def replaced(streams, inputs, attend, merge):
    parts = [None] * len(inputs)
    for i, x in enumerate(inputs):
        with torch.cuda.stream(streams[i % 2]):
            parts[i] = attend(x)
    for i in range(len(inputs)):
        parts[0].mul_(2)  # expect: side-stream-result-touched-outside
        with torch.cuda.stream(streams[0]):
            merge(parts[0])


def scaled(side, inputs, attend, merge, scale):
    parts = {}
    with torch.cuda.stream(side):
        parts["q"] = attend(inputs)
    parts["q"].div_(scale)  # expect: side-stream-result-touched-outside
    with torch.cuda.stream(side):
        merge(parts["q"])


def inside(side, inputs, attend, merge):
    parts = {}
    with torch.cuda.stream(side):
        parts["q"] = attend(inputs)
    with torch.cuda.stream(side):
        parts["q"].squeeze_(-1)  # silent: on the stream
        merge(parts["q"])


def waited(side, inputs, attend, merge):
    parts = {}
    with torch.cuda.stream(side):
        parts["q"] = attend(inputs)
    torch.cuda.current_stream().wait_stream(side)
    parts["q"].squeeze_(-1)  # silent: waited for
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        merge(parts["q"])


def made_here(side, inputs, attend, merge):
    parts = {}
    parts["q"] = attend(inputs)
    parts["q"].squeeze_(-1)  # silent: made on the current stream
    with torch.cuda.stream(side):
        merge(parts["q"])


def another(side, inputs, attend, merge):
    parts = {}
    with torch.cuda.stream(side):
        parts["q"] = attend(inputs)
    inputs[0].squeeze_(-1)  # silent: another tensor
    with torch.cuda.stream(side):
        merge(parts["q"])


def read_only(side, inputs, attend, merge):
    parts = {}
    with torch.cuda.stream(side):
        parts["q"] = attend(inputs)
    shape = parts["q"].shape  # silent: asks for the shape
    with torch.cuda.stream(side):
        merge(parts["q"], shape)
