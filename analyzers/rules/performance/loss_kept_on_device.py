import torch


def train(model, batches, optimizer):
    total = torch.zeros((), device="cuda")
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total += loss.detach()  # expect: loss-kept-on-device
    return total.item() / len(batches)


def with_assignment(model, batches, engine):
    running = 0.0
    for batch in batches:
        loss = model(batch)
        engine.backward(loss)
        running = running + loss.detach()  # expect: loss-kept-on-device
    return float(running)


def in_place(model, batches, optimizer, device):
    total = torch.zeros(1, device=device)
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total.add_(loss.detach())  # expect: loss-kept-on-device
    print((total / len(batches)).cpu())


def waits(model, batches):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        total += loss.item()  # silent: waits in every turn
    return total


def keeps_graphs(model, batches):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        total += loss  # silent: with its graph
    return total.item()


def logs_in_between(model, batches):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        total += loss.detach()  # silent: read in every turn all the same
        print(loss.item())
    return total.item()


def evaluate(model, batches):
    total = 0.0
    for batch in batches:
        total += model(batch).detach()  # silent: no training
    return total.item()


def never_read(model, batches):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        total += loss.detach()  # silent: nobody reads it here
    return total
