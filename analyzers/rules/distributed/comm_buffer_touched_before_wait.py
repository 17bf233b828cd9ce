import torch
import torch.distributed as dist
import torch.nn.functional as F


def gather_matmul(full, part, weight, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    out = full @ weight  # expect: comm-buffer-touched-before-wait
    handle.wait()
    return out


def reduce_grad(grad, scale, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    grad.mul_(scale)  # expect: comm-buffer-touched-before-wait
    handle.wait()


def reduce_grad_in_branch(self, loss, group, verbose):
    handle = dist.all_reduce(self.total, group=group, async_op=True)
    if verbose:
        print(self.total.item())  # expect: comm-buffer-touched-before-wait
    handle.wait()
    return loss


def overwrite_source(part, full, fresh, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    part[0] = fresh  # expect: comm-buffer-touched-before-wait
    handle.wait()
    return full


def accumulate(grad, more, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    grad += more  # expect: comm-buffer-touched-before-wait
    handle.wait()
    return grad


def receive(buffer, rank, weight):
    requests = []
    requests.append(dist.irecv(buffer, rank))
    hidden = F.linear(buffer, weight)  # expect: comm-buffer-touched-before-wait
    for request in requests:
        request.wait()
    return hidden


def rebound_from_itself(grad, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    grad = grad / 8  # expect: comm-buffer-touched-before-wait
    handle.wait()
    return grad


def waited_first(full, part, weight, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    other = weight @ weight  # silent: not the buffer
    handle.wait()
    return full @ other  # silent: behind the wait


def reads_what_is_sent(part, full, weight, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    local = part @ weight  # silent: reading the input is allowed
    handle.wait()
    return local


def metadata(full, part, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    total = full  # silent: an alias reads nothing
    rows = full.shape[0] * full.size(1)  # silent: the shape is known
    spare = torch.empty_like(full)  # silent: no values
    full.record_stream(torch.cuda.current_stream())  # silent: no values
    first = full[0]  # silent: a view
    if full.dtype == torch.float32 or full is part:  # silent: no values
        rows += 1
    handle.wait()
    return total, rows, spare, first


def conditional_wait(ctx, grad, weight, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    if ctx.overlap:
        handle.wait()
    return grad @ weight  # silent: behind the statement that waits


def handed_over(queue, grad, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    queue.append((handle, grad))
    grad.zero_()  # silent: who knows the queue


def another_tensor(grad, fresh, group):
    handle = dist.all_reduce(grad, group=group, async_op=True)
    grad = fresh  # silent: bound to another tensor
    grad.mul_(2)  # silent: another tensor
    handle.wait()


def unknown_function(model, full, part, group):
    handle = dist.all_gather_into_tensor(full, part, group=group, async_op=True)
    model.prefetch(full)  # silent: may only take a note of it
    torch.cuda.synchronize()
    out = full + 1  # silent: the device is done
    handle.wait()
    return out
