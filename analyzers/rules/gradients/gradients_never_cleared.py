import torch
from torch import nn
from torch.optim import SGD

from elsewhere import train_elsewhere


def plain(batches):
    model = nn.Linear(8, 8)
    optimizer = SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()  # expect: gradients-never-cleared


def with_scaler(batches):
    model = nn.Linear(8, 8).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for epoch in range(3):
        model.train()
        for batch in batches:
            scaler.scale(model(batch).sum()).backward()
            scaler.step(optimizer)  # expect: gradients-never-cleared
            scaler.update()


def one_step(net, opt, batch):
    net(batch).sum().backward()
    opt.step()  # expect: gradients-never-cleared


def through_functions(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        one_step(model, optimizer, batch)


# --- pkg/gan.py
import torch
from torch import nn


def two_optimizers(batches):
    generator = nn.Linear(8, 8)
    critic = nn.Linear(8, 8)
    of_generator = torch.optim.Adam(generator.parameters())
    of_critic = torch.optim.Adam(critic.parameters())
    for batch in batches:
        of_critic.zero_grad()
        critic(batch).sum().backward()
        of_critic.step()  # silent: cleared above
        critic(generator(batch)).sum().backward()
        of_generator.step()  # expect: gradients-never-cleared


# --- pkg/accumulated.py
import torch
from torch import nn


def accumulated(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, batch in enumerate(batches):
        model(batch).sum().backward()
        if i % 4 == 3:
            optimizer.step()  # silent: gradients of four batches, and then cleared
            optimizer.zero_grad()


# --- pkg/by_model.py
import torch
from torch import nn


def cleared_by_the_model(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model.zero_grad()
        model(batch).sum().backward()
        optimizer.step()  # silent: the model clears its own gradients


# --- pkg/by_hand.py
import torch
from torch import nn


def cleared_by_hand(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        for p in model.parameters():
            p.grad = None
        model(batch).sum().backward()
        optimizer.step()  # silent: cleared by hand


# --- pkg/handed.py
import torch
from torch import nn
from accelerate import Accelerator


def prepared(batches):
    accelerator = Accelerator()
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = accelerator.prepare(model, optimizer)
    for batch in batches:
        accelerator.backward(model(batch).sum())
        optimizer.step()  # silent: another class wraps the optimizer


def given(batches, model, optimizer):
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()  # silent: nobody knows what the optimizer is


def with_hooks(batches, hooks):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    hooks.register(optimizer)
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()  # silent: the hooks have the optimizer


# --- pkg/once.py
import torch
from torch import nn


def one_turn(batch):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model(batch).sum().backward()
    optimizer.step()  # silent: there is one step


def made_anew(batches):
    for batch in batches:
        model = nn.Linear(8, 8)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model(batch).sum().backward()
        optimizer.step()  # silent: each turn has an optimizer and a model of its own


def only_the_first(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model(batch).sum().backward()
        optimizer.step()  # silent: the loop ends here
        break


def with_closure(batches):
    model = nn.Linear(8, 8)
    optimizer = torch.optim.LBFGS(model.parameters())
    for batch in batches:

        def closure():
            loss = model(batch).sum()
            loss.backward()
            return loss

        optimizer.step(closure)  # silent: the closure is called several times
