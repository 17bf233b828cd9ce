from train.loss import MaskedLoss


def step(model, batch):
    loss = MaskedLoss()(model(batch["tokens"]), batch["targets"], batch["mask"])
    loss.backward()
    return loss.detach()
