import torch
from loss import masked


def train(batch):
    return masked(torch.zeros(8, 128))
