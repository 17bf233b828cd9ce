import torch


def plain(model, batches, optimizer):
    total_loss = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        optimizer.step()
        total_loss += loss  # expect: accumulated-loss-keeps-graph
    return total_loss / len(batches)


def collected(model, batches, scaler):
    losses = []
    for batch in batches:
        loss = model(batch)
        scaler.scale(loss / len(batches)).backward()
        losses.append(loss)  # expect: accumulated-loss-keeps-graph
    return losses


def logged_sometimes(model, batches, optimizer, interval):
    running = 0.0
    for step, batch in enumerate(batches):
        loss = model(batch)
        loss.backward()
        optimizer.step()
        running += loss  # expect: accumulated-loss-keeps-graph
        if step % interval == 0:
            print(running / interval)
            running = 0.0


class Trainer:
    def fit(self, batches):
        for batch in batches:
            main_loss, aux_loss = self.model(batch)
            loss = main_loss + 0.1 * aux_loss
            self.engine.backward(loss)
            self.sums["aux"] += aux_loss  # expect: accumulated-loss-keeps-graph
            self.sums["main"] = self.sums["main"] + main_loss.detach()  # silent: detached


def careful(model, batches):
    total, seen, norm = 0.0, 0, 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        total += loss.item()  # silent: a number
        seen += batch.size(0)  # silent: so is a size
        with torch.no_grad():
            norm += loss  # silent: nothing is recorded here
    return total / seen, norm


def differentiated_later(model, batches):
    total = 0.0
    for batch in batches:
        total = total + model(batch)  # silent: differentiated behind the loop
    total.backward()


def in_groups(model, batches, optimizer, group):
    total = 0.0
    for i, batch in enumerate(batches):
        loss = model(batch)
        total += loss  # silent: differentiated once for each group
        if i % group == 0:
            (total / group).backward()
            optimizer.step()
            total = 0.0


def in_each_turn(model, batches):
    for batch in batches:
        total = 0.0
        for part in batch:
            total += model(part)  # silent: differentiated in the turn
        total.backward()


def evaluate(model, batches):
    total = 0.0
    for batch in batches:
        total += model(batch)  # silent: no backward in this loop
    return total


def rebound(model, batches):
    total = 0.0
    for batch in batches:
        loss = model(batch)
        loss.backward()
        loss = loss.detach()
        total += loss  # silent: detached just before
    return total


def count_episodes(model, batches, processes):
    episodes = 0
    for batch in batches:
        losses = [model(part) for part in batch]
        loss = sum(losses)
        loss.backward()
        episodes += len(losses) * processes  # silent: a number of losses has no graph
    return episodes


def count_of_all(model, accelerator, batches):
    episodes = 0
    for batch in batches:
        loss = model(batch)
        accelerator.backward(loss)
        episodes += len(batch) * accelerator.num_processes  # silent: a number of processes
    return episodes
