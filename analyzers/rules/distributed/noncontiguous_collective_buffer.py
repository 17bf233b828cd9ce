import torch
import torch.distributed as dist


def exchange_heads(out, x, group):
    # expect: noncontiguous-collective-buffer
    dist.all_gather_into_tensor(out, x.permute(1, 0, 2), group=group)
    return out


def reduce_transposed(grad, group):
    flipped = grad.t()
    dist.all_reduce(flipped, group=group)  # expect: noncontiguous-collective-buffer
    return flipped


def send_columns(x, start, end, peer):
    dist.send(x[:, start:end], dst=peer)  # expect: noncontiguous-collective-buffer


def share_matrix(weight, group):
    dist.broadcast(weight.T, src=0, group=group)  # expect: noncontiguous-collective-buffer


def of_sums(group):
    total = torch.zeros(4, 8).transpose(0, 1)
    total = total * 1 if group is None else total
    parts = torch.zeros(4, 8)[:, 2:4].unbind(1)
    dist.all_reduce(total, group=group)
    dist.all_reduce(parts[0], group=group)  # expect: noncontiguous-collective-buffer


def contiguous_copy(out, x, group):
    # silent: a contiguous copy of the view
    dist.all_gather_into_tensor(out, x.transpose(0, 1).contiguous(), group=group)
    return out


def bound_copy(grad, group):
    flipped = grad.t()
    flipped = flipped.contiguous()
    dist.all_reduce(flipped, group=group)  # silent: made contiguous on the way
    return flipped


def rows(x, start, end, peer):
    dist.send(x[start:end], dst=peer)  # silent: rows lie together
    dist.send(x[start], dst=peer)  # silent: one row
    dist.send(x[:, :], dst=peer)  # silent: everything


def checked(x, peer):
    y = x.t()
    if y.is_contiguous():
        dist.send(y, dst=peer)  # silent: the layout is tested


def objects(parts, table, group):
    # silent: objects are pickled
    dist.all_gather_object(parts, table.T, group=group)


def transposed_by_dimension(x, dims, peer):
    dist.send(x.flip(0), dst=peer)  # silent: flip makes a copy
    dist.send(x.view(-1), dst=peer)  # silent: views of this kind are contiguous
