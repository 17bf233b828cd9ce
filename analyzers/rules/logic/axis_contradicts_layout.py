import torch
from einops import rearrange


def unpacked(x):
    """Averages.

    Args:
        x: hidden states of shape [s, b, h]
    """
    batch_size, seq_len, hidden = x.shape  # expect: axis-contradicts-layout
    return x.sum(dim=1) / seq_len


def one_size(hidden_states):
    q = torch.relu(hidden_states)  # [b, s, h]
    seq_len = q.size(0)  # expect: axis-contradicts-layout
    return q / seq_len


def after_a_transposition(
    x,  # [s, b, h]
):
    y = x.transpose(0, 1).contiguous()
    sequence_length = y.shape[0]  # expect: axis-contradicts-layout
    return sequence_length


def of_a_pattern(x):
    y = rearrange(x, "b s h d -> s b h d")
    return y.cumsum(1)  # expect: axis-contradicts-layout


def in_order(x):
    """Averages.

    Args:
        x: hidden states of shape [s, b, h]
    """
    seq_len, batch_size, hidden = x.shape  # silent: as documented
    return x.sum(dim=0) / seq_len


def transposed_first(
    x,  # [s, b, h]
):
    y = x.transpose(0, 1)
    batch_size = y.shape[0]  # silent: transposed before
    return batch_size


def viewed(
    x,  # [s, b, h]
):
    y = x.view(-1, 4)
    batch_size = y.shape[0]  # silent: nobody knows the layout of a view
    return batch_size


def on_two_ways(
    x,  # [s, b, h]
    flip,
):
    if flip:
        x = x.transpose(0, 1)
    batch_size = x.shape[0]  # silent: two layouts
    return batch_size


def of_other_names(
    x,  # [s, b, h]
):
    n, m, hidden = x.shape  # silent: the names say nothing
    return n * m * hidden


def undocumented(x):
    batch_size, seq_len, hidden = x.shape  # silent: no layout
    return batch_size * seq_len


def over_the_sequence(
    x,  # [s, b, h]
):
    return x.cumsum(0)  # silent: over the sequence


def without_another(
    x,  # [b, h]
):
    seq_len = x.size(0)  # silent: the layout has no sequence, so its `b` may be anything
    return seq_len
