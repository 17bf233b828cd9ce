import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def plain(data, model, epochs):
    sampler = DistributedSampler(data)  # expect: epoch-not-set
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            model(batch).sum().backward()


def inline(data, model, rank, size):
    # expect: epoch-not-set
    loader = DataLoader(data, batch_size=8, sampler=DistributedSampler(data, size, rank))
    while True:
        for i, batch in enumerate(loader):
            model(batch).sum().backward()


def one_epoch(model, batches):
    for batch in batches:
        model(batch).sum().backward()


def through_a_function(data, model):
    sampler = DistributedSampler(data, shuffle=True)  # expect: epoch-not-set
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(3):
        one_epoch(model, loader)


def in_order(data, model, epochs):
    sampler = DistributedSampler(data, shuffle=False)  # silent: nothing is shuffled
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            model(batch).sum().backward()


def one_epoch_only(data, model):
    sampler = DistributedSampler(data)  # silent: the data are read once
    loader = DataLoader(data, sampler=sampler)
    for batch in loader:
        model(batch).sum().backward()


def evaluated(data, model, epochs):
    sampler = DistributedSampler(data)  # silent: the order means nothing to an evaluation
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            print(model(batch).sum())


def made_anew(data, model, epochs):
    for epoch in range(epochs):
        sampler = DistributedSampler(data, seed=epoch)  # silent: each epoch has its own
        loader = DataLoader(data, sampler=sampler)
        for batch in loader:
            model(batch).sum().backward()


def handed_over(data, model, epochs, hooks):
    sampler = DistributedSampler(data)  # silent: the hooks may set the epoch
    hooks.register(sampler)
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            model(batch).sum().backward()


# --- pkg/right.py
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def set_each_epoch(data, model, epochs):
    sampler = DistributedSampler(data)  # silent: set in each epoch
    loader = DataLoader(data, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            model(batch).sum().backward()
