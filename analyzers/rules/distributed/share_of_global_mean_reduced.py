import torch
import torch.distributed as dist
from titan.utils import dist_max, dist_mean, dist_sum


def validate(batches, model, global_valid_tokens, mesh):
    losses = []
    for batch in batches:
        loss_sum = model(batch)
        losses.append(loss_sum.detach() / global_valid_tokens)
    loss = torch.sum(torch.stack(losses))
    loss /= len(losses)
    return dist_mean(loss, mesh)  # expect: share-of-global-mean-reduced


def report(loss, global_num_tokens, group):
    loss = loss.detach()
    loss /= global_num_tokens
    dist.all_reduce(loss, op=dist.ReduceOp.AVG, group=group)  # expect: share-of-global-mean-reduced
    return loss


class Trainer:
    def forward_backward(self, batch, global_valid_tokens):
        loss_sum = self.loss_fn(self.model(batch))
        loss = loss_sum / global_valid_tokens
        loss.backward()
        return loss

    def step(self, batches, tokens, mesh):
        losses = []
        for batch in batches:
            loss = self.forward_backward(batch, tokens)
            losses.append(loss.detach())
        loss = torch.sum(torch.stack(losses))
        mean = dist_sum(loss, mesh)  # silent: the shares are summed
        return mean, dist_max(loss, mesh)  # expect: share-of-global-mean-reduced

    def largest(self, batch, global_tokens, local_tokens, mesh):
        loss = self.forward_backward(batch, global_tokens)
        local = loss * global_tokens / local_tokens
        return dist_max(local, mesh)  # silent: the mean of this rank again


def local_mean(loss_sum, num_tokens, mesh):
    loss = loss_sum / num_tokens
    return dist_mean(loss, mesh)  # silent: divided by the count of this rank


def divided_after(loss_sum, global_tokens, group):
    dist.all_reduce(loss_sum, group=group)
    return loss_sum / global_tokens  # silent: summed first


def something_else(grad_norm, loss_sum, global_tokens, mesh):
    loss = loss_sum / global_tokens
    return loss, dist_max(grad_norm, mesh)  # silent: another value


def reduced_before(loss_sum, global_tokens, mesh):
    mean = dist_sum(loss_sum / global_tokens, mesh)
    return dist_max(mean, mesh)  # silent: already the mean of all ranks
