import torch
from torch import nn
from torchvision import models


def frozen_after(batches):
    model = models.resnet18()
    optimizer = torch.optim.Adam(model.fc.parameters())
    for p in model.fc.parameters():  # expect: optimizer-of-frozen-parameters
        p.requires_grad = False
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def frozen_before(batches):
    model = nn.Linear(8, 8)
    model.requires_grad_(False)  # expect: optimizer-of-frozen-parameters
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.step()


def head_that_was_replaced_before(batches):
    model = models.resnet18()
    model.fc = nn.Linear(8, 8)
    optimizer = torch.optim.Adam(model.fc.parameters())
    for name, p in model.fc.named_parameters():  # expect: optimizer-of-frozen-parameters
        p.requires_grad_(False)
    optimizer.step()


def backbone_only(batches):
    model = models.resnet18()
    for p in model.parameters():  # silent: the head is new, and the optimizer holds the head
        p.requires_grad = False
    model.fc = nn.Linear(8, 8)
    optimizer = torch.optim.Adam(model.fc.parameters())
    optimizer.step()


def new_head(batches):
    model = models.resnet34()
    for p in model.parameters():  # silent: the model gets a new head
        p.requires_grad = False
    model.fc = nn.Linear(8, 8)
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.step()


def some_of_them(batches):
    model = models.resnet50()
    optimizer = torch.optim.Adam(model.parameters())
    for name, p in model.named_parameters():
        if "bn" not in name:
            p.requires_grad = False  # silent: some are left
    optimizer.step()


def on_some_paths(batches, frozen):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if frozen:
        model.requires_grad_(False)  # silent: the caller decides
    optimizer.step()


def unused(batches):
    model = nn.Linear(8, 8)
    model.requires_grad_(False)  # silent: the optimizer never steps
    return torch.optim.SGD(model.parameters(), lr=0.1)


def handed_over(batches, adapters):
    model = nn.Linear(8, 8)
    model.requires_grad_(False)  # silent: somebody adds parameters
    adapters.attach(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.step()


# --- pkg/gan.py
import torch
from torch import nn


def thawed_again(batches):
    critic = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for batch in batches:
        critic.requires_grad_(False)  # silent: thawed below
        critic.requires_grad_(True)
        optimizer.step()
