import torch
from torch.cuda.amp import GradScaler
from torch.nn.utils import clip_grad_norm_


def plain(model, optimizer, batches):
    scaler = GradScaler()
    for batch in batches:
        optimizer.zero_grad()
        scaler.scale(model(batch).sum()).backward()
        clip_grad_norm_(model.parameters(), 1.0)  # expect: clipped-while-scaled
        scaler.step(optimizer)
        scaler.update()


def accumulated(model, optimizer, batches):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(batches):
        scaler.scale(model(batch).sum() / 4).backward()
        if i % 4 == 3:
            # expect: clipped-while-scaled
            torch.nn.utils.clip_grad_value_(model.parameters(), clip_value=0.5)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.scaler = torch.cuda.amp.GradScaler()

    def step(self, batch, limit):
        self.scaler.scale(self.model(batch).sum()).backward()
        if limit is not None:
            clip_grad_norm_(self.model.parameters(), limit)  # expect: clipped-while-scaled
        self.scaler.step(self.optimizer)
        self.scaler.update()


def unscaled(model, optimizer, batches):
    scaler = GradScaler()
    for batch in batches:
        scaler.scale(model(batch).sum()).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_(model.parameters(), 1.0)  # silent: unscaled before
        scaler.step(optimizer)
        scaler.update()


def unscaled_when_clipped(model, optimizer, batches, limit):
    scaler = GradScaler()
    for batch in batches:
        scaler.scale(model(batch).sum()).backward()
        if limit:
            scaler.unscale_(optimizer)
        if limit:
            clip_grad_norm_(model.parameters(), limit)  # silent: unscaled on the same condition
        scaler.step(optimizer)
        scaler.update()


def two_ways(model, optimizer, loss, uses_amp):
    scaler = GradScaler()
    if uses_amp:
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)  # silent: this loss is not scaled
        optimizer.step()


def switched_off(model, optimizer, loss):
    scaler = GradScaler(enabled=False)
    scaler.scale(loss).backward()
    clip_grad_norm_(model.parameters(), 1.0)  # silent: it does not scale
    scaler.step(optimizer)
    scaler.update()


def of_somebody(model, optimizer, loss, scaler):
    scaler.scale(loss).backward()
    clip_grad_norm_(model.parameters(), 1.0)  # silent: nobody knows what the scaler is
    scaler.step(optimizer)


def handed_over(model, optimizer, loss, engine):
    scaler = GradScaler()
    scaler.scale(loss).backward()
    engine.unscale(scaler, optimizer)
    clip_grad_norm_(model.parameters(), 1.0)  # silent: the engine has the scaler
    scaler.step(optimizer)
