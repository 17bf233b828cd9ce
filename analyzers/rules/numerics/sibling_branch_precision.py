import torch
import torch.nn.functional as F


def route(logits, kind):
    if kind == "softmax":
        probs = torch.softmax(logits, dim=-1, dtype=torch.float32)
    elif kind == "sigmoid":
        probs = torch.sigmoid(logits)  # expect: sibling-branch-precision
    else:
        raise ValueError(kind)
    return probs


class Router(torch.nn.Module):
    def activate(self, logits):
        if self.topk == 1:
            logits = torch.sigmoid(logits)  # expect: sibling-branch-precision
        else:
            logits = torch.softmax(logits, dim=-1, dtype=torch.float32).type_as(logits)
        return logits


def by_cast(router_logits, expert_scores, use_bias):
    if use_bias:
        scores = expert_scores.float().sigmoid()
    else:
        scores = F.softplus(router_logits)  # expect: sibling-branch-precision
    return scores


def both(logits, kind):
    if kind == "softmax":
        return torch.softmax(logits.float(), dim=-1)
    else:
        return torch.sigmoid(logits.float())  # silent: both in fp32


def cast_before(logits, count, kind):
    logits = logits.float()
    if kind == "softmax":
        return torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        return torch.sigmoid(logits[:count])  # silent: a slice of an fp32 tensor


def chosen(logits, use_fp32):
    if use_fp32:
        return torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        return torch.softmax(logits, dim=-1)  # silent: the condition chooses the precision


def outright(logits, is_training):
    if is_training:
        return torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        return torch.softmax(logits, dim=-1, dtype=torch.bfloat16)  # silent: said outright


def neither(logits, kind):
    if kind == "softmax":
        return torch.softmax(logits, dim=-1)  # silent: no branch casts
    else:
        return torch.sigmoid(logits)


def other_things(logits, gate, kind):
    if kind == "softmax":
        return torch.softmax(logits.float(), dim=-1)
    else:
        return torch.sigmoid(gate)  # silent: another operand


def gate(x, weight):
    return torch.nn.functional.linear(x, weight).float()


def cast_by_another(x, weight, kind):
    logits = gate(x, weight)
    count = x.shape[0]
    if kind == "softmax":
        return torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        return torch.sigmoid(logits[:count])  # silent: what makes the logits casts them


def cast_by_callers(logits, kind):
    if kind == "softmax":
        return torch.softmax(logits, dim=-1, dtype=torch.float32)
    else:
        return torch.sigmoid(logits)  # silent: the only caller passes fp32


def route_scores(x, weight, kind):
    return cast_by_callers(gate(x, weight), kind)
