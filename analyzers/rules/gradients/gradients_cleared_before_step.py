import torch


def swapped(loss, optimizer):
    loss.backward()
    optimizer.zero_grad()  # expect: gradients-cleared-before-step
    optimizer.step()


class Trainer:
    def after_micro_batches(self, batches):
        for batch in batches:
            loss = self.model(batch)
            loss.backward()
        # The comment between the calls changes nothing.
        self.optimizer.zero_grad(set_to_none=True)  # expect: gradients-cleared-before-step
        # Update the weights.
        self.optimizer.step()

    def with_clipping(self, loss):
        self.scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.zero_grad()  # expect: gradients-cleared-before-step
        self.optimizer.step()


def right_order(loss, optimizer):
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()  # silent: the step comes first


def cleared_before_backward(loss, optimizer):
    optimizer.zero_grad()  # silent: the gradients come after it
    loss.backward()
    optimizer.step()


def other_optimizer(loss, generator, discriminator):
    loss.backward()
    generator.zero_grad()  # silent: the step is that of another optimizer
    discriminator.step()


def with_closure(loss, optimizer, closure):
    loss.backward()
    optimizer.zero_grad()  # silent: the closure computes the gradients anew
    optimizer.step(closure)


def with_something_between(loss, optimizer, engine):
    loss.backward()
    optimizer.zero_grad()  # silent: the call between may make gradients
    engine.run_micro_batches()
    optimizer.step()


def without_backward(optimizer):
    optimizer.zero_grad()  # silent: no backward pass, as to create the state of an optimizer
    optimizer.step()


def second_step(loss, optimizer):
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()  # silent: the gradients were used already
    optimizer.step()


def step_before_backward(model, optimizer, batches):
    for batch in batches:
        optimizer.zero_grad()  # expect: gradients-cleared-before-step
        loss = model(batch).sum()
        optimizer.step()
        loss.backward()


def lagging_on_purpose(model, optimizer, batches):
    for batch in batches:
        optimizer.step()  # silent: the gradients of the turn before
        optimizer.zero_grad()
        model(batch).sum().backward()


def on_some_paths(loss, optimizer, is_bad):
    loss.backward()
    if is_bad:
        optimizer.zero_grad()  # silent: the gradients are thrown away on purpose
    optimizer.step()
