import torch
from torch.optim import lr_scheduler


def each_batch(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        scheduler.step()  # expect: scheduler-before-optimizer
        optimizer.step()


def each_epoch(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.CosineAnnealingLR(optimizer, 10)
    for epoch in range(10):
        scheduler.step()  # expect: scheduler-before-optimizer
        for batch in batches:
            optimizer.zero_grad()
            model(batch).sum().backward()
            optimizer.step()


def one_epoch(model, opt, batches):
    for batch in batches:
        opt.zero_grad()
        model(batch).sum().backward()
        opt.step()


def through_a_function(model, batches):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = lr_scheduler.ExponentialLR(optimizer, 0.9)
    for epoch in range(10):
        scheduler.step()  # expect: scheduler-before-optimizer
        one_epoch(model, optimizer, batches)


def right_order(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        scheduler.step()  # silent: the optimizer stepped before


def warmed_up(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    optimizer.step()
    for batch in batches:
        scheduler.step()  # silent: the optimizer stepped before the loop
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def with_an_epoch(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(10):
        scheduler.step(epoch)  # silent: the epoch says which learning rate
        for batch in batches:
            model(batch).sum().backward()
            optimizer.step()
            optimizer.zero_grad()


def not_in_the_first(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    for i, batch in enumerate(batches):
        if i > 0:
            scheduler.step()  # silent: not in the first turn
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()


def of_another_optimizer(model, critic, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    other = torch.optim.SGD(critic.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(other, 10)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        scheduler.step()  # silent: it schedules the other one, which never steps
        optimizer.step()


def handed_over(model, batches, engine):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.StepLR(optimizer, 10)
    engine.warm_up(optimizer)
    for batch in batches:
        scheduler.step()  # silent: the engine may have stepped
        model(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
