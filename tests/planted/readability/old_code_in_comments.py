# --- megalith/training/step.py before
"""One step of training."""


def train_step(model, optimizer, batch):
    """Returns the loss of the step."""
    optimizer.zero_grad(set_to_none=True)
    loss = model(batch)
    loss = scaler.scale(loss)
    loss.backward()
    optimizer.step()
    return loss.detach()
# --- megalith/training/step.py after
"""One step of training."""


def train_step(model, optimizer, batch):
    """Returns the loss of the step."""
    optimizer.zero_grad(set_to_none=True)
    loss = model(batch)
#if defect
    # loss = scaler.scale(loss)  # expect: commented-out-code
#else
    # Losses are not scaled: the weights are in bfloat16.
#endif
    loss.backward()
    optimizer.step()
    return loss.detach()
