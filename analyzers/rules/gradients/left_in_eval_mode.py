import torch
from torch import nn
from torchvision import models


def inline(batches, held_out, epochs):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            model(batch).sum().backward()
            optimizer.step()
        model.eval()  # expect: left-in-eval-mode
        with torch.no_grad():
            print(model(held_out).sum())


def validate(net, held_out):
    net.eval()
    with torch.no_grad():
        return net(held_out).sum()


def through_a_function(batches, held_out):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for i, batch in enumerate(batches):
        optimizer.zero_grad()
        loss = model(batch).sum()
        loss.backward()
        optimizer.step()
        if i % 100 == 0:
            print(validate(model, held_out))  # expect: left-in-eval-mode


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(8, 8)

    def forward(self, x):
        return self.head(self.dropout(x))


def of_a_class(batches, held_out):
    net = Net().cuda()
    optimizer = torch.optim.Adam(net.parameters())
    while True:
        for batch in batches:
            net(batch).sum().backward()
            optimizer.step()
            optimizer.zero_grad()
        net.train(False)  # expect: left-in-eval-mode
        with torch.no_grad():
            net(held_out)


def back_at_the_start(batches, held_out):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        model.train()
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        model.eval()  # silent: each turn begins with train()
        with torch.no_grad():
            model(held_out)


def validate_and_restore(net, held_out):
    net.eval()
    with torch.no_grad():
        print(net(held_out).sum())
    net.train()


def restored(batches, held_out):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        validate_and_restore(model, held_out)  # silent: the function restores the mode


def meant(batches, held_out):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.eval()
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        model.eval()  # silent: statistics are frozen from the start, and nothing calls train()


def at_the_end(batches, held_out):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
    model.eval()  # silent: nothing is trained afterwards
    return model(held_out)


def of_the_teacher(batches):
    model, teacher = models.resnet18(), models.resnet34()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        teacher.eval()  # silent: nobody trains the teacher
        (model(batch) - teacher(batch)).sum().backward()
        optimizer.step()


def handed_over(batches, trainer):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for batch in batches:
        trainer.prepare(model)
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        model.eval()  # silent: the trainer may set the mode


# --- pkg/plain.py
import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 8)

    def forward(self, x):
        return self.head(x)


def without_modes(batches, held_out):
    model = Plain()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        model.eval()  # silent: no layer of it depends on the mode
        model(held_out)
