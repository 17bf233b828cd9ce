import torch
import torch.distributed as dist


def count_zeros(params):
    hits = 0
    for param in params:
        hits = hits + (param == 0).sum()
    dist.all_reduce(hits)  # expect: collective-on-python-scalar
    return hits


def norm_of_one_branch(params, use_fp32):
    total = 0.0
    if use_fp32:
        total = torch.stack([p.norm() for p in params]).norm() ** 2
    dist.all_reduce(total, op=dist.ReduceOp.SUM)  # expect: collective-on-python-scalar
    return total


def after_a_failure(load, group):
    value = -1
    try:
        value = load()
    except OSError:
        print("no file")
    dist.broadcast(value, 0, group=group)  # expect: collective-on-python-scalar


def plain(step):
    count = 0
    dist.all_reduce(count)  # expect: collective-on-python-scalar
    return count


def gather_part(parts, group):
    part = 0
    if parts:
        part = parts[0]
    # expect: collective-on-python-scalar
    dist.all_gather(tensor=part, tensor_list=parts, group=group)


def norm_of_any_kind(grads, kind, group):
    total = 0.0
    if kind == "max":
        total = torch.zeros(())
    else:
        if kind == "euclid":
            total = torch.stack(grads).norm()
        else:
            for grad in grads:
                total += torch.norm(grad, kind)
        if group:
            dist.all_reduce(total, group=group)  # expect: collective-on-python-scalar
    return total


def starts_as_tensor(params, device):
    hits = torch.zeros((), device=device)
    for param in params:
        hits = hits + (param == 0).sum()
    dist.all_reduce(hits)  # silent: a tensor from the start


def converted(params):
    hits = 0
    for param in params:
        hits += int((param == 0).sum())
    hits = torch.tensor(hits, device="cuda")
    dist.all_reduce(hits)  # silent: converted on every path
    return hits


def both_branches(params, use_fp32):
    total = 0
    if use_fp32:
        total = params[0].norm()
    else:
        total = params[0].sum()
    dist.all_reduce(total)  # silent: both branches replace it


def early_exit(params):
    total = 0
    if not params:
        return total
    total = params[0].sum()
    dist.all_reduce(total)  # silent: who gets here has a tensor


def checked(params):
    total = 0
    for param in params:
        total = total + param.sum()
    if torch.is_tensor(total):
        dist.all_reduce(total)  # silent: checked
    return total


def together(params, is_last_stage, group):
    loss = 0
    if is_last_stage:
        loss = params[0].sum()
    print(loss)
    if is_last_stage and group is not None:
        dist.all_reduce(loss)  # silent: the same condition


def fixed_loop(model):
    total = 0
    for name in ("weight", "bias"):
        total = total + getattr(model, name).sum()
    dist.all_reduce(total)  # silent: the loop runs


def parameter(total=0):
    dist.all_reduce(total)  # silent: the caller's


class Meter:
    def reduce(self):
        self.total = 0
        dist.all_reduce(self.total)  # silent: no local name
        objects = [None]
        count = 3
        dist.all_gather_object(objects, count)  # silent: takes any object
        dist.all_reduce(self.sum, group=self.group)  # silent: no local name
