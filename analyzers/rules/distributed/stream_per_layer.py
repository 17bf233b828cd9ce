import torch
from torch import nn


class ExpertLayer(nn.Module):
    shared = None

    def __init__(self, layer_number, stream):
        super().__init__()
        self.layer_number = layer_number
        self.stream = torch.cuda.Stream()  # expect: stream-per-layer
        self.given = stream  # silent: somebody else's
        if ExpertLayer.shared is None:
            ExpertLayer.shared = torch.cuda.Stream()  # silent: one for all objects

    def set_up(self, device):
        self.copy_stream = torch.cuda.Stream(device=device)  # expect: stream-per-layer


class Runner(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.is_first_layer = getattr(base, "is_first_layer", True)
        self.stream = torch.cuda.Stream()  # expect: stream-per-layer


class Wrapper(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        self.stream = torch.cuda.Stream()  # silent: one object per model


class Offloader:
    def __init__(self, layer_number):
        self.layer_number = layer_number
        self.stream = torch.cuda.Stream()  # silent: no module


class Timed(nn.Module):
    def __init__(self, layer_number):
        super().__init__()
        self.layer_number = layer_number
        self.event = torch.cuda.Event()  # silent: no stream
        self.stream = torch.cuda.current_stream()  # silent: creates none
