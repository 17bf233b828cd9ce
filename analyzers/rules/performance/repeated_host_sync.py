# --- pkg/module.py
import torch


def twice(loss, history, norm):
    history.append(loss.item())
    history.append(norm.item())
    return loss.item()  # expect: repeated-host-sync


def changed_between(loss, scale):
    a = loss.item()
    loss = loss * scale
    b = loss.item()  # silent: bound anew
    loss.mul_(scale)
    c = loss.item()  # silent: changed in place
    scale.update(loss)
    return a, b, c, loss.item()  # silent: handed to something that may change it


def unpacked_between(loss, batches):
    first = loss.item()
    count, loss = next(batches)
    return first, count, loss.item()  # silent: bound by unpacking


def other_element(cu_seqlens, i):
    start = cu_seqlens[i].item()
    i += 1
    return start, cu_seqlens[i].item()  # silent: another element


def either_branch(loss, flag):
    if flag:
        return loss.item()
    else:
        return loss.item()  # silent: only one of them runs


def nested(loss, flag, history):
    value = loss.item()
    if flag:
        history.append(loss.item())  # expect: repeated-host-sync
    return value


def similar_name(loss, losses):
    value = loss.item()
    losses = [value]
    return losses, loss.item()  # expect: repeated-host-sync


def three_times(loss, history):
    value = loss.item()
    history.append(loss.item())  # expect: repeated-host-sync
    return value, loss.item()


def two_values(loss, scale):
    first = loss.item()
    again = loss.item()  # expect: repeated-host-sync
    loss = loss * scale
    second = loss.item()
    return first, again, second, loss.item()  # expect: repeated-host-sync


def far(loss, a, b):
    value = loss.item()
    a.start()
    b.start()
    a.run()
    b.run()
    a.log()
    b.log()
    a.stop()
    b.stop()
    a.join()
    b.join()
    a.close()
    b.close()
    return value, loss.item()  # silent: too far to see at once


def host_values(rows_cpu):
    return rows_cpu[0].item(), rows_cpu[0].item()  # silent: lives on the host


def failing(loss):
    value = loss.item()
    if value > 1e4:
        raise ValueError(f"loss is {loss.item()}")  # silent: the step fails here
    return value


class Meter:
    def read(self):
        first = self.total.item()
        self.total.zero_()
        return first, self.total.item()  # silent: zeroed between

    def advance(self):
        first = self.total.item()
        self.step()
        return first, self.total.item()  # silent: a method may change it


def ids(context):
    if context.ids[0].item() < 0:
        return None
    return context.ids[0].item()  # silent: all such attributes live on the CPU


# --- pkg/context.py unchanged
import torch


class Context:
    def __init__(self, n):
        self.ids = torch.zeros(n, dtype=torch.int32)


# --- tests/test_module.py
def test_twice(loss):
    assert loss.item() == loss.item()  # silent: a test
