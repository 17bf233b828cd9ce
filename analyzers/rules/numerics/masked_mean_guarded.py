def loss_func(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)  # expect: masked-mean-guarded


def through_a_local(losses, valid):
    count = valid.float().sum().clamp_min(1.0)
    return (losses * valid).sum() / count  # expect: masked-mean-guarded


def in_place(losses, keep_mask):
    total = (losses * keep_mask).sum()
    total /= keep_mask.sum().clamp(1)  # expect: masked-mean-guarded
    return total


def unguarded(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum()  # silent: nothing to praise


def with_epsilon(losses, loss_mask):
    return losses.sum() / (loss_mask.sum() + 1e-8)  # silent: an epsilon can vanish in fp16


def no_mask(total, count):
    return total / count.clamp(min=1)  # silent: not the sum of a mask


def plain_mean(losses):
    return losses.sum() / losses.numel()  # silent: no mask


# --- pkg/moved.py before
def loss(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)


# --- pkg/moved.py after
def loss(losses, loss_mask):
    return (losses.float() * loss_mask).sum() / loss_mask.sum().clamp(min=1)  # silent: was there


# --- tests/test_loss.py
def test_loss(losses, loss_mask):
    assert losses.sum() / loss_mask.sum().clamp(min=1) > 0  # silent: a test
