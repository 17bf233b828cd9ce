import torch


def loss_func(losses, loss_mask):
    return (losses * loss_mask).mean()  # expect: masked-mean-wrong-denominator


def by_function(losses, valid_mask):
    # expect: masked-mean-wrong-denominator
    return torch.mean(losses.float() * valid_mask.view(-1).float())


def through_a_local(token_loss, keep):
    masked = keep * token_loss
    total = masked.sum()
    return masked.mean(), total  # expect: masked-mean-wrong-denominator


def right_denominator(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)  # silent: divides by the mask


def corrected(losses, loss_mask):
    # silent: the factor corrects the denominator
    return (losses * loss_mask).mean() * losses.numel() / loss_mask.sum().clamp(min=1)


def regularised(hidden, dropout_mask):
    return (hidden * dropout_mask).mean()  # silent: dropout scales by itself


def no_mask(losses, weights):
    return (losses * weights).mean()  # silent: weights are no mask


def selected(losses, loss_mask):
    return losses[loss_mask].mean()  # silent: indexing leaves only what counts


def both(loss_mask, valid_mask):
    return (loss_mask * valid_mask).mean()  # silent: a share of masks


def rebound(losses, loss_mask, scale):
    masked = losses * loss_mask
    masked = masked.sum(-1) * scale
    return masked.mean()  # silent: summed before


# --- tests/test_loss.py
def test_loss(losses, loss_mask):
    assert (losses * loss_mask).mean() < 1  # silent: a test
