import numpy as np
import torch


def loss_func(losses, loss_mask):
    return torch.sum(losses.view(-1) * loss_mask) / loss_mask.sum()  # expect: division-by-mask-count


def through_a_local(token_loss, keep):
    num_tokens = keep.float().sum()
    loss = (token_loss * keep).sum()
    return loss / num_tokens  # expect: division-by-mask-count


def counted(losses, labels):
    valid = labels >= 0
    num_valid = torch.count_nonzero(valid)
    total = losses[valid].sum()
    total /= num_valid  # expect: division-by-mask-count
    return total


def twice(losses, entropies, loss_mask):
    # expect: division-by-mask-count
    loss = (losses * loss_mask).sum() / loss_mask.sum()
    entropy = (entropies * loss_mask).sum() / loss_mask.sum()
    return loss, entropy


def clamped(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)  # silent: at least 1


def clamped_before(losses, loss_mask):
    num_tokens = loss_mask.sum().clamp_min(1)
    return (losses * loss_mask).sum() / num_tokens  # silent: at least 1


def with_epsilon(losses, loss_mask):
    return (losses * loss_mask).sum() / (loss_mask.sum() + 1e-8)  # silent: never 0


def checked(losses, loss_mask):
    count = loss_mask.sum()
    if count == 0:
        return losses.sum() * 0
    return (losses * loss_mask).sum() / loss_mask.sum().float()  # expect: division-by-mask-count


def checked_first(losses, loss_mask):
    num_tokens = loss_mask.sum()
    if num_tokens == 0:
        return losses.sum() * 0
    return (losses * loss_mask).sum() / num_tokens  # silent: left before when it is 0


def conditional(losses, loss_mask):
    num_tokens = loss_mask.sum()
    return losses.sum() / num_tokens if num_tokens > 0 else losses.sum()  # silent: tested


def hidden_by_where(losses, loss_mask):
    # silent: the quotient is not taken then
    return torch.where(loss_mask.any(), losses.sum() / loss_mask.sum(), 0.0)


def host(weights):
    valid = np.asarray(weights) > 0
    return weights.sum() / valid.sum()  # silent: preparation of data on the host


def same_expert(losses, expert_ids):
    mask = expert_ids == expert_ids[0]
    return losses[mask].sum() / mask.sum()  # silent: one element always matches


def rows(losses, loss_mask):
    return (losses * loss_mask).sum(-1) / loss_mask.shape[-1]  # silent: a size


# --- examples/train.py
def loss_func(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum()  # expect: division-by-mask-count
